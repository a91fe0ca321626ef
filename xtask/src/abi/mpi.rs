//! MPI's C interface, from one table of functions.
//!
//! ```text
//!   table (declarations of the standard, by family)
//!     ├─ exports   crates/mpi-c/src/generated/*.rs: a line for each row, whose function has a private name
//!     ├─ private   crates/mpi-c/mpich.map: the private names, which libfarreach.so.0 shows
//!     ├─ symbols   crates/mpi-c/libmpi.map: the names of libmpi.so.12
//!     ├─ list      crates/cli/src/info/mpi.txt: which functions there are
//!     ├─ page      docs/src/mpi-functions.md: the same for people
//!     ├─ header    crates/mpi-c/include/mpi_functions.h: prototypes for mpi.h
//!     └─ fortran   crates/mpi-c/fortran/functions.c: gfortran's names, which call the functions in C, and
//!                  crates/mpi-c/fortran/interfaces.f90: what the module mpi says of them
//! ```
//!
//! A row of a collective stands for all of the collective's forms (`forms`). The bodies of the functions are in the module of
//! `crates/mpi-c` that has the family's name. `bodies` says which are missing. The rows of the family `absent` have functions
//! too. These fail with `MPI_ERR_UNSUPPORTED_OPERATION`.

mod bodies;
mod exports;
mod forms;
mod fortran;
mod header;
mod page;
mod row;
mod table;

use std::fmt::Write as _;
use std::path::Path;

use super::Output;
use row::Function;

/// The crate that has the generated files.
const CRATE: &str = "crates/mpi-c";
/// The list that `farreach info --mpi` shows.
const LIST: &str = "crates/cli/src/info/mpi.txt";
/// The page of the guide that shows all functions.
const PAGE: &str = "docs/src/mpi-functions.md";
/// What stands before a function's private name.
const PRIVATE: &str = "farreach_mpich_";

/// Functions that the header names under other names.
const OTHERS: [&str; 1] = ["MPIR_Dup_fn"];

/// Functions that belong together.
struct Family {
    /// The module of the crate that has them. `absent` for those that don't exist.
    name: &'static str,
    kind: Kind,
    /// The declarations.
    rows: &'static [&'static str],
}

/// What the rows of a family are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Functions,
    /// Functions that may be called before the initialisation and after the finalisation.
    Anytime,
    /// Collectives: each row stands for all forms (`forms`).
    Collectives,
    /// Functions that only say that they don't exist.
    Absent,
}

impl Family {
    fn functions(&self) -> Vec<Function> {
        let rows = self.rows.iter();
        if self.kind != Kind::Collectives {
            return rows.map(|row| Function::parse(row)).collect();
        }
        rows.flat_map(|row| forms::of(row))
            .flat_map(|forms| [forms.blocking, forms.begun, forms.prepared])
            .collect()
    }
}

/// All functions.
fn functions() -> Vec<Function> {
    table::FAMILIES.iter().flat_map(Family::functions).collect()
}

/// All generated files.
pub(super) fn outputs() -> Vec<Output> {
    let file = |path: &str, text: String| Output {
        path: Path::new(CRATE).join(path),
        text,
    };
    let mut outputs = vec![
        file("src/generated.rs", exports::root(table::FAMILIES)),
        file("mpich.map", version_script(PRIVATE)),
        file("libmpi.map", version_script("")),
        file(
            "include/mpi_functions.h",
            header::functions(table::FAMILIES),
        ),
        file("fortran/functions.c", fortran::source(table::FAMILIES)),
        file(
            "fortran/interfaces.f90",
            fortran::interfaces(table::FAMILIES),
        ),
    ];
    outputs.push(Output {
        path: Path::new(LIST).to_owned(),
        text: list(),
    });
    outputs.push(Output {
        path: Path::new(PAGE).to_owned(),
        text: page::functions(table::FAMILIES),
    });
    for family in table::FAMILIES {
        let path = format!("src/generated/{}.rs", family.name);
        outputs.push(file(&path, exports::family(family)));
    }
    outputs
}

/// Says which functions have no body.
pub(super) fn check_bodies(root: &Path) -> anyhow::Result<()> {
    let missing = bodies::missing(root, table::FAMILIES)?;
    anyhow::ensure!(
        missing.is_empty(),
        "functions of MPI have no body:{missing}"
    );
    Ok(())
}

/// A line for each function, with its family.
fn list() -> String {
    let mut lines = Vec::new();
    for family in table::FAMILIES {
        for function in family.functions() {
            lines.push(format!("{} {}\n", function.name, family.name));
        }
    }
    lines.sort();
    lines.concat()
}

/// The names of the functions, as the linker's script that shows them.
fn version_script(prefix: &str) -> String {
    let mut names: Vec<String> = functions()
        .into_iter()
        .map(|function| function.name)
        .collect();
    if !prefix.is_empty() {
        names.extend(OTHERS.map(str::to_owned));
    }
    names.sort();
    let mut script = String::from("{\n    global:\n");
    for name in names {
        // Writing to a string does not fail.
        let _ = writeln!(script, "        {prefix}{name};");
        if prefix.is_empty() {
            let _ = writeln!(script, "        P{name};");
        }
    }
    script.push_str("    local:\n        *;\n};\n");
    script
}
