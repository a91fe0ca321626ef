//! Tells the program what it was built from and for: BUILD_COMMIT (empty if unknown), BUILD_TARGET and BUILD_PROFILE.

use std::path::Path;
use std::process::Command;

/// Where this crate lies in the project's repository. In any other repository, the commit says nothing about this crate.
const PLACE: &str = "crates/cli/";
/// What changes in the repository's folder when another commit is checked out, or a new one is made.
const SIGNS: [&str; 2] = ["HEAD", "logs/HEAD"];

fn main() {
    // Without this line, cargo would build again whenever any file of the crate has changed.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=BUILD_COMMIT={}", commit());
    println!("cargo::rustc-env=BUILD_TARGET={}", variable("TARGET"));
    println!("cargo::rustc-env=BUILD_PROFILE={}", variable("PROFILE"));
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// The commit that is checked out; empty where this is not the project's repository, or where there is no git.
fn commit() -> String {
    if git(&["rev-parse", "--show-prefix"]).as_deref() != Some(PLACE) {
        return String::new();
    }
    for sign in SIGNS {
        let path = git(&["rev-parse", "--git-path", sign]).unwrap_or_default();
        // Cargo would run this again in every build for a file that is not there.
        if Path::new(&path).is_file() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--verify", "HEAD"]).unwrap_or_default()
}

/// What git answers in this folder.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
