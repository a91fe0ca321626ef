//! Processes that die, under a launcher that does nothing about it.

use crate::server::Job;

#[test]
fn the_only_process_of_a_node_that_dies_is_named_by_its_neighbours() {
    let job = Job {
        mapping: "(vector,(0,3,1))",
        size: 3,
        ..Job::default()
    };
    for (rank, output) in job
        .run(&["publish", "exchange", "watch", "1:die", "release"])
        .iter()
        .enumerate()
    {
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "rank {rank}: {text}");
        // The first to report it ends the job for the other one.
        let is_told = text.contains("rank 1 on") && text.contains("is gone");
        assert!(
            rank == 1 || is_told || text.contains("closed"),
            "rank {rank}: {text}"
        );
    }
}
