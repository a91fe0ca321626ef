//! Programs that are compiled for the standard's ABI, and the names of its library.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::placements::drawn;
use crate::toolchain::{crate_folder, prefix, run, scratch, text, tool};

/// The programs that use nothing but what MPI 5.0 has.
const PROGRAMS: [&str; 13] = [
    "collectives",
    "communicators",
    "datatypes",
    "errors",
    "files",
    "fourth",
    "grouped",
    "neighbours",
    "point",
    "prepared",
    "standard",
    "threads",
    "windows",
];

fn compile(name: &str) -> PathBuf {
    let file = scratch().join(format!("abi-{name}-{}", std::process::id()));
    let compiled = Command::new(tool("mpicc_abi"))
        .args(["-w", "-std=gnu11", "-O1", "-include", "abi.h", "-I"])
        .arg(crate_folder().join("tests/c"))
        .arg(crate_folder().join("tests/c").join(format!("{name}.c")))
        .arg("-o")
        .arg(&file)
        .output()
        .expect("mpicc_abi");
    assert!(compiled.status.success(), "{name}: {}", text(&compiled));
    file
}

#[test]
fn programs_do_what_they_do_by_the_other_abis() {
    for name in PROGRAMS {
        let program = compile(name);
        let job = format!("{name} by the standard's ABI");
        for (ranks, nodes) in drawn(&job, &[(2, 1), (3, 2)], &[(2, 1)]) {
            let output = run(&program, ranks, nodes, &[]);
            let good = "good\n".repeat(ranks as usize);
            assert_eq!(
                String::from_utf8_lossy(&output.stdout),
                good,
                "{name}, {ranks} on {nodes}: {}",
                text(&output)
            );
        }
        fs::remove_file(program).expect("the program");
    }
}

/// Each function that the header declares is there by both names, and nothing else is shown.
#[test]
fn the_library_has_what_its_header_declares() {
    let listed = Command::new("nm")
        .args(["-D", "--defined-only"])
        .arg(prefix().join("lib/libmpi_abi.so.1"))
        .output();
    let listed = String::from_utf8(listed.expect("nm").stdout).expect("names");
    let names = |kind: &str| -> BTreeSet<String> {
        let lines = listed.lines().filter_map(|line| line.split_once(kind));
        lines.map(|(_, name)| name.to_owned()).collect()
    };
    let (strong, weak) = (names(" T "), names(" W "));
    let folder = prefix().join("include/standard_abi");
    let mut declared = BTreeSet::new();
    for header in ["mpi.h", "mpi_abi_functions.h"] {
        let header = fs::read_to_string(folder.join(header)).expect("a header");
        for line in header.lines().filter(|line| line.ends_with(");")) {
            let name = line.split('(').next().unwrap_or_default();
            let name = name.rsplit([' ', '*']).next().unwrap_or_default();
            if name.starts_with("MPI_") || name.starts_with("PMPI_") {
                declared.insert(name.to_owned());
            }
        }
    }
    // Types of functions are declared in lines of the same form.
    declared.retain(|name| !name.ends_with("_function") && !name.ends_with("_function_c"));
    let shown: BTreeSet<String> = strong.union(&weak).cloned().collect();
    let differing: Vec<&String> = shown.symmetric_difference(&declared).collect();
    assert!(differing.is_empty(), "{differing:?}");
    assert!(weak.len() > 600, "{} functions", weak.len());
    let twins: BTreeSet<String> = weak.iter().map(|name| format!("P{name}")).collect();
    let differing: Vec<&String> = strong.symmetric_difference(&twins).collect();
    assert!(differing.is_empty(), "{differing:?}");
}
