//! Programs that check results themselves, in placements, and the same files on MPICH. A run draws some of the placements, and of the
//! programs that run on MPICH.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::placements::drawn;
use crate::toolchain::{compile, run, run_on_mpich_if_drawn, run_with, scratch, text, tool};

/// Numbers of processes and of nodes.
const PLACEMENTS: [(u32, u32); 7] = [(1, 1), (2, 1), (2, 2), (3, 2), (5, 1), (8, 3), (9, 3)];

/// Those that each run has.
const ALWAYS: [(u32, u32); 2] = [(2, 1), (3, 2)];

/// Those of long programs, which run by Open MPI's ABI in the others.
const SOME: [(u32, u32); 5] = [(2, 1), (2, 2), (3, 2), (5, 1), (9, 3)];

fn runs_everywhere(source: &str) {
    runs_in(source, &PLACEMENTS);
}

/// Runs a program in placements, and on MPICH.
fn runs_in(source: &str, placements: &[(u32, u32)]) {
    let program = runs_on_ours(source, placements);
    let Some(output) = run_on_mpich_if_drawn(&program, source, 3) else {
        return;
    };
    let told = text(&output);
    let good = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{source} on MPICH: {told}");
    assert_eq!(good.matches("good").count(), 3, "{source} on MPICH: {told}");
}

/// Runs a program on this library only. Returns the program.
fn runs_on_ours(source: &str, placements: &[(u32, u32)]) -> PathBuf {
    let program = compile(source);
    for (ranks, nodes) in drawn(source, placements, &ALWAYS) {
        let output = run(&program, ranks, nodes, &[]);
        let told = text(&output);
        assert!(
            output.status.success(),
            "{source}, {ranks} on {nodes}: {told}"
        );
        assert_eq!(
            output.stdout,
            "good\n".repeat(ranks as usize).as_bytes(),
            "{told}"
        );
    }
    program
}

#[test]
fn messages_arrive_in_every_mode() {
    runs_everywhere("point.c");
}

#[test]
fn unreceived_messages_hold_up_nothing() {
    runs_everywhere("unreceived.c");
}

#[test]
fn collectives_give_what_the_standard_says() {
    runs_everywhere("collectives.c");
}

#[test]
fn collectives_run_on_groups_beside_messages() {
    runs_everywhere("grouped.c");
}

#[test]
fn rounded_sums_have_the_digits_of_other_libraries() {
    // Nodes with as many members each combine theirs first.
    let further = [(4, 2), (8, 2), (8, 4), (6, 3), (7, 7)];
    runs_in("rounded.c", &[&PLACEMENTS[..], &further].concat());
}

#[test]
fn communicators_keep_apart_and_connect() {
    runs_everywhere("communicators.c");
}

#[test]
fn neighbours_exchange_in_all_topologies() {
    runs_everywhere("neighbours.c");
}

#[test]
fn persistent_collectives_start_in_any_order() {
    // MPICH 4.0 copies what the root of a gather has when the collective is prepared, and not when it starts.
    runs_on_ours("prepared.c", &PLACEMENTS);
}

#[test]
fn datatypes_place_the_bytes_of_messages() {
    runs_everywhere("datatypes.c");
}

#[test]
fn datatypes_and_windows_survive_encryption_and_loss() {
    let bad_network = [
        ("FARREACH_SECURE", "on"),
        ("FARREACH_LOSS", "0.02"),
        ("FARREACH_SEED", "7"),
    ];
    for source in ["datatypes.c", "windows.c"] {
        let output = run_with(&bad_network, &compile(source), (3, 3), &[]);
        let told = text(&output);
        assert!(output.status.success(), "{told}");
        assert_eq!(told.matches("good").count(), 3, "{told}");
    }
}

#[test]
fn sessions_parts_and_tools_are_there() {
    // MPICH 4.0 fails where a second session begins.
    runs_on_ours("fourth.c", &PLACEMENTS);
}

#[test]
fn files_have_what_each_access_by_each_view_has_written() {
    runs_in("files.c", &SOME);
}

#[test]
fn a_full_file_system_is_told_by_its_class() {
    // A small file system in memory, which only this job sees.
    let folder = scratch().join(format!("full-{}", std::process::id()));
    std::fs::create_dir(&folder).expect("a folder");
    let mount = "mount -t tmpfs -o size=512k none \"$0\" && exec \"$@\"";
    let in_it = |command: &[&str]| {
        let mut unshare = Command::new("unshare");
        unshare.args(["-rm", "sh", "-c", mount]).arg(&folder);
        unshare.args(command).output()
    };
    if !in_it(&["true"]).is_ok_and(|output| output.status.success()) {
        println!("NOT TESTED: no file system can be mounted here");
        return;
    }
    let (launcher, program) = (tool("mpiexec"), compile("full.c"));
    let path = |path: &Path| path.to_str().expect("text").to_owned();
    let (launcher, program, place) = (path(&launcher), path(&program), path(&folder));
    for nodes in ["1", "2"] {
        let command = [&launcher, "-n", "3", "--nodes", nodes, &program, &place];
        let output = in_it(&command).expect("unshare");
        assert_eq!(output.stdout, b"good\ngood\ngood\n", "{}", text(&output));
    }
    std::fs::remove_dir(&folder).expect("the folder");
}

#[test]
fn windows_do_each_access_by_each_synchronisation() {
    runs_in("windows.c", &SOME);
}

#[test]
fn windows_have_what_a_sequential_model_has() {
    // Integers of windows of one node and of several change in different ways.
    runs_in("modelled.c", &SOME);
}

#[test]
fn accumulates_of_each_operation_and_type_exclude_each_other() {
    let program = runs_on_ours("accumulates.c", &SOME);
    // Loss, and the ways of members that execute no accumulates for other nodes.
    for environment in [
        [("FARREACH_LOSS", "0.02"), ("FARREACH_SEED", "9")],
        [("FARREACH_ACCUMULATE", "lock"), ("FARREACH_SEED", "9")],
        [("FARREACH_ACCUMULATE", "atomics"), ("FARREACH_SEED", "9")],
    ] {
        let output = run_with(&environment, &program, (2, 2), &[]);
        let told = text(&output);
        assert!(output.status.success(), "{environment:?}: {told}");
        assert_eq!(told.matches("good").count(), 2, "{environment:?}: {told}");
    }
}

#[test]
fn threads_wait_for_each_other_s_requests() {
    runs_everywhere("threads.c");
}

#[test]
fn processes_that_poll_leave_their_core_to_others() {
    // One core for all, whatever the host has: the program binds itself.
    for nodes in [1, 2] {
        let output = run(&compile("polling.c"), 4, nodes, &[]);
        assert!(output.status.success(), "{}", text(&output));
        assert_eq!(output.stdout, "good\n".repeat(4).as_bytes());
    }
}

#[test]
fn mistakes_give_the_classes_of_the_standard() {
    runs_everywhere("errors.c");
}

#[test]
fn rare_mistakes_give_errors_and_freed_objects_no_memory() {
    // MPICH has the ports that the program takes as absent.
    let program = runs_on_ours("edges.c", &PLACEMENTS);
    let output = run(&program, 2, 1, &[]);
    let told = text(&output);
    for name in ["MPI_Open_port", "MPI_Close_port"] {
        let line = format!("{name}: this library does not have this function");
        assert_eq!(
            told.matches(&line).count(),
            2,
            "once in each process: {told}"
        );
    }
}
