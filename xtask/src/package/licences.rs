//! The licences of the crates that are linked into the programs. Most of them must be distributed
//! with the programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use serde_json::Value;

use super::{cargo, output};

/// The shipped crates.
const SHIPPED: [&str; 2] = ["farreach-cli", "farreach-shmem-c"];
/// Prefixes, in capitals, of the names of licence files.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"];

/// Copies the licences: a folder for each foreign crate, and a list of all.
pub(super) fn collect(root: &Path, folder: &Path) -> anyhow::Result<()> {
    let mut command = cargo(root);
    command.args(["metadata", "--format-version", "1", "--locked"]);
    // Crates for other systems are neither linked nor necessarily downloaded.
    let host = output(Command::new("rustc").args(["--print", "host-tuple"]))?;
    command.args(["--filter-platform", &host]);
    let metadata: Value = serde_json::from_str(&output(&mut command)?)?;
    let packages = by_id(&metadata["packages"])?;
    let mut list = Vec::new();
    fs::create_dir_all(folder)?;
    for id in linked(&packages, &by_id(&metadata["resolve"]["nodes"])?) {
        let package = packages[id];
        if package["source"].is_null() {
            continue;
        }
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let name = format!("{}-{}", text("name"), text("version"));
        list.push(format!("{name}: {}\n", text("license")));
        let source = Path::new(text("manifest_path"));
        copy(
            source.parent().context("it has a parent")?,
            &folder.join(name),
        )?;
    }
    fs::write(folder.join("LIST"), list.concat())?;
    Ok(())
}

fn by_id<'a>(entries: &'a Value) -> anyhow::Result<BTreeMap<&'a str, &'a Value>> {
    let entries = entries.as_array().context("cargo lists them")?;
    let with_id = |entry: &'a Value| Some((entry["id"].as_str()?, entry));
    Ok(entries.iter().filter_map(with_id).collect())
}

/// The crates that the shipped crates depend on, except for tests and build scripts.
fn linked<'a>(
    packages: &BTreeMap<&'a str, &'a Value>,
    nodes: &BTreeMap<&'a str, &'a Value>,
) -> BTreeSet<&'a str> {
    let is_shipped = |package: &Value| SHIPPED.iter().any(|name| package["name"] == *name);
    let shipped = packages.iter().filter(|(_, package)| is_shipped(package));
    let mut open: Vec<&str> = shipped.map(|(id, _)| *id).collect();
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !found.insert(id) {
            continue;
        }
        let dependencies = nodes[id]["deps"].as_array().into_iter().flatten();
        let is_linked = |dependency: &&Value| {
            let mut kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            kinds.any(|kind| kind["kind"].is_null())
        };
        open.extend(
            dependencies
                .filter(is_linked)
                .filter_map(|dependency| dependency["pkg"].as_str()),
        );
    }
    found
}

/// Copies the licence files of one crate.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let upper = name.to_string_lossy().to_uppercase();
        if entry.path().is_file() && NAMES.iter().any(|begin| upper.starts_with(begin)) {
            fs::create_dir_all(to)?;
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}
