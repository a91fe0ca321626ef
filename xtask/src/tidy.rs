//! The checks, and what they report.

mod determinism;
mod hygiene;
mod layering;
mod links;
mod sizes;
mod tokens;
mod unsafety;

pub(crate) use determinism::DETERMINISTIC;

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::tree::Tree;

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) path: PathBuf,
    /// The line, counted from 1.
    pub(crate) line: usize,
    pub(crate) problem: String,
    pub(crate) remedy: String,
}

impl Finding {
    fn new(
        path: &Path,
        line: usize,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            line,
            problem: problem.into(),
            remedy: remedy.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            line,
            problem,
            remedy,
        } = self;
        write!(
            formatter,
            "{}:{line}: {problem}\n    remedy: {remedy}",
            path.display()
        )
    }
}

/// The result of all checks on a tree.
pub(crate) struct Report {
    pub(crate) findings: Vec<Finding>,
    /// Notes, which are no violations.
    pub(crate) warnings: Vec<String>,
    pub(crate) files: usize,
    pub(crate) lines: usize,
}

/// Runs every check.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let mut warnings = Vec::new();
    let (mut files, mut lines) = (0, 0);
    for package in &tree.crates {
        findings.extend(layering::check(package));
        hygiene::check_unit_tests(package, &mut findings);
        if determinism::applies_to(&package.name) {
            determinism::check_manifest(package, &mut findings);
        }
        for file in &package.files {
            files += 1;
            lines += file.text.lines().count();
            sizes::check_lines(file, &mut findings, &mut warnings);
            hygiene::check_text(file, &mut findings);
            layering::check_names(file, &mut findings);
            layering::check_rooms(file, &mut findings);
            match &file.syntax {
                Ok(syntax) => {
                    sizes::check_functions(file, syntax, &mut findings);
                    hygiene::check_syntax(file, syntax, &mut findings);
                    unsafety::check(file, syntax, &mut findings);
                    if determinism::applies_to(&package.name) {
                        determinism::check(file, syntax, &mut findings);
                    }
                }
                Err((line, error)) => findings.push(Finding::new(
                    &file.path,
                    *line,
                    format!("not Rust: {error}"),
                    "make it compile",
                )),
            }
        }
    }
    links::check(tree, &mut findings);
    findings.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    Report {
        findings,
        warnings,
        files,
        lines,
    }
}
