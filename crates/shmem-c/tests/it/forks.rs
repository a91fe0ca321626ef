//! Forked children: what they can't do is refused and named, and what their parents do goes on.

use crate::toolchain::{compile, text};

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
