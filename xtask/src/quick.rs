//! `cargo xtask quick [PACKAGE ..]`: checks what was edited, in less than a minute once its libraries are built.
//!
//! Without names it takes the packages with files that differ from the last commit. If none differs, it
//! takes the packages that the last commit changed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::Context;

use crate::package::{cargo, output};
use crate::tree::Tree;

/// Checks the format, the style, the lints and the tests of some packages. Stops at the first that fails.
pub(crate) fn run(root: &Path, names: &[&str]) -> anyhow::Result<ExitCode> {
    let tree = Tree::load(root)?;
    let packages = if names.is_empty() {
        changed(root, &tree)?
    } else {
        names
            .iter()
            .map(|name| named(&tree, name))
            .collect::<anyhow::Result<_>>()?
    };
    let selected: Vec<&str> = packages
        .iter()
        .flat_map(|name| ["--package", name])
        .collect();
    let mut steps = vec![vec!["fmt", "--all", "--check"], vec!["xtask", "tidy"]];
    if packages.is_empty() {
        println!("quick: no package was changed");
    } else {
        steps.push(
            [
                &["clippy", "--quiet", "--all-targets"][..],
                &selected,
                &["--", "-D", "warnings"],
            ]
            .concat(),
        );
        steps.push([&["test", "--quiet"][..], &selected].concat());
    }
    for arguments in steps {
        let begun = Instant::now();
        let status = cargo(root)
            .args(&arguments)
            .status()
            .context("starting cargo")?;
        let line = format!(
            "cargo {}: {:.0} s",
            arguments.join(" "),
            begun.elapsed().as_secs_f64()
        );
        if !status.success() {
            println!("quick: {line}, failed");
            return Ok(ExitCode::FAILURE);
        }
        println!("quick: {line}");
    }
    Ok(ExitCode::SUCCESS)
}

/// The package that a user names, with or without the prefix that all have.
fn named(tree: &Tree, name: &str) -> anyhow::Result<String> {
    let full = format!("farreach-{name}");
    let mut names = tree.crates.iter().map(|one| one.name.as_str());
    let found = names.find(|one| *one == name || *one == full);
    found
        .map(str::to_owned)
        .with_context(|| format!("there is no package {name} in the workspace"))
}

/// The packages with changed files.
fn changed(root: &Path, tree: &Tree) -> anyhow::Result<BTreeSet<String>> {
    let mut files = files(root, &["diff", "--name-only", "HEAD"])?;
    files.extend(self::files(
        root,
        &["ls-files", "--others", "--exclude-standard"],
    )?);
    if files.is_empty() {
        files = self::files(root, &["diff", "--name-only", "HEAD~1", "HEAD"])?;
    }
    let of_file = |file: &PathBuf| {
        let mut crates = tree.crates.iter();
        let found = crates.find(|one| {
            one.manifest_path
                .parent()
                .is_some_and(|folder| file.starts_with(folder))
        });
        found.map(|one| one.name.clone())
    };
    Ok(files.iter().filter_map(of_file).collect())
}

/// The files that a git command names, relative to the root.
fn files(root: &Path, arguments: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let mut git = Command::new("git");
    let said = output(git.current_dir(root).args(arguments))?;
    Ok(said.lines().map(PathBuf::from).collect())
}
