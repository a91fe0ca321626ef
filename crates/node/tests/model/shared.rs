//! The words of `node`'s arena, reduced to what the algorithms use.

use crate::sync::{AtomicU32, AtomicU64};

#[derive(Debug)]
pub(crate) struct ProcessControl {
    pub(crate) doorbell: Line,
}

#[derive(Debug)]
pub(crate) struct CollectiveControl {
    pub(crate) arrivals: ArrivalLine,
    pub(crate) generation: Line,
    pub(crate) sleepers: Line,
}

#[derive(Debug)]
pub(crate) struct ArrivalLine {
    pub(crate) count: AtomicU32,
    pub(crate) leader_sleeps: AtomicU32,
}

#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) word: AtomicU32,
}

impl Line {
    fn new() -> Line {
        Line {
            word: AtomicU32::new(0),
        }
    }
}

impl ProcessControl {
    pub(crate) fn new() -> ProcessControl {
        ProcessControl {
            doorbell: Line::new(),
        }
    }
}

impl CollectiveControl {
    pub(crate) fn new() -> CollectiveControl {
        CollectiveControl {
            arrivals: ArrivalLine {
                count: AtomicU32::new(0),
                leader_sleeps: AtomicU32::new(0),
            },
            generation: Line::new(),
            sleepers: Line::new(),
        }
    }
}

/// A word of data, whose accesses are relaxed.
pub(crate) fn data() -> AtomicU64 {
    AtomicU64::new(0)
}
