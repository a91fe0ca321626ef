//! Two threads on one core that yield to each other.

use std::thread::{self, yield_now};
use std::time::Instant;

use crate::pin::Cores;
use crate::series::median;

const BATCHES: usize = 20;
const YIELDS: usize = 2000;

/// Seconds of a yield that runs the other thread: half of the time between two turns of one thread.
pub(super) fn seconds(cores: Cores) -> f64 {
    let turns = || {
        cores.pin_first();
        let mut each = Vec::new();
        for _ in 0..BATCHES {
            let begun = Instant::now();
            for _ in 0..YIELDS {
                yield_now();
            }
            each.push(begun.elapsed().as_secs_f64() / (2 * YIELDS) as f64);
        }
        median(&each)
    };
    let figures = thread::scope(|scope| {
        let threads = [scope.spawn(turns), scope.spawn(turns)];
        threads.map(|thread| thread.join().expect("a limit's thread does not panic"))
    });
    median(&figures)
}
