//! The Debian package, built by dpkg-deb, which each Debian and Ubuntu has.
//!
//! ```text
//!   /opt/farreach                     all of it
//!   /usr/bin/farreach                 ─▶ /opt/farreach/bin/farreach; so manual pages and completions of farreach
//!   /usr/share/doc/farreach/copyright
//! ```
//!
//! Other packages own `oshcc`, `oshrun` and `shmem.h` in /usr. Both packages can be installed
//! together.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;

use super::{VERSION, make_modes_plain, output, succeed};

/// The folder of the package's files. Links to some of them lie elsewhere.
const PREFIX: &str = "opt/farreach";
/// Folders whose files with names that begin with `farreach` get links, and the folders of the
/// links.
const LINKED: [(&str, &str); 6] = [
    ("bin", "usr/bin"),
    ("share/man/man1", "usr/share/man/man1"),
    ("share/man/man7", "usr/share/man/man7"),
    (
        "share/bash-completion/completions",
        "usr/share/bash-completion/completions",
    ),
    (
        "share/zsh/site-functions",
        "usr/share/zsh/vendor-completions",
    ),
    (
        "share/fish/vendor_completions.d",
        "usr/share/fish/vendor_completions.d",
    ),
];

/// Whether this machine can build the package.
pub(super) fn can_be_built() -> bool {
    Command::new("dpkg-deb").arg("--version").output().is_ok()
}

/// Writes the package into `out`. Moves the installation in `prefix` into the package's files in
/// `stage`.
pub(super) fn write(
    stage: &Path,
    prefix: &Path,
    out: &Path,
    time: &str,
) -> anyhow::Result<PathBuf> {
    let files = stage.join("deb");
    let moved = files.join(PREFIX);
    fs::create_dir_all(moved.parent().context("it has a parent")?)?;
    fs::rename(prefix, &moved)?;
    // By this folder the tools know that the files are a package's.
    fs::create_dir(files.join("DEBIAN"))?;
    for (from, to) in LINKED {
        link(&files, from, to)?;
    }
    let doc = moved.join("share/doc/farreach");
    let texts = ["LICENSE-MIT", "LICENSE-APACHE"].map(|name| fs::read_to_string(doc.join(name)));
    let [mit, apache] = texts;
    let copyright = format!(
        "Licensed under either of MIT or Apache-2.0, as you like.\n\
         The licences of the crates inside are in /{PREFIX}/share/doc/farreach/third-party.\n\n{}\n{}",
        mit?, apache?
    );
    fs::create_dir_all(files.join("usr/share/doc/farreach"))?;
    fs::write(files.join("usr/share/doc/farreach/copyright"), copyright)?;
    let architecture = output(Command::new("dpkg").arg("--print-architecture"))?;
    let control = control(&architecture, &dependencies(stage, &moved)?);
    fs::write(files.join("DEBIAN/control"), control)?;
    make_modes_plain(&files)?;
    let package = out.join(format!("farreach_{VERSION}_{architecture}.deb"));
    let mut build = Command::new("dpkg-deb");
    // Every system with dpkg reads xz, which is not the default everywhere.
    build
        .env("SOURCE_DATE_EPOCH", time)
        .args(["-Zxz", "--root-owner-group", "--build"])
        .arg(&files)
        .arg(&package);
    succeed(build.stdout(Stdio::null()))?;
    Ok(package)
}

/// Links the files named `farreach…` of a folder of the prefix from another folder.
fn link(files: &Path, from: &str, to: &str) -> anyhow::Result<()> {
    let folder = files.join(to);
    fs::create_dir_all(&folder)?;
    for entry in fs::read_dir(files.join(PREFIX).join(from))? {
        let name = entry?.file_name();
        let text = name.to_string_lossy();
        if text.trim_start_matches('_').starts_with("farreach") {
            symlink(
                Path::new("/").join(PREFIX).join(from).join(&name),
                folder.join(&name),
            )?;
        }
    }
    Ok(())
}

/// The packages that the programs and the library depend on, found by Debian's own tool.
fn dependencies(stage: &Path, prefix: &Path) -> anyhow::Result<String> {
    // The tool must run in a source package.
    let source = stage.join("source");
    fs::create_dir_all(source.join("debian"))?;
    fs::write(
        source.join("debian/control"),
        "Source: farreach\n\nPackage: farreach\nArchitecture: any\n",
    )?;
    let mut command = Command::new("dpkg-shlibdeps");
    command.current_dir(source).arg("-O");
    for file in ["bin/farreach", "lib/libfarreach.so.0"] {
        command.arg("-e").arg(prefix.join(file));
    }
    let found = output(&mut command).context("the package dpkg-dev has dpkg-shlibdeps")?;
    let depends = found.strip_prefix("shlibs:Depends=");
    Ok(depends
        .context("dpkg-shlibdeps says something else")?
        .to_owned())
}

fn control(architecture: &str, depends: &str) -> String {
    format!(
        "Package: farreach\n\
         Version: {VERSION}\n\
         Architecture: {architecture}\n\
         Maintainer: The Farreach contributors\n\
         Section: devel\n\
         Priority: optional\n\
         Depends: {depends}\n\
         Recommends: gcc | c-compiler, libc6-dev | libc-dev\n\
         Suggests: g++ | c++-compiler, gfortran\n\
         Description: communication runtime for parallel programs, with OpenSHMEM\n\
         \x20OpenSHMEM for C, C++ and Fortran, with its own RDMA adapter over UDP. The\n\
         \x20program farreach starts jobs on virtual nodes of one machine.\n\
         \x20.\n\
         \x20The compiler wrappers and oshrun are in /{PREFIX}/bin, beside those of other\n\
         \x20OpenSHMEM libraries.\n"
    )
}
