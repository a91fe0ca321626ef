use std::process::Command;

use super::or_end_job;
use crate::job::jobs::{self, Job};

/// Set where this test is the process that panics.
const PANICS: &str = "FARREACH_TEST_PANICS";

#[test]
fn a_panic_ends_the_process_and_is_told() {
    let own = "progress::helper::ending::tests::a_panic_ends_the_process_and_is_told";
    if std::env::var_os(PANICS).is_some() {
        let job = jobs::alone(1 << 20, 0).expect("a job of one");
        or_end_job(&job, || ());
        or_end_job(&job, || panic!("planted for rank {}", job.rank()));
        unreachable!("the process has ended");
    }
    let mut child = Command::new(std::env::current_exe().expect("this test"));
    child.args(["--exact", own, "--nocapture"]).env(PANICS, "1");
    let output = child.output().expect("this test once more");
    let told = String::from_utf8_lossy(&output.stderr);
    let line = "farreach: rank 0: the helper thread panicked: planted for rank 0";
    // A failed test would end with 101.
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.lines().any(|said| said == line), "{told}");
}
