//! Launchers that lie: each rank ends with an error that says what was answered, and none panics, hangs or goes on.

use crate::server::{ENDLESS, Job, Manner};

const ALL: [&str; 4] = ["publish", "exchange", "finalize", "release"];

/// Time after which a rank gives up that waits for what never comes.
const PATIENCE_MS: u32 = 3_000;

/// Runs a job under such a launcher. No rank may panic or be killed. With words, each rank must end with an error, and one
/// of the errors must have one of the words.
fn ends(job: &Job, what: &str, words: &[&str]) {
    let mut is_told = words.is_empty();
    for (rank, output) in job.run(&ALL).iter().enumerate() {
        let text = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code();
        let is_right = code == Some(1) || words.is_empty() && code == Some(0);
        assert!(is_right, "{what}: rank {rank}: {code:?}: {text}");
        assert!(!text.contains("panicked"), "{what}: rank {rank}: {text}");
        is_told |= words.iter().any(|word| text.contains(word));
        println!("{what}: rank {rank}: {text}");
    }
    assert!(is_told, "{what}: nobody says one of {words:?}");
}

/// Each answer to a command is an error that has these words.
fn are_errors(lies: &[(&'static str, &'static str, &[&str])]) {
    for &(command, lie, words) in lies {
        let job = Job {
            manner: Manner::Lies(command, lie),
            patience_ms: PATIENCE_MS,
            ..Job::default()
        };
        ends(&job, &format!("{command} is answered {lie:?}"), words);
    }
}

#[test]
fn a_lie_at_the_start_is_an_error_with_the_answer() {
    are_errors(&[
        (
            "init",
            "cmd=response_to_init pmi_version=9 pmi_subversion=9 rc=0",
            &["init", "version"],
        ),
        ("init", "response_to_init rc=0", &["without cmd="]),
        ("init", ENDLESS, &["65536 are the limit"]),
        ("get_my_kvsname", "cmd=my_kvsname", &["kvsname"]),
    ]);
}

#[test]
fn a_lie_about_limits_is_an_error() {
    are_errors(&[
        (
            "get_maxes",
            "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=0",
            &[],
        ),
        (
            "get_maxes",
            "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=-5",
            &[],
        ),
        (
            "get_maxes",
            "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=99999999999999999999999",
            &[],
        ),
    ]);
}

#[test]
fn an_answer_to_another_question_is_an_error_with_the_answer() {
    are_errors(&[
        ("put", "cmd=barrier_out rc=0", &["put", "barrier_out"]),
        ("get", "cmd=put_result rc=0", &["get", "put_result"]),
        (
            "barrier_in",
            "cmd=get_result rc=0 value=x",
            &["barrier_in", "get_result"],
        ),
        // The fence ends before the others have come.
        ("barrier_in", "cmd=barrier_out rc=-1", &["barrier_in", "-1"]),
    ]);
}

#[test]
fn a_lie_about_values_is_an_error_with_the_answer() {
    are_errors(&[
        ("get", "cmd=get_result rc=0 value=", &["gave the others"]),
        (
            "get",
            "cmd=get_result rc=0 value=AAAA",
            &["gave the others"],
        ),
        (
            "get",
            "cmd=get_result rc=0 value=%%%%not-base-64%%%%",
            &["gave the others"],
        ),
        (
            "get",
            "cmd=get_result rc=-1 value=none",
            &["gave the others no value"],
        ),
        ("get", ENDLESS, &["65536 are the limit"]),
    ]);
}

#[test]
fn an_impossible_mapping_is_an_error() {
    for mapping in [
        "(vector,(0,1,-1))",
        "(vector,(7,0,0))",
        "(vector,((((((((",
        "(vector,(0,1,99999999999))",
        "vector",
    ] {
        let job = Job {
            mapping,
            patience_ms: PATIENCE_MS,
            ..Job::default()
        };
        ends(&job, mapping, &["PMI_process_mapping", "mapping"]);
    }
}
