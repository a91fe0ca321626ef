//! Finds unfinished code and meaningless names.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::Finding;
use super::tokens::{self, Seen};
use crate::tree::{Crate, SourceFile};

/// Marks of unfinished work, assembled here so that this file does not contain them.
const MARKS: [&str; 3] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
];

/// Macros for work in progress.
const UNFINISHED: [&str; 3] = ["todo", "unimplemented", "dbg"];

/// Names that say nothing about the contents.
const EMPTY_NAMES: [&str; 5] = ["util", "utils", "common", "misc", "helpers"];

/// Checks names and marks.
pub(super) fn check_text(file: &SourceFile, findings: &mut Vec<Finding>) {
    for part in file.path.with_extension("").components() {
        let name = part.as_os_str().to_string_lossy();
        if EMPTY_NAMES.contains(&&*name) {
            findings.push(Finding::new(
                &file.path,
                1,
                format!("the name `{name}` says nothing about what is inside"),
                "name it for what it holds",
            ));
        }
    }
    for (index, line) in file.text.lines().enumerate() {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        if let Some(mark) = words.into_iter().find(|word| MARKS.contains(word)) {
            findings.push(Finding::new(
                &file.path,
                index + 1,
                format!("{mark} marks unfinished work"),
                "finish it, or write down as documentation what is not supported",
            ));
        }
    }
}

/// Checks the syntax tree for unfinished code, ignored tests, and a crate without a description.
pub(super) fn check_syntax(file: &SourceFile, syntax: &syn::File, findings: &mut Vec<Finding>) {
    if is_crate_root(file)
        && !syntax
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("doc"))
    {
        findings.push(Finding::new(
            &file.path,
            1,
            "the crate does not say what it is",
            "open it with `//!`: what it is, a picture, its invariants, its entry type",
        ));
    }
    Unfinished { file, findings }.visit_file(syntax);
}

/// Checks that a library without a test executable has no unit tests, which nobody would run.
pub(super) fn check_unit_tests(package: &Crate, findings: &mut Vec<Finding>) {
    let library = package.manifest.get("lib");
    let is_tested = library.and_then(|library| library.get("test")?.as_bool());
    if is_tested != Some(false) {
        return;
    }
    let folder = package.manifest_path.with_file_name("");
    let apart = ["tests", "examples", "benches"].map(|name| folder.join(name));
    for file in &package.files {
        if apart.iter().any(|folder| file.path.starts_with(folder)) {
            continue;
        }
        for (index, line) in file.text.lines().enumerate() {
            if line.trim_start().starts_with("#[cfg(test)]") {
                findings.push(Finding::new(
                    &file.path,
                    index + 1,
                    "unit tests of a library whose manifest says `test = false` never run",
                    "remove `test = false` from Cargo.toml",
                ));
            }
        }
    }
}

/// The first file of a library, program or integration-test binary.
fn is_crate_root(file: &SourceFile) -> bool {
    ["src/lib.rs", "src/main.rs", "tests/it/main.rs"]
        .iter()
        .any(|root| file.path.ends_with(root))
        || file
            .path
            .parent()
            .is_some_and(|folder| folder.ends_with("src/bin"))
}

struct Unfinished<'a> {
    file: &'a SourceFile,
    findings: &'a mut Vec<Finding>,
}

impl Unfinished<'_> {
    fn check_macro(&mut self, line: usize, name: &str) {
        if UNFINISHED.contains(&name) {
            self.findings.push(Finding::new(
                &self.file.path,
                line,
                format!("`{name}!` is for work in progress"),
                "finish it, or return an error that says what is not supported",
            ));
        }
    }

    fn check_attribute(&mut self, line: usize, name: &str) {
        if name == "ignore" {
            self.findings.push(Finding::new(
                &self.file.path,
                line,
                "an ignored test checks nothing",
                "make it run in the test command, or remove it",
            ));
        }
    }
}

impl<'ast> Visit<'ast> for Unfinished<'_> {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if let Some(name) = attribute.path().get_ident() {
            self.check_attribute(attribute.span().start().line, &name.to_string());
        }
        visit::visit_attribute(self, attribute);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Some(last) = call.path.segments.last() {
            self.check_macro(last.span().start().line, &last.ident.to_string());
        }
        let mut seen = Vec::new();
        tokens::scan(call.tokens.clone(), &mut seen);
        for (line, what) in seen {
            match what {
                Seen::MacroCall(name) => self.check_macro(line, &name),
                Seen::Attribute(name) => self.check_attribute(line, &name),
                Seen::Path(_) | Seen::UnsafeBlock => {}
            }
        }
    }
}
