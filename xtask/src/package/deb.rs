//! The Debian package, built by dpkg-deb, which each Debian and Ubuntu has.
//!
//! ```text
//!   /usr/lib/farreach/{bin,include,lib}     all of it, by the usual names
//!   /usr/bin/farreach, NAME.farreach        ─▶ /usr/lib/farreach/bin/farreach, NAME: see `NAMES`
//!   /usr/lib/cmake/Farreach                 ─▶ /usr/lib/farreach/lib/cmake/Farreach
//!   /usr/bin/mpicc, mpirun …                alternatives of the system, which others have by default: see `ALTERNATIVES`
//!   /usr/share                              manual pages and completions of these names; doc/farreach has the licences
//! ```
//!
//! Other packages own `oshcc`, `mpicc` and `mpi.h` in /usr. The packages can be installed together, and programs have the
//! suffixes that Debian gives those of Open MPI and MPICH.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use super::{VERSION, make_modes_plain, output, succeed};

/// The revision of the package of a release.
const REVISION: &str = "1";
/// Nobody has an address yet.
const MAINTAINER: &str = "Farreach contributors <farreach@localhost>";
/// The folder of the package's files. Links to some of them lie elsewhere.
const PREFIX: &str = "usr/lib/farreach";
/// The folder of the documentation.
const DOC: &str = "usr/share/doc/farreach";
/// Programs that are on the path with a suffix.
const NAMES: [&str; 12] = [
    "mpicc",
    "mpicxx",
    "mpifort",
    "mpicc_abi",
    "mpicxx_abi",
    "mpiexec",
    "mpirun",
    "oshcc",
    "oshc++",
    "oshfort",
    "oshrun",
    "armcicc",
];
/// The suffix.
const SUFFIX: &str = ".farreach";
/// The alternatives of the system that the package offers: the name of each, and its programs with the ones that they are. The
/// first program is the alternative's own.
const ALTERNATIVES: [(&str, &[(&str, &str)]); 2] = [
    (
        "mpi",
        &[
            ("mpicc", "mpicc"),
            ("mpicxx", "mpicxx"),
            ("mpic++", "mpicxx"),
            ("mpiCC", "mpicxx"),
            ("mpifort", "mpifort"),
            ("mpif77", "mpifort"),
            ("mpif90", "mpifort"),
        ],
    ),
    ("mpirun", &[("mpirun", "mpirun"), ("mpiexec", "mpiexec")]),
];
/// Their priority. Open MPI has 50 and MPICH 40, which therefore stay what they are until somebody chooses.
const PRIORITY: u32 = 30;
/// The completions of the program `farreach`, in an installation and in the package.
const COMPLETIONS: [(&str, &str); 3] = [
    (
        "share/bash-completion/completions/farreach",
        "usr/share/bash-completion/completions/farreach",
    ),
    (
        "share/zsh/site-functions/_farreach",
        "usr/share/zsh/vendor-completions/_farreach",
    ),
    (
        "share/fish/vendor_completions.d/farreach.fish",
        "usr/share/fish/vendor_completions.d/farreach.fish",
    ),
];
/// What Debian's lintian says that is right as it is, each with the reason.
const OVERRIDES: &str = include_str!("lintian-overrides");

/// Whether this machine can build the package.
pub(super) fn can_be_built() -> bool {
    Command::new("dpkg-deb").arg("--version").output().is_ok()
}

