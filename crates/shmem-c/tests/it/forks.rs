//! Forked children. Operations that a child can't do are refused and named, and the parents
//! continue.

use crate::toolchain::{Program, compile, text};

#[test]
fn what_only_the_parent_can_do_is_refused() {
    let program = compile("forked.c", &["-std=c11"]);
    for (action, function, nodes) in [
        ("put", "shmem_long_p:", &[3][..]),
        ("put_nbi", "shmem_putmem_nbi:", &[3]),
        ("get", "shmem_long_g:", &[3]),
        ("add", "shmem_long_atomic_add:", &[3]),
        ("put_by_context", "shmem_ctx_long_p:", &[3]),
        ("barrier", "shmem_barrier_all:", &[1, 3]),
        ("allocate", "shmem_malloc:", &[1, 3]),
    ] {
        for &nodes in nodes {
            let output = program.run(3, nodes, &[action]);
            let told = text(&output);
            let words = [function, "a fork of rank 2", "which alone can"];
            assert!(
                output.status.code() == Some(1) && words.iter().all(|word| told.contains(word)),
                "{action} on {nodes} nodes: {told}"
            );
        }
    }
}

#[test]
fn what_is_on_the_node_is_the_child_s_as_well() {
    let program = compile("forked.c", &["-std=c99"]);
    for (action, pes, nodes) in [
        ("use_the_node", 3, 1),
        ("use_the_node", 3, 3),
        ("use_the_node", 4, 2),
        ("put", 3, 1),
        ("put_nbi", 3, 1),
        ("get", 3, 1),
        ("put_by_context", 3, 1),
    ] {
        let output = program.run(pes, nodes, &[action]);
        assert!(
            output.status.success(),
            "{action}, {pes} on {nodes}: {}",
            text(&output)
        );
    }
}

/// Checks that a program reported success and printed nothing else.
fn is_ok(program: &Program, pes: u32, nodes: u32, options: &[&str], action: &str) {
    let output = program.run_with(pes, nodes, options, &[action]);
    assert!(
        output.status.success() && output.stdout == b"ok\n" && output.stderr.is_empty(),
        "{action}, {pes} on {nodes}, {options:?}: {}",
        text(&output)
    );
}

#[test]
fn children_have_none_of_the_library_s_descriptors() {
    let program = compile("forks.c", &["-std=gnu11", "-DDESCRIPTORS"]);
    for (pes, nodes) in [(1, 1), (2, 1), (2, 2), (4, 2)] {
        is_ok(&program, pes, nodes, &[], "descriptors");
    }
    is_ok(
        &program,
        2,
        2,
        &["-x", "FARREACH_REACH=sxrc"],
        "descriptors",
    );
    is_ok(
        &program,
        2,
        2,
        &["-x", "FARREACH_HELPER=off"],
        "descriptors",
    );
}

#[test]
fn children_that_live_on_take_nothing_that_is_for_their_parents() {
    let program = compile("forks.c", &["-std=gnu11", "-DLIVES_ON"]);
    is_ok(&program, 2, 2, &[], "lives_on");
    is_ok(&program, 2, 2, &["-x", "FARREACH_LOSS=0.01"], "lives_on");
}

#[test]
fn handlers_that_were_registered_first_run_on_the_child_s_own_variables() {
    let program = compile("forks.c", &["-std=gnu11", "-DHANDLERS"]);
    for (pes, nodes) in [(1, 1), (2, 1), (2, 2)] {
        is_ok(&program, pes, nodes, &[], "handlers");
    }
}

#[test]
fn what_a_child_does_at_its_end_changes_nothing_of_its_parent_s() {
    let program = compile("forks.c", &["-std=gnu11", "-DEXITS"]);
    for option in ["FARREACH_REACH=sxrc", "FARREACH_NODE_QPS=64"] {
        for helper in ["on", "off"] {
            let helper = format!("FARREACH_HELPER={helper}");
            for (pes, nodes) in [(2, 2), (4, 2)] {
                is_ok(
                    &program,
                    pes,
                    nodes,
                    &["-x", option, "-x", &helper],
                    "exits",
                );
            }
        }
    }
}

#[test]
fn many_variables_are_copied_for_children_that_live_on_alone() {
    let program = compile("forks.c", &["-std=gnu11", "-DCOPIES"]);
    let never = ["-x", "FARREACH_FORK_COPY=600000"];
    for (pes, nodes) in [(1, 1), (2, 1), (2, 2)] {
        is_ok(&program, pes, nodes, &never, "runs_a_program");
        is_ok(&program, pes, nodes, &[], "has_copies");
        is_ok(
            &program,
            pes,
            nodes,
            &["-x", "FARREACH_FORK_COPY=0"],
            "has_copies",
        );
    }
}

#[test]
fn a_child_that_was_forked_before_may_join() {
    let program = compile("forks.c", &["-std=gnu11", "-DJOINS"]);
    for (pes, nodes) in [(1, 1), (2, 2)] {
        is_ok(&program, pes, nodes, &[], "joins_in_a_child");
    }
}
