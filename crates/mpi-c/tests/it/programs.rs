//! Programs that check results themselves, in every placement, and the same files on MPICH.

use crate::toolchain::{compile, run, run_on_mpich, text};

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
    let Some(output) = run_on_mpich(&program, 3) else {
        return;
    };
    let told = text(&output);
    let good = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{source} on MPICH: {told}");
    assert_eq!(good.matches("good").count(), 3, "{source} on MPICH: {told}");
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
fn communicators_keep_apart_and_connect() {
    runs_everywhere("communicators.c");
}

#[test]
fn datatypes_place_the_bytes_of_messages() {
    runs_everywhere("datatypes.c");
}

#[test]
fn threads_wait_for_each_other_s_requests() {
    runs_everywhere("threads.c");
}

#[test]
fn mistakes_give_the_classes_of_the_standard() {
    runs_everywhere("errors.c");
}