/// Writes the package of the workspace `root` into `out`, compressed by `level`, from 1 to 9. Moves the installation in `prefix` into the package's files in
/// `stage`.
pub(super) fn write(
    root: &Path,
    stage: &Path,
    prefix: &Path,
    out: &Path,
    time: &str,
    level: u8,
) -> anyhow::Result<PathBuf> {
    let files = stage.join("deb");
    let moved = files.join(PREFIX);
    fs::create_dir_all(moved.parent().context("it has a parent")?)?;
    fs::rename(prefix, &moved)?;
    strip(&moved)?;
    link_programs(&files)?;
    for section in ["1", "7"] {
        install_pages(&moved, &files, section)?;
    }
    for (from, to) in COMPLETIONS {
        let to = files.join(to);
        fs::create_dir_all(to.parent().context("it has a parent")?)?;
        fs::copy(moved.join(from), to)?;
    }
    install_doc(root, &moved.join("share/doc/farreach"), &files, time)?;
    // All of it that the package has lies in /usr/share.
    fs::remove_dir_all(moved.join("share"))?;
    let overrides = files.join("usr/share/lintian/overrides");
    fs::create_dir_all(&overrides)?;
    fs::write(overrides.join("farreach"), OVERRIDES)?;

    let architecture = output(Command::new("dpkg").arg("--print-architecture"))?;
    let control = control(
        &architecture,
        &dependencies(stage, &moved)?,
        kilobytes(&files)?,
    );
    let sums = sums(&files)?;
    // By this folder the tools know that the files are a package's.
    fs::create_dir(files.join("DEBIAN"))?;
    fs::write(files.join("DEBIAN/control"), control)?;
    fs::write(files.join("DEBIAN/md5sums"), sums)?;
    make_modes_plain(&files)?;
    for (script, text) in [("postinst", offer()), ("prerm", withdraw())] {
        let script = files.join("DEBIAN").join(script);
        fs::write(&script, text)?;
        fs::set_permissions(script, fs::Permissions::from_mode(0o755))?;
    }
    // Linkers make libraries that can be run.
    for file in sorted_files(&moved.join("lib"))? {
        if !file.is_symlink() {
            fs::set_permissions(file, fs::Permissions::from_mode(0o644))?;
        }
    }
    let name = format!("farreach_{VERSION}-{REVISION}_{architecture}.deb");
    let package = out.join(name);
    let mut build = Command::new("dpkg-deb");
    // Every system with dpkg reads xz, which is not the default everywhere.
    build
        .env("SOURCE_DATE_EPOCH", time)
        .args([
            "-Zxz",
            &format!("-z{level}"),
            "--root-owner-group",
            "--build",
        ])
        .arg(&files)
        .arg(&package);
    succeed(build.stdout(Stdio::null()))?;
    Ok(package)
}

/// The script that offers the alternatives when the package has been installed.
fn offer() -> String {
    let commands = ALTERNATIVES.map(|(name, programs)| {
        let links = programs.iter().zip(0..).flat_map(|((link, program), at)| {
            let own = format!("{program}{SUFFIX}");
            let program = match at {
                0 => format!("/usr/bin/{link} {name} /usr/bin/{own} {PRIORITY}"),
                _ => format!("/usr/bin/{link} {link} /usr/bin/{own}"),
            };
            let page = format!(
                "/usr/share/man/man1/{link}.1.gz {link}.1.gz /usr/share/man/man1/{own}.1.gz"
            );
            [program, page]
        });
        let links = links.collect::<Vec<_>>().join(" \\\n        --slave ");
        format!("    update-alternatives --install {links}\n")
    });
    script("configure", &commands.concat())
}

/// The script that takes them back before the package is removed.
fn withdraw() -> String {
    let commands = ALTERNATIVES.map(|(name, programs)| {
        let own = programs[0].1;
        format!("    update-alternatives --remove {name} /usr/bin/{own}{SUFFIX}\n")
    });
    script("remove", &commands.concat())
}

/// A script of the package that runs commands when dpkg calls it for `when`.
fn script(when: &str, commands: &str) -> String {
    format!("#!/bin/sh\nset -e\nif [ \"$1\" = {when} ]; then\n{commands}fi\n")
}

