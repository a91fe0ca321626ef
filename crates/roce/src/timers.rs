//! A heap of the deadlines of all queue pairs.
//!
//! Deadlines move with almost every packet, so the heap is lazy: a queue pair has at most one valid
//! entry. The entry's time may be earlier than the deadline. In that case the entry is put back
//! when its time comes.

use alloc::boxed::Box;
use alloc::collections::BinaryHeap;
use core::cmp::Reverse;

use farreach_verbs::Time;

use crate::qp::Qp;
use crate::slab::{Key, Slab};

/// A queue pair's part of the timers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Alarm {
    /// The queue pair's deadline.
    deadline: Option<Time>,
    /// The time of the queue pair's valid entry in the heap.
    entry: Option<Time>,
}

impl Alarm {
    pub(crate) fn deadline(&self) -> Option<Time> {
        self.deadline
    }
}

/// The heap of deadlines.
#[derive(Default)]
pub(crate) struct Timers {
    heap: BinaryHeap<Reverse<(Time, Key)>>,
    /// Whether the earliest entry may be void.
    unsettled: bool,
}

impl Timers {
    /// Sets a queue pair's deadline and replaces the previous one.
    pub(crate) fn set(&mut self, key: Key, alarm: &mut Alarm, deadline: Time) {
        alarm.deadline = Some(deadline);
        if alarm.entry.is_none_or(|entry| deadline < entry) {
            alarm.entry = Some(deadline);
            self.heap.push(Reverse((deadline, key)));
        }
    }

    /// Removes a queue pair's deadline.
    pub(crate) fn clear(&mut self, alarm: &mut Alarm) {
        if alarm.deadline.take().is_some() {
            self.unsettled = true;
        }
    }

    /// Notes that a queue pair is destroyed.
    pub(crate) fn forget(&mut self) {
        self.unsettled = true;
    }

    /// Removes void entries until the earliest entry is that of a deadline.
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

    /// Removes and returns the next queue pair whose deadline is due at `now`.
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

/// The alarm of a heap entry. `None` if the entry is void.
fn valid_alarm(qps: &mut Slab<Box<Qp>>, key: Key, time: Time) -> Option<&mut Alarm> {
    let alarm = &mut qps.get_mut(key)?.alarm;
    (alarm.entry == Some(time)).then_some(alarm)
}
