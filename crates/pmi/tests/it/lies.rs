//! Launchers that lie: each rank ends with an error that says what was answered, and none panics, hangs or goes on.

use crate::server::{ENDLESS, Job, Manner};

const ALL: [&str; 4] = ["publish", "exchange", "finalize", "release"];

/// Runs a job under such a launcher. Each rank must end with an error that has one of the words.
fn ends(job: &Job, what: &str, words: &[&str]) {
    let mut is_told = false;
    for (rank, output) in job.run(&ALL).iter().enumerate() {
        let text = String::from_utf8_lossy(&output.stderr);
        // Killed by no signal, and no panic.
        assert_eq!(output.status.code(), Some(1), "{what}: rank {rank}: {text}");
        assert!(!text.contains("panicked"), "{what}: rank {rank}: {text}");
        // The rank that ends first may end the other one.
        is_told |= words.iter().any(|word| text.contains(word));
    }
    assert!(is_told, "{what}: nobody says one of {words:?}");
}

#[test]
fn a_lie_is_an_error_with_the_answer() {
    for (command, lie, words) in [
        (
            "init",
            "cmd=response_to_init pmi_version=9 pmi_subversion=9 rc=0",
            &["init", "version"][..],
        ),
        ("init", "response_to_init rc=0", &["without cmd="]),
        ("init", ENDLESS, &["65536 are the limit"]),
        (
            "get_maxes",
            "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=0",
            &["vallen_max", "bytes"],
        ),
        (
            "get_maxes",
            "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=-5",
            &["vallen_max"],
        ),
        (
            "get_maxes",
            "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=99999999999999999999999",
            &["vallen_max"],
        ),
        ("get_my_kvsname", "cmd=my_kvsname", &["kvsname"]),
        // Answers to other questions.
        ("put", "cmd=barrier_out rc=0", &["put", "barrier_out"]),
        ("get", "cmd=put_result rc=0", &["get", "put_result"]),
        (
            "barrier_in",
            "cmd=get_result rc=0 value=x",
            &["barrier_in", "get_result"],
        ),
        // The fence ends before the others have come.
        ("barrier_in", "cmd=barrier_out rc=-1", &["barrier_in", "-1"]),
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
        ("get", "cmd=get_result rc=-1 value=none", &["get", "-1"]),
        ("get", ENDLESS, &["65536 are the limit"]),
    ] {
        let job = Job {
            manner: Manner::Lies(command, lie),
            ..Job::default()
        };
        ends(&job, &format!("{command} is answered {lie:?}"), words);
    }
}

#[test]
fn an_impossible_mapping_is_an_error() {
    for mapping in [
        "(vector,(0,4294967295,4294967295))",
        "(vector,(0,1,-1))",
        "(vector,(7,0,0))",
        "(vector,((((((((",
        "(vector,[(0,1,1)]x4294967295,0)",
        "vector",
    ] {
        let job = Job {
            mapping,
            ..Job::default()
        };
        ends(&job, mapping, &["PMI_process_mapping", "mapping"]);
    }
}
