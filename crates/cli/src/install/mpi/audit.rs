//! `lib/farreach/abis.so`: an auditor of the dynamic linker, for processes that have libraries of several ABIs of MPI.
//!
//! ```text
//!   LD_AUDIT=abis.so program ──needs──▶ libmpi.so.40
//!                            ──dlopen──▶ module ──needs──▶ libmpi.so.12
//!                                               ──calls──▶ libmpi.so.12, and not libmpi.so.40
//! ```
//!
//! The auditor is in C (`crates/mpi-c/audit`), and needs no other library.

use std::process::Command;

use super::super::{Source, Stage, compiler, succeed};

/// The auditor's file in the prefix.
const FILE: &str = "lib/farreach/abis.so";

/// Installs the auditor.
pub(super) fn install(stage: &Stage, source: &Source) -> anyhow::Result<()> {
    stage.make(FILE, |path| {
        let mut command = Command::new(compiler());
        command
            .args(["-shared", "-fPIC", "-O2", "-o"])
            .arg(path)
            .arg(source.root.join("crates/mpi-c/audit/audit.c"))
            // The dynamic linker would load another C library for it.
            .args(["-ffreestanding", "-fno-stack-protector"])
            .args(["-nostdlib", "-Wl,-z,defs"])
            .args(["-Wl,-z,relro,-z,now", "-Wl,--strip-all"]);
        succeed(command)
    })
}
