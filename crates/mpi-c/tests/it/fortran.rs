//! MPI for Fortran.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
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

/// The types, optional arguments, callbacks, windows, files and large counts of `mpi_f08`.
#[test]
fn programs_use_the_module_of_fortran_2008() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let program = compile(&crate_folder().join("tests/c/f08.f90"), "f08");
    let file = scratch().join(format!("f08-{}.bin", std::process::id()));
    let path = file.to_str().expect("a path in UTF-8");
    for (processes, nodes) in [(1, 1), (2, 1), (4, 2)] {
        let output = run(&program, processes, nodes, &[path]);
        assert!(output.status.success(), "{}", text(&output));
        assert_eq!(output.stdout, b"all right\n", "{}", text(&output));
    }
    fs::remove_file(program).expect("the program");
}

/// What `mpifort` says of a program that calls MPI so, with these options.
fn refusal(module: &str, declaration: &str, call: &str, options: &[&str]) -> Option<String> {
    let source = scratch().join(format!("refused-{}.f90", std::process::id()));
    let lines = format!("use {module}\nimplicit none\n{declaration}\ncall {call}\nend\n");
    fs::write(&source, lines).expect("the program's source");
    let compiled = Command::new(tool("mpifort"))
        .args(["-fsyntax-only"])
        .args(options)
        .arg(&source)
        .output()
        .expect("mpifort");
    fs::remove_file(source).expect("the source");
    let told = String::from_utf8_lossy(&compiled.stderr).into_owned();
    (!compiled.status.success()).then_some(told)
}

/// The compiler checks the arguments, and the wrapper the options.
#[test]
fn wrong_arguments_are_not_compiled() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let of_mpi = [
        (
            "real :: x; integer :: e",
            "MPI_Comm_rank(MPI_COMM_WORLD, x, e)",
            "REAL",
        ),
        ("integer :: i", "MPI_Comm_rank(MPI_COMM_WORLD, i)", "ierror"),
        ("integer :: i, e", "MPI_Initialized(i, e)", "LOGICAL"),
        (
            "integer :: i, e",
            "MPI_Type_get_extent(MPI_INTEGER, i, i, e)",
            "INTEGER(8)",
        ),
        ("integer :: i, e", "MPI_Win_fence(0, 1.5, e)", "REAL"),
    ];
    for (declaration, call, word) in of_mpi {
        let told = refusal("mpi", declaration, call, &[]).unwrap_or_else(|| panic!("{call}"));
        assert!(told.contains(word), "{call}: {told}");
    }
    let of_f08 = [
        ("integer :: i", "MPI_Comm_rank(0, i)"),
        ("type(MPI_Comm) :: c", "MPI_Comm_rank(c, 5)"),
        ("type(MPI_Group) :: g; integer :: i", "MPI_Comm_size(g, i)"),
        (
            "integer :: s(5), x",
            "MPI_Recv(x, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, s)",
        ),
        (
            "type(MPI_Op) :: op",
            "MPI_Op_create(MPI_COMM_DUP_FN, .true., op)",
        ),
        (
            "integer :: x",
            "MPI_Bcast(x, 1, MPI_SUM, 0, MPI_COMM_WORLD)",
        ),
    ];
    for (declaration, call) in of_f08 {
        let told = refusal("mpi_f08", declaration, call, &[]);
        assert!(told.is_some(), "{call} is compiled");
    }
    let right = (
        "integer :: x(3, 3)",
        "MPI_Bcast(x(1:2, :), 6, MPI_INTEGER, 0, MPI_COMM_WORLD)",
    );
    let told = refusal("mpi_f08", right.0, right.1, &[]);
    assert_eq!(told, None, "a section of an array");
    let wide = refusal(
        "mpi",
        "integer :: e",
        "MPI_Init(e)",
        &["-fdefault-integer-8"],
    );
    let wide = wide.expect("an option that is refused");
    assert!(wide.contains("declare integer(kind=8)"), "{wide}");
}

