//! The names that the library shows are those of its table, each with a twin for profilers.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::toolchain::{compile_text, crate_folder, prefix, run, text};

/// The functions that a library shows, with the letters of their kinds.
fn shown(library: &str) -> BTreeSet<(String, String)> {
    let file = prefix().join("lib").join(library);
    let output = Command::new("nm").args(["-D", "--defined-only"]).arg(file).output();
    let output = String::from_utf8(output.expect("nm").stdout).expect("names");
    let lines = output.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    lines.map(|words| (words[2].to_owned(), words[1].to_owned())).collect()
}

#[test]
fn the_library_shows_the_names_of_its_table() {
    let map = fs::read_to_string(crate_folder().join("libmpi.map")).expect("the list");
    let names = map.lines().filter_map(|line| line.trim().strip_suffix(';'));
    let names: BTreeSet<&str> = names.filter(|name| !name.contains(['*', '}'])).collect();
    assert!(names.len() > 2 * 630, "{}", names.len());
    for library in ["libmpi.so.12", "libmpich.so.12"] {
        let shown = shown(library);
        for name in &names {
            let kind = if name.starts_with('P') { "T" } else { "W" };
            assert!(shown.contains(&((*name).to_owned(), kind.to_owned())), "{library}: {name}");
        }
        for variable in ["MPI_UNWEIGHTED", "MPI_WEIGHTS_EMPTY", "MPI_F_STATUS_IGNORE"] {
            assert!(shown.contains(&(variable.to_owned(), "D".to_owned())), "{library}: {variable}");
        }
    }
}

/// A program may have functions of the library's names, which call those by the other names.
#[test]
fn profilers_stand_between() {
    let source = "#include <mpi.h>\n#include <stdio.h>\nstatic int calls;\n\
        int MPI_Barrier(MPI_Comm comm) { calls++; return PMPI_Barrier(comm); }\n\
        int main(int argc, char **argv) {\n MPI_Init(&argc, &argv);\n MPI_Barrier(MPI_COMM_WORLD);\n \
        MPI_Barrier(MPI_COMM_WORLD);\n MPI_Finalize();\n printf(\"%d\\n\", calls);\n return 0;\n}\n";
    let program = compile_text("profiler.c", source);
    let output = run(&program, 2, 1, &[]);
    assert_eq!(output.stdout, b"2\n2\n", "{}", text(&output));
}
