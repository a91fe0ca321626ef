//! Keeps the latest events.

use std::collections::VecDeque;
use std::fmt;

use farreach_verbs::{CompletionStatus, Time};

use super::{Event, Hook};

/// An event and its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// The time of the last progress before the event.
    pub time: Time,
    /// The event.
    pub event: Event,
}

/// The latest events of a device. Its text has a line per event, the oldest first.
#[derive(Clone, Debug)]
pub struct Trace {
    records: VecDeque<Record>,
    capacity: usize,
    forgotten: u64,
}

impl Trace {
    /// Keeps the latest `capacity` events.
    pub fn new(capacity: usize) -> Self {
        Trace {
            records: VecDeque::new(),
            capacity: capacity.max(1),
            forgotten: 0,
        }
    }

    /// The kept events, the oldest first.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.iter()
    }

    /// The number of older events that were dropped.
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }
}

impl Default for Trace {
    fn default() -> Self {
        Trace::new(1024)
    }
}

impl Hook for Trace {
    fn observe(&mut self, now: Time, event: &Event) {
        if self.records.len() == self.capacity {
            self.records.pop_front();
            self.forgotten += 1;
        }
        self.records.push_back(Record {
            time: now,
            event: *event,
        });
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.forgotten > 0 {
            writeln!(f, "... {} earlier events", self.forgotten)?;
        }
        self.records.iter().try_for_each(|r| writeln!(f, "{r}"))
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.time.0;
        write!(f, "{:6}.{:06} ms  ", nanos / 1_000_000, nanos % 1_000_000)?;
        match &self.event {
            Event::Created(qp) => write!(f, "{qp:?} created"),
            Event::Destroyed(qp) => write!(f, "{qp:?} destroyed"),
            Event::Modified(qp, state) => write!(f, "{qp:?} is in {state:?}"),
            Event::Sent { qp, id, what, len } => {
                write!(f, "{qp:?} post {what} {id:#x}, {len} bytes")
            }
            Event::Received { id, len } => write!(f, "post receive {id:#x}, {len} bytes"),
            Event::Completed(c) if c.status == CompletionStatus::Success => {
                write!(f, "{:?} completed {:?} {:#x}", c.qp, c.op, c.id)
            }
            Event::Completed(c) => write!(f, "{:?} failed {:#x}: {:?}", c.qp, c.id, c.status),
            Event::Refused(error) => write!(f, "refused: {error}"),
        }
    }
}
