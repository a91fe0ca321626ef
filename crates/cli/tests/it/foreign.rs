//! Programs that were built for another library of MPI, or for none.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::prefix::{Folder, prefix, run};

/// A library of MPI of another make, of which every process is alone.
const LIBRARY: &str = "int MPI_Init(int *c, char ***v) { (void)c; (void)v; return 0; }\n";
/// A program for MPI that needs nothing but this function.
const PROGRAM: &str = "#include <stdio.h>\nint MPI_Init(int *, char ***);\n\
                       int main(void) { MPI_Init(0, 0); puts(\"alone\"); return 0; }\n";

/// Makes a library named `name` in `folder`, and a program that is linked with it.
fn foreign(folder: &Path, name: &str) -> PathBuf {
    let source = folder.join("library.c");
    fs::write(&source, LIBRARY).expect("a source");
    let library = folder.join(name);
    let soname = format!("-Wl,-soname,{name}");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", &soname, "-o"]);
    run(compiler.arg(&library).arg(source));
    let source = folder.join("program.c");
    fs::write(&source, PROGRAM).expect("a source");
    let program = folder.join(format!("for-{name}"));
    let path = format!("-Wl,-rpath,{}", folder.display());
    let mut compiler = Command::new("cc");
    compiler.arg(source).arg(library).args([&path, "-o"]);
    run(compiler.arg(&program));
    program
}

/// Starts a program by this build, which has no library of MPI beside it, under a name.
fn started(called: &str, options: &[&str], program: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
    let output = command.arg0(called).args(options).arg(program).output();
    output.expect("farreach")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_program_for_mpi_of_which_no_process_has_joined_is_no_success() {
    let folder = Folder::new("strangers");
    let of_mpich = foreign(&folder.0, "libmpich.so.12");
    let of_open_mpi = foreign(&folder.0, "libmpi.so.40");
    for (called, options, program) in [
        (
            "farreach",
            &["run", "-n", "2", "--stats", "none"][..],
            &of_mpich,
        ),
        ("oshrun", &["-n", "2"], &of_mpich),
        ("mpiexec", &["-n", "2"], &of_mpich),
        ("mpiexec", &["-n", "2"], &of_open_mpi),
    ] {
        let output = started(called, options, program);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert_eq!(output.stdout, b"alone\nalone\n", "{told}");
        assert!(
            told.contains("no process of the job has joined it"),
            "{told}"
        );
    }
}

#[test]
fn nothing_is_said_about_mpi_to_a_program_that_does_not_use_it() {
    for program in ["true", "echo"] {
        let output = started("mpiexec", &["-n", "2"], Path::new(program));
        assert!(output.status.success(), "{output:?}");
        assert_eq!(told(&output), "");
    }
}

#[test]
fn a_program_that_was_built_for_mpich_finds_the_installed_library() {
    let folder = Folder::new("for-mpich");
    let source = folder.0.join("rank.c");
    let text = "#include <mpi.h>\n#include <stdio.h>\nint main(int argc, char **argv)\n{\n    int rank, size;\n    \
                MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    \
                MPI_Comm_size(MPI_COMM_WORLD, &size);\n    printf(\"%d of %d\\n\", rank, size);\n    \
                MPI_Finalize();\n    return 0;\n}\n";
    fs::write(&source, text).expect("a source");
    let program = folder.0.join("rank");
    // As MPICH's compilers link: without the way to this installation.
    let mut compiler = Command::new("cc");
    compiler
        .arg(&source)
        .arg("-I")
        .arg(prefix().join("include"));
    compiler.arg(prefix().join("lib/libmpi.so.12")).arg("-o");
    let path = format!("-Wl,-rpath-link,{}", prefix().join("lib").display());
    run(compiler.arg(&program).arg(path));
    let mut job = Command::new(prefix().join("bin/farreach"));
    job.args(["run", "-n", "2", "--stats", "none"]);
    let output = run(job.arg(&program));
    let printed = String::from_utf8_lossy(&output.stdout);
    let mut lines: Vec<&str> = printed.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["0 of 2", "1 of 2"]);
}
