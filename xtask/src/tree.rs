//! The workspace as the checks see it: manifests and parsed Rust files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use syn::visit::{self, Visit};

/// The folders that contain crates.
const CRATE_FOLDERS: [&str; 2] = ["crates", "apps"];
const SINGLE_CRATES: [&str; 2] = ["docs", "xtask"];

/// The folders whose Markdown files are pages.
const PAGE_FOLDERS: [&str; 2] = ["", "docs/src"];

/// All crates and pages of the workspace.
pub(crate) struct Tree {
    pub(crate) root: PathBuf,
    pub(crate) crates: Vec<Crate>,
    pub(crate) pages: Vec<Page>,
}

/// A Markdown file.
pub(crate) struct Page {
    /// The path, relative to the workspace's root.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// A crate: its manifest and its Rust files.
pub(crate) struct Crate {
    /// The package's name.
    pub(crate) name: String,
    /// The path of `Cargo.toml`, relative to the workspace's root.
    pub(crate) manifest_path: PathBuf,
    pub(crate) manifest_text: String,
    pub(crate) manifest: toml::Table,
    pub(crate) files: Vec<SourceFile>,
}

/// A Rust file.
pub(crate) struct SourceFile {
    /// The path, relative to the workspace's root.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    /// The syntax tree, or the line and the text of the parse error.
    pub(crate) syntax: Result<syn::File, (usize, String)>,
    pub(crate) role: Role,
}

/// Whether a file belongs to the product or to its tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Library or program.
    Product,
    /// Tests, benches and examples: files in folders of these names, and modules declared under
    /// `cfg(test)`.
    Test,
}

impl Tree {
    /// Reads every crate below `root`.
    ///
    /// # Errors
    /// If a file can't be read, or there is no crate. In the latter case the workspace was moved or
    /// removed after this program was built, and a report without findings would be meaningless.
    pub(crate) fn load(root: &Path) -> anyhow::Result<Self> {
        let mut folders: Vec<PathBuf> = SINGLE_CRATES.iter().map(PathBuf::from).collect();
        for parent in CRATE_FOLDERS {
            folders.extend(sorted_entries(root, Path::new(parent))?);
        }
        let mut crates = Vec::new();
        for folder in folders {
            if root.join(&folder).join("Cargo.toml").is_file() {
                crates.push(Crate::load(root, &folder)?);
            }
        }
        ensure!(
            !crates.is_empty(),
            "no crate in {}, where this program was built; build it again: `cargo xtask tidy` in the workspace",
            root.display()
        );
        let mut pages = Vec::new();
        for folder in PAGE_FOLDERS {
            for path in sorted_entries(root, Path::new(folder))? {
                if path.extension().is_some_and(|extension| extension == "md") {
                    let text = read(root, &path)?;
                    pages.push(Page { path, text });
                }
            }
        }
        Ok(Self {
            root: root.to_owned(),
            crates,
            pages,
        })
    }
}

impl Crate {
    fn load(root: &Path, folder: &Path) -> anyhow::Result<Self> {
        let manifest_path = folder.join("Cargo.toml");
        let manifest_text = read(root, &manifest_path)?;
        let manifest: toml::Table = manifest_text
            .parse()
            .with_context(|| format!("{} is not a manifest", manifest_path.display()))?;
        let name = manifest
            .get("package")
            .and_then(|package| package.get("name"))
            .and_then(toml::Value::as_str)
            .with_context(|| format!("{} names no package", manifest_path.display()))?
            .to_owned();
        let mut files = Vec::new();
        collect_rust_files(root, folder, &mut files)?;
        mark_test_modules(&mut files);
        Ok(Self {
            name,
            manifest_path,
            manifest_text,
            manifest,
            files,
        })
    }

    /// The packages in a table of dependencies, including those for single targets.
    pub(crate) fn dependencies(&self, table: &str) -> Vec<String> {
        let targets = self
            .manifest
            .get("target")
            .and_then(toml::Value::as_table)
            .into_iter()
            .flat_map(|targets| targets.values());
        let everywhere = self.manifest.get(table);
        everywhere
            .into_iter()
            .chain(targets.filter_map(|target| target.get(table)))
            .filter_map(toml::Value::as_table)
            .flat_map(|entries| {
                entries.iter().map(|(key, value)| {
                    value
                        .get("package")
                        .and_then(toml::Value::as_str)
                        .unwrap_or(key)
                        .to_owned()
                })
            })
            .collect()
    }

