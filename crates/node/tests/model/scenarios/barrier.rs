//! Processes at a barrier.

use std::sync::Arc;

use loom::thread;

use super::Scenario;
use crate::Suite;
use crate::barrier::{Arrival, NodeBarrier};
use crate::shared::data;
use crate::sync::{AtomicU64, Ordering};
use crate::{Arena, explore};

/// No process leaves before all have arrived, all leave, and each sees afterwards what the others
/// wrote before.
pub(crate) const BARRIER: Suite = Suite {
    files: &["barrier.rs"],
    scenarios: &[
        Scenario {
            name: "two meet twice",
            preemptions: 3,
            run: || meet(2, 2, whole),
        },
        Scenario {
            name: "three meet",
            preemptions: 2,
            run: || meet(3, 1, whole),
        },
        Scenario {
            name: "two meet twice, one leads",
            preemptions: 2,
            run: || meet(2, 2, led),
        },
        Scenario {
            name: "two meet, one looks",
            preemptions: 3,
            run: || meet(2, 1, looked_at),
        },
    ],
};

struct Process {
    index: usize,
    barrier: NodeBarrier,
    /// What each process wrote before it arrived.
    written: Arc<Vec<AtomicU64>>,
}

/// The last process to arrive releases the others. As the other ways to meet, it returns whether
/// the process passed the barrier.
fn whole(process: &Process) -> bool {
    let arrival = process.barrier.arrive();
    if arrival.is_last {
        process.barrier.release();
        return true;
    }
    process.pass(arrival)
}

/// Process 0 releases the others.
fn led(process: &Process) -> bool {
    let arrival = process.barrier.arrive();
    if process.index > 0 {
        return process.pass(arrival);
    }
    let barrier = &process.barrier;
    let have_arrived = explore::wait(barrier.arrivals_alarm(), || barrier.have_arrived());
    if have_arrived {
        process.look();
        barrier.release();
    }
    have_arrived
}

/// Process 0 releases the others, which only look whether they are released.
fn looked_at(process: &Process) -> bool {
    if process.index == 0 {
        return led(process);
    }
    let arrival = process.barrier.arrive();
    process.barrier.is_released(arrival)
}

impl Process {
    fn pass(&self, arrival: Arrival) -> bool {
        let barrier = &self.barrier;
        explore::wait(barrier.release_alarm(), || barrier.is_released(arrival))
    }

    fn run(&self, rounds: u64, meet: fn(&Process) -> bool) {
        for round in 1..=rounds {
            self.written[self.index].store(round, Ordering::Relaxed);
            if !meet(self) {
                return;
            }
            self.look();
        }
    }

    fn look(&self) {
        let own = self.written[self.index].load(Ordering::Relaxed);
        for word in &*self.written {
            let theirs = word.load(Ordering::Relaxed);
            assert!(
                (own..=own + 1).contains(&theirs),
                "the release overtook the data"
            );
        }
    }
}

fn meet(size: usize, rounds: u64, meet: fn(&Process) -> bool) {
    let arena = Arena::new(size as u32);
    let written = Arc::new((0..size).map(|_| data()).collect());
    let process = |index| Process {
        index,
        barrier: NodeBarrier::in_segment(&arena, 0, 0, size as u32),
        written: Arc::clone(&written),
    };
    for index in 1..size {
        let process = process(index);
        thread::spawn(move || process.run(rounds, meet));
    }
    process(0).run(rounds, meet);
}
