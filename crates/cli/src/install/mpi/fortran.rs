//! `libmpichfort.so.12`: MPI for Fortran, by gfortran's names.
//!
//! ```text
//!   program ──needs──▶ libmpichfort.so.12 ──needs──▶ libmpi.so.12
//!           mpi_send_, weak: pmpi_send_              MPI_Send
//! ```
//!
//! The functions are in C (`crates/mpi-c/fortran`), and call those of the C library by their names in
//! front of which profilers stand.
//!
//! ```text
//!   lib/farreach/fortran/*.f90       the modules mpi and mpi_f08, which have no code
//!   include/mpi.mod, mpi_f08.mod ..    what the gfortran that was there made of them
//!   lib/farreach/fortran/compiler    what that gfortran says of its version
//! ```
//!
//! For another gfortran, `mpifort` compiles the modules into the user's cache (`mpicc.sh`).

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use super::super::{Source, Stage, compiler, succeed};
use super::SONAMES;

/// The names by which programs load the library: Debian's, and MPICH's own.
const LIBRARIES: [(&str, &str); 2] = [
    ("libmpichfort.so.12", "libmpichfort.so"),
    ("libmpifort.so.12", "libmpifort.so"),
];
/// The files of the library.
const FILES: [&str; 3] = ["functions.c", "absent.c", "special.c"];
/// Further files, for MPICH's ABI.
const MORE_FILES: [&str; 2] = ["large.c", "mpich/f08.c"];
/// The modules, in the order in which one uses another, and the files that they include.
const MODULES: [&str; 3] = ["types.f90", "mpi.f90", "mpi_f08.f90"];
const INCLUDED: [&str; 3] = ["interfaces.f90", "f08_constants.f90", "f08_interfaces.f90"];
/// The folder with the modules' sources.
const SOURCES: &str = "lib/farreach/fortran";
/// The file that programs include.
const HEADER: &str = "mpif.h";

/// Installs the library, and the file and the module for programs.
pub(super) fn install(stage: &Stage, source: &Source) -> anyhow::Result<()> {
    let folder = source.root.join("crates/mpi-c/fortran");
    for (soname, name) in LIBRARIES {
        stage.make(format!("lib/{soname}"), |path| {
            let library = path.with_file_name(SONAMES[0]);
            let files = MORE_FILES.map(|file| folder.join(file).into());
            let more = [files.as_slice(), &[library.into()]].concat();
            link(path, soname, source, "mpich", &more)
        })?;
        stage.link(format!("lib/{name}"), soname)?;
    }
    let header = source.root.join("crates/mpi-c/include").join(HEADER);
    stage.copy(format!("include/{HEADER}"), &header)?;
    for file in MODULES.iter().chain(&INCLUDED) {
        stage.copy(format!("{SOURCES}/{file}"), &folder.join(file))?;
    }
    compile_modules(stage)
}

/// Compiles the modules, if there is a compiler: each version of gfortran has its own form.
fn compile_modules(stage: &Stage) -> anyhow::Result<()> {
    let Ok(told) = Command::new("gfortran").arg("--version").output() else {
        return Ok(());
    };
    let told = String::from_utf8_lossy(&told.stdout);
    let version = told.lines().next().unwrap_or_default();
    let (include, sources) = (stage.path("include"), stage.path(SOURCES));
    for module in MODULES {
        let mut command = Command::new("gfortran");
        command
            .args(["-fsyntax-only", "-w", "-I"])
            .arg(&include)
            .arg("-J")
            .arg(&include)
            .arg(sources.join(module));
        succeed(command)?;
    }
    stage.write(format!("{SOURCES}/compiler"), &format!("{version}\n"))
}

/// Compiles the library for an ABI, which has a folder of this name, of the functions of all ABIs and of `more`: further files,
/// libraries and options.
pub(super) fn link(
    path: &Path,
    soname: &str,
    source: &Source,
    abi: &str,
    more: &[OsString],
) -> anyhow::Result<()> {
    let folder = source.root.join("crates/mpi-c/fortran");
    let mut command = Command::new(compiler());
    command
        .args(["-shared", "-fPIC", source.optimization(), "-o"])
        .arg(path)
        .arg("-I")
        .arg(folder.join("../include"))
        .arg("-I")
        .arg(&folder)
        .arg("-I")
        .arg(folder.join(abi))
        .args(FILES.map(|file| folder.join(file)))
        .args(more)
        .arg(format!("-Wl,-soname,{soname}"))
        // The C library lies beside it.
        .args(["-Wl,-rpath,$ORIGIN", "-Wl,-z,relro,-z,now"])
        // The names of temporary files would differ each time.
        .arg("-Wl,--strip-all");
    succeed(command)
}
