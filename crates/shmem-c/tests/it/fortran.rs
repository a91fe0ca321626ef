//! The interface for Fortran.

use std::process::Command;

use crate::toolchain::{compile, text};

#[test]
fn fortran_programs_do_what_those_in_c_do() {
    if Command::new("gfortran").arg("--version").output().is_err() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    // Cray's pointers are how Fortran uses the symmetric heap.
    let program = compile(
        "interface.f90",
        &[
            "-fcray-pointer",
            "-Wno-compare-reals",
            "-Wno-unused-parameter",
        ],
    );
    for (pes, nodes) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
        let output = program.run(pes, nodes, &[]);
        assert!(output.status.success(), "{}", text(&output));
        assert_eq!(output.stdout, b"all right\n", "{}", text(&output));
    }
}
