//! `cargo xtask package DIR`: makes the files of a release.
//!
//! ```text
//!   farreach install ─▶ prefix ─┬─▶ farreach-VERSION-ARCH-linux.tar.gz   bin, include, lib, share in one folder
//!   licences of all crates ─────┘└─▶ farreach_VERSION-1_ARCH.deb         the same in /usr/lib/farreach
//! ```
//!
//! Two runs over one commit on one machine write equal bytes. Times are SOURCE_DATE_EPOCH or the
//! commit's time, owners are root, and modes do not depend on the umask.

mod deb;
mod licences;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, ensure};

/// The release number.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The cargo profile of releases.
pub(crate) const PROFILE: &str = "release";

/// How well the files are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// For trials: the files are sent nowhere. The Debian package is 20 % larger, and made in a seventh of the time.
    Quick,
    /// For releases.
    Full,
}

/// Builds the workspace in `root` with a cargo profile, and writes the release files into the
/// folder `out`. Returns their paths.
pub(crate) fn run(
    root: &Path,
    out: &Path,
    profile: &str,
    effort: Effort,
) -> anyhow::Result<Vec<PathBuf>> {
    fs::create_dir_all(out).with_context(|| format!("making {}", out.display()))?;
    let out = fs::canonicalize(out)?;
    let time = time(root)?;
    let stage = tempfile::tempdir_in(&out)?;
    let name = format!("farreach-{VERSION}-{}-linux", std::env::consts::ARCH);
    let prefix = stage.path().join(&name);
    let mut install = cargo(root);
    install.args(["run", "--package", "farreach-cli", "--profile", profile]);
    install.args(["--", "install", "--prefix"]).arg(&prefix);
    succeed(install.stdout(Stdio::null()))?;
    // An archive and a package are removed as a whole.
    fs::remove_dir_all(prefix.join("share/farreach"))?;
    licences::collect(root, &prefix.join("share/doc/farreach/third-party"))?;
    let archive = out.join(format!("{name}.tar.gz"));
    let level = match effort {
        Effort::Quick => 1,
        Effort::Full => 6,
    };
    write_archive(stage.path(), &name, &archive, &time, level)?;
    let mut files = vec![archive];
    if deb::can_be_built() {
        files.push(deb::write(root, stage.path(), &prefix, &out, &time, level)?);
    } else {
        eprintln!("no Debian package is written: there is no dpkg-deb");
    }
    Ok(files)
}

/// The modification time of all files, in seconds since 1970.
fn time(root: &Path) -> anyhow::Result<String> {
    if let Ok(time) = std::env::var("SOURCE_DATE_EPOCH") {
        return Ok(time);
    }
    let mut git = Command::new("git");
    git.current_dir(root).args(["log", "-1", "--format=%ct"]);
    output(&mut git)
        .context("there is no commit: SOURCE_DATE_EPOCH can say which time files are to have")
}

/// Packs the folder `folder` of `parent`, compressed by `level`, from 1 to 9.
fn write_archive(
    parent: &Path,
    folder: &str,
    archive: &Path,
    time: &str,
    level: u8,
) -> anyhow::Result<()> {
    make_modes_plain(&parent.join(folder))?;
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=root:0", "--group=root:0"])
        .arg(format!("--mtime=@{time}"))
        // gzip's header contains no time.
        .arg(format!("--use-compress-program=gzip --no-name -{level}"))
        .arg("--file")
        .arg(archive)
        .arg("--directory")
        .arg(parent)
        .args(["--create", folder]);
    succeed(&mut tar)
}

/// Makes all files readable by everyone and writable only by the owner.
fn make_modes_plain(folder: &Path) -> anyhow::Result<()> {
    let mut chmod = Command::new("chmod");
    succeed(chmod.args(["-R", "u=rwX,go=rX"]).arg(folder))
}

/// A cargo command in the workspace.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}

/// Runs a command that has to succeed.
pub(crate) fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let status = command
        .status()
        .with_context(|| format!("starting {command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

/// Runs a command that has to succeed, without input. Its output is shown if it fails.
pub(crate) fn succeed_silently(command: &mut Command) -> anyhow::Result<()> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("starting {command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", all(&output));
    Ok(())
}

/// Status and output of a program, for people.
pub(crate) fn all(output: &Output) -> String {
    format!(
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The standard output of a command without the last line end.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("starting {command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", output.status);
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

#[cfg(test)]
mod tests;
