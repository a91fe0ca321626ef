//! Mistakes of programs. The job ends on every PE at once, with a line that names the function, the
//! PE, the argument, its value and the limit.

use std::path::Path;

use crate::conformance::Conforming;
use crate::toolchain::{run, text};

/// The mistake's name in `tests/c/mistakes.c`, and words that the message must have besides the PE.
type Mistake = (&'static str, &'static [&'static str]);

const MISTAKES: &[Mistake] = &[
    ("put_stack", &["shmem_long_put:", "argument dest:", "0x"]),
    ("put_null", &["shmem_long_put:", "argument dest:"]),
    (
        "put_null_source",
        &["shmem_int_put:", "argument source:", "is a null pointer"],
    ),
    (
        "put_too_long",
        &["shmem_putmem:", "argument dest:", "70368744177664"],
    ),
    ("put_pe_too_high", &["shmem_long_put:", "argument pe:", "2"]),
    (
        "put_pe_negative",
        &["shmem_long_put:", "argument pe:", "-3", "numbered from 0"],
    ),
    (
        "put_nbi_pe_too_high",
        &["shmem_putmem_nbi:", "argument pe:", "7"],
    ),
    ("p_pe_too_high", &["shmem_long_p:", "argument pe:", "2"]),
    ("p_stack", &["shmem_long_p:", "argument dest:", "0x"]),
    ("get_pe_too_high", &["shmem_long_get:", "argument pe:", "2"]),
    ("get_stack", &["shmem_long_get:", "argument source:", "0x"]),
    ("g_stack", &["shmem_long_g:", "argument source:", "0x"]),
    ("g_pe_negative", &["shmem_long_g:", "argument pe:", "-1"]),
    (
        "iput_stride_zero",
        &["shmem_long_iput:", "argument dst:", "0"],
    ),
    ("iput_too_long", &["shmem_long_iput:", "argument"]),
    (
        "put_ctx_invalid",
        &["shmem_ctx_long_put:", "argument ctx:", "SHMEM_CTX_INVALID"],
    ),
    (
        "put_ctx_destroyed",
        &["shmem_ctx_long_put:", "argument ctx:", "destroyed"],
    ),
    (
        "atomic_misaligned",
        &["shmem_long_atomic_add:", "argument dest:", "8"],
    ),
    (
        "atomic_stack",
        &["shmem_long_atomic_fetch_inc:", "argument dest:", "0x"],
    ),
    (
        "atomic_pe_too_high",
        &["shmem_long_atomic_fetch_add:", "argument pe:", "2"],
    ),
    (
        "signal_operation",
        &["shmem_long_put_signal:", "argument sig_op:", "77"],
    ),
    (
        "signal_stack",
        &["shmem_long_put_signal:", "argument sig_addr:", "0x"],
    ),
    (
        "signal_misaligned",
        &["shmem_long_put_signal:", "argument sig_addr:", "8"],
    ),
    (
        "wait_comparison",
        &["shmem_long_wait_until:", "argument cmp:", "99"],
    ),
    (
        "test_comparison",
        &["shmem_long_test:", "argument cmp:", "-5"],
    ),
    ("lock_stack", &["shmem_set_lock:", "argument lock:", "0x"]),
    ("free_stack", &["shmem_free:", "argument ptr:", "0x"]),
    ("free_inside", &["shmem_free:", "argument ptr:", "0x"]),
    (
        "team_invalid",
        &[
            "shmem_long_broadcast:",
            "argument team:",
            "SHMEM_TEAM_INVALID",
        ],
    ),
    (
        "team_predefined",
        &["shmem_team_destroy:", "argument team:"],
    ),
    (
        "broadcast_root",
        &["shmem_long_broadcast:", "argument PE_root:", "2"],
    ),
    (
        "broadcast_stack",
        &["shmem_long_broadcast:", "argument dest:", "0x"],
    ),
    (
        "reduce_null",
        &[
            "shmem_long_sum_reduce:",
            "argument source:",
            "is a null pointer",
        ],
    ),
    (
        "reduce_into_stack",
        &["shmem_long_sum_reduce:", "argument dest:", "0x"],
    ),
    (
        "reduce_too_long",
        &[
            "shmem_long_sum_reduce:",
            "argument source:",
            "70368744177664",
        ],
    ),
    (
        "active_set_size",
        &["shmem_barrier:", "active set of 3", "job's 2"],
    ),
    (
        "active_set_stride",
        &["shmem_barrier:", "argument logPE_stride:", "-1"],
    ),
    (
        "quiet_pe_too_high",
        &["shmem_pe_quiet:", "argument target_pes:", "2"],
    ),
    (
        "ctx_team_pe_too_high",
        &["shmem_ctx_long_p:", "argument pe:", "2"],
    ),
    ("free_twice", &["shmem_free:", "argument ptr:", "0x"]),
    (
        "team_no_handle",
        &["shmem_team_my_pe:", "argument team:", "0x1230 is no team"],
    ),
    (
        "number_before_the_start",
        &["shmem_my_pe:", "before shmem_init"],
    ),
    (
        "team_destroyed",
        &["shmem_long_broadcast:", "argument team:", "destroyed"],
    ),
    ("after_the_end", &["shmem_long_put:", "shmem_finalize"]),
    ("before_the_start", &["shmem_long_p:", "before shmem_init"]),
];

/// Mistakes that are found only with `FARREACH_DEBUG=on`: those that members find together, and
/// those that other libraries accept.
const LOOKED_FOR: &[Mistake] = &[
    (
        "active_set_stranger",
        &["shmem_barrier:", "active set of 1", "not in"],
    ),
    (
        "active_set_psync",
        &["shmem_barrier:", "argument pSync:", "element 2 is 4711"],
    ),
    (
        "align_three",
        &["shmem_align:", "argument alignment:", "24"],
    ),
    (
        "reduce_stack",
        &["shmem_long_sum_reduce:", "argument source:", "0x"],
    ),
    (
        "different_sizes",
        &[
            "shmem_long_fcollect:",
            "length",
            "16 on rank 1",
            "8 on rank 0",
        ],
    ),
    (
        "different_roots",
        &[
            "shmem_long_broadcast:",
            "root",
            "0 on rank 0",
            "1 on rank 1",
        ],
    ),
];

/// Mistakes that are found only if a transfer leaves the node. On a node the copy itself faults, as
/// any other access of the program would.
const BETWEEN_NODES: &[Mistake] = &[
    (
        "put_unmapped",
        &["shmem_putmem:", "argument source:", "1048576 bytes"],
    ),
    (
        "get_unmapped",
        &["shmem_getmem:", "argument dest:", "1048576 bytes"],
    ),
    (
        "put_signal_unmapped",
        &["shmem_putmem_signal:", "argument source:", "1048576 bytes"],
    ),
    (
        "put_from_nowhere",
        &[
            "shmem_putmem:",
            "argument source:",
            "0x1000 ",
            "from 0x1000 on",
        ],
    ),
    (
        "put_unreadable",
        &["part of the source of a transfer, can't be read from 0x"],
    ),
    (
        "put_cut_file",
        &["part of the source of a transfer, can't be read from 0x"],
    ),
    (
        "put_nbi_unmapped",
        &["8192 bytes at 0x", "part of the source of a transfer"],
    ),
    (
        "puts_nbi_unreadable",
        &["8192 bytes at 0x", "part of the source of a transfer"],
    ),
    (
        "put_unmapped_before_it_left",
        &["part of the source of a transfer"],
    ),
];

/// Mistakes that need three members.
const OF_THREE: &[Mistake] = &[(
    "different_active_sets",
    &[
        "shmem_barrier:",
        "rank 0 calls for an active set of 3",
        "rank 1 calls for an active set of 2",
    ],
)];

/// The program. Each test has its own copy, because each looks for its own processes that are left
/// behind.
static PROGRAM: Conforming = program("mistakes");
static PROGRAM_LOOKED_FOR: Conforming = program("mistakes_looked_for");
static PROGRAM_BETWEEN_NODES: Conforming = program("mistakes_between_nodes");

const fn program(name: &'static str) -> Conforming {
    Conforming::new(name, "mistakes.c", &["-std=c11", "-Wno-nonnull"])
}

/// The running processes of this program.
fn left_behind(program: &Path) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").expect("/proc");
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter(|pid: &i32| {
        std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe == program)
    })
    .collect()
}

