//! `libmpi.so.12`: MPI by MPICH's ABI. `libmpi.so.40` (see `openmpi`) has Open MPI's, and `libmpi_abi.so.1`
//! (see `abi`) the standard's.
//!
//! ```text
//!   program ──needs──▶ libmpi.so.12 ──needs──▶ libfarreach.so.0
//!           MPI_Send, weak: PMPI_Send            farreach_mpich_MPI_Send
//!           PMPI_Send: a jump ────────────────────▶
//! ```
//!
//! The ABIs have functions of the same names for different handles. So the library with the code has
//! them under private names, and a library for each ABI has jumps to these. `libmpich.so.12`, by which
//! Debian's programs are linked, is the same file as `libmpi.so.12`.

mod abi;
mod audit;
mod fortran;
mod openmpi;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::Context;

use super::{CORE, Source, Stage, Wrapper, compiler, filter, install_wrappers, succeed};

/// The lists of the private names of all ABIs.
pub(super) const MAPS: [&str; 3] = ["mpich.map", "openmpi.map", "openmpi_fortran.map"];
/// The names by which programs load the library.
const SONAMES: [&str; 2] = ["libmpi.so.12", "libmpich.so.12"];
/// The names by which programs are linked.
const LINKS: [&str; 2] = ["libmpi.so", "libmpich.so"];
/// What stands before the private names.
const PRIVATE: &str = "farreach_mpich_";
/// Functions that have one name only, and the functions that they are.
const OTHERS: [(&str, &str); 1] = [("MPIR_Dup_fn", "MPIR_Dup_fn")];
/// Variables of the ABI: pointers, each to a variable of its own, by their values.
const POINTERS: [(&str, &str); 7] = [
    ("MPI_UNWEIGHTED", "MPIR_C_MPI_UNWEIGHTED"),
    ("MPI_WEIGHTS_EMPTY", "MPIR_C_MPI_WEIGHTS_EMPTY"),
    ("MPI_F08_STATUS_IGNORE", "MPIR_F08_MPI_STATUS_IGNORE_OBJ"),
    (
        "MPI_F08_STATUSES_IGNORE",
        "MPIR_F08_MPI_STATUSES_IGNORE_OBJ",
    ),
    ("MPI_T_PVAR_ALL_HANDLES", "MPIR_T_pvar_all_handles_obj"),
    ("MPI_F_STATUS_IGNORE", ""),
    ("MPI_F_STATUSES_IGNORE", ""),
];
/// Further variables of the ABI, with their lengths.
const VARIABLES: [(&str, usize); 7] = [
    ("MPIR_C_MPI_UNWEIGHTED", 8),
    ("MPIR_C_MPI_WEIGHTS_EMPTY", 8),
    ("MPIR_T_pvar_all_handles_obj", 8),
    ("MPIR_F08_MPI_STATUS_IGNORE_OBJ", 20),
    ("MPIR_F08_MPI_STATUSES_IGNORE_OBJ", 20),
    ("MPIR_F08_MPI_IN_PLACE", 4),
    ("MPIR_F08_MPI_BOTTOM", 4),
];

/// The headers.
const HEADERS: [&str; 2] = ["mpi.h", "mpi_functions.h"];
/// The compiler wrappers.
pub(super) const WRAPPERS: [Wrapper; 5] = [
    ("mpicc", "cc", &[]),
    ("mpicc_abi", "cc", &[]),
    ("mpicxx_abi", "c++", &["mpic++_abi"]),
    ("mpicxx", "c++", &["mpic++", "mpiCXX"]),
    ("mpifort", "gfortran", &["mpif77", "mpif90"]),
];

/// Installs the library, its headers and compiler wrappers.
pub(super) fn install(stage: &Stage, source: &Source) -> anyhow::Result<()> {
    for header in HEADERS {
        let from = source.root.join("crates/mpi-c/include").join(header);
        stage.copy(format!("include/{header}"), &from)?;
    }
    install_wrappers(stage, include_str!("mpicc.sh"), &WRAPPERS)?;
    let map = read_map(source, "libmpi.map")?;
    let assembly = assembly(&filter::functions(&map));
    for (soname, name) in SONAMES.into_iter().zip(LINKS) {
        stage.make(format!("lib/{soname}"), |path| {
            link(path, soname, &assembly)
        })?;
        stage.link(format!("lib/{name}"), soname)?;
    }
    // Most of the time of an installation goes to the C compiler here.
    thread::scope(|scope| {
        let abi = scope.spawn(|| abi::install(stage, source));
        fortran::install(stage, source)?;
        openmpi::install(stage, source)?;
        audit::install(stage, source)?;
        abi.join().expect("no panic")
    })
}

