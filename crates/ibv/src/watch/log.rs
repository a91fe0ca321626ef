//! Changes that a device has not heard of yet. A log never allocates.

use std::ops::Range;

use farreach_verbs::Change;

use super::hull;

/// The most changes in a log. Beyond this number, all are joined by their kind.
const CHANGES_MOST: usize = 256;

pub(super) struct Log {
    changes: [(Kind, Range<u64>); CHANGES_MOST],
    len: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Replaced,
    Emptied,
}

impl Log {
    pub(super) fn new() -> Log {
        Log {
            changes: [const { (Kind::Replaced, 0..0) }; CHANGES_MOST],
            len: 0,
        }
    }

    pub(super) fn add(&mut self, change: &Change) {
        let (kind, range) = match change {
            Change::Replaced(range) => (Kind::Replaced, range),
            Change::Emptied(range) => (Kind::Emptied, range),
        };
        if let Some((last, of_last)) = self.changes[..self.len].last_mut()
            && *last == kind
            && range.start <= of_last.end
            && of_last.start <= range.end
        {
            *of_last = hull(of_last, range);
            return;
        }
        if self.len == CHANGES_MOST {
            self.join();
        }
        self.changes[self.len] = (kind, range.clone());
        self.len += 1;
    }

    /// Hands over all changes.
    pub(super) fn take(&mut self, report: &mut dyn FnMut(Change)) {
        for (kind, range) in &self.changes[..self.len] {
            report(match kind {
                Kind::Replaced => Change::Replaced(range.clone()),
                Kind::Emptied => Change::Emptied(range.clone()),
            });
        }
        self.len = 0;
    }

    fn join(&mut self) {
        let of = |kind| {
            let like = self.changes.iter().filter(|(other, _)| *other == kind);
            let all = like.map(|(_, range)| range.clone());
            all.reduce(|one, other| hull(&one, &other))
        };
        let joined = [Kind::Replaced, Kind::Emptied].map(|kind| (kind, of(kind)));
        self.len = 0;
        for (kind, range) in joined {
            if let Some(range) = range {
                self.changes[self.len] = (kind, range);
                self.len += 1;
            }
        }
    }
}
