//! `farreach install`: installs libraries, headers and compiler wrappers for C, C++ and Fortran, manual pages
//! and completions. `farreach uninstall` removes them.
//!
//! ```text
//!   PREFIX/bin      farreach, oshcc, oshc++, oshfort, armcicc, oshrun (farreach under another name), and their names elsewhere,
//!                   mpicc, mpicxx, mpiexec, mpirun
//!   PREFIX/include  shmem.h, pshmem.h, shmemx.h, mpp/, shmem.fh, gasnetex.h and what it includes, makefile fragments of GASNet
//!                   (see `gasnet`), armci/, mpi.h
//!   PREFIX/lib      libfarreach.so.0, libshmem.so -> libshmem.so.1, libgasnet.so -> libgasnet.so.0, libarmci.so -> libarmci.so.0,
//!                   libmpi.so -> libmpi.so.12, libmpich.so -> libmpich.so.12, libmpi.so.40, libmpi_mpifh.so.40, libshmem.a,
//!                   libarmci.a -> libshmem.a, pkgconfig/ and cmake/: see `builds`
//!   PREFIX/share    manual pages, completions: see `share`; doc/farreach has the licences, farreach/files lists all: see `stage`
//! ```
//!
//! `libfarreach.so.0` has all code, so that a process has it once whatever it uses. `libshmem.so.1`,
//! `libgasnet.so.0` and `libarmci.so.0` are *filters* of it (see `filter`): they have names only.
//!
//! The static library is linked into `libfarreach.so.0` here, since rustc can't hide symbols or
//! make weak ones. The libraries may be loaded privately while a program runs, and are never
//! unloaded. A process whose program has `libshmem.a`, and that loads `libfarreach.so.0` as well,
//! is refused.
//!
//! All files are made in a folder of the prefix, and then renamed to their places: see `stage`. `farreach uninstall` removes
//! them. The prefix can be moved: each file in it finds the others relative to its own place.

mod builds;
mod filter;
mod gasnet;
mod mpi;
mod share;
mod stage;

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail, ensure};
use clap::Args;

use self::stage::Stage;
use crate::{oshrun, output, version};

/// The arguments of `farreach install`.
#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    /// The folder to install into: its bin, include, lib and share.
    #[arg(long, value_name = "FOLDER")]
    prefix: PathBuf,
    /// Keep the debug information of libraries and programs: for those who look into this library, at several times the size.
    #[arg(long)]
    debug_info: bool,
}

/// The arguments of `farreach uninstall`.
#[derive(Debug, Args)]
pub(crate) struct UninstallArgs {
    /// The folder that was installed into.
    #[arg(long, value_name = "FOLDER")]
    prefix: PathBuf,
}

/// The library with the code.
const CORE: &str = "libfarreach.so.0";
/// The name by which programs load the library.
const SONAME: &str = "libshmem.so.1";
/// The libraries that have names only: by which programs load them, and by which they are linked.
const FILTERS: [(&str, &str); 3] = [
    (SONAME, "libshmem.so"),
    ("libgasnet.so.0", "libgasnet.so"),
    ("libarmci.so.0", "libarmci.so"),
];
/// The headers of OpenSHMEM.
const HEADERS: [&str; 7] = [
    "shmem.h",
    "pshmem.h",
    "shmemx.h",
    "mpp/shmem.h",
    "mpp/shmemx.h",
    "shmem.fh",
    "mpp/shmem.fh",
];
/// The headers of ARMCI. Their names are common words, so they have a folder of their own.
const ARMCI_HEADERS: [&str; 4] = ["armci.h", "armcix.h", "message.h", "mp3.h"];
/// The compiler wrappers, with the names that other implementations have for them.
const WRAPPERS: [Wrapper; 4] = [
    ("oshcc", "cc", &["shmemcc"]),
    (
        "oshc++",
        "c++",
        &["oshcxx", "oshCC", "shmemc++", "shmemcxx", "shmemCC"],
    ),
    ("oshfort", "gfortran", &["shmemfort"]),
    ("armcicc", "cc", &[]),
];
/// The system libraries that the Rust library needs.
const SYSTEM_LIBRARIES: [&str; 6] = ["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl"];