/// The text of a version script of the crate.
fn read_map(source: &Source, name: &str) -> anyhow::Result<String> {
    let map = source.root.join("crates/mpi-c").join(name);
    fs::read_to_string(&map).with_context(|| format!("reading {}", map.display()))
}

/// Links a library of an assembly file, which calls the library with the code.
fn link(path: &Path, soname: &str, assembly: &str) -> anyhow::Result<()> {
    let source = path.with_extension("s");
    fs::write(&source, assembly)?;
    let mut command = Command::new(compiler());
    command
        .args(["-shared", "-nostdlib", "-o"])
        .arg(path)
        .arg(&source)
        .arg(path.with_file_name(CORE))
        .arg(format!("-Wl,-soname,{soname}"))
        // The core lies beside it.
        .args([
            "-Wl,-rpath,$ORIGIN",
            "-Wl,-z,nodelete",
            "-Wl,-z,relro,-z,now",
        ])
        // The names of temporary files would differ each time.
        .arg("-Wl,--strip-all");
    let linked = succeed(command);
    fs::remove_file(&source)?;
    linked
}

/// A jump to a private name through the table that the dynamic linker has filled.
fn jump(name: &str) -> String {
    if cfg!(target_arch = "aarch64") {
        format!("adrp x16, :got:{name}\nldr x16, [x16, :got_lo12:{name}]\nbr x16\n")
    } else {
        format!("jmp *{name}@GOTPCREL(%rip)\n")
    }
}

/// The end of each assembly file.
const END: &str = ".section .note.GNU-stack,\"\",%progbits\n";

/// An assembly file with the functions and the variables.
fn assembly(functions: &BTreeSet<&str>) -> String {
    let mut text = jumps(functions, |name| format!("{PRIVATE}{name}"));
    text.push_str(&others(&OTHERS, PRIVATE));
    text.push_str(".data\n.balign 8\n");
    for (name, value) in POINTERS {
        text.push_str(&pointer(name, value));
    }
    for (name, len) in VARIABLES {
        text.push_str(&variable(name, len, None));
    }
    text.push_str(END);
    text
}

/// Functions with twins for profilers, and the private functions that they are.
fn jumps(functions: &BTreeSet<&str>, private: impl Fn(&str) -> String) -> String {
    let mut text = String::from(".text\n");
    // Writing to a string does not fail.
    for name in functions.iter().filter(|name| !name.starts_with('P')) {
        let jump = jump(&private(name));
        let _ = write!(
            text,
            ".balign 16\n.globl P{name}\n.type P{name}, %function\nP{name}:\n{jump}.size P{name}, .-P{name}\n\
             .weak {name}\n.type {name}, %function\n.set {name}, P{name}\n"
        );
    }
    text
}

/// Functions that have one name only.
fn others(functions: &[(&str, &str)], prefix: &str) -> String {
    let mut text = String::from(".text\n");
    for (name, of) in functions {
        let jump = jump(&format!("{prefix}{of}"));
        // Writing to a string does not fail.
        let _ = write!(
            text,
            ".balign 16\n.globl {name}\n.type {name}, %function\n{name}:\n{jump}"
        );
    }
    text
}

/// A variable that has the address of another one, or null.
fn pointer(name: &str, value: &str) -> String {
    let value = if value.is_empty() { "0" } else { value };
    format!(".globl {name}\n.type {name}, %object\n.size {name}, 8\n{name}: .8byte {value}\n")
}

/// A variable of so many bytes, which may begin with a word.
fn variable(name: &str, len: usize, word: Option<u64>) -> String {
    let (word, rest) = match word {
        Some(word) => (format!(".8byte {word:#x}\n"), len - 8),
        None => (String::new(), len),
    };
    format!(
        ".balign 8\n.globl {name}\n.type {name}, %object\n.size {name}, {len}\n{name}: {word}.zero {rest}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_weak_names_of_jumps() {
        let text = assembly(&["MPI_Send", "PMPI_Send"].into());
        for line in [
            ".weak MPI_Send\n",
            ".set MPI_Send, PMPI_Send\n",
            ".globl PMPI_Send\n",
            "MPI_UNWEIGHTED: .8byte MPIR_C_MPI_UNWEIGHTED\n",
        ] {
            assert!(text.contains(line), "{text}");
        }
        assert!(
            text.contains("farreach_mpich_MPI_Send") && !text.contains("farreach_mpich_PMPI_Send")
        );
    }
}
