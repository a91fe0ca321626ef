//! The deterministic crates are given time, bytes and completions; they reach for nothing themselves.
//! A run then depends on its inputs alone, so a failing seed replays exactly.

use std::collections::BTreeMap;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::Finding;
use super::tokens::{self, Seen};
use crate::tree::{Role, SourceFile, is_test_only};

/// The crates without clock, socket, thread, randomness, files, environment or output.
const DETERMINISTIC: &[&str] = &[
    "farreach-verbs",
    "farreach-roce",
    "farreach-connect",
    "farreach-engine",
];

/// Banned names with everything below them, and what to do instead. `core` counts as `std`.
const BANNED: &[(&str, &str)] = &[
    ("std::time::Instant", "take `now: Time` as an argument"),
    ("std::time::SystemTime", "take `now: Time` as an argument"),
    ("std::time::UNIX_EPOCH", "take `now: Time` as an argument"),
    ("std::thread", "the runtime above owns the threads"),
    ("std::net::TcpListener", "hand bytes to the layer above"),
    ("std::net::TcpStream", "hand bytes to the layer above"),
    ("std::net::UdpSocket", "hand datagrams to the layer above"),
    (
        "std::net::ToSocketAddrs",
        "names are looked up in the layer above",
    ),
    (
        "std::os",
        "the operating system belongs to the layers above",
    ),
    ("std::env", "take settings as arguments"),
    ("std::fs", "take contents as arguments"),
    ("std::process", "return an error"),
    ("std::io::stdin", "take bytes as arguments"),
    ("std::io::stdout", "return what is to be shown"),
    ("std::io::stderr", "return what is to be shown"),
    (
        "std::hash::RandomState",
        "use BTreeMap, a slab or a fixed hasher",
    ),
    (
        "std::collections::hash_map::RandomState",
        "use BTreeMap, a slab or a fixed hasher",
    ),
    ("rand::rng", "use a generator seeded by the caller"),
    ("rand::thread_rng", "use a generator seeded by the caller"),
    ("rand::random", "use a generator seeded by the caller"),
    (
        "rand::rngs::ThreadRng",
        "use a generator seeded by the caller",
    ),
    ("rand::rngs::OsRng", "use a generator seeded by the caller"),
    ("rand::rngs::SysRng", "use a generator seeded by the caller"),
];

/// Macros that print.
const PRINTING: [&str; 4] = ["print", "println", "eprint", "eprintln"];

/// Hash tables, and how many type arguments name the hasher as well.
const HASH_TABLES: [(&str, usize); 2] = [
    ("std::collections::HashMap", 3),
    ("std::collections::HashSet", 2),
];
const HASH_TABLE_MODULES: [(&str, &str); 2] = [
    (
        "std::collections::hash_map::HashMap",
        "std::collections::HashMap",
    ),
    (
        "std::collections::hash_set::HashSet",
        "std::collections::HashSet",
    ),
];
/// Constructors that exist for the randomly seeded hasher only.
const RANDOM_CONSTRUCTORS: [&str; 3] = ["new", "with_capacity", "from"];
const HASH_REMEDY: &str = "its order is random: use BTreeMap, a slab or a fixed hasher";

/// Whether a crate must be deterministic.
pub(super) fn applies_to(package: &str) -> bool {
    DETERMINISTIC.contains(&package)
}

/// Checks the product code of one file; tests may do as they like.
pub(super) fn check(file: &SourceFile, syntax: &syn::File, findings: &mut Vec<Finding>) {
    if file.role == Role::Test {
        return;
    }
    let mut imports = Imports::default();
    imports.visit_file(syntax);
    let mut visitor = Calls {
        file,
        aliases: imports.aliases,
        findings,
    };
    for (line, path) in imports.paths {
        visitor.check_path(line, &path);
    }
    visitor.visit_file(syntax);
}

/// What the file's `use` items bring in.
#[derive(Default)]
struct Imports {
    /// Local name → full path.
    aliases: BTreeMap<String, Vec<String>>,
    paths: Vec<(usize, Vec<String>)>,
}

