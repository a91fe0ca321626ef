//! `cargo xtask abi`: generates OpenSHMEM's interface for C from one table of types and functions.
//!
//! ```text
//!   table (rows as the specification declares them) × types
//!     ├─ header    crates/shmem-c/include/shmem.h, pshmem.h: prototypes, C11 selection, C++ overloads
//!     ├─ fortran   crates/shmem-c/include/shmem.fh, c/fortran.c: Fortran's names, which call the functions in C
//!     ├─ exports   crates/shmem-c/src/generated/*.rs: a line for each function
//!     └─ symbols   crates/shmem-c/libshmem.map: what the shared object shows
//! ```
//!
//! ARMCI (`armci`) and MPI (`mpi`) have tables of their own.
//!
//! Invariant: nothing else writes the generated files. A test compares the files with the table.

mod armci;
mod exports;
mod fortran;
mod header;
mod mpi;
mod row;
mod selection;
mod symbols;
mod table;
mod types;

use std::path::{Path, PathBuf};

use anyhow::Context;

use row::{Family, Function};

/// The crate that has the generated files.
const CRATE: &str = "crates/shmem-c";

/// A generated file.
struct Output {
    path: PathBuf,
    text: String,
}

/// The functions of a family.
fn functions_of(family: &Family) -> Vec<Function> {
    family.rows.iter().flat_map(row::functions).collect()
}

/// The functions of all families.
fn all_functions() -> Vec<Function> {
    table::FAMILIES.iter().flat_map(functions_of).collect()
}

/// All generated files.
fn outputs() -> Vec<Output> {
    let mut outputs = vec![
        Output::new("include/shmem.h", header::shmem()),
        Output::new("include/pshmem.h", header::pshmem()),
        Output::new("include/shmemx.h", header::shmemx()),
        Output::new("include/shmem.fh", fortran::header()),
        Output::new("c/fortran.c", fortran::source()),
        Output::new("libshmem.map", symbols::version_script()),
        Output::new("src/generated.rs", exports::root()),
    ];
    for family in table::FAMILIES {
        let path = format!("src/generated/{}.rs", family.name);
        outputs.push(Output::new(&path, exports::family(family)));
    }
    outputs.extend(armci::outputs());
    outputs.extend(mpi::outputs());
    outputs
}

impl Output {
    fn new(path: &str, text: String) -> Output {
        Output::of(CRATE, path, text)
    }

    /// A file of another crate.
    fn of(folder: &str, path: &str, text: String) -> Output {
        Output {
            path: Path::new(folder).join(path),
            text,
        }
    }
}

/// Writes the files into the workspace at `root`. Fails if functions have no body.
pub(crate) fn write(root: &Path) -> anyhow::Result<()> {
    for output in outputs() {
        let path = root.join(&output.path);
        let parent = path.parent().context("a path inside the workspace")?;
        std::fs::create_dir_all(parent)?;
        std::fs::write(&path, &output.text)
            .with_context(|| format!("writing {}", path.display()))?;
    }
    let functions = all_functions().len() + armci::names().len();
    println!("abi: {functions} functions");
    mpi::check_bodies(root)
}

#[cfg(test)]
mod tests;
