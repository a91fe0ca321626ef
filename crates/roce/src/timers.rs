//! Every queue pair's deadline in one heap.
//!
//! Deadlines move with almost every packet, so the heap is lazy: a pair has at most one valid entry, which
//! may stand for an earlier time than its deadline and is then put back when it comes up.

use alloc::boxed::Box;
use alloc::collections::BinaryHeap;
use core::cmp::Reverse;

use farreach_verbs::Time;

use crate::qp::Qp;
use crate::slab::{Key, Slab};

/// A pair's own part.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Alarm {
    /// When something must happen.
    deadline: Option<Time>,
    /// The time of the pair's valid entry in the heap.
    entry: Option<Time>,
}

impl Alarm {
    pub(crate) fn deadline(&self) -> Option<Time> {
        self.deadline
    }
}

/// The heap.
#[derive(Default)]
pub(crate) struct Timers {
    heap: BinaryHeap<Reverse<(Time, Key)>>,
    /// Whether the earliest entry may have become void.
    unsettled: bool,
}

impl Timers {
    /// Sets a pair's deadline, in place of the one that it had.
    pub(crate) fn set(&mut self, key: Key, alarm: &mut Alarm, deadline: Time) {
        alarm.deadline = Some(deadline);
        if alarm.entry.is_none_or(|entry| deadline < entry) {
            alarm.entry = Some(deadline);
            self.heap.push(Reverse((deadline, key)));
        }
    }

    /// Takes a pair's deadline away.
    pub(crate) fn clear(&mut self, alarm: &mut Alarm) {
        if alarm.deadline.take().is_some() {
            self.unsettled = true;
        }
    }

    /// A pair is gone.
    pub(crate) fn forget(&mut self) {
        self.unsettled = true;
    }

    /// Removes void entries until the earliest one stands for a deadline.
    #[inline]
    pub(crate) fn settle(&mut self, qps: &mut Slab<Box<Qp>>) {
        if !self.unsettled {
            return;
        }
        self.unsettled = false;
        while let Some(&Reverse((time, key))) = self.heap.peek() {
            if let Some(alarm) = valid_alarm(qps, key, time) {
                if alarm.deadline.is_some() {
                    return;
                }
                alarm.entry = None;
            }
            self.heap.pop();
        }
    }

    /// The next pair whose deadline is due at `now`, with its deadline taken away.
    pub(crate) fn next_due(&mut self, now: Time, qps: &mut Slab<Box<Qp>>) -> Option<Key> {
        while let Some(&Reverse((time, key))) = self.heap.peek() {
            if time > now {
                return None;
            }
            self.heap.pop();
            let Some(alarm) = valid_alarm(qps, key, time) else {
                continue;
            };
            alarm.entry = None;
            match alarm.deadline {
                Some(deadline) if deadline > now => self.set(key, alarm, deadline),
                Some(_) => {
                    alarm.deadline = None;
                    return Some(key);
                }
                None => {}
            }
        }
        None
    }

    /// A time not later than the earliest deadline; `None` if there is no deadline.
    pub(crate) fn next(&self) -> Option<Time> {
        self.heap.peek().map(|&Reverse((time, _))| time)
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.heap.capacity() * size_of::<Reverse<(Time, Key)>>()
    }
}

/// The alarm that an entry of the heap stands for, unless the entry is void.
fn valid_alarm(qps: &mut Slab<Box<Qp>>, key: Key, time: Time) -> Option<&mut Alarm> {
    let alarm = &mut qps.get_mut(key)?.alarm;
    (alarm.entry == Some(time)).then_some(alarm)
}
