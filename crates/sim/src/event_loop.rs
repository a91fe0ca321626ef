//! Processes in virtual time: who has an arrival, a deadline, or the end of its own work is next.
//!
//! ```text
//!   send(at, process, arrival) ──▶ ┌───────────┐
//!   set_deadline(process, at)  ──▶ │ EventLoop │ ──▶ poll(): (time, process, Turn)
//!   occupy(process, until)     ──▶ │  cores    │
//!   work(process, until)       ──▶ └───────────┘
//! ```
//!
//! The processes of a host may share its cores: a process gets a turn when one is free, in the order of asking. It keeps the core while it works,
//! and for a turn that follows its work at once.
//!
//! Invariants:
//! - only a process that has something to do gets a turn;
//! - of the processes of a host no more work at one time than it has cores;
//! - a busy process gets no turn before its work ends; arrivals wait for it in their order;
//! - of equal times the earlier call comes first: equal calls give equal turns.

use std::collections::VecDeque;

use farreach_verbs::Time;

use crate::queue::Queue;

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
    entries: Queue<Entry<A>>,
    seats: Vec<Seat<A>>,
    hosts: Vec<Host>,
    turns: u64,
}

/// The cores that some processes share.
#[derive(Clone)]
struct Host {
    /// When each core is free, and who works on it until then.
    cores: Vec<(Time, Option<u32>)>,
    /// Processes that wait for one, the first to ask first.
    waiting: VecDeque<u32>,
    /// Whether an entry is under way that gives out a core.
    is_watched: bool,
}

/// What the loop knows of a process.
struct Seat<A> {
    /// Arrivals while it was busy.
    waiting: VecDeque<A>,
    busy_until: Option<Time>,
    /// Whether the process gets a turn when its work ends.
    is_awaited: bool,
    /// Its host, if it shares cores.
    host: Option<u32>,
    /// Whether it waits for a core.
    is_parked: bool,
    deadline: Option<Time>,
    /// The wake entry that counts. Others of the process are stale.
    wake_at: Option<Time>,
}

enum Entry<A> {
    /// Something arrives at a process.
    Arrival(u32, A),
    /// A process has something to do.
    Wake(u32),
    /// A core of a host may be free.
    Core(u32),
}

impl<A> EventLoop<A> {
    /// A loop of so many processes, with nothing to do.
    pub fn new(processes: u32) -> EventLoop<A> {
        EventLoop {
            now: Time::ZERO,
            entries: Queue::new(),
            seats: (0..processes).map(|_| Seat::new()).collect(),
            hosts: Vec::new(),
            turns: 0,
        }
    }

    /// A loop of processes that share the cores of hosts. `host_of` has the host of each, numbered from 0.
    ///
    /// # Panics
    /// Without cores.
    pub fn on_hosts(host_of: &[u32], cores: u32) -> EventLoop<A> {
        assert!(cores > 0, "a host without cores");
        let mut events = EventLoop::new(host_of.len() as u32);
        let hosts = host_of.iter().max().map_or(0, |last| last + 1);
        let host = Host {
            cores: vec![(Time::ZERO, None); cores as usize],
            waiting: VecDeque::new(),
            is_watched: false,
        };
        events.hosts = vec![host; hosts as usize];
        for (seat, &host) in events.seats.iter_mut().zip(host_of) {
            seat.host = Some(host);
        }
        events
    }

    /// Adds a process that shares no cores. Returns its number.
    pub fn add(&mut self) -> u32 {
        self.seats.push(Seat::new());
        self.seats.len() as u32 - 1
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
        self.push(at, Entry::Arrival(process, arrival));
    }

    /// Lets `process` work until then, which is not before now. It then gets [`Turn::Free`].
    ///
    /// # Panics
    /// If the process works already.
    pub fn occupy(&mut self, process: u32, until: Time) {
        self.work(process, until);
        self.seats[process as usize].is_awaited = true;
        self.wake(process);
    }

