//! MPI for Fortran.

use std::fs;
use std::process::Command;

use crate::toolchain::{Program, crate_folder, has_fortran, prefix, scratch, text, tool};

/// Programs that were built for MPICH load `libmpichfort.so.12`. This one is linked with it.
#[test]
fn fortran_programs_use_mpi() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let lib = prefix().join("lib");
    let file = scratch().join(format!("mpi-fortran-{}", std::process::id()));
    let compiled = Command::new("gfortran")
        // Calls of one function have buffers of different types.
        .args(["-w", "-fallow-argument-mismatch", "-O1"])
        .arg("-I")
        .arg(prefix().join("include"))
        .arg(crate_folder().join("tests/c/mpi.f90"))
        .arg("-o")
        .arg(&file)
        .arg("-L")
        .arg(&lib)
        .args(["-lmpichfort", "-lmpi"])
        .arg(format!("-Wl,-rpath,{}", lib.display()))
        .output()
        .expect("gfortran");
    assert!(compiled.status.success(), "{}", text(&compiled));
    let program = Program::at(file);
    for (processes, nodes) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
        let output = program.run(processes, nodes, &[]);
        assert!(output.status.success(), "{}", text(&output));
        assert_eq!(output.stdout, b"all right\n", "{}", text(&output));
    }
}

/// A program with the module, which the wrapper compiles.
#[test]
fn fortran_programs_use_the_module() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let source = scratch().join(format!("mpi-module-{}.f90", std::process::id()));
    let program = "program uses\n  use mpi\n  implicit none\n  integer :: ierr, rank\n  double precision :: x\n\
                   \x20 call MPI_Init(ierr)\n  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)\n  x = rank\n\
                   \x20 call MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)\n\
                   \x20 call MPI_Allreduce(MPI_IN_PLACE, rank, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)\n\
                   \x20 if (x /= 3 .or. rank /= 3) error stop 3\n  call MPI_Finalize(ierr)\nend program\n";
    fs::write(&source, program).expect("the program's source");
    let file = source.with_extension("");
    let compiled = Command::new(tool("mpifort"))
        .arg("-w")
        .arg(&source)
        .arg("-o")
        .arg(&file)
        .output()
        .expect("mpifort");
    assert!(compiled.status.success(), "{}", text(&compiled));
    let output = Program::at(file).run(3, 1, &[]);
    assert!(output.status.success(), "{}", text(&output));
}

/// Each function of gfortran's names is there twice, so that a profiler may stand in front of it.
#[test]
fn functions_have_two_names() {
    let library = prefix().join("lib/libmpichfort.so.12");
    let listed = Command::new("nm").arg("-D").arg(library).output();
    let listed = String::from_utf8(listed.expect("nm").stdout).expect("names");
    let names = |kind: &str, start: &str| -> Vec<String> {
        let lines = listed.lines().filter_map(|line| line.split_once(kind));
        let names = lines.filter_map(|(_, name)| name.strip_prefix(start));
        names.map(str::to_owned).collect()
    };
    let (weak, strong) = (names(" W ", "mpi_"), names(" T ", "pmpi_"));
    assert_eq!(weak, strong);
    assert!(weak.len() > 300, "{} functions", weak.len());
    for name in ["send_", "allreduce_", "type_struct_", "cart_sub_", "wtime_"] {
        assert!(weak.iter().any(|weak| weak == name), "mpi_{name}");
    }
}

/// The COMMON blocks that tell `MPI_BOTTOM` and the like.
#[test]
fn the_library_has_the_common_blocks() {
    let library = fs::read(prefix().join("lib/libmpichfort.so.12")).expect("the library");
    for name in [
        "mpipriv1_",
        "mpipriv2_",
        "mpiprivc_",
        "mpifcmb5_",
        "mpifcmb9_",
    ] {
        let found = library
            .windows(name.len())
            .any(|bytes| bytes == name.as_bytes());
        assert!(found, "{name}");
    }
}
