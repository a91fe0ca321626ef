//! No process uses a core while it waits.

use std::time::Duration;

use crate::job::{Job, Start};

/// How long the others wait for PE 0.
pub(crate) const LATE: Duration = Duration::from_secs(2);
/// Processor time, not elapsed time. A waiter that spins uses all of [`LATE`]. The promise is 50
/// ms. The rest is for a loaded machine, whose caches are cold after every sleep.
pub(crate) const CPU_MAX: Duration = Duration::from_millis(500);

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("waiting in a barrier", || wait("late for a barrier")),
    ("waiting for a word", || wait("late for a wait")),
    ("waiting for a broadcast", || wait("late for a collective")),
];

/// Each PE reads its own processor time and fails if it used too much.
fn wait(body: &str) {
    for (nodes, env) in [
        (1, None),
        (3, None),
        (8, None),
        (3, Some(("FARREACH_HELPER", "off"))),
    ] {
        let start = Start {
            body,
            ranks: 8,
            nodes,
            env: env.as_slice(),
        };
        let ended = Job::start(start).end();
        let used = ended.stdout.join(", ");
        assert_eq!(
            ended.code, 0,
            "{nodes} nodes, {env:?}: {}\n{used}",
            ended.stderr
        );
    }
}