    /// Lets `process` work until then, as [`EventLoop::occupy`], but without a turn at the end. To be called in its turn, at most once.
    ///
    /// # Panics
    /// If the process works already.
    pub fn work(&mut self, process: u32, until: Time) {
        let until = until.max(self.now);
        let seat = &mut self.seats[process as usize];
        assert!(!seat.is_busy(self.now), "process {process} is at work");
        seat.busy_until = Some(until);
        if let Some(host) = seat.host {
            let cores = &mut self.hosts[host as usize].cores;
            let own = cores.iter().position(|core| core.1 == Some(process));
            let free = own.or_else(|| (0..cores.len()).min_by_key(|&core| cores[core].0));
            cores[free.expect("a host has cores")] = (until, Some(process));
        }
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
            let (at, entry) = self.entries.take(limit)?;
            self.now = at;
            let (process, turn) = match entry {
                Entry::Arrival(process, arrival) => (process, self.arrive(process, arrival)),
                Entry::Wake(process) if self.seats[process as usize].wake_at != Some(at) => {
                    continue;
                }
                Entry::Wake(process) => (process, self.awake(process)),
                Entry::Core(host) => match self.give_core(host) {
                    Some(given) => given,
                    None => continue,
                },
            };
            self.wake(process);
            if let Some(turn) = turn {
                self.turns += 1;
                return Some((self.now, process, turn));
            }
        }
    }

    /// The turn for an arrival, unless it has to wait.
    fn arrive(&mut self, process: u32, arrival: A) -> Option<Turn<A>> {
        let has_core = self.has_core(process);
        let seat = &mut self.seats[process as usize];
        let is_idle = !seat.is_parked && !seat.is_busy(self.now);
        if has_core && is_idle && seat.waiting.is_empty() {
            seat.busy_until = None;
            return Some(Turn::Arrival(arrival));
        }
        seat.waiting.push_back(arrival);
        None
    }

    /// The turn that is due, if there is a core for it.
    fn awake(&mut self, process: u32) -> Option<Turn<A>> {
        let has_core = self.has_core(process);
        let seat = &mut self.seats[process as usize];
        seat.wake_at = None;
        if has_core {
            return seat.turn(self.now);
        }
        self.park(process);
        None
    }

    /// Whether the process may have a turn: it shares no cores, its work has a core, or nobody has asked before and one is free.
    fn has_core(&self, process: u32) -> bool {
        let seat = &self.seats[process as usize];
        let Some(host) = seat.host else {
            return true;
        };
        let is_next = || seat.is_busy(self.now) || self.hosts[host as usize].waiting.is_empty();
        is_next() && self.is_core_free(host, process)
    }

    /// Whether a core is free for the process. A core is kept for a process that has a turn when its work ends.
    fn is_core_free(&self, host: u32, process: u32) -> bool {
        let is_kept = |holder: Option<u32>| {
            let other = holder.filter(|&holder| holder != process);
            other.is_some_and(|holder| self.seats[holder as usize].is_busy(self.now))
        };
        let mut cores = self.hosts[host as usize].cores.iter();
        cores.any(|&(free_at, holder)| free_at <= self.now && !is_kept(holder))
    }

    /// Lets a process that has something to do wait for a core.
    fn park(&mut self, process: u32) {
        let seat = &mut self.seats[process as usize];
        if seat.due(self.now) != Some(self.now) {
            return;
        }
        seat.is_parked = true;
        if let Some(host) = seat.host {
            self.hosts[host as usize].waiting.push_back(process);
            self.watch(host);
        }
    }

    /// Sees to it that the next core that is free is given out.
    fn watch(&mut self, host: u32) {
        let Host {
            cores,
            waiting,
            is_watched,
        } = &mut self.hosts[host as usize];
        if waiting.is_empty() || *is_watched {
            return;
        }
        *is_watched = true;
        let at = cores.iter().map(|core| core.0).min();
        self.push(at.unwrap_or(self.now), Entry::Core(host));
    }

    /// Gives a core to the process that asked first, if one is free. Returns the process with its turn.
    fn give_core(&mut self, host: u32) -> Option<(u32, Option<Turn<A>>)> {
        let now = self.now;
        self.hosts[host as usize].is_watched = false;
        let first = *self.hosts[host as usize].waiting.front()?;
        let given = self.is_core_free(host, first).then(|| {
            self.hosts[host as usize].waiting.pop_front();
            let seat = &mut self.seats[first as usize];
            seat.is_parked = false;
            (first, seat.turn(now))
        });
        self.wake(first);
        // The others wait for what this one leaves.
        self.watch(host);
        given
    }

    fn push(&mut self, at: Time, entry: Entry<A>) {
        self.entries.add(at.max(self.now), entry);
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
            self.push(due, Entry::Wake(process));
        }
    }
}

