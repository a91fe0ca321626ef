//! The files by which builds find the libraries of OpenSHMEM, ARMCI and MPI. Those of GASNet are in `gasnet`.
//!
//! ```text
//!   lib/pkgconfig/shmem.pc, armci.pc
//!   lib/pkgconfig/mpi_abi.pc    the standard's ABI of MPI
//!   lib/pkgconfig/mpi.pc, mpich.pc, mpi-c.pc, mpi-cxx.pc, mpi-fort.pc    by the names that builds ask other implementations for
//!   lib/cmake/Farreach      find_package(Farreach), for all libraries
//!   lib/cmake/OpenSHMEM     find_package(OpenSHMEM)
//! ```

use super::{SONAME, Stage};
use crate::version;

/// The files, with their texts.
const FILES: [(&str, &str); 6] = [
    ("pkgconfig/shmem.pc", include_str!("shmem.pc")),
    ("pkgconfig/armci.pc", include_str!("armci.pc")),
    (
        "cmake/OpenSHMEM/OpenSHMEMConfig.cmake",
        include_str!("cmake/OpenSHMEMConfig.cmake"),
    ),
    (
        "cmake/OpenSHMEM/OpenSHMEMConfigVersion.cmake",
        include_str!("cmake/OpenSHMEMConfigVersion.cmake"),
    ),
    (
        "cmake/Farreach/FarreachConfig.cmake",
        include_str!("cmake/FarreachConfig.cmake"),
    ),
    (
        "cmake/Farreach/FarreachConfigVersion.cmake",
        include_str!("cmake/FarreachConfigVersion.cmake"),
    ),
];
/// The names of MPI for pkg-config, each with the compiler's options and the libraries.
const MPI_NAMES: [(&str, &str, &str); 6] = [
    ("mpi", "", "-lmpi"),
    ("mpich", "", "-lmpi"),
    ("mpi-c", "", "-lmpi"),
    ("mpi-cxx", "", "-lmpi"),
    // Calls of one function have buffers of different types.
    ("mpi_abi", "", "-lmpi_abi"),
    ("mpi-fort", " -fallow-argument-mismatch", "-lmpifort -lmpi"),
];
/// The version under the name `mpich`, which builds compare with MPICH's: the first that has MPI 4.0.
const MPICH_VERSION: &str = "4.0";

/// Installs all of these.
pub(super) fn install(stage: &Stage) -> anyhow::Result<()> {
    for (name, text) in FILES {
        let text = text
            .replace("@SONAME@", SONAME)
            .replace("@VERSION@", version::NUMBER);
        stage.write(format!("lib/{name}"), &text)?;
    }
    for (name, options, libraries) in MPI_NAMES {
        let version = if name == "mpich" {
            MPICH_VERSION
        } else {
            version::NUMBER
        };
        let (folder, abi) = match name {
            "mpi_abi" => ("include/standard_abi", "the standard's ABI"),
            _ => ("include", "MPICH's ABI"),
        };
        let text = include_str!("mpi.pc")
            .replace("@FOLDER@", folder)
            .replace("@ABI@", abi)
            .replace("@NAME@", name)
            .replace("@VERSION@", version)
            .replace("@OPTIONS@", options)
            .replace("@LIBRARIES@", libraries);
        stage.write(format!("lib/pkgconfig/{name}.pc"), &text)?;
    }
    Ok(())
}
