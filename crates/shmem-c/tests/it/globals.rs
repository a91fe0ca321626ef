//! Variables of programs and libraries are symmetric.

use std::path::PathBuf;
use std::process::Command;

use crate::toolchain::{Program, compile, crate_folder, scratch, text, tool};

/// The library that the programs use.
fn library() -> PathBuf {
    let file = scratch().join(format!("libglobals-{}.so", std::process::id()));
    let source = crate_folder().join("tests/c/globals_library.c");
    let compiled = Command::new(tool("oshcc"))
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&file)
        .arg(source)
        .output()
        .expect("oshcc");
    assert!(compiled.status.success(), "{}", text(&compiled));
    file
}

fn is_good_on_all(program: &Program, pes: u32, nodes: u32, options: &[&str]) {
    let output = program.run_with(pes, nodes, options, &[]);
    assert!(output.status.success(), "{}", text(&output));
    let told = String::from_utf8_lossy(&output.stdout);
    let good = told.lines().filter(|line| *line == "good").count();
    assert_eq!(good, pes as usize, "{}", text(&output));
}

#[test]
fn variables_of_the_program_and_its_library_are_symmetric_in_every_placement() {
    let library = library();
    let path = library.to_str().expect("a path in UTF-8");
    for kind in ["-pie", "-no-pie"] {
        let code = if kind == "-pie" { "-fPIE" } else { "-fno-pie" };
        let program = compile("globals.c", &[kind, code, "-Wl,--no-as-needed", path]);
        for (pes, nodes) in [(1, 1), (3, 1), (2, 2), (5, 2)] {
            is_good_on_all(&program, pes, nodes, &[]);
        }
        is_good_on_all(&program, 4, 2, &["-x", "FARREACH_REACH=sxrc"]);
    }
    std::fs::remove_file(library).expect("made here");
}

#[test]
fn children_have_variables_of_their_own() {
    let program = compile("globals_fork.c", &[]);
    for (pes, nodes) in [(1, 1), (2, 1), (2, 2)] {
        is_good_on_all(&program, pes, nodes, &[]);
    }
}