    /// The first line (from 1) of the manifest that starts with `key`. 1 if there is none.
    pub(crate) fn manifest_line(&self, key: &str) -> usize {
        self.manifest_text
            .lines()
            .position(|line| {
                line.strip_prefix(key).is_some_and(|rest| {
                    !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')
                })
            })
            .map_or(1, |index| index + 1)
    }
}

fn read(root: &Path, path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(root.join(path)).with_context(|| format!("can't read {}", path.display()))
}

/// The entries of `folder`, sorted by name, relative to `root`. Empty if the folder does not exist.
fn sorted_entries(root: &Path, folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let full = root.join(folder);
    if !full.is_dir() {
        return Ok(Vec::new());
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(&full).with_context(|| format!("can't list {}", full.display()))? {
        entries.push(folder.join(entry?.file_name()));
    }
    entries.sort();
    Ok(entries)
}

fn collect_rust_files(root: &Path, path: &Path, files: &mut Vec<SourceFile>) -> anyhow::Result<()> {
    for entry in sorted_entries(root, path)? {
        if root.join(&entry).is_dir() {
            if !entry.ends_with("target") {
                collect_rust_files(root, &entry, files)?;
            }
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let text = read(root, &entry)?;
            let syntax = syn::parse_file(&text)
                .map_err(|error| (error.span().start().line, error.to_string()));
            let role = role_by_folder(&entry);
            files.push(SourceFile {
                path: entry,
                text,
                syntax,
                role,
            });
        }
    }
    Ok(())
}

/// Files outside of `src` (tests, benches, examples) do not belong to the product. Build scripts
/// do.
fn role_by_folder(path: &Path) -> Role {
    let in_test_folder = path.components().any(|part| {
        ["tests", "benches", "examples"].contains(&&*part.as_os_str().to_string_lossy())
    });
    let in_src = path.components().any(|part| part.as_os_str() == "src");
    if in_test_folder && !in_src {
        Role::Test
    } else {
        Role::Product
    }
}

/// Follows `#[cfg(test)] mod name;` to the declared files.
fn mark_test_modules(files: &mut [SourceFile]) {
    let mut test_modules = Vec::new();
    for file in files.iter() {
        if let Ok(syntax) = &file.syntax {
            let mut finder = TestModules {
                folder: module_folder(&file.path),
                found: &mut test_modules,
            };
            finder.visit_file(syntax);
        }
    }
    for file in files.iter_mut() {
        if test_modules
            .iter()
            .any(|module| file.path.starts_with(module) || file.path == module.with_extension("rs"))
        {
            file.role = Role::Test;
        }
    }
}

/// The folder of a file's child modules.
fn module_folder(path: &Path) -> PathBuf {
    let is_root = ["lib.rs", "main.rs", "mod.rs"]
        .iter()
        .any(|name| path.ends_with(name));
    if is_root {
        path.parent().map(Path::to_owned).unwrap_or_default()
    } else {
        path.with_extension("")
    }
}

struct TestModules<'a> {
    folder: PathBuf,
    found: &'a mut Vec<PathBuf>,
}

impl<'ast> Visit<'ast> for TestModules<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let path = self.folder.join(module.ident.to_string());
        if module.content.is_none() {
            if is_test_only(&module.attrs) {
                self.found.push(path);
            }
        } else {
            let outer = std::mem::replace(&mut self.folder, path);
            visit::visit_item_mod(self, module);
            self.folder = outer;
        }
    }
}

/// Whether the attributes contain `cfg(test)`, `cfg(all(test, …))` or `test`.
pub(crate) fn is_test_only(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        if attribute.path().is_ident("test") {
            return true;
        }
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Meta>()
                .is_ok_and(|condition| requires_test(&condition))
    })
}

fn requires_test(condition: &syn::Meta) -> bool {
    match condition {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) if list.path.is_ident("all") => list
            .parse_args_with(
                syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated,
            )
            .is_ok_and(|parts| parts.iter().any(requires_test)),
        _ => false,
    }
}
