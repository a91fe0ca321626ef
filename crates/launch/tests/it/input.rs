//! Standard input, which goes to rank 0 only.

use crate::support::{feed, start_piped};

#[test]
fn rank_0_gets_all_input_and_the_others_none() {
    let mut job = start_piped(&["3", "3", "--label", "sh", "-c", "cksum | cut -d' ' -f2"]);
    let input = vec![b'z'; 3_000_000];
    let writer = feed(job.stdin(), input);
    job.collect();
    let ended = job.end();
    writer.join().unwrap();
    assert_eq!(ended.code(), 0, "{}", ended.stderr);
    assert_eq!(ended.lines(), ["[0] 3000000", "[1] 0", "[2] 0"]);
}

#[test]
fn what_rank_0_does_not_want_is_left() {
    let mut job = start_piped(&["2", "1", "sh", "-c", "read line; echo got $line"]);
    let mut input = b"first\n".to_vec();
    input.extend(vec![b'x'; 5_000_000]);
    let writer = feed(job.stdin(), input);
    job.collect();
    let ended = job.end();
    writer.join().unwrap();
    assert_eq!(ended.lines(), ["got", "got first"]);
}

#[test]
fn a_job_ends_while_its_input_stays_open() {
    let mut job = start_piped(&["2", "2", "true"]);
    let stdin = job.stdin();
    job.collect();
    assert_eq!(job.end().code(), 0);
    drop(stdin);
}
