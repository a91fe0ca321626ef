//! Checks that all crates could be published. Each is packed as cargo would upload it, in a copy of
//! the workspace that allows it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tree::Tree;
use crate::workspace_root;

/// The files and folders that a copy of the workspace needs.
const COPIED: [&str; 7] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "apps",
    "crates",
    "docs",
    "xtask",
];
/// The crates that are never published.
const UNPUBLISHED: [&str; 2] = ["farreach-guide", "xtask"];
/// The metadata that crates.io requires or shows. There is no repository address yet.
const METADATA: [&str; 7] = [
    "description",
    "license",
    "readme",
    "keywords",
    "categories",
    "rust-version",
    "version",
];

#[track_caller]
fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Packs all crates of a copy of the workspace. Returns the folder of the packages.
fn pack(copy: &Path) -> PathBuf {
    let mut cp = Command::new("cp");
    let root = workspace_root().unwrap();
    output(cp.current_dir(root).arg("-R").args(COPIED).arg(copy));
    let manifest = copy.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    assert!(text.contains("publish = false"), "{text}");
    fs::write(&manifest, text.replace("publish = false", "publish = true")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    // With `--no-verify` nothing is built.
    cargo.current_dir(copy).args([
        "package",
        "--workspace",
        "--no-verify",
        "--offline",
        "--target-dir",
        "target",
    ]);
    for name in UNPUBLISHED {
        cargo.args(["--exclude", name]);
    }
    output(&mut cargo);
    copy.join("target/package")
}

#[test]
fn each_crate_can_be_published() {
    let copy = tempfile::tempdir().unwrap();
    let packed = pack(copy.path());
    let tree = Tree::load(workspace_root().unwrap()).unwrap();
    let names = tree.crates.iter().map(|one| one.name.as_str());
    for name in names.filter(|name| !UNPUBLISHED.contains(name)) {
        let folder = format!("{name}-{}", env!("CARGO_PKG_VERSION"));
        let mut tar = Command::new("tar");
        tar.arg("-xzOf")
            .arg(packed.join(format!("{folder}.crate")))
            .arg(format!("{folder}/Cargo.toml"));
        // The manifest as cargo has rewritten it, without inherited values.
        let manifest: toml::Table = output(&mut tar).parse().unwrap();
        for key in METADATA {
            assert!(manifest["package"].get(key).is_some(), "{name}: {key}");
        }
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        for (other, dependency) in dependencies.into_iter().flatten() {
            assert!(dependency.get("path").is_none(), "{name}: {other}");
        }
    }
}
