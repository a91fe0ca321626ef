//! Global Arrays as Debian has it: an archive that was built for MPICH and ARMCI-MPI, linked with this
//! library's ARMCI and MPI.

use std::path::Path;

use crate::toolchain::{compile_with, crate_folder, prefix, run, text};

/// Packages: libglobalarrays-dev, libscalapack-mpich-dev.
const ARCHIVES: [&str; 2] = ["libga-mpich.a", "libscalapack-mpich.so"];

fn is_installed() -> bool {
    let folder = Path::new("/usr/lib").join(format!("{}-linux-gnu", std::env::consts::ARCH));
    ARCHIVES.iter().all(|name| folder.join(name).exists())
}

#[test]
fn global_arrays_of_debian_runs_on_this_library() {
    if !is_installed() {
        eprintln!("skipped: libglobalarrays-dev and libscalapack-mpich-dev are not installed");
        return;
    }
    let source = std::fs::read_to_string(crate_folder().join("tests/c/global_arrays.c"));
    let library = format!("-L{}", prefix().join("lib").display());
    let program = compile_with(
        "global_arrays.c",
        &source.expect("the program's source"),
        &[
            "-lga-mpich",
            &library,
            "-larmci",
            "-lscalapack-mpich",
            "-l:liblapack.so.3",
            "-l:libblas.so.3",
            "-lgfortran",
            "-lm",
        ],
    );
    // The program checks its arrays. What it prints does not depend on the number of processes.
    let told = "product -2552.500000 dot 23.750000 skew -6901.000000 norm 79661.500000";
    for (ranks, nodes) in [(1, 1), (2, 1), (3, 3), (4, 2)] {
        let output = run(&program, ranks, nodes, &[]);
        let whole = text(&output);
        assert!(output.status.success(), "{ranks} on {nodes}: {whole}");
        let printed = String::from_utf8_lossy(&output.stdout);
        let good = printed.lines().filter(|line| *line == "good").count();
        assert_eq!(good, ranks as usize, "{whole}");
        assert!(printed.lines().any(|line| line == told), "{whole}");
    }
}
