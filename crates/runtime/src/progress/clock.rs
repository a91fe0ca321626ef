//! The clock of a process: the only place that reads time for the deterministic crates.

use std::time::Instant;

use farreach_verbs::Time;

/// Nanoseconds since the runtime was initialised in this process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Clock {
            start: Instant::now(),
        }
    }

    pub(crate) fn now(&self) -> Time {
        Time(self.start.elapsed().as_nanos() as u64)
    }
}
