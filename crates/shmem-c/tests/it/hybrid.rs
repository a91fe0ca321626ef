//! OpenSHMEM, MPI, ARMCI and GASNet-EX in one program, in any order of initialisation and end.

use std::fs;
use std::process::Output;
use std::sync::OnceLock;

use crate::toolchain::{Program, compile_text, crate_folder, text};

/// The program, whose arguments say what it does.
fn program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let source = fs::read_to_string(crate_folder().join("tests/c/hybrid.c")).expect("a source");
        let flags = ["-std=gnu11", "-DGASNET_PAR"];
        let libraries = ["-lmpi", "-larmci", "-lgasnet", "-lpthread"];
        compile_text("hybrid.c", &source, &flags, &libraries)
    })
}

/// Runs the program, which does the steps of the first word, or in odd processes of the second one.
fn run(size: u32, nodes: u32, words: &[&str]) -> Output {
    // Less to reserve for each process than by default.
    program().run_with(size, nodes, &["-x", "SHMEM_SYMMETRIC_SIZE=16m"], words)
}

fn goes_well(size: u32, nodes: u32, words: &[&str]) {
    let output = run(size, nodes, words);
    let told = text(&output);
    assert!(output.status.success(), "{words:?}: {told}");
    assert_eq!(
        output.stdout,
        "good\n".repeat(size as usize).as_bytes(),
        "{words:?}: {told}"
    );
    assert!(output.stderr.is_empty(), "{words:?}: {told}");
}

/// Each order, each placement.
#[test]
fn mpi_and_openshmem_begin_and_end_in_any_order() {
    let orders = [
        "smwMwS",
        "smwSwM",
        "mswMwS",
        "mswSwM",
        "swmwSwM",
        "mwswMwS",
        "smwSwswSM",
        "swSmwM",
    ];
    let placements = [(2, 2), (3, 2), (1, 1), (5, 2)];
    for (at, order) in orders.iter().enumerate() {
        goes_well(2, 1, &[order]);
        let (size, nodes) = placements[at % placements.len()];
        goes_well(size, nodes, &[order]);
    }
}

/// OpenSHMEM and ARMCI end at the exit of a process that does not finalise them, where the others are in the
/// finalisation. The processes of a job need not agree about that, nor about the order.
#[test]
fn processes_end_models_in_orders_of_their_own() {
    for words in [
        ["mswM", "mswMS"],
        ["mswSM", "mswMS"],
        ["smwSM", "smwM"],
        ["asmwASM", "asmwM"],
        ["masgwM", "masgwSMA"],
    ] {
        goes_well(4, 2, &words);
    }
}

#[test]
fn all_models_work_together() {
    for (size, nodes, order) in [
        (4, 2, "smagwASwM"),
        (3, 1, "gamswSAwM"),
        (2, 2, "agwmwswMSA"),
        (2, 1, "mgwMw"),
        (5, 3, "amwAMw"),
    ] {
        goes_well(size, nodes, &[order]);
    }
}

/// A process that exits in MPI without `MPI_Finalize` is named, whatever else it has finalised.
#[test]
fn an_exit_without_finalizing_mpi_is_named() {
    for words in [["mswSM", "mswSe"], ["smawSAM", "smawSAe"]] {
        let output = run(2, 2, &words);
        let told = text(&output);
        assert!(!output.status.success(), "{words:?}: {told}");
        assert!(told.contains("rank 1"), "{words:?}: {told}");
        assert!(told.contains("finaliz"), "{words:?}: {told}");
    }
}

/// The example that the repository shows.
#[test]
fn the_example_computes_with_both() {
    let source = fs::read_to_string(crate_folder().join("../../examples/hybrid.c"));
    let flags = ["-std=c11", "-pedantic"];
    let example = compile_text(
        "example-hybrid.c",
        &source.expect("a source"),
        &flags,
        &["-lmpi"],
    );
    for (size, nodes) in [(1, 1), (4, 2)] {
        let output = example.run(size, nodes, &[]);
        let wanted = format!("after 200 steps: heat 1000.000 on {size} processes\n");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            wanted,
            "{}",
            text(&output)
        );
        assert!(output.status.success(), "{}", text(&output));
    }
}