impl Imports {
    fn add(&mut self, prefix: &mut Vec<String>, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add(prefix, &path.tree);
                prefix.pop();
            }
            syn::UseTree::Group(group) => {
                for item in &group.items {
                    self.add(prefix, item);
                }
            }
            syn::UseTree::Name(name) => self.bind(prefix, &name.ident, &name.ident),
            syn::UseTree::Rename(rename) => self.bind(prefix, &rename.ident, &rename.rename),
            syn::UseTree::Glob(glob) => {
                self.paths.push((glob.span().start().line, prefix.clone()));
            }
        }
    }

    fn bind(&mut self, prefix: &[String], name: &syn::Ident, local: &syn::Ident) {
        let mut full = prefix.to_vec();
        let mut local = local.to_string();
        if name == "self" {
            if local == "self" {
                local = full.last().cloned().unwrap_or_default();
            }
        } else {
            full.push(name.to_string());
        }
        self.paths.push((name.span().start().line, full.clone()));
        self.aliases.insert(local, full);
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test_only(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_test_only(&item.attrs) {
            self.add(&mut Vec::new(), &item.tree);
        }
    }
}

struct Calls<'a> {
    file: &'a SourceFile,
    aliases: BTreeMap<String, Vec<String>>,
    findings: &'a mut Vec<Finding>,
}

impl Calls<'_> {
    /// The full path behind a path as written, joined by `::`.
    fn resolve(&self, path: &[String]) -> String {
        let mut full = match path.split_first() {
            Some((first, rest)) => match self.aliases.get(first) {
                Some(target) => [target.as_slice(), rest].concat(),
                None => path.to_vec(),
            },
            None => Vec::new(),
        };
        if full.first().is_some_and(|first| first == "core") {
            "std".clone_into(&mut full[0]);
        }
        let mut joined = full.join("::");
        for (long, short) in HASH_TABLE_MODULES {
            if let Some(rest) = joined.strip_prefix(long) {
                joined = format!("{short}{rest}");
            }
        }
        joined
    }

    fn check_path(&mut self, line: usize, path: &[String]) {
        let full = self.resolve(path);
        let banned = BANNED.iter().find(|(name, _)| {
            full.strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        });
        if let Some((name, remedy)) = banned {
            self.report(line, name, remedy);
        }
        for (table, _) in HASH_TABLES {
            let constructor = full
                .strip_prefix(table)
                .and_then(|rest| rest.strip_prefix("::"))
                .unwrap_or("");
            if RANDOM_CONSTRUCTORS.contains(&constructor) {
                self.report(line, &full, HASH_REMEDY);
            }
        }
    }

    fn check_hash_table(&mut self, line: usize, path: &syn::Path) {
        let full = self.resolve(&segments(path));
        let Some((table, wanted)) = HASH_TABLES.iter().find(|(table, _)| full == *table) else {
            return;
        };
        let given = match path.segments.last().map(|segment| &segment.arguments) {
            Some(syn::PathArguments::AngleBracketed(arguments)) => arguments.args.len(),
            _ => 0,
        };
        if given < *wanted {
            self.report(
                line,
                &format!("{table} with its default hasher"),
                HASH_REMEDY,
            );
        }
    }

    fn check_macro(&mut self, line: usize, name: &str) {
        if PRINTING.contains(&name) {
            self.report(line, &format!("{name}!"), "return it, or count it");
        }
    }

    fn report(&mut self, line: usize, what: &str, remedy: &str) {
        let finding = Finding::new(
            &self.file.path,
            line,
            format!("{what} in a deterministic crate"),
            remedy,
        );
        if self.findings.last() != Some(&finding) {
            self.findings.push(finding);
        }
    }
}

fn segments(path: &syn::Path) -> Vec<String> {
    path.segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect()
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Macro(item) => &item.attrs,
            // Imports were read already.
            syn::Item::Use(_) => return,
            _ => return visit::visit_item(self, item),
        };
        if !is_test_only(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.check_path(path.span().start().line, &segments(path));
        visit::visit_path(self, path);
    }

    fn visit_type_path(&mut self, type_path: &'ast syn::TypePath) {
        if type_path.qself.is_none() {
            self.check_hash_table(type_path.span().start().line, &type_path.path);
        }
        visit::visit_type_path(self, type_path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Some(last) = call.path.segments.last() {
            self.check_macro(last.span().start().line, &last.ident.to_string());
        }
        let mut seen = Vec::new();
        tokens::scan(call.tokens.clone(), &mut seen);
        for (line, what) in seen {
            match what {
                Seen::Path(path) => self.check_path(line, &path),
                Seen::MacroCall(name) => self.check_macro(line, &name),
                Seen::Attribute(_) | Seen::UnsafeBlock => {}
            }
        }
    }
}
