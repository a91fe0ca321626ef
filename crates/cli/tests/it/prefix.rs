//! An installation in the target folder, made once by the first test that needs it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// A folder that is removed when dropped.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// An empty folder for the test `test`.
    pub(crate) fn new(test: &str) -> Folder {
        let name = format!("farreach-{test}.{}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        fs::create_dir(&folder.0).expect("a folder");
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a command, which must succeed.
#[track_caller]
pub(crate) fn run(command: &mut Command) -> Output {
    let output = command.output().expect("it can be started");
    let shown = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {shown}{errors}");
    output
}

/// The standard output of a command, which must succeed.
#[track_caller]
pub(crate) fn text(command: &mut Command) -> String {
    String::from_utf8(run(command).stdout).expect("text")
}

/// Installs into `prefix`. Returns the messages.
pub(crate) fn install(prefix: &Path, options: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
    let output = run(command
        .args(["install", "--prefix"])
        .arg(prefix)
        .args(options));
    String::from_utf8(output.stderr).expect("text")
}

/// The folder of the installation.
pub(crate) fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let prefix = folder.join("cli-prefix");
        // Tests of several processes may call this at once.
        let lock = File::create(folder.join("cli-prefix.lock")).expect("a lock file");
        lock.lock().expect("a lock");
        // Files of an earlier version must not remain.
        let _ = fs::remove_dir_all(&prefix);
        install(&prefix, &[]);
        prefix
    })
}

/// Whether the machine has a program of this name.
pub(crate) fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}