/// Builds what is to be installed, with the profile of this program, and installs it.
pub(crate) fn run(args: &InstallArgs) -> anyhow::Result<ExitCode> {
    let source = Source::find()?;
    let stage = Stage::new(&args.prefix)?;
    tell("building libshmem and farreach with cargo, as this program was built")?;
    source.build()?;
    let copy_code = if args.debug_info {
        Stage::copy
    } else {
        copy_stripped
    };
    tell("linking lib/libshmem.so")?;
    stage.make(Path::new("lib").join(CORE), |path| {
        source.link(path, args.debug_info)
    })?;
    for ((soname, name), map) in FILTERS.iter().zip(source.maps()) {
        stage.make(format!("lib/{soname}"), |path| {
            filter::link(path, soname, &map)
        })?;
        stage.link(format!("lib/{name}"), soname)?;
    }
    tell("linking lib/libmpi.so")?;
    mpi::install(&stage, &source)?;
    tell("copying lib/libshmem.a, the headers, farreach and the compiler wrappers")?;
    copy_code(&stage, "lib/libshmem.a", &source.archive())?;
    stage.link("lib/libarmci.a", "libshmem.a")?;
    let include = source.interface().join("include");
    for header in HEADERS {
        stage.copy(format!("include/{header}"), &include.join(header))?;
    }
    gasnet::install(&stage, &source)?;
    let include = source.root.join("crates/armci-c/include");
    for header in ARMCI_HEADERS {
        stage.copy(format!("include/armci/{header}"), &include.join(header))?;
    }
    builds::install(&stage)?;
    copy_code(&stage, "bin/farreach", &source.program)?;
    for name in oshrun::NAMES {
        stage.link(format!("bin/{name}"), "farreach")?;
    }
    install_wrappers(&stage, include_str!("install/oshcc.sh"), &WRAPPERS)?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        stage.copy(
            format!("share/doc/farreach/{name}"),
            &source.root.join(name),
        )?;
    }
    tell("writing manual pages and completions")?;
    share::install(&stage)?;
    let prefix = stage.prefix().to_owned();
    stage.finish()?;
    output::print(&format!(
        "installed in {}: bin/oshcc, bin/oshc++, bin/oshfort, bin/armcicc, bin/oshrun, bin/mpicc, bin/mpicxx, bin/mpicc_abi, bin/mpifort, bin/mpiexec\n",
        prefix.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Removes what `farreach install` has installed.
pub(crate) fn uninstall(args: &UninstallArgs) -> anyhow::Result<ExitCode> {
    let removed = stage::remove(&args.prefix)?;
    output::print(&format!(
        "removed {} files from {}\n",
        removed.files,
        args.prefix.display()
    ))?;
    for folder in removed.kept {
        output::print(&format!(
            "{} stays, since it has other files\n",
            folder.display()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The name of a compiler wrapper, the compiler that the wrapper calls, and other names of the wrapper.
type Wrapper = (&'static str, &'static str, &'static [&'static str]);

/// Installs compiler wrappers. `choice` is the part of the script that differs between libraries.
fn install_wrappers(stage: &Stage, choice: &str, wrappers: &[Wrapper]) -> anyhow::Result<()> {
    for (name, compiler, others) in wrappers {
        let script = include_str!("install/wrapper.sh")
            .replace("@CHOICE@\n", choice)
            .replace("@COMPILER@", compiler)
            .replace("@VERSION@", version::text());
        stage.write_program(format!("bin/{name}"), &script)?;
        for other in *others {
            stage.link(format!("bin/{other}"), name)?;
        }
    }
    Ok(())
}

/// The source tree, and the folder in which this program was built.
struct Source {
    /// The workspace's folder.
    root: PathBuf,
    /// This program's file.
    program: PathBuf,
    /// Cargo's target folder.
    target: PathBuf,
    /// The profile's folder in the target folder.
    folder: OsString,
}

impl Source {
    fn find() -> anyhow::Result<Source> {
        let program = std::env::current_exe().context("finding this program")?;
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let advice =
            "run `cargo run --release -- install --prefix FOLDER` in Farreach's source tree";
        ensure!(
            root.join("crates/shmem-c/Cargo.toml").is_file(),
            "the source tree that this program was built from is gone: {advice}"
        );
        let of_profile = program.parent().context("a file lies in a folder")?;
        let Some((target, folder)) = of_profile.parent().zip(of_profile.file_name()) else {
            bail!(
                "{} lies in no target folder of cargo: {advice}",
                program.display()
            );
        };
        ensure!(
            of_profile.join("deps").is_dir(),
            "{} lies in no target folder of cargo: {advice}",
            program.display()
        );
        Ok(Source {
            root: fs::canonicalize(root)?,
            target: target.to_owned(),
            folder: folder.to_owned(),
            program,
        })
    }

    /// The folder of the crate that becomes the library.
    fn interface(&self) -> PathBuf {
        self.root.join("crates/shmem-c")
    }

    /// The lists of the functions of each of [`FILTERS`].
    fn maps(&self) -> [PathBuf; FILTERS.len()] {
        let crates = self.root.join("crates");
        [
            crates.join("shmem-c/libshmem.map"),
            crates.join("gasnet-c/libgasnet.map"),
            crates.join("armci-c/libarmci.map"),
        ]
    }

    /// The option by which what is in C is optimized as much as this program.
    fn optimization(&self) -> &'static str {
        if self.folder == "debug" { "-O0" } else { "-O2" }
    }

    fn archive(&self) -> PathBuf {
        self.target.join(&self.folder).join("libfarreach_shmem_c.a")
    }

    /// Builds the static library with the profile of this program.
    fn build(&self) -> anyhow::Result<()> {
        let cargo = set("CARGO").unwrap_or_else(|| "cargo".into());
        let profile = if self.folder == "debug" {
            "dev".into()
        } else {
            self.folder.clone()
        };
        let mut command = Command::new(cargo);
        command
            .current_dir(&self.root)
            .args([
                "build",
                // Built together with this program, so that common dependencies are not built
                // twice.
                "--package",
                "farreach-cli",
                "--package",
                "farreach-shmem-c",
                "--profile",
            ])
            .arg(profile)
            .arg("--target-dir")
            .arg(&self.target);
        succeed(command)
    }

    /// Links the static library into a shared object.
    fn link(&self, path: &Path, debug_info: bool) -> anyhow::Result<()> {
        let script = path.with_extension("map");
        let mut maps = self.maps().to_vec();
        maps.extend(mpi::MAPS.map(|map| self.root.join("crates/mpi-c").join(map)));
        filter::join(&script, &maps)?;
        let mut map = OsString::from("-Wl,--version-script=");
        map.push(&script);
        let mut command = Command::new(compiler());
        command
            .args(["-shared", "-o"])
            .arg(path)
            .arg("-Wl,--whole-archive")
            .arg(self.archive())
            .arg("-Wl,--no-whole-archive")
            .arg(format!("-Wl,-soname,{CORE}"))
            .arg(map)
            .args([
                "-Wl,-Bsymbolic-functions",
                "-Wl,--gc-sections",
                "-Wl,-z,relro,-z,now",
                // The library's fork handlers must be registered before those of other libraries.
                "-Wl,-z,initfirst",
                // Other processes reach its memory, and its threads run, until the process ends.
                "-Wl,-z,nodelete",
            ])
            .args(SYSTEM_LIBRARIES)
            .args(fast_linker());
        if !debug_info {
            command.arg("-Wl,--strip-debug");
        }
        let linked = succeed(command);
        fs::remove_file(&script)?;
        linked
    }
}

/// Lets the C compiler link by the linker of the Rust toolchain, which is many times as fast as GNU's with a large archive. Nothing where
/// the toolchain has none, or where the compiler can't use it, as GCC before version 9.
fn fast_linker() -> Vec<OsString> {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = sysroot.map_or_else(
        |_| PathBuf::new(),
        |told| PathBuf::from(String::from_utf8_lossy(&told.stdout).trim()),
    );
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let folder = sysroot.join("lib/rustlib").join(host).join("bin/gcc-ld");
    let mut place = OsString::from("-B");
    place.push(&folder);
    // The lists name functions that only some builds have.
    let options = vec![
        place,
        "-fuse-ld=lld".into(),
        "-Wl,--undefined-version".into(),
    ];
    let mut trial = Command::new(compiler());
    trial.args(&options).arg("-Wl,--version");
    let mut works = || trial.output().is_ok_and(|output| output.status.success());
    if folder.join("ld.lld").is_file() && works() {
        options
    } else {
        Vec::new()
    }
}

/// The C compiler, which also links: the one that `oshcc` calls.
fn compiler() -> OsString {
    set("OSHMEM_CC").unwrap_or_else(|| "cc".into())
}

/// The value of an environment variable, if it is not empty.
fn set(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Prints the next step.
fn tell(what: &str) -> anyhow::Result<()> {
    output::tell(&format!("farreach install: {what}\n"))
}

fn succeed(mut command: Command) -> anyhow::Result<()> {
    let program = command.get_program().display().to_string();
    let status = command
        .status()
        .with_context(|| format!("starting {program}: is it installed and on PATH?"))?;
    ensure!(
        status.success(),
        "{program} failed, {status}: see its messages above"
    );
    Ok(())
}

/// Makes the file `name` as a copy of a program or a library without its debug information. What linking and the loader
/// need stays.
fn copy_stripped(stage: &Stage, name: &str, from: &Path) -> anyhow::Result<()> {
    stage.make(name, |path| {
        let mut command = Command::new(strip());
        command.args(["--strip-debug", "-o"]).arg(path).arg(from);
        succeed(command).context("without debug information (--debug-info keeps it)")
    })
}

/// The `strip` that belongs to the C compiler.
fn strip() -> OsString {
    let asked = Command::new(compiler())
        .arg("-print-prog-name=strip")
        .output();
    let said = asked.map(|output| output.stdout).unwrap_or_default();
    match said.trim_ascii() {
        b"" => "strip".into(),
        name => OsString::from_vec(name.to_vec()),
    }
}