/// Makes each mistake in jobs of `pes` PEs, on one node and on two. Reports all failures together.
fn refused(program: &Path, pes: u32, mistakes: &[Mistake], options: &[&str]) {
    refused_on(&[1, 2], program, pes, mistakes, options);
}

/// Makes each mistake in jobs of `pes` PEs on these numbers of nodes.
fn refused_on(nodes: &[u32], program: &Path, pes: u32, mistakes: &[Mistake], options: &[&str]) {
    let mut wrong = Vec::new();
    for &(name, words) in mistakes {
        for &nodes in nodes {
            let output = run(program, pes, nodes, options, &[name]);
            let told = String::from_utf8_lossy(&output.stderr);
            let missing: Vec<&&str> = words.iter().filter(|word| !told.contains(**word)).collect();
            // 42: the mistake was not noticed. 124: nothing ended the job. 128 and more: a signal
            // ended it.
            let ended_well = matches!(output.status.code(), Some(1..=41));
            let left = left_behind(program);
            if !missing.is_empty() || !ended_well || told.contains("panicked") || !left.is_empty() {
                wrong.push(format!(
                    "{name} on {nodes} nodes: not said: {missing:?}; left behind: {left:?}; {}",
                    text(&output)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn mistakes_end_the_job_and_are_named() {
    refused(PROGRAM.file(), 2, MISTAKES, &[]);
}

#[test]
fn buffers_that_are_no_memory_are_named() {
    let program = PROGRAM_BETWEEN_NODES.file();
    refused_on(&[2], program, 2, BETWEEN_NODES, &[]);
}

#[test]
fn mistakes_that_are_looked_for_are_named() {
    let (program, options) = (PROGRAM_LOOKED_FOR.file(), ["-x", "FARREACH_DEBUG=on"]);
    refused(program, 2, LOOKED_FOR, &options);
    refused(program, 3, OF_THREE, &options);
}
