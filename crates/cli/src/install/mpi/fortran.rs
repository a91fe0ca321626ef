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

use std::fs;
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
    // Compiled once for both names.
    let object = stage.path("lib/fortran.o");
    let mut command = compile(source, "mpich");
    command.args(MORE_FILES.map(|file| folder.join(file)));
    command.args(["-r", "-nostdlib", "-o"]).arg(&object);
    succeed(command)?;
    for (soname, name) in LIBRARIES {
        stage.make(format!("lib/{soname}"), |path| {
            let mut command = Command::new(compiler());
            command.arg(&object).arg(path.with_file_name(SONAMES[0]));
            link(command, path, soname)
        })?;
        stage.link(format!("lib/{name}"), soname)?;
    }
    fs::remove_file(&object)?;
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

/// The compiler with the functions of all ABIs, for an ABI that has a folder of this name.
pub(super) fn compile(source: &Source, abi: &str) -> Command {
    let folder = source.root.join("crates/mpi-c/fortran");
    let mut command = Command::new(compiler());
    command
        .args(["-fPIC", source.optimization(), "-I"])
        .arg(folder.join("../include"))
        .arg("-I")
        .arg(&folder)
        .arg("-I")
        .arg(folder.join(abi))
        .args(FILES.map(|file| folder.join(file)));
    command
}

/// Links a library of what the compiler has.
pub(super) fn link(mut command: Command, path: &Path, soname: &str) -> anyhow::Result<()> {
    command
        .args(["-shared", "-o"])
        .arg(path)
        .arg(format!("-Wl,-soname,{soname}"))
        // The C library lies beside it.
        .args(["-Wl,-rpath,$ORIGIN", "-Wl,-z,relro,-z,now"])
        // The names of temporary files would differ each time.
        .arg("-Wl,--strip-all");
    succeed(command)
}
