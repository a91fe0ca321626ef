//! Processes in virtual time: who has an arrival, a deadline, or the end of its own work is next.
//!
//! ```text
//!   send(at, process, arrival) ──▶ ┌───────────┐
//!   set_deadline(process, at)  ──▶ │ EventLoop │ ──▶ poll(): (time, process, Turn)
//!   occupy(process, until)     ──▶ └───────────┘
//! ```
//!
//! Invariants:
//! - only a process that has something to do gets a turn;
//! - a busy process gets no turn before its work ends; arrivals wait for it in their order;
//! - of equal times the earlier call comes first: equal calls give equal turns.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

use farreach_verbs::Time;

/// Why a process gets a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn<A> {
    /// The work of [`EventLoop::occupy`] has ended.
    Free,
    /// Something arrived.
    Arrival(A),
    /// The deadline has come. It is cleared before the turn.
    Deadline,
}

/// The loop, with arrivals of type `A`.
pub struct EventLoop<A> {
    now: Time,
    sequence: u64,
    entries: BinaryHeap<Entry<A>>,
    seats: Vec<Seat<A>>,
    turns: u64,
}

/// What the loop knows of a process.
struct Seat<A> {
    /// Arrivals while it was busy.
    waiting: VecDeque<A>,
    busy_until: Option<Time>,
    deadline: Option<Time>,
    /// The wake entry that counts. Others of the process are stale.
    wake_at: Option<Time>,
}

struct Entry<A> {
    at: Time,
    sequence: u64,
    process: u32,
    /// `None` wakes the process.
    arrival: Option<A>,
}

impl<A> PartialEq for Entry<A> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<A> Eq for Entry<A> {}

impl<A> PartialOrd for Entry<A> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<A> Ord for Entry<A> {
    /// The earliest entry is the greatest, since the heap gives the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.at, other.sequence).cmp(&(self.at, self.sequence))
    }
}

impl<A> EventLoop<A> {
    /// A loop of so many processes, with nothing to do.
    pub fn new(processes: u32) -> EventLoop<A> {
        let seat = || Seat {
            waiting: VecDeque::new(),
            busy_until: None,
            deadline: None,
            wake_at: None,
        };
        EventLoop {
            now: Time::ZERO,
            sequence: 0,
            entries: BinaryHeap::new(),
            seats: (0..processes).map(|_| seat()).collect(),
            turns: 0,
        }
    }

    /// The time of the latest turn.
    pub fn now(&self) -> Time {
        self.now
    }

    /// The number of turns so far.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// Lets `arrival` arrive at `process`. A time that has passed counts as now.
    pub fn send(&mut self, at: Time, process: u32, arrival: A) {
        self.push(at, process, Some(arrival));
    }

    /// Lets `process` work until then, which is not before now. It then gets [`Turn::Free`].
    ///
    /// # Panics
    /// If the process works already.
    pub fn occupy(&mut self, process: u32, until: Time) {
        let seat = &mut self.seats[process as usize];
        assert!(seat.busy_until.is_none(), "process {process} is at work");
        seat.busy_until = Some(until.max(self.now));
        self.wake(process);
    }

    /// Sets the deadline of `process`, or clears it.
    pub fn set_deadline(&mut self, process: u32, deadline: Option<Time>) {
        self.seats[process as usize].deadline = deadline;
        self.wake(process);
    }

    /// Takes an arrival that waited while `process` worked. Without this each gets a turn.
    pub fn take_waiting(&mut self, process: u32) -> Option<A> {
        self.seats[process as usize].waiting.pop_front()
    }

    /// Who is next, and why. `None` when nobody has anything to do any more.
    pub fn poll(&mut self) -> Option<(Time, u32, Turn<A>)> {
        self.poll_until(Time(u64::MAX))
    }

