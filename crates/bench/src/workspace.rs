//! A private directory for a measurement: programs are built in it, and all that the runtimes of others write to disk or to
//! shared memory lies in it.

use std::fs::{self, DirBuilder};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

#[cfg(test)]
mod tests;

/// What the names begin with; the process that it belongs to follows.
const PREFIX: &str = "farreach-bench.";
/// Where shared memory is, if the machine has it in the usual place.
const SHARED: &str = "/dev/shm";

/// The directories; dropping it removes them.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// For programs and temporary files.
    files: PathBuf,
    /// For what the peers share in memory.
    shared: PathBuf,
}

impl Workspace {
    /// Makes the directories, and removes those that processes left that are gone.
    pub(crate) fn make() -> Result<Workspace> {
        let temporary = std::env::temp_dir();
        let shared = Path::new(SHARED);
        for place in [&temporary, shared] {
            remove_stale(place);
        }
        let files = make_in(&temporary)?;
        // Without it the peers' shared memory is backed by files, which is as fast once they are in memory.
        let shared = make_in(shared).unwrap_or_else(|_| files.clone());
        Ok(Workspace { files, shared })
    }

    /// For programs and temporary files.
    pub(crate) fn files(&self) -> &Path {
        &self.files
    }

    /// For what the peers share in memory.
    pub(crate) fn shared(&self) -> &Path {
        &self.shared
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        for directory in [&self.files, &self.shared] {
            // There is nobody left to tell; the next measurement tries again.
            let _ = fs::remove_dir_all(directory);
        }
    }
}

/// A directory that only this user can enter.
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

/// Removes what measurements left that were killed.
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
            // Another user's can't be removed and isn't ours.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
