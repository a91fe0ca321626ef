//! The pages.

use std::fs;
use std::path::{Path, PathBuf};

/// A page's path from the repository's root, and its text.
pub(crate) type Page = (PathBuf, String);

/// The repository.
pub(crate) fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("the crate lies in the repository")
}

/// The text of a file of the repository.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

/// All pages of the guide, and the README.
pub(crate) fn all() -> Vec<Page> {
    let names = fs::read_dir(root().join("docs/src")).expect("the pages");
    let names = names.map(|page| page.expect("a page").file_name());
    let mut pages: Vec<PathBuf> = names
        .map(|name| Path::new("docs/src").join(name))
        .filter(|page| page.extension().is_some_and(|ending| ending == "md"))
        .collect();
    pages.sort();
    pages.push("README.md".into());
    let page = |path: PathBuf| {
        let text = fs::read_to_string(root().join(&path)).expect("a page");
        (path, text)
    };
    pages.into_iter().map(page).collect()
}