    /// Who is next up to `limit`, and why. `None` when nobody has anything to do up to then.
    pub fn poll_until(&mut self, limit: Time) -> Option<(Time, u32, Turn<A>)> {
        loop {
            if self.entries.peek()?.at > limit {
                return None;
            }
            let entry = self.entries.pop()?;
            self.now = self.now.max(entry.at);
            let process = entry.process;
            let seat = &mut self.seats[process as usize];
            let turn = match entry.arrival {
                Some(arrival) if seat.busy_until.is_some() || !seat.waiting.is_empty() => {
                    seat.waiting.push_back(arrival);
                    None
                }
                Some(arrival) => Some(Turn::Arrival(arrival)),
                None if seat.wake_at != Some(entry.at) => continue,
                None => {
                    seat.wake_at = None;
                    seat.turn(self.now)
                }
            };
            self.wake(process);
            if let Some(turn) = turn {
                self.turns += 1;
                return Some((self.now, process, turn));
            }
        }
    }

    fn push(&mut self, at: Time, process: u32, arrival: Option<A>) {
        self.sequence += 1;
        self.entries.push(Entry {
            at: at.max(self.now),
            sequence: self.sequence,
            process,
            arrival,
        });
    }

    /// Sees to it that the process is woken when it next has something to do.
    fn wake(&mut self, process: u32) {
        let now = self.now;
        let seat = &mut self.seats[process as usize];
        let Some(due) = seat.due(now) else {
            return;
        };
        if seat.wake_at.is_none_or(|at| due < at) {
            seat.wake_at = Some(due);
            self.push(due, process, None);
        }
    }
}

impl<A> Seat<A> {
    /// When the process next has something to do, arrivals under way aside.
    fn due(&self, now: Time) -> Option<Time> {
        if self.busy_until.is_some() {
            return self.busy_until;
        }
        if !self.waiting.is_empty() {
            return Some(now);
        }
        self.deadline.map(|at| at.max(now))
    }

    /// The turn that is due, if any.
    fn turn(&mut self, now: Time) -> Option<Turn<A>> {
        if let Some(until) = self.busy_until {
            if until > now {
                return None;
            }
            self.busy_until = None;
            return Some(Turn::Free);
        }
        if let Some(arrival) = self.waiting.pop_front() {
            return Some(Turn::Arrival(arrival));
        }
        let is_due = self.deadline.is_some_and(|at| at <= now);
        is_due.then(|| {
            self.deadline = None;
            Turn::Deadline
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_process_gets_its_arrivals_in_order_when_its_work_ends() {
        let mut events = EventLoop::new(2);
        for (at, letter) in [(10, 'a'), (20, 'b'), (30, 'c')] {
            events.send(Time(at), 0, letter);
        }
        events.set_deadline(0, Some(Time(25)));
        events.set_deadline(1, Some(Time(5)));
        events.set_deadline(1, None);
        assert_eq!(events.poll(), Some((Time(10), 0, Turn::Arrival('a'))));
        events.occupy(0, Time(100));
        assert_eq!(events.poll(), Some((Time(100), 0, Turn::Free)));
        // What comes now is behind what waits.
        events.send(Time(100), 0, 'd');
        for letter in ['b', 'c', 'd'] {
            assert_eq!(events.poll(), Some((Time(100), 0, Turn::Arrival(letter))));
        }
        assert_eq!(events.poll(), Some((Time(100), 0, Turn::Deadline)));
        assert_eq!(events.poll(), None);
        assert_eq!(events.turns(), 6);
    }

    #[test]
    fn a_deadline_that_moves_is_kept_at_its_last_time() {
        let mut events: EventLoop<()> = EventLoop::new(1);
        events.set_deadline(0, Some(Time(50)));
        events.set_deadline(0, Some(Time(80)));
        assert_eq!(events.poll(), Some((Time(80), 0, Turn::Deadline)));
        events.set_deadline(0, Some(Time(90)));
        events.set_deadline(0, Some(Time(85)));
        assert_eq!(events.poll_until(Time(84)), None);
        assert_eq!(events.poll(), Some((Time(85), 0, Turn::Deadline)));
        assert_eq!(events.poll(), None);
    }
}
