//! Variables of programs and libraries are symmetric.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::toolchain::{Program, compile, crate_folder, prefix, scratch, text, tool};

/// The library that the programs of a test use.
fn library(test: &str) -> PathBuf {
    let file = scratch().join(format!("libglobals-{test}-{}.so", std::process::id()));
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
    are_all_good(&program.run_with(pes, nodes, options, &[]), pes);
}

fn are_all_good(output: &Output, pes: u32) {
    assert!(output.status.success(), "{}", text(output));
    let told = String::from_utf8_lossy(&output.stdout);
    let good = told.lines().filter(|line| *line == "good").count();
    assert_eq!(good, pes as usize, "{}", text(output));
}

#[test]
fn variables_of_the_program_and_its_library_are_symmetric_in_every_placement() {
    let library = library("placements");
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

#[test]
fn different_programs_in_a_job_are_named() {
    let one = compile("globals_room.c", &["-DROOM=100"]);
    let other = compile("globals_room.c", &["-DROOM=100000"]);
    let both = [one.path(), other.path()].map(|path| path.to_string_lossy().into_owned());
    let script = r#"if [ "$FARREACH_RANK" = 1 ]; then exec "$1"; else exec "$0"; fi"#;
    for (nodes, words) in [(1, "differs from"), (2, "the variables of another program")] {
        let mut command = Command::new(tool("oshrun"));
        command.args([
            "-n",
            "2",
            "--nodes",
            nodes.to_string().as_str(),
            "--timeout",
            "600",
        ]);
        let output = command.args(["sh", "-c", script]).args(&both).output();
        let output = output.expect("oshrun");
        let told = text(&output);
        assert!(!output.status.success() && told.contains(words), "{told}");
        assert!(told.contains("rank 0") || told.contains("rank 1"), "{told}");
    }
}

#[test]
fn more_variables_than_there_is_room_for_are_refused_with_numbers() {
    let program = compile("globals_room.c", &["-DROOM=20000000"]);
    let output = program.run_with(2, 1, &["-x", "FARREACH_GLOBALS=16M"], &[]);
    let told = text(&output);
    assert!(
        !output.status.success()
            && told.contains("there is room for 16777216: raise FARREACH_GLOBALS"),
        "{told}"
    );
    is_good_on_all(&program, 2, 1, &["-x", "FARREACH_GLOBALS=32M"]);
    let output = program.run_with(2, 1, &["-x", "FARREACH_GLOBALS=0"], &[]);
    let told = text(&output);
    assert!(
        !output.status.success() && told.contains("not symmetric"),
        "{told}"
    );
}

#[test]
fn a_program_with_the_library_in_it_shares_its_variables_too() {
    let archive = prefix().join("lib/libshmem.a");
    let file = scratch().join(format!("globals-archive-{}", std::process::id()));
    let compiled = Command::new("cc")
        .arg("-I")
        .arg(prefix().join("include"))
        .args(["-O1", "-o"])
        .arg(&file)
        .arg(crate_folder().join("tests/c/globals_fork.c"))
        .arg(archive)
        .args(["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl"])
        .output()
        .expect("cc");
    assert!(compiled.status.success(), "{}", text(&compiled));
    let program = Program::at(file);
    for nodes in [1, 2] {
        is_good_on_all(&program, 2, nodes, &[]);
    }
}

#[test]
fn initialisation_waits_for_the_node_alone_and_early_puts_arrive() {
    let program = compile("globals_late.c", &[]);
    let sign = scratch().join(format!("globals-late-{}", std::process::id()));
    let path = sign.to_str().expect("a path in UTF-8");
    for reach in ["rc", "sxrc"] {
        let options = ["-x", &format!("FARREACH_REACH={reach}")];
        are_all_good(&program.run_with(4, 2, &options, &[path]), 4);
        std::fs::remove_file(&sign).expect("made by the program");
    }
}

#[test]
fn the_addresses_of_a_closed_library_stand_for_nothing_else() {
    let library = library("closed");
    let program = compile("globals_closed.c", &["-std=gnu11", "-ldl"]);
    let path = library.to_str().expect("a path in UTF-8");
    for (pes, nodes) in [(1, 1), (2, 1), (2, 2)] {
        let output = program.run(pes, nodes, &[path]);
        assert!(
            output.status.success(),
            "{pes} on {nodes}: {}",
            text(&output)
        );
    }
    std::fs::remove_file(library).expect("made here");
}

#[test]
fn what_a_program_s_own_allocator_writes_is_not_lost() {
    let program = compile("own_malloc.c", &["-std=gnu11"]);
    for (pes, nodes) in [(1, 1), (2, 1), (2, 2)] {
        let output = program.run(pes, nodes, &[]);
        assert!(
            output.status.success(),
            "{pes} on {nodes}: {}",
            text(&output)
        );
    }
}
