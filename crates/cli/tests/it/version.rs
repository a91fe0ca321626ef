//! The program's version text, and the variables that the build script sets.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::prefix::{Folder, text};

fn farreach(called: &str, argument: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
    text(command.arg0(called).arg(argument))
}

#[test]
fn the_version_names_commit_target_and_profile() {
    let commit = env!("BUILD_COMMIT");
    let commit = match commit.get(..12) {
        Some(short) => format!("commit {short}, "),
        None => String::new(),
    };
    let version = format!(
        "{} ({commit}{}, {})\n",
        env!("CARGO_PKG_VERSION"),
        env!("BUILD_TARGET"),
        env!("BUILD_PROFILE")
    );
    for asked in ["--version", "-V"] {
        assert_eq!(
            farreach("farreach", asked),
            format!("farreach {version}"),
            "{asked}"
        );
        assert_eq!(
            farreach("oshrun", asked),
            format!("oshrun {version}"),
            "{asked}"
        );
        for name in ["mpiexec", "mpirun"] {
            assert_eq!(
                farreach(name, asked),
                format!("{name} {version}"),
                "{asked}"
            );
        }
    }
    let info = farreach("farreach", "info");
    assert!(info.starts_with(&format!("farreach {version}\n")), "{info}");
}

/// The lines that the build script prints in `folder`, with programs from `path` only if `path` is
/// given.
fn built_in(script: &Path, folder: &Path, path: Option<&Path>) -> Vec<String> {
    let mut command = Command::new(script);
    command
        .current_dir(folder)
        .env("TARGET", "triple")
        .env("PROFILE", "release");
    if let Some(path) = path {
        command.env("PATH", path);
    }
    text(&mut command).lines().map(str::to_owned).collect()
}

/// The commit in the build script's lines.
fn commit(lines: &[String]) -> &str {
    let mut found = lines
        .iter()
        .filter_map(|line| line.strip_prefix("cargo::rustc-env=BUILD_COMMIT="));
    found.next().expect("it is always set")
}

#[test]
fn the_commit_is_that_of_the_project_s_own_repository() {
    let folder = Folder::new("version");
    let own = folder.0.join("crates/cli");
    let copied = folder.0.join("vendor/farreach-cli");
    for place in [&own, &copied] {
        fs::create_dir_all(place).expect("a folder");
    }
    let script = folder.0.join("script");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    text(
        Command::new(rustc)
            .args(["--edition", "2024", "-o"])
            .arg(&script)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/build.rs")),
    );
    // A source archive.
    let lines = built_in(&script, &own, None);
    assert_eq!(commit(&lines), "", "{lines:?}");
    assert!(
        lines.contains(&"cargo::rustc-env=BUILD_TARGET=triple".to_owned()),
        "{lines:?}"
    );
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        let whose = ["-c", "user.name=test", "-c", "user.email=test"];
        text(command.current_dir(&folder.0).args(whose).args(arguments))
    };
    git(&["init", "--quiet"]);
    // The repository has no commit yet.
    assert_eq!(commit(&built_in(&script, &own, None)), "");
    let mut before = String::new();
    for message in ["one", "two"] {
        git(&["commit", "--quiet", "--allow-empty", "--message", message]);
        let lines = built_in(&script, &own, None);
        let head = git(&["rev-parse", "HEAD"]);
        assert_eq!(commit(&lines), head.trim(), "{lines:?}");
        assert_ne!(head, before);
        before = head;
        // Cargo rebuilds when one of these files has changed, and in every build if one is missing.
        let watched: Vec<PathBuf> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("cargo::rerun-if-changed="))
            .map(|path| own.join(path))
            .collect();
        let logged =
            |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| text.contains(message));
        assert!(watched.iter().any(logged), "{lines:?}");
        let script_of_cargo = own.join("build.rs");
        assert!(
            watched
                .iter()
                .all(|path| path.is_file() || *path == script_of_cargo),
            "{lines:?}"
        );
    }
    // A copy of the crate in another project's repository.
    assert_eq!(commit(&built_in(&script, &copied, None)), "");
    // No git.
    assert_eq!(commit(&built_in(&script, &own, Some(&own))), "");
}
