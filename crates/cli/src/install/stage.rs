//! The folder in which an installation is made, and the list of what is installed.
//!
//! ```text
//!   PREFIX/.farreach-install/bin/oshcc  ──rename──▶  PREFIX/bin/oshcc, when everything is made
//!   PREFIX/share/farreach/files         a line for each installed file, and for each folder that an installation made
//! ```
//!
//! A file is replaced by renaming, so running programs keep the file that they use. An installation that stops leaves the
//! folder behind, and the next one removes it. If it stops while files are renamed, the list has the files of both
//! installations.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail, ensure};

/// The folder in the prefix.
const FOLDER: &str = ".farreach-install";
/// The list, in the prefix.
const LIST: &str = "share/farreach/files";

/// An installation that is being made.
pub(super) struct Stage {
    prefix: PathBuf,
    folder: PathBuf,
    /// Folders that this installation has made in the prefix, as the list names them.
    made: BTreeSet<String>,
    /// Locks the folder.
    _lock: File,
}

impl Stage {
    /// Makes the prefix, and an empty folder in it.
    pub(super) fn new(prefix: &Path) -> anyhow::Result<Stage> {
        let is_new = !prefix.exists();
        fs::create_dir_all(prefix).with_context(|| format!("making {}", prefix.display()))?;
        let mut stage = Stage::claim(prefix)?;
        if is_new {
            stage.made.insert(folder_line(Path::new("")));
        }
        Ok(stage)
    }

    /// Makes an empty folder in the prefix, which no other installation uses.
    fn claim(prefix: &Path) -> anyhow::Result<Stage> {
        let prefix = fs::canonicalize(prefix)?;
        let folder = prefix.join(FOLDER);
        let making = || format!("making {}", folder.display());
        fs::create_dir_all(&folder).with_context(making)?;
        let lock = File::open(&folder).with_context(making)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!(
                "another `farreach install` or `farreach uninstall` works in {}: wait until it has ended",
                prefix.display()
            ),
            Err(TryLockError::Error(error)) => return Err(error).with_context(making),
        }
        // An earlier installation was stopped.
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let is_folder = path.is_dir() && !path.is_symlink();
            let removed = if is_folder {
                fs::remove_dir_all(&path)
            } else {
                fs::remove_file(&path)
            };
            removed.with_context(|| format!("removing {}", path.display()))?;
        }
        Ok(Stage {
            prefix,
            folder,
            made: BTreeSet::new(),
            _lock: lock,
        })
    }

    /// The folder that is installed into.
    pub(super) fn prefix(&self) -> &Path {
        &self.prefix
    }

    /// Where the file `name` of the prefix is made.
    pub(super) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.join(name)
    }

    /// Makes the file `name` of the prefix.
    pub(super) fn make(
        &self,
        name: impl AsRef<Path>,
        make: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let path = self.path(&name);
        make_parent(&path)?;
        make(&path).with_context(|| format!("making {}", name.as_ref().display()))
    }

    /// Makes the file `name` of the prefix with a text.
    pub(super) fn write(&self, name: impl AsRef<Path>, text: &str) -> anyhow::Result<()> {
        self.make(name, |path| Ok(fs::write(path, text)?))
    }

    /// Makes the script `name` of the prefix, which can be run.
    pub(super) fn write_program(&self, name: impl AsRef<Path>, script: &str) -> anyhow::Result<()> {
        self.make(name, |path| {
            fs::write(path, script)?;
            let mode = fs::Permissions::from_mode(0o755);
            Ok(fs::set_permissions(path, mode)?)
        })
    }

    /// Makes the file `name` of the prefix as a copy.
    pub(super) fn copy(&self, name: impl AsRef<Path>, from: &Path) -> anyhow::Result<()> {
        self.make(name, |path| {
            fs::copy(from, path).with_context(|| format!("copying {}", from.display()))?;
            Ok(())
        })
    }

    /// Makes the symbolic link `name` of the prefix, to a file beside it.
    pub(super) fn link(&self, name: impl AsRef<Path>, target: &str) -> anyhow::Result<()> {
        self.make(name, |path| Ok(symlink(target, path)?))
    }

    /// Renames all files to their places. Removes those of an earlier installation that this one does not have.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        let mut files = BTreeSet::new();
        list_files(&self.folder, Path::new(""), &mut files)?;
        files.insert(LIST.to_owned());
        let earlier = read_list(&self.prefix)?.unwrap_or_default();
        for folder in files
            .iter()
            .flat_map(|file| Path::new(file).ancestors().skip(1))
        {
            if !self.prefix.join(folder).exists() {
                self.made.insert(folder_line(folder));
            }
        }
        let of_both: BTreeSet<String> = earlier
            .iter()
            .chain(&files)
            .chain(&self.made)
            .cloned()
            .collect();
        self.place_list(&of_both)?;
        for file in files.iter().filter(|file| *file != LIST) {
            let to = self.prefix.join(file);
            make_parent(&to)?;
            fs::rename(self.folder.join(file), &to)
                .with_context(|| format!("installing {}", to.display()))?;
        }
        let gone = earlier
            .iter()
            .filter(|line| !is_folder(line) && !files.contains(*line));
        remove_files(&self.prefix, gone)?;
        let folders = of_both.iter().filter(|line| is_folder(line));
        let removed = remove_folders(&self.prefix, folders.clone())?;
        let folders: BTreeSet<String> = folders
            .filter(|line| !removed.contains(*line))
            .cloned()
            .collect();
        self.place_list(&files.union(&folders).cloned().collect())
    }

    /// Writes the list.
    fn place_list(&self, lines: &BTreeSet<String>) -> anyhow::Result<()> {
        let mut text = String::new();
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        self.write(LIST, &text)?;
        let to = self.prefix.join(LIST);
        make_parent(&to)?;
        fs::rename(self.path(LIST), &to).with_context(|| format!("installing {}", to.display()))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What [`remove`] has done.
pub(super) struct Removed {
    /// The number of files.
    pub(super) files: usize,
    /// Folders that an installation made, and which have other files.
    pub(super) kept: Vec<PathBuf>,
}

/// Removes the files that the list in `prefix` names, and the folders in it that are empty then.
pub(super) fn remove(prefix: &Path) -> anyhow::Result<Removed> {
    let Some(list) = read_list(prefix)? else {
        bail!(
            "{} has no {LIST}, the list that `farreach install` writes: name the folder that was given to `farreach install --prefix`. \
             An installation without a list, of an earlier version, gets one by `farreach install` into the same folder; \
             what came from an archive or a package is removed as a whole",
            prefix.display()
        );
    };
    let stage = Stage::claim(prefix)?;
    let prefix = stage.prefix.clone();
    let (is_list, files): (Vec<&String>, Vec<&String>) = list
        .iter()
        .filter(|line| !is_folder(line))
        .partition(|line| *line == LIST);
    // The list goes last, so that a removal that stops can be repeated.
    let files = remove_files(&prefix, files.into_iter().chain(is_list))?;
    // The folder of the stage is in the prefix.
    drop(stage);
    let removed = remove_folders(&prefix, list.iter().filter(|line| is_folder(line)))?;
    let kept = list
        .iter()
        .filter(|line| is_folder(line) && !removed.contains(*line));
    Ok(Removed {
        files,
        kept: kept
            .map(|line| folder_of(&prefix, line))
            .filter(|folder| folder.exists())
            .collect(),
    })
}

/// The lines of the list, if there is one.
fn read_list(prefix: &Path) -> anyhow::Result<Option<BTreeSet<String>>> {
    let path = prefix.join(LIST);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("reading {}", path.display())),
    };
    for (number, line) in text.lines().enumerate() {
        let mut parts = Path::new(line).components();
        let is_inside = parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        ensure!(
            is_inside && !line.is_empty(),
            "{}, line {}: {line:?} names no file in {}: the list is damaged, remove the line",
            path.display(),
            number + 1,
            prefix.display()
        );
    }
    Ok(Some(text.lines().map(str::to_owned).collect()))
}

