//! Final fields to files: values as `.npy`, a picture as `.png`.

mod blocks;
mod colours;
mod digits;
mod npy;
mod picture;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

pub use self::blocks::Blocks;
use crate::field::Field;

/// A file to write, whose format its extension says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    path: PathBuf,
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Npy,
    Png,
}

impl Output {
    /// Chooses the format: `.npy` or `.png`.
    pub fn new(path: impl Into<PathBuf>) -> Result<Self, String> {
        let path = path.into();
        let extension = path
            .extension()
            .map(|text| text.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("npy") => Ok(Self {
                path,
                format: Format::Npy,
            }),
            Some("png") => Ok(Self {
                path,
                format: Format::Png,
            }),
            _ => Err(
                "its extension names no known format; known: .npy (values), .png (picture)".into(),
            ),
        }
    }

    /// Where it will be written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure that the file can be written, so that this is known before the work begins.
    pub fn check(&self) -> anyhow::Result<()> {
        Partial::create(&self.path)
            .map(drop)
            .with_context(|| self.refusal())
    }

    /// Writes the field and puts the file in its place, whole. A picture shows the blocks, if there are any.
    pub fn write(&self, field: &Field, blocks: Option<&Blocks>) -> anyhow::Result<()> {
        self.write_whole(field, blocks)
            .with_context(|| self.refusal())
    }

    fn write_whole(&self, field: &Field, blocks: Option<&Blocks>) -> io::Result<()> {
        let partial = Partial::create(&self.path)?;
        let mut sink = BufWriter::new(&partial.file);
        match (self.format, blocks) {
            (Format::Npy, _) => npy::write(field, &mut sink)?,
            (Format::Png, None) => picture::write(field, &mut sink)?,
            (Format::Png, Some(blocks)) => picture::write_annotated(field, blocks, &mut sink)?,
        }
        sink.flush()?;
        drop(sink);
        fs::rename(&partial.path, &self.path)
    }

    fn refusal(&self) -> String {
        format!(
            "can't write {}; choose another --output",
            self.path.display()
        )
    }
}

/// A file under way beside its final place; it goes away unless it was renamed.
struct Partial {
    path: PathBuf,
    file: File,
}

impl Partial {
    fn create(target: &Path) -> io::Result<Self> {
        if target.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(format!(".{}.partial", std::process::id()));
        let path = target.with_file_name(name);
        Ok(Self {
            file: File::create(&path)?,
            path,
        })
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // Once renamed it is gone; otherwise there is nobody left to tell.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests;
