//! Launchers that stop answering, at each step of a job.

use std::process::Output;

use crate::server::{Job, Manner};

const ALL: [&str; 4] = ["publish", "exchange", "finalize", "release"];
/// As good as for ever.
const FOREVER_MS: u32 = 300_000;

fn run(manner: Manner, patience_ms: u32) -> Vec<(Output, String)> {
    let job = Job {
        manner,
        patience_ms,
        ..Job::default()
    };
    let with_text = |output: Output| {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (output, text)
    };
    job.run(&ALL).into_iter().map(with_text).collect()
}

#[test]
fn a_launcher_that_falls_silent_is_named_by_each_rank_with_what_it_was_asked() {
    for (command, asked) in [
        ("put", "put"),
        ("get", "get"),
        ("finalize", "finalize"),
        // Only this server knows that it would not have answered.
        (
            "barrier_in",
            "get_maxes, which it was asked during barrier_in,",
        ),
    ] {
        for (rank, (output, text)) in run(Manner::FallsSilentAt(command), 300).iter().enumerate() {
            assert!(!output.status.success(), "{command}: {text}");
            let own = std::process::id();
            for part in [
                format!("rank {rank} on "),
                format!("process {own}) has not answered "),
                format!("not answered {asked} for"),
                "FARREACH_START_TIMEOUT".to_owned(),
            ] {
                assert!(text.contains(&part), "{command}: {part:?} in {text:?}");
            }
        }
    }
}

#[test]
fn a_launcher_that_closes_its_connections_ends_all_ranks_at_once() {
    for command in ["put", "barrier_in", "get", "finalize"] {
        let ended = run(Manner::ClosesAt(command), FOREVER_MS);
        for (output, text) in &ended {
            assert!(!output.status.success(), "{command}: {text}");
            assert!(text.contains("the job is over"), "{command}: {text}");
        }
        // Whoever sees it first says why, and tells the others that the job is over.
        let is_named = |(_, text): &(Output, String)| {
            text.contains("the launcher has closed its PMI connection")
        };
        assert!(ended.iter().any(is_named), "{command}: {ended:?}");
    }
}

#[test]
fn a_fence_lasts_as_long_as_the_launcher_answers_other_questions() {
    for (output, text) in run(Manner::FencesLast(3), 300) {
        assert!(output.status.success(), "{text}");
    }
}

#[test]
fn nodes_that_share_a_kernel_know_that_they_share_its_cores() {
    let job = Job {
        mapping: "(vector,(0,1,2),(1,1,1))",
        size: 3,
        ..Job::default()
    };
    for (rank, output) in job.run(&ALL).iter().enumerate() {
        let text = String::from_utf8_lossy(&output.stdout);
        let node = rank / 2;
        let expected = format!("rank {rank} of 3, node {node} of 2, 3 on this host\n");
        assert_eq!(text, expected, "{output:?}");
    }
}