/// How the list names a folder of the prefix.
fn folder_line(folder: &Path) -> String {
    match folder.to_str() {
        None | Some("") => "./".to_owned(),
        Some(name) => format!("{name}/"),
    }
}

/// The folder that a line names. The kernel removes none by a path that ends with a dot.
fn folder_of(prefix: &Path, line: &str) -> PathBuf {
    prefix.join(line).components().collect()
}

fn is_folder(line: &str) -> bool {
    line.ends_with('/')
}

/// Removes the files. Returns how many there were.
fn remove_files<'a>(
    prefix: &Path,
    files: impl Iterator<Item = &'a String>,
) -> anyhow::Result<usize> {
    let mut count = 0;
    for file in files {
        let path = prefix.join(file);
        match fs::remove_file(&path) {
            Ok(()) => count += 1,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("removing {}", path.display()));
            }
        }
    }
    Ok(count)
}

/// Removes those of the folders that are empty, and returns them.
fn remove_folders<'a>(
    prefix: &Path,
    folders: impl Iterator<Item = &'a String>,
) -> anyhow::Result<BTreeSet<String>> {
    // What is in a folder stands behind it, except that "./" is in no order.
    let mut folders: Vec<&String> = folders.collect();
    folders.sort_by_key(|folder| {
        Path::new(folder.as_str())
            .components()
            .filter(|part| *part != Component::CurDir)
            .count()
    });
    let mut removed = BTreeSet::new();
    for folder in folders.into_iter().rev() {
        let path = folder_of(prefix, folder);
        match fs::remove_dir(&path) {
            Ok(()) => {
                removed.insert(folder.clone());
            }
            Err(error) if is_in_use(&error) => {}
            Err(error) => {
                return Err(error).with_context(|| format!("removing {}", path.display()));
            }
        }
    }
    Ok(removed)
}

/// Whether a folder has files, is a link, or was removed by someone else.
fn is_in_use(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DirectoryNotEmpty
            | ErrorKind::NotADirectory
            | ErrorKind::NotFound
            | ErrorKind::ResourceBusy
    )
}

/// Adds the files in `folder/within` and in its folders.
fn list_files(folder: &Path, within: &Path, files: &mut BTreeSet<String>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder.join(within))? {
        let entry = entry?;
        let name = within.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list_files(folder, &name, files)?;
        } else {
            let name = name.into_os_string().into_string();
            files.insert(name.map_err(|name| anyhow::anyhow!("{} is no text", name.display()))?);
        }
    }
    Ok(())
}

/// Makes the folder of a file.
fn make_parent(path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().context("a file lies in a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))
}

#[cfg(test)]
mod tests;
