//! Programs that check results themselves, in every placement.

use crate::toolchain::{compile, run, text};

/// Numbers of processes and of nodes.
const PLACEMENTS: [(u32, u32); 7] = [(1, 1), (2, 1), (2, 2), (3, 2), (5, 1), (8, 3), (9, 3)];

fn runs_everywhere(source: &str) {
    let program = compile(source);
    for (ranks, nodes) in PLACEMENTS {
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
}

#[test]
fn messages_arrive_in_every_mode() {
    runs_everywhere("point.c");
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
fn communicators_keep_apart_and_connect() {
    runs_everywhere("communicators.c");
}

#[test]
fn datatypes_place_the_bytes_of_messages() {
    runs_everywhere("datatypes.c");
}
