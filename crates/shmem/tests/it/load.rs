//! Connections: none without need, and all at the same time.

use crate::job::{Ended, Job, Start};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("no connection without need", no_need),
    ("connections to those reached", reached),
    ("64 PEs on 8 nodes reach each other", storm),
    (
        "64 PEs on 8 nodes reach each other with loss",
        storm_with_loss,
    ),
];

fn run(body: &str, ranks: u32, nodes: u32, env: &[(&str, &str)]) -> Ended {
    let start = Start {
        body,
        ranks,
        nodes,
        env,
    };
    let ended = Job::start(start).end();
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert_eq!(ended.stats.len(), ranks as usize);
    ended
}

/// Joining and leaving a job makes no connection, whatever its size.
fn no_need() {
    for (ranks, nodes) in [(1, 1), (5, 5), (32, 8)] {
        let ended = run("nothing", ranks, nodes, &[]);
        assert!(ended.stats.iter().all(|stats| stats.connections == 0));
        let pairs = u64::from(nodes > 1);
        assert!(ended.stats.iter().all(|stats| stats.queue_pairs == pairs));
    }
}

fn reached() {
    for (ranks, nodes) in [(4, 4), (9, 3)] {
        let ended = run("to the last", ranks, nodes, &[]);
        let made: Vec<u64> = ended.stats.iter().map(|stats| stats.connections).collect();
        let mut wanted = vec![0; ranks as usize];
        wanted[0] = 1;
        wanted[ranks as usize - 1] = 1;
        assert_eq!(made, wanted);
    }
}

fn storm() {
    let ended = run("storm", 64, 8, &[]);
    assert!(ended.stats.iter().all(|stats| stats.connections == 56));
}

fn storm_with_loss() {
    let ended = run("storm", 24, 8, &[("FARREACH_LOSS", "0.1")]);
    assert!(ended.stats.iter().all(|stats| stats.connections == 21));
    assert!(ended.stats.iter().all(|stats| stats.dropped > 0));
}
