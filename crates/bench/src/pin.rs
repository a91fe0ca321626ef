//! Pinning threads to cores.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores that this process may use, in order.
pub(crate) fn cores() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else {
        return vec![0];
    };
    (0..CpuSet::MAX_CPU)
        .filter(|&core| set.is_set(core))
        .collect()
}

/// The cores for the two sides of a measurement. They are found before any thread is pinned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cores {
    first: usize,
    second: usize,
}

impl Cores {
    /// The first two cores that this process may use. The single core twice if there is only one.
    pub(crate) fn find() -> Cores {
        let cores = cores();
        let first = cores.first().copied().unwrap_or(0);
        Cores {
            first,
            second: cores.get(1).copied().unwrap_or(first),
        }
    }

    /// Whether the two sides have different cores.
    pub(crate) fn are_two(self) -> bool {
        self.first != self.second
    }

    /// Pins the calling thread to the initiator's core.
    pub(crate) fn pin_first(self) {
        pin(self.first);
    }

    /// Pins the calling thread to the target's core.
    pub(crate) fn pin_second(self) {
        pin(self.second);
    }
}

fn pin(core: usize) {
    let mut set = CpuSet::new();
    set.set(core);
    // If pinning is forbidden, the scheduler places the threads, and the figures vary more.
    let _ = sched_setaffinity(None, &set);
}
