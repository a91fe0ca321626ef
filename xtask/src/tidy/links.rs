//! Checks the links of pages: each must lead to a file of the repository and to a heading of its
//! page.

use std::path::{Component, Path, PathBuf};

use super::Finding;
use crate::tree::{Page, Tree};

/// The guide's table of contents, and the folder of the pages that it lists.
const SUMMARY: &str = "docs/src/SUMMARY.md";

/// Checks all pages.
pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    for page in &tree.pages {
        for (line, target) in links(&page.text) {
            if let Err(problem) = follow(tree, page, &target) {
                findings.push(Finding::new(
                    &page.path,
                    line,
                    format!("the link to {target} leads nowhere: {problem}"),
                    "name a path from the page's folder, and behind # a heading as code hosts write it",
                ));
            }
        }
    }
    check_summary(tree, findings);
}

/// A page that the table of contents does not list would be missing in the book.
fn check_summary(tree: &Tree, findings: &mut Vec<Finding>) {
    let summary = Path::new(SUMMARY);
    let Some(contents) = tree.pages.iter().find(|page| page.path == summary) else {
        return;
    };
    let folder = summary.parent().unwrap_or(summary);
    let listed: Vec<PathBuf> = links(&contents.text)
        .into_iter()
        .map(|(_, target)| folder.join(target))
        .collect();
    for page in &tree.pages {
        let is_of_book = page.path.starts_with(folder) && page.path != summary;
        if is_of_book && !listed.contains(&page.path) {
            findings.push(Finding::new(
                &page.path,
                1,
                format!("{SUMMARY} does not list the page"),
                "list it there",
            ));
        }
    }
}

/// Checks a link of a page.
fn follow(tree: &Tree, from: &Page, target: &str) -> Result<(), String> {
    if target.contains("://") {
        return Ok(());
    }
    let (path, heading) = match target.split_once('#') {
        Some((path, heading)) => (path, Some(heading)),
        None => (target, None),
    };
    let folder = from.path.parent().unwrap_or(Path::new(""));
    let path = if path.is_empty() {
        from.path.clone()
    } else {
        plain(&folder.join(path)).ok_or("it leaves the repository")?
    };
    if !tree.root.join(&path).exists() {
        return Err(format!("there is no {}", path.display()));
    }
    let Some(heading) = heading else {
        return Ok(());
    };
    let page = tree.pages.iter().find(|page| page.path == path);
    let page = page.ok_or_else(|| format!("{} is no page that is checked", path.display()))?;
    if headings(&page.text).iter().any(|one| one == heading) {
        return Ok(());
    }
    Err(format!("{} has no heading {heading}", path.display()))
}

/// The path without `..`. `None` if it leads out of the repository.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                if !plain.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    Some(plain)
}

/// The lines of a page outside of fenced blocks, each with its number from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_fenced = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence
    })
}

/// The targets of links `[text](target)`, each with its line.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        // Text in backquotes is code.
        let outside: Vec<&str> = line.split('`').step_by(2).collect();
        for part in outside.join("`").split("](").skip(1) {
            if let Some((target, _)) = part.split_once(')') {
                found.push((number, target.to_owned()));
            }
        }
    }
    found
}

/// The headings of a page in the form of link targets: lower case, hyphens for spaces, most other
/// characters removed.
fn headings(text: &str) -> Vec<String> {
    let names = prose(text).filter_map(|(_, line)| {
        let name = line.trim_start_matches('#').strip_prefix(' ')?;
        line.starts_with('#').then_some(name)
    });
    let named = |name: &str| -> String {
        let kept = name.trim().chars().filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c.to_ascii_lowercase()),
            _ => None,
        });
        kept.collect()
    };
    names.map(named).collect()
}