/// Removes the names of functions that are not exported from the program and the library with the code, as Debian does.
fn strip(prefix: &Path) -> anyhow::Result<()> {
    let mut strip = Command::new("strip");
    strip.args([
        "--strip-unneeded",
        "--remove-section=.comment",
        "--remove-section=.note",
    ]);
    strip.args(["bin/farreach", "lib/libfarreach.so.0"].map(|file| prefix.join(file)));
    succeed(&mut strip).context("the package binutils has strip")
}

/// Links the programs from the folder of programs, and the files for CMake from where CMake looks.
fn link_programs(files: &Path) -> anyhow::Result<()> {
    let bin = files.join("usr/bin");
    fs::create_dir_all(&bin)?;
    symlink("../lib/farreach/bin/farreach", bin.join("farreach"))?;
    for name in NAMES {
        let target = format!("../lib/farreach/bin/{name}");
        symlink(target, bin.join(format!("{name}{SUFFIX}")))?;
    }
    fs::create_dir_all(files.join("usr/lib/cmake"))?;
    Ok(symlink(
        "../farreach/lib/cmake/Farreach",
        files.join("usr/lib/cmake/Farreach"),
    )?)
}

/// Installs the manual pages of a section in `prefix` of the programs that are on the path, by their names there.
fn install_pages(prefix: &Path, files: &Path, section: &str) -> anyhow::Result<()> {
    let folder = format!("share/man/man{section}");
    let (from, to) = (prefix.join(&folder), files.join("usr").join(folder));
    fs::create_dir_all(&to)?;
    let named = |page: &str| {
        let program = page.strip_suffix(section)?.strip_suffix('.')?;
        let is_own = program == "farreach" || program.starts_with("farreach-");
        let suffix = if is_own { "" } else { SUFFIX };
        (is_own || NAMES.contains(&program)).then(|| format!("{program}{suffix}.{section}"))
    };
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(page) = named(&name) else {
            continue;
        };
        if entry.file_type()?.is_symlink() {
            let target = fs::read_link(entry.path())?;
            let target = named(&target.to_string_lossy());
            let target = target.context("links of pages lead to pages that are installed")?;
            symlink(format!("{target}.gz"), to.join(format!("{page}.gz")))?;
        } else {
            fs::copy(entry.path(), to.join(&page))?;
            compress(&to.join(page))?;
        }
    }
    Ok(())
}

/// Compresses a file, in the way of Debian's documentation.
fn compress(file: &Path) -> anyhow::Result<()> {
    succeed(Command::new("gzip").arg("-9n").arg(file))
}

/// Writes the licences and the lists of changes. `licences` is the installation's folder of them.
fn install_doc(root: &Path, licences: &Path, files: &Path, time: &str) -> anyhow::Result<()> {
    let doc = files.join(DOC);
    fs::create_dir_all(&doc)?;
    let mit = fs::read_to_string(licences.join("LICENSE-MIT"))?;
    fs::write(doc.join("copyright"), copyright(&mit))?;
    fs::write(
        doc.join("third-party"),
        third_party(&licences.join("third-party"))?,
    )?;
    fs::copy(root.join("CHANGELOG.md"), doc.join("changelog"))?;
    let mut date = Command::new("date");
    let date = output(
        date.args(["--utc", "--rfc-email", "--date"])
            .arg(format!("@{time}")),
    )?;
    let changes = format!(
        "farreach ({VERSION}-{REVISION}) unstable; urgency=medium\n\n  \
         * Package of Farreach {VERSION}. Its changes are in changelog.gz.\n\n \
         -- {MAINTAINER}  {date}\n"
    );
    fs::write(doc.join("changelog.Debian"), changes)?;
    for name in ["third-party", "changelog", "changelog.Debian"] {
        compress(&doc.join(name))?;
    }
    Ok(())
}

