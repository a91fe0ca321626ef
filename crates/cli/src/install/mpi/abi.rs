//! `libmpi_abi.so.1`: MPI by the standard's ABI, over MPICH's.
//!
//! ```text
//!   program ──needs──▶ libmpi_abi.so.1 ──needs──▶ libfarreach.so.0
//!           MPI_Send, weak: PMPI_Send              farreach_mpich_MPI_Send
//! ```
//!
//! The functions are in C (`crates/mpi-c/abi`). They turn handles, constants and statuses of one ABI into those of the other.

use std::ffi::OsString;
use std::fs;
use std::process::Command;

use super::super::{CORE, Source, Stage, compiler, succeed};

/// The name by which programs load the library.
const SONAME: &str = "libmpi_abi.so.1";
/// The files of the library.
const FILES: [&str; 2] = ["functions.c", "special.c"];
/// The headers, in a folder of their own: `mpi.h` is also that of MPICH's ABI.
const HEADERS: [&str; 2] = ["mpi.h", "mpi_abi_functions.h"];
const FOLDER: &str = "include/standard_abi";
/// What the library shows.
const SYMBOLS: &str = "{ global: MPI_*; PMPI_*; MPIR_C_MPI_*; local: *; };\n";

/// Installs the library and its headers.
pub(super) fn install(stage: &Stage, source: &Source) -> anyhow::Result<()> {
    let folder = source.root.join("crates/mpi-c");
    for header in HEADERS {
        let from = folder.join("include/abi").join(header);
        stage.copy(format!("{FOLDER}/{header}"), &from)?;
    }
    stage.make(format!("lib/{SONAME}"), |path| {
        let script = path.with_extension("map");
        fs::write(&script, SYMBOLS)?;
        let mut version = OsString::from("-Wl,--version-script=");
        version.push(&script);
        let mut command = Command::new(compiler());
        command
            .args(["-shared", "-fPIC", source.optimization(), "-o"])
            .arg(path)
            .arg("-I")
            .arg(folder.join("include/abi"))
            .args(FILES.map(|file| folder.join("abi").join(file)))
            .arg(path.with_file_name(CORE))
            .arg(format!("-Wl,-soname,{SONAME}"))
            .arg(version)
            // The core lies beside it.
            .args([
                "-Wl,-rpath,$ORIGIN",
                "-Wl,-z,nodelete",
                "-Wl,-z,relro,-z,now",
            ])
            // The names of temporary files would differ each time.
            .arg("-Wl,--strip-all");
        let linked = succeed(command);
        fs::remove_file(&script)?;
        linked
    })?;
    stage.link("lib/libmpi_abi.so", SONAME)
}
