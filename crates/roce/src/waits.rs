//! Queue pairs that wait for a moment, by what they wait for.
//!
//! All that wait for the same thing wait equally long, so each kind has a queue in the order of the ends.

use alloc::collections::VecDeque;
use core::time::Duration;

use farreach_verbs::Time;

use crate::qp::{PATIENCE, TICK};
use crate::slab::Key;

/// What a queue pair waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// The next pass, for a request that carries an acknowledgement.
    Acknowledgement,
    /// A request that carries a patient acknowledgement.
    PatientAcknowledgement,
    /// The time at which its pace lets it send.
    Pace,
}

const ALL: [Wait; 3] = [
    Wait::Acknowledgement,
    Wait::PatientAcknowledgement,
    Wait::Pace,
];

impl Wait {
    fn length(self) -> Duration {
        match self {
            Wait::Acknowledgement => Duration::from_nanos(1),
            Wait::PatientAcknowledgement => PATIENCE,
            Wait::Pace => TICK,
        }
    }
}

/// The ends of waits. A queue pair is at most once in each queue.
pub(crate) struct Waits {
    queues: [VecDeque<(Time, Key)>; ALL.len()],
    /// The earliest end.
    soonest: Option<Time>,
}

impl Waits {
    pub(crate) fn new() -> Self {
        Waits {
            queues: [const { VecDeque::new() }; ALL.len()],
            soonest: None,
        }
    }

    /// Lets a queue pair wait from `now` on.
    pub(crate) fn begin(&mut self, wait: Wait, now: Time, qp: Key) {
        let end = now + wait.length();
        self.queues[wait as usize].push_back((end, qp));
        self.soonest = Some(self.soonest.map_or(end, |soonest| soonest.min(end)));
    }

    /// The earliest end.
    #[inline]
    pub(crate) fn soonest(&self) -> Option<Time> {
        self.soonest
    }

    /// Whether a wait has ended.
    #[inline]
    pub(crate) fn has_ended(&self, now: Time) -> bool {
        self.soonest.is_some_and(|soonest| soonest <= now)
    }

    /// Removes and returns a queue pair whose wait has ended, and what it has waited for.
    pub(crate) fn take_ended(&mut self, now: Time) -> Option<(Wait, Key)> {
        if !self.has_ended(now) {
            return None;
        }
        for wait in ALL {
            let queue = &mut self.queues[wait as usize];
            if let Some((_, qp)) = queue.pop_front_if(|(end, _)| *end <= now) {
                return Some((wait, qp));
            }
        }
        let fronts = self.queues.iter().filter_map(VecDeque::front);
        self.soonest = fronts.map(|&(end, _)| end).min();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slab::Slab;

    #[test]
    fn waits_end_after_their_lengths() {
        let mut keys = Slab::new(8);
        let mut key = || keys.insert(()).expect("room");
        let (a, b, c) = (key(), key(), key());
        let mut waits = Waits::new();
        assert_eq!(waits.soonest(), None);
        let start = Time(1000);
        waits.begin(Wait::PatientAcknowledgement, start, a);
        waits.begin(Wait::Pace, start, b);
        waits.begin(Wait::Acknowledgement, start, c);
        let mut ended =
            |now| core::iter::from_fn(|| waits.take_ended(now)).collect::<alloc::vec::Vec<_>>();
        assert_eq!(ended(start), []);
        assert_eq!(ended(Time(1001)), [(Wait::Acknowledgement, c)]);
        assert_eq!(ended(start + TICK), [(Wait::Pace, b)]);
        assert_eq!(ended(start + PATIENCE), [(Wait::PatientAcknowledgement, a)]);
        assert_eq!(waits.soonest(), None);
    }

    #[test]
    fn the_soonest_end_is_known() {
        let mut keys = Slab::new(8);
        let key = keys.insert(()).expect("room");
        let mut waits = Waits::new();
        waits.begin(Wait::Pace, Time(5), key);
        let paced = Time(5) + TICK;
        assert_eq!(waits.soonest(), Some(paced));
        waits.begin(Wait::Acknowledgement, Time(7), key);
        assert_eq!(waits.soonest(), Some(Time(8)));
        assert!(!waits.has_ended(Time(7)) && waits.has_ended(Time(8)));
        assert_eq!(
            waits.take_ended(Time(8)),
            Some((Wait::Acknowledgement, key))
        );
        assert_eq!(waits.take_ended(Time(8)), None);
        assert_eq!(waits.soonest(), Some(paced));
    }
}
