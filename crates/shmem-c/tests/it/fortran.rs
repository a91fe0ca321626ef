//! The interface for Fortran.

use crate::toolchain::{compile, compile_text, has_fortran, text};

/// Fortran's runtime library handles signals of faults and limits.
#[test]
fn a_fortran_job_of_which_nobody_goes_on_is_ended() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let text_of_it = "program waits\n  implicit none\n  include 'shmem.fh'\n  integer, save :: word = 0\n  integer :: shmem_my_pe\n\
         \x20 call shmem_init()\n  if (shmem_my_pe() == 1) call shmem_int4_wait_until(word, SHMEM_CMP_EQ, 1)\n\
         \x20 call shmem_barrier_all()\n  call shmem_finalize()\nend program\n";
    let program = compile_text("waits.f90", text_of_it, &["-Wno-unused-parameter"], &[]);
    for nodes in [1, 2] {
        let output = program.run(3, nodes, &[]);
        let told = text(&output);
        assert!(
            output.status.code() == Some(1) && told.contains("no rank can go on"),
            "{told}"
        );
    }
}

#[test]
fn fortran_programs_do_what_those_in_c_do() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    // Fortran uses the symmetric heap through Cray pointers.
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