impl<A> Seat<A> {
    fn new() -> Seat<A> {
        Seat {
            waiting: VecDeque::new(),
            busy_until: None,
            is_awaited: false,
            host: None,
            is_parked: false,
            deadline: None,
            wake_at: None,
        }
    }

    /// When the process next has something to do, arrivals under way aside.
    fn due(&self, now: Time) -> Option<Time> {
        if self.is_parked {
            return None;
        }
        let free = self.busy_until.map_or(now, |until| until.max(now));
        if self.busy_until.is_some() && self.is_awaited || !self.waiting.is_empty() {
            return Some(free);
        }
        self.deadline.map(|at| at.max(free))
    }

    /// Whether it works, or has a turn before anything else because its work has ended.
    fn is_busy(&self, now: Time) -> bool {
        let until = self.busy_until;
        until.is_some_and(|until| until > now || self.is_awaited)
    }

    /// The turn that is due, if any.
    fn turn(&mut self, now: Time) -> Option<Turn<A>> {
        if let Some(until) = self.busy_until {
            if until > now {
                return None;
            }
            self.busy_until = None;
            if std::mem::take(&mut self.is_awaited) {
                return Some(Turn::Free);
            }
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
    use std::time::Duration;

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

    /// Five processes that want to work at once, on two cores: in turns, the first to ask first. Another host is not in their way.
    #[test]
    fn processes_share_the_cores_of_their_host() {
        let mut events = EventLoop::on_hosts(&[0, 0, 0, 0, 0, 1], 2);
        for process in 0..6 {
            events.send(Time(7), process, 'w');
        }
        let mut turns = Vec::new();
        while let Some((now, process, turn)) = events.poll() {
            turns.push((now.0, process, turn.clone()));
            if turn == Turn::Arrival('w') {
                events.occupy(process, now + Duration::from_nanos(10));
            }
        }
        turns.sort_by_key(|&(at, process, _)| (process, at));
        let begun = [7, 7, 17, 17, 27, 7];
        let expected: Vec<_> = (0..)
            .zip(begun)
            .flat_map(|(process, at)| {
                let begin = (at, process, Turn::Arrival('w'));
                [begin, (at + 10, process, Turn::Free)]
            })
            .collect();
        assert_eq!(turns, expected);
    }

    /// Work without a turn at its end delays what comes meanwhile, and nothing else.
    #[test]
    fn work_delays_what_comes_meanwhile() {
        let mut events = EventLoop::on_hosts(&[0, 0], 1);
        for at in [10, 15, 40] {
            events.send(Time(at), 0, at);
        }
        events.send(Time(12), 1, 12);
        events.set_deadline(1, Some(Time(13)));
        let mut turns = Vec::new();
        while let Some((now, process, turn)) = events.poll() {
            turns.push((now.0, process, turn));
            events.work(process, now + Duration::from_nanos(10));
        }
        let arrival = |at, process, of| (at, process, Turn::Arrival(of));
        let expected = [
            arrival(10, 0, 10),
            arrival(20, 1, 12),
            arrival(30, 0, 15),
            (40, 1, Turn::Deadline),
            arrival(50, 0, 40),
        ];
        assert_eq!(turns, expected);
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
