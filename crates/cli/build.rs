//! Sets BUILD_COMMIT (empty if unknown), BUILD_TARGET and BUILD_PROFILE for the program.

use std::path::Path;
use std::process::Command;

/// The path of this crate in the project's repository. In any other repository the commit says
/// nothing about this crate.
const PLACE: &str = "crates/cli/";
/// The files of the repository's folder that change when another commit is checked out or a new one
/// is made.
const SIGNS: [&str; 2] = ["HEAD", "logs/HEAD"];

fn main() {
    // Without this line cargo would rebuild whenever any file of the crate has changed.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=BUILD_COMMIT={}", commit());
    println!("cargo::rustc-env=BUILD_TARGET={}", variable("TARGET"));
    println!("cargo::rustc-env=BUILD_PROFILE={}", variable("PROFILE"));
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// The commit that is checked out. Empty if this is not the project's repository, or if there is no
/// git.
fn commit() -> String {
    if git(&["rev-parse", "--show-prefix"]).as_deref() != Some(PLACE) {
        return String::new();
    }
    for sign in SIGNS {
        let path = git(&["rev-parse", "--git-path", sign]).unwrap_or_default();
        // For a missing file cargo would run this script in every build.
        if Path::new(&path).is_file() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--verify", "HEAD"]).unwrap_or_default()
}

/// The output of a git command in this folder.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
