//! MPI for Fortran.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::toolchain::{crate_folder, prefix, run, scratch, text, tool};

/// Whether a Fortran compiler is installed.
fn has_fortran() -> bool {
    Command::new("gfortran").arg("--version").output().is_ok()
}

/// Compiles a program by `mpifort`.
fn compile(source: &Path, name: &str) -> PathBuf {
    let file = scratch().join(format!("{name}-{}", std::process::id()));
    let compiled = Command::new(tool("mpifort"))
        // Warns of calls whose buffers have different types.
        .args(["-w", "-O1"])
        // Modules of the program's own would be left in the work tree.
        .arg("-J")
        .arg(scratch())
        .arg(source)
        .arg("-o")
        .arg(&file)
        .output()
        .expect("mpifort");
    assert!(compiled.status.success(), "{}", text(&compiled));
    file
}

/// Programs that were built for MPICH load `libmpichfort.so.12`, and have the COMMON blocks.
#[test]
fn programs_do_what_those_in_c_do() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let program = compile(&crate_folder().join("tests/c/interface.f90"), "interface");
    for (processes, nodes) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
        let output = run(&program, processes, nodes, &[]);
        assert!(output.status.success(), "{}", text(&output));
        assert_eq!(output.stdout, b"all right\n", "{}", text(&output));
    }
    fs::remove_file(program).expect("the program");
}

/// Each version of gfortran has its own form of modules, so this one was compiled here.
#[test]
fn programs_use_the_module() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let source = scratch().join(format!("module-{}.f90", std::process::id()));
    let lines = [
        "program uses",
        "  use mpi",
        "  implicit none",
        "  integer :: ierr, rank",
        "  double precision :: x",
        "  call MPI_Init(ierr)",
        "  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)",
        "  x = rank",
        "  call MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)",
        "  call MPI_Allreduce(MPI_IN_PLACE, rank, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)",
        "  if (x /= 3 .or. rank /= 3) error stop 3",
        "  call MPI_Finalize(ierr)",
        "end program",
    ];
    fs::write(&source, lines.join("\n") + "\n").expect("the program's source");
    let program = compile(&source, "module");
    let output = run(&program, 3, 1, &[]);
    assert!(output.status.success(), "{}", text(&output));
    fs::remove_file(source).expect("the source");
    fs::remove_file(program).expect("the program");
}

/// The module knows the arguments' names, and the size of anything.
#[test]
fn programs_name_arguments() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let program = compile(&crate_folder().join("tests/c/module.f90"), "named");
    for (processes, nodes) in [(1, 1), (3, 2)] {
        let output = run(&program, processes, nodes, &[]);
        assert!(output.status.success(), "{}", text(&output));
        let good = "good\n".repeat(processes as usize);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            good,
            "{}",
            text(&output)
        );
    }
    fs::remove_file(program).expect("the program");
}

/// Fortran has buffers of its own, in both processes.
#[test]
fn what_a_program_has_printed_arrives_when_its_job_ends() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let source = scratch().join(format!("unflushed-{}.f90", std::process::id()));
    let lines = [
        "program unflushed",
        "  use mpi",
        "  implicit none",
        "  integer :: ierr, rank",
        "  call MPI_Init(ierr)",
        "  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)",
        "  print *, 'unflushed of', rank",
        "  call MPI_Barrier(MPI_COMM_WORLD, ierr)",
        "  if (rank == 0) call MPI_Abort(MPI_COMM_WORLD, 3, ierr)",
        "  call MPI_Barrier(MPI_COMM_WORLD, ierr)",
        "  call MPI_Finalize(ierr)",
        "end program",
    ];
    fs::write(&source, lines.join("\n") + "\n").expect("the program's source");
    let program = compile(&source, "unflushed");
    let output = run(&program, 2, 1, &[]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        printed.matches("unflushed of").count(),
        2,
        "{}",
        text(&output)
    );
    fs::remove_file(source).expect("the source");
    fs::remove_file(program).expect("the program");
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
