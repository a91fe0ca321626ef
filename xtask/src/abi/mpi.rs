//! MPI's C interface, from one table of functions.
//!
//! ```text
//!   table (declarations of the standard, by family)
//!     ├─ exports   crates/mpi-c/src/generated/*.rs: a line for each row, whose function has a private name
//!     ├─ private   crates/mpi-c/mpich.map, openmpi.map, openmpi_fortran.map: the private names, which libfarreach.so.0 shows
//!     ├─ symbols   crates/mpi-c/libmpi.map, libmpi40.map: the names of libmpi.so.12 and of libmpi.so.40
//!     ├─ list      crates/cli/src/info/mpi.txt: which functions there are
//!     ├─ page      docs/src/mpi-functions.md: the same for people
//!     ├─ header    crates/mpi-c/include/mpi_functions.h: prototypes for mpi.h
//!     ├─ fortran   crates/mpi-c/fortran/functions.c, absent.c, large.c: gfortran's names, which call the functions in C
//!     ├─ shim      crates/mpi-c/abi/functions.c, include/abi/mpi_abi_functions.h: the standard's ABI over MPICH's
//!     └─ modules   crates/mpi-c/fortran/interfaces.f90, f08_*.f90: what the modules mpi and mpi_f08 say of them
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
mod modules;
mod page;
mod row;
mod shim;
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
/// What stands before the private names of an ABI's functions, and the names that only that ABI has.
const MPICH: Private = ("farreach_mpich_", &["MPIR_Dup_fn"]);
const OPEN_MPI: Private = (
    "farreach_openmpi_",
    &[
        "MPIR_Dup_fn",
        "null_copy_fn",
        "null_delete_fn",
        "objects",
        "ompi_attr_create_keyval",
        "ompi_errhandler_create",
        "ompi_errhandler_invoke",
        "ompi_op_set_cxx_callback",
    ],
);
/// The ABI by which Open MPI's functions of Fortran call the library.
const OPEN_MPI_FORTRAN: Private = ("farreach_openmpi_fortran_", &[]);

type Private = (&'static str, &'static [&'static str]);

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
    /// Functions of the interface for tools (`MPI_T`): as those of `Anytime`, but their errors go to no handler.
    Tool,
    /// Collectives: each row stands for all forms (`forms`).
    Collectives,
    /// Functions that turn a value of an ABI into another value.
    Conversions,
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
        file("mpich.map", private(MPICH, &names(|_| true))),
        file("openmpi.map", private(OPEN_MPI, &names(|_| true))),
        file(
            "openmpi_fortran.map",
            private(OPEN_MPI_FORTRAN, &names(fortran::is_called)),
        ),
        file("libmpi.map", public(names(|_| true))),
        file(
            "libmpi40.map",
            public([names(|_| true), early_names()].concat()),
        ),
        file(
            "include/mpi_functions.h",
            header::functions(table::FAMILIES),
        ),
        file("fortran/functions.c", fortran::source(table::FAMILIES)),
        file("fortran/absent.c", fortran::absent_source(table::FAMILIES)),
        file("fortran/large.c", fortran::large_source(table::FAMILIES)),
        file(
            "fortran/interfaces.f90",
            modules::interfaces(table::FAMILIES),
        ),
        file("fortran/types.f90", modules::types()),
        file("abi/functions.c", shim::source(table::FAMILIES)),
        file(
            "include/abi/mpi_abi_functions.h",
            shim::prototypes(table::FAMILIES),
        ),
        file("fortran/f08_constants.f90", modules::constants()),
        file(
            "fortran/f08_interfaces.f90",
            modules::f08_interfaces(table::FAMILIES),
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

/// The names of the functions that `is_wanted` says.
fn names(is_wanted: impl Fn(&Function) -> bool) -> Vec<String> {
    let wanted = functions()
        .into_iter()
        .filter(|function| is_wanted(function));
    wanted.map(|function| function.name).collect()
}

/// The names of persistent collectives that Open MPI had before the standard had these.
fn early_names() -> Vec<String> {
    let collectives = table::FAMILIES
        .iter()
        .filter(|family| family.kind == Kind::Collectives);
    let rows = collectives.flat_map(|family| family.rows);
    let forms = rows.map(|row| forms::of(row).swap_remove(0));
    forms
        .map(|forms| forms.prepared.name.replacen("MPI_", "MPIX_", 1))
        .collect()
}

/// The private names of an ABI's functions, as the linker's script that shows them.
fn private((prefix, others): Private, names: &[String]) -> String {
    let names = names
        .iter()
        .map(String::as_str)
        .chain(others.iter().copied());
    version_script(names.map(|name| format!("{prefix}{name}")).collect())
}

/// The names of the functions for programs and for profilers, as the linker's script that shows them.
fn public(names: Vec<String>) -> String {
    let both = names
        .into_iter()
        .flat_map(|name| [format!("P{name}"), name]);
    version_script(both.collect())
}

fn version_script(mut names: Vec<String>) -> String {
    names.sort();
    let mut script = String::from("{\n    global:\n");
    for name in names {
        // Writing to a string does not fail.
        let _ = writeln!(script, "        {name};");
    }
    script.push_str("    local:\n        *;\n};\n");
    script
}