/// A compiler that says to be of another version gets modules of its own, in the user's cache.
#[test]
fn another_compiler_gets_its_own_modules() {
    if !has_fortran() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let folder = scratch().join(format!("compilers-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let compiler = |name: &str, told: &str| {
        let path = folder.join(name);
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && {{ echo '{told}'; exit; }}\nexec gfortran \"$@\"\n"
        );
        fs::write(&path, script).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
        path
    };
    let show = |compiler: &Path, cache: &Path| {
        let output = Command::new(tool("mpifort"))
            .env("MPICH_FC", compiler)
            .env("XDG_CACHE_HOME", cache)
            .args(["-show", "a.f90"])
            .output();
        output.expect("mpifort")
    };
    let other = compiler("other", "GNU Fortran (other) 99.1");
    let cache = folder.join("cache");
    for _ in 0..2 {
        let output = show(&other, &cache);
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut words = shown.split(' ').filter_map(|word| word.strip_prefix("-I"));
        let modules = Path::new(words.next().expect("a folder"));
        assert!(modules.starts_with(&cache), "{}", text(&output));
        for name in ["mpi.mod", "mpi_f08.mod", "mpi_f08_types.mod"] {
            assert!(modules.join(name).exists(), "{name}");
        }
    }
    let made = fs::read_dir(cache.join("farreach")).expect("the cache");
    assert_eq!(made.count(), 1);
    let output = show(&other, Path::new("/proc/none"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success() && told.contains("XDG_CACHE_HOME"),
        "{told}"
    );
    let output = show(&compiler("foreign", "flang version 99"), &cache);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && told.contains("is no gfortran"),
        "{told}"
    );
    fs::remove_dir_all(folder).expect("the folder");
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

/// Each function of gfortran's names is there twice, so that a profiler may stand in front of it. Each function that a module
/// declares is there, and the modules have all functions.
#[test]
fn functions_have_two_names_and_are_declared() {
    let library = prefix().join("lib/libmpichfort.so.12");
    let listed = Command::new("nm").arg("-D").arg(library).output();
    let listed = String::from_utf8(listed.expect("nm").stdout).expect("names");
    let names = |kind: &str, start: &str| -> BTreeSet<String> {
        let lines = listed.lines().filter_map(|line| line.split_once(kind));
        let names = lines.filter_map(|(_, name)| name.strip_prefix(start));
        names.map(str::to_owned).collect()
    };
    let (weak, strong) = (names(" W ", "mpi_"), names(" T ", "pmpi_"));
    let profiled: BTreeSet<String> = names(" W ", "pmpi_").union(&strong).cloned().collect();
    let differing: Vec<&String> = weak.symmetric_difference(&profiled).collect();
    assert!(differing.is_empty(), "{differing:?}");
    assert!(weak.len() > 900, "{} functions", weak.len());
    for name in [
        "send_",
        "allreduce_",
        "type_struct_",
        "cart_sub_",
        "wtime_",
        "send_f08_",
        "send_c_f08_",
    ] {
        assert!(weak.contains(name), "mpi_{name}");
    }
    let declared = |file: &str| -> BTreeSet<String> {
        let text = fs::read_to_string(prefix().join("lib/farreach/fortran").join(file));
        let text = text.expect("a module's source").to_lowercase();
        let lines = text.lines().map(str::trim_start);
        let heads = lines.filter_map(|line| {
            line.strip_prefix("subroutine mpi_")
                .or(line.strip_prefix("function mpi_"))
        });
        let names = heads
            .filter_map(|head| head.split_once('('))
            .map(|(name, _)| format!("{name}_"));
        names.collect()
    };
    let (mpi, f08) = (declared("interfaces.f90"), declared("f08_interfaces.f90"));
    for name in mpi.union(&f08) {
        assert!(weak.contains(name), "mpi_{name} is declared and not there");
    }
    // Functions with results, which mpif.h declares; those without MPI_ERROR; and the kinds of C.
    let others = ["aint_add_", "aint_diff_", "f_sync_reg_", "wtick_", "wtime_"];
    let of_mpi = |name: &&String| !name.ends_with("f08_") && !name.ends_with("_c_");
    for name in weak.iter().filter(of_mpi) {
        assert!(
            mpi.contains(name) || others.contains(&name.as_str()),
            "mpi lacks {name}"
        );
    }
    let same = [
        "type_get_extent_c_",
        "type_get_true_extent_c_",
        "type_create_resized_c_",
        "file_get_type_extent_c_",
    ];
    // Functions of MPI-1.
    let old = [
        "attr_delete_",
        "errhandler_create_",
        "errhandler_get_",
        "errhandler_set_",
        "keyval_free_",
    ];
    for name in weak.iter().filter(|name| name.ends_with("_f08_")) {
        let plain = name.trim_end_matches("f08_");
        let is_left_out = same.contains(&plain) || old.contains(&plain) || plain == "f_sync_reg_";
        assert!(is_left_out != f08.contains(name), "mpi_f08 and {name}");
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
