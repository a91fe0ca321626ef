//! Fetches packages, and unpacks them without installing anything.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use super::Workshop;
use crate::package::succeed_silently;

/// The packages that a client consists of.
pub(super) struct Needs {
    /// Debian's, with those of their libraries that a compiler for Fortran does not bring.
    pub(super) debian: &'static [&'static str],
    /// Wheels of Python.
    pub(super) python: &'static [&'static str],
    /// A file of the last package, which is there when all of them are.
    pub(super) mark: &'static str,
}

/// Fetches what is not there yet.
pub(super) fn fetch(needs: &Needs, place: &Workshop) -> anyhow::Result<()> {
    let mark = place.0.join(needs.mark);
    if mark.exists() {
        return Ok(());
    }
    if let [first, ..] = needs.debian {
        unpack(first, needs.debian, place)
            .with_context(|| format!("Debian's packages {}", needs.debian.join(", ")))?;
    }
    for wheel in needs.python {
        // What a wheel depends on is another MPI.
        let mut pip = Command::new("python3");
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--only-binary=:all:",
        ]);
        pip.args(["--disable-pip-version-check", "--root-user-action=ignore"]);
        pip.arg("--target").arg(place.python()).arg(wheel);
        succeed_silently(&mut pip).with_context(|| format!("the wheel {wheel}"))?;
    }
    ensure!(mark.exists(), "there is no {}", mark.display());
    Ok(())
}

/// Fetches and unpacks packages, by a folder of their own.
fn unpack(folder: &str, packages: &[&str], place: &Workshop) -> anyhow::Result<()> {
    let folder = place.0.join("fetched").join(folder);
    fs::create_dir_all(&folder)?;
    let mut apt = Command::new("apt-get");
    apt.current_dir(&folder);
    // Each call reads the lists of all packages, so all are fetched by one.
    apt.args(["download", "--quiet"]).args(packages);
    succeed_silently(&mut apt)?;
    let files: Vec<_> = fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
    // In their order: the last one has the mark.
    for package in packages {
        let start = format!("{package}_");
        let is_it = |file: &&fs::DirEntry| file.file_name().to_string_lossy().starts_with(&start);
        let file = files.iter().find(is_it);
        let file = file.with_context(|| format!("apt-get has fetched no {start}"))?;
        let mut dpkg = Command::new("dpkg-deb");
        dpkg.arg("-x").arg(file.path()).arg(place.debian());
        succeed_silently(&mut dpkg)?;
    }
    fs::remove_dir_all(&folder).with_context(|| format!("removing {}", folder.display()))
}

/// Whether this machine has a program or a library.
pub(super) fn is_there(path: &str) -> bool {
    Path::new(path).exists()
}