/// The licences in Debian's format. `mit` is the text of one of them.
fn copyright(mit: &str) -> String {
    let holders = mit
        .lines()
        .find_map(|line| line.strip_prefix("Copyright (c) "));
    let holders = holders.unwrap_or("the Farreach contributors");
    let terms = mit
        .split_once("\n\nPermission")
        .map_or("", |(_, terms)| terms);
    let terms: Vec<String> = format!("Permission{terms}")
        .lines()
        .map(|line| match line {
            "" => " .".to_owned(),
            line => format!(" {line}"),
        })
        .collect();
    format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\
         Upstream-Name: Farreach\n\
         Source: the repository that this package was built from\n\
         Comment: the licences of the crates inside are in /{DOC}/third-party.gz.\n\n\
         Files: *\n\
         Copyright: {holders}\n\
         License: MIT or Apache-2.0\n\n\
         License: MIT\n{}\n\n\
         License: Apache-2.0\n \
         On Debian systems, the text of this licence is in /usr/share/common-licenses/Apache-2.0.\n",
        terms.join("\n")
    )
}

/// The list of the crates inside, and their licences behind it.
fn third_party(folder: &Path) -> anyhow::Result<String> {
    let mut text = fs::read_to_string(folder.join("LIST"))?;
    for file in sorted_files(folder)? {
        if !file.ends_with("LIST") {
            let licence = fs::read(&file)?;
            let name = file.strip_prefix(folder)?.display();
            let licence = String::from_utf8_lossy(&licence);
            text.extend(["\n==== ", &name.to_string(), "\n\n", &licence]);
        }
    }
    Ok(text)
}

/// All files and links in a folder and its folders, sorted.
fn sorted_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let found = if entry.file_type()?.is_dir() {
                &mut open
            } else {
                &mut files
            };
            found.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// The space that the files need, as Debian's tools compute it: links and folders are not counted twice.
fn kilobytes(files: &Path) -> anyhow::Result<u64> {
    let mut sum = 0;
    for file in sorted_files(files)? {
        sum += fs::symlink_metadata(file)?.len().div_ceil(1024);
    }
    Ok(sum)
}

/// A line with the sum of each file.
fn sums(files: &Path) -> anyhow::Result<String> {
    let mut command = Command::new("md5sum");
    command.current_dir(files);
    for file in sorted_files(files)? {
        if !file.is_symlink() {
            command.arg(file.strip_prefix(files)?);
        }
    }
    Ok(output(&mut command)? + "\n")
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
    let depends = depends.context("dpkg-shlibdeps says something else")?;
    ensure!(!depends.is_empty(), "dpkg-shlibdeps names no package");
    Ok(depends.to_owned())
}

fn control(architecture: &str, depends: &str, kilobytes: u64) -> String {
    format!(
        "Package: farreach\n\
         Version: {VERSION}-{REVISION}\n\
         Architecture: {architecture}\n\
         Maintainer: {MAINTAINER}\n\
         Installed-Size: {kilobytes}\n\
         Section: devel\n\
         Priority: optional\n\
         Depends: {depends}\n\
         Recommends: gcc | c-compiler, libc6-dev | libc-dev\n\
         Suggests: g++ | c++-compiler, gfortran, openssh-client\n\
         Description: MPI, OpenSHMEM, GASNet-EX and ARMCI on one communication runtime\n\
         \x20Farreach runs parallel programs in C, C++ and Fortran. It has MPI 3.1 with\n\
         \x20the binary interfaces of MPICH and Open MPI, OpenSHMEM 1.6, GASNet-EX and\n\
         \x20ARMCI, with its own RDMA adapter over UDP. A program may use several of them.\n\
         \x20The launchers start jobs on hosts, and on virtual nodes of one machine.\n\
         \x20.\n\
         \x20The compiler wrappers and launchers are on the path as mpicc{SUFFIX},\n\
         \x20mpiexec{SUFFIX}, oshcc{SUFFIX}, oshrun{SUFFIX} and so on, beside those of\n\
         \x20other implementations. By their usual names they are in /{PREFIX}/bin.\n"
    )
}
