//! `libmpichfort.so.12`: MPI for Fortran, by gfortran's names.
//!
//! ```text
//!   program ──needs──▶ libmpichfort.so.12 ──needs──▶ libmpi.so.12
//!           mpi_send_, weak: pmpi_send_              MPI_Send
//! ```
//!
//! The functions are in C (`crates/mpi-c/fortran`), and call those of the C library by their names in
//! front of which profilers stand.

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
/// The file that programs include.
const HEADER: &str = "mpif.h";

/// Installs the library, and the file and the module for programs.
pub(super) fn install(stage: &Stage, source: &Source) -> anyhow::Result<()> {
    let folder = source.root.join("crates/mpi-c/fortran");
    for (soname, name) in LIBRARIES {
        stage.make(format!("lib/{soname}"), |path| {
            let library = path.with_file_name(SONAMES[0]);
            link(path, soname, &folder, "mpich", &[library.into()])
        })?;
        stage.link(format!("lib/{name}"), soname)?;
    }
    let header = source.root.join("crates/mpi-c/include").join(HEADER);
    stage.copy(format!("include/{HEADER}"), &header)?;
    compile_module(&stage.path("include"), &folder)
}

/// Compiles the module `mpi`, if there is a compiler: each version of gfortran has its own form.
fn compile_module(include: &Path, folder: &Path) -> anyhow::Result<()> {
    let mut command = Command::new("gfortran");
    command
        .arg("-fsyntax-only")
        .arg("-I")
        .arg(include)
        .arg("-J")
        .arg(include)
        .arg(folder.join("mpi.f90"));
    if Command::new("gfortran").arg("--version").output().is_err() {
        return Ok(());
    }
    succeed(command)
}

/// Compiles the library for an ABI, which has a folder in `folder`, of the functions of all ABIs and of `more`: further files,
/// libraries and options.
pub(super) fn link(
    path: &Path,
    soname: &str,
    folder: &Path,
    abi: &str,
    more: &[OsString],
) -> anyhow::Result<()> {
    let mut command = Command::new(compiler());
    command
        .args(["-shared", "-fPIC", "-O2", "-o"])
        .arg(path)
        .arg("-I")
        .arg(folder.join("../include"))
        .arg("-I")
        .arg(folder)
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
