//! Programs that load modules of other ABIs: each part calls the library that it is linked with, and all are one process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::openmpi;
use crate::toolchain::{prefix, run_with, scratch, text, tool};

/// The functions that the program and the modules have in common.
const SHARED: &str = "#include <mpi.h>\n#include <stdio.h>\n\
    static int sum_of_ranks(int *sum)\n{\n    int rank, size;\n    MPI_Comm twin;\n    \
    MPI_Comm_size(MPI_COMM_WORLD, &size);\n    MPI_Comm_dup(MPI_COMM_WORLD, &twin);\n    MPI_Comm_rank(twin, &rank);\n    \
    MPI_Allreduce(&rank, sum, 1, MPI_INT, MPI_SUM, twin);\n    MPI_Comm_free(&twin);\n    return rank + 100 * size;\n}\n";

const MODULE: &str = "int module(int *sum) { return sum_of_ranks(sum); }\n";

/// Loads the module that is its argument, and writes what both find out.
const PROGRAM: &str = "#include <dlfcn.h>\nint main(int argc, char **argv)\n{\n    int own = -1, other = -1;\n    \
    MPI_Init(&argc, &argv);\n    void *loaded = dlopen(argv[1], RTLD_NOW);\n    if (!loaded) {\n        \
    printf(\"%s\\n\", dlerror());\n        return 1;\n    }\n    \
    int (*module)(int *) = (int (*)(int *))dlsym(loaded, \"module\");\n    \
    int here = sum_of_ranks(&own), there = module(&other);\n    \
    printf(\"%d %d, %s\\n\", own, other, here == there ? \"one process\" : \"two processes\");\n    \
    MPI_Finalize();\n    return 0;\n}\n";

/// The ABIs: MPICH's, Open MPI's and the standard's.
const ABIS: [&str; 3] = ["mpich", "openmpi", "standard"];

/// Compiles a text for an ABI. `None` if Open MPI's header is not there.
fn compile(abi: &str, name: &str, source: &str, arguments: &[&str]) -> Option<PathBuf> {
    let file = scratch().join(format!("{name}-{abi}-{}", std::process::id()));
    let path = file.with_extension("c");
    fs::write(&path, format!("{SHARED}{source}")).expect("a source");
    let file = if abi == "openmpi" {
        openmpi::compile("cc", &path, arguments)?
    } else {
        let wrapper = ["mpicc", "mpicc_abi"][usize::from(abi == "standard")];
        let compiled = Command::new(tool(wrapper))
            .arg(&path)
            .args(arguments)
            .arg("-o")
            .arg(&file)
            .output()
            .expect(wrapper);
        assert!(compiled.status.success(), "{abi}: {}", text(&compiled));
        file
    };
    fs::remove_file(path).expect("the source");
    Some(file)
}

/// Runs a program of one ABI with a module of another by the auditor.
fn check(program: &Path, module: &Path) {
    let auditor = prefix().join("lib/farreach/abis.so");
    let variables = [("LD_AUDIT", auditor.to_str().expect("a path"))];
    let module = module.to_str().expect("a path");
    for placement in [(2, 1), (3, 2)] {
        let output = run_with(&variables, program, placement, &[module]);
        let ranks = placement.0;
        let sum = ranks * (ranks - 1) / 2;
        let expected = format!("{sum} {sum}, one process\n").repeat(ranks as usize);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{} with {module}: {}",
            program.display(),
            text(&output)
        );
        assert!(output.status.success(), "{}", text(&output));
    }
}

#[test]
fn modules_call_the_library_that_they_are_linked_with() {
    let programs = ABIS.map(|abi| compile(abi, "loader", PROGRAM, &["-ldl"]));
    let modules = ABIS.map(|abi| compile(abi, "module", MODULE, &["-shared", "-fPIC"]));
    for program in programs.iter().flatten() {
        for module in modules.iter().flatten() {
            check(program, module);
        }
    }
    for file in programs.iter().chain(&modules).flatten() {
        fs::remove_file(file).expect("what was compiled");
    }
}

/// Without the auditor the dynamic linker prefers the program's library, which does not know the module's handle, and says so.
#[test]
fn a_call_that_reaches_another_abi_is_an_error() {
    let Some(program) = compile("openmpi", "stranger", PROGRAM, &["-ldl"]) else {
        return;
    };
    let module = compile("mpich", "strange", MODULE, &["-shared", "-fPIC"]).expect("mpicc");
    let output = run_with(&[], &program, (1, 1), &[module.to_str().expect("a path")]);
    let told = text(&output);
    assert!(
        told.contains("MPI_Comm_size: argument comm: 0x44000000 names no communicator"),
        "{told}"
    );
    for file in [program, module] {
        fs::remove_file(file).expect("what was compiled");
    }
}
