//! A private directory for a measurement. Programs are built in it, and all files and shared memory
//! of other runtimes lie in it.

use std::fs::{self, DirBuilder};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

#[cfg(test)]
mod tests;

/// The prefix of the directories' names. The id of their process follows.
const PREFIX: &str = "farreach-bench.";
/// The directory of shared memory, if the machine has it in the usual place.
const SHARED: &str = "/dev/shm";

/// The private directories. Dropping the workspace removes them.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// The directory for programs and temporary files.
    files: PathBuf,
    /// The directory for the peers' shared memory.
    shared: PathBuf,
}

impl Workspace {
    /// Creates the directories, and removes those of processes that are gone.
    pub(crate) fn make() -> Result<Workspace> {
        let temporary = std::env::temp_dir();
        let shared = Path::new(SHARED);
        for place in [&temporary, shared] {
            remove_stale(place);
        }
        let files = make_in(&temporary)?;
        // Without it the peers' shared memory is backed by files, which is as fast once the files
        // are in memory.
        let shared = make_in(shared).unwrap_or_else(|_| files.clone());
        Ok(Workspace { files, shared })
    }

    /// The directory for programs and temporary files.
    pub(crate) fn files(&self) -> &Path {
        &self.files
    }

    /// The directory for the peers' shared memory.
    pub(crate) fn shared(&self) -> &Path {
        &self.shared
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        for directory in [&self.files, &self.shared] {
            // An error can't be reported here. The next measurement tries again.
            let _ = fs::remove_dir_all(directory);
        }
    }
}

/// Creates a directory that only this user can enter.
fn make_in(place: &Path) -> Result<PathBuf> {
    let process = std::process::id();
    for number in 0..1000 {
        let path = place.join(format!("{PREFIX}{process}.{number}"));
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(error).with_context(|| format!("making {}", path.display()));
            }
            Ok(()) => return Ok(path),
        }
    }
    anyhow::bail!(
        "{} has 1000 directories of process {process}",
        place.display()
    )
}

/// Removes the directories of measurements that were killed.
fn remove_stale(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| {
            let (process, _) = name.strip_prefix(PREFIX)?.split_once('.')?;
            process.parse::<u32>().ok()
        });
        if process.is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists()) {
            // Another user's directory can't be removed.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
