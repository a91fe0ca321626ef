//! The adapters of nodes and their links.
//!
//! ```text
//!   post ─▶ link out of a node ─┐
//!      └──▶ link into a node  ──┴─▶ both have carried it ─▶ latency ─▶ (atomic unit) ─▶ EventLoop
//! ```
//!
//! A link gives each queue pair that has something to carry an equal share of its bandwidth. Transfers of one queue pair follow each
//! other. A transfer passes both links at once, and has passed when the slower one has carried it. This is processor sharing (L. Kleinrock,
//! "Time-shared systems: a theoretical treatment", 1967), by the virtual time of a link: what each of its queue pairs has been carried.
//!
//! Queue pairs also share the adapter's memory for their contexts, and atomic updates of a node's memory share one unit.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::time::Duration;

use farreach_engine::Reach;
use farreach_sim::{EventLoop, Turn};
use farreach_verbs::Time;

use crate::count::Nodes;
use crate::machine::{Contexts, Machine, Rate};

/// Virtual time is in such parts of a nanosecond: 2 to the power of this.
const FRACTION_BITS: u32 = 16;
const FRACTIONS: f64 = (1u64 << FRACTION_BITS) as f64;

/// The ends of a transfer: a node, and which queue pair of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) node: u32,
    /// A number that no other queue pair of the node has.
    pub(crate) queue_pair: u64,
}

/// The ends of what `from` sends over its connection with `to`. Puts and updates go over the first queue pair of a connection, which is that of
/// both directions, but for XRC: there an initiator sends, and a target receives.
pub(crate) fn ends(nodes: Nodes, reach: Reach, (from, to): (u32, u32)) -> (End, End) {
    let end = |own: u32, other: u32, is_initiator: bool| End {
        node: nodes.0.node_of(own),
        queue_pair: u64::from(is_initiator) << 63 | u64::from(own) << 32 | u64::from(other),
    };
    (end(from, to, reach.is_xrc()), end(to, from, false))
}

/// What comes of a transfer that has passed its links.
pub(crate) struct Carried<A> {
    /// The time that it takes beside that of the links.
    pub(crate) latency: Duration,
    /// For an atomic update, the time from the atomic unit of the node that it reaches to `process`.
    pub(crate) update: Option<Duration>,
    /// At whom it arrives.
    pub(crate) process: u32,
    /// As what.
    pub(crate) arrival: A,
}

/// The links of all nodes, with what is on them.
pub(crate) struct Links<A> {
    bandwidth: Rate,
    /// Of each node the link out of it and the link into it.
    directions: Vec<Link>,
    transfers: Vec<Option<Transfer<A>>>,
    vacant: Vec<u32>,
    /// When a link may have carried something next, and which.
    alarms: BinaryHeap<Reverse<(Time, u32)>>,
    /// Transfers that come to their links later, in their order.
    later: BTreeMap<(Time, u64), (u32, [Leg; 2])>,
    sequence: u64,
    contexts: Option<(Contexts, Vec<Cache>)>,
    /// What an atomic update takes, and when each node's unit is free.
    atomic: Duration,
    units: Vec<Time>,
}

/// A transfer's way over a link.
#[derive(Clone, Copy)]
struct Leg {
    link: u32,
    queue_pair: u64,
    /// The virtual time that it takes.
    alone: u64,
}

struct Transfer<A> {
    /// Links that have not carried it yet.
    links: u8,
    to: u32,
    carried: Carried<A>,
}

impl<A> Links<A> {
    pub(crate) fn new(nodes: u32, machine: &Machine) -> Links<A> {
        let contexts = machine.adapter.contexts.clone();
        Links {
            bandwidth: machine.network.bandwidth.value,
            directions: (0..2 * nodes).map(|_| Link::default()).collect(),
            transfers: Vec::new(),
            vacant: Vec::new(),
            alarms: BinaryHeap::new(),
            later: BTreeMap::new(),
            sequence: 0,
            contexts: contexts.map(|contexts| (contexts, vec![Cache::default(); nodes as usize])),
            atomic: machine.adapter.atomic.value,
            units: vec![Time::ZERO; nodes as usize],
        }
    }

    /// Gives bytes to the links from one node to another, now or later. An adapter that doesn't remember the queue pair fetches its context
    /// first, which takes as much of its link as a transfer of that time.
    pub(crate) fn post(
        &mut self,
        (now, at): (Time, Time),
        (from, to): (End, End),
        bytes: f64,
        carried: Carried<A>,
    ) {
        let time = (bytes / self.bandwidth.0.max(1.0) * 1e9 * FRACTIONS).round() as u64;
        let legs = [(from, 2 * from.node), (to, 2 * to.node + 1)].map(|(end, link)| Leg {
            link,
            queue_pair: end.queue_pair,
            alone: time.saturating_add(self.fetch(end)),
        });
        let transfer = Some(Transfer {
            links: 2,
            to: to.node,
            carried,
        });
        let number = if let Some(vacant) = self.vacant.pop() {
            self.transfers[vacant as usize] = transfer;
            vacant
        } else {
            self.transfers.push(transfer);
            self.transfers.len() as u32 - 1
        };
        if at > now {
            self.sequence += 1;
            self.later.insert((at, self.sequence), (number, legs));
        } else {
            self.enter(now, number, legs);
        }
    }

    fn enter(&mut self, now: Time, transfer: u32, legs: [Leg; 2]) {
        for leg in legs {
            let link = &mut self.directions[leg.link as usize];
            link.enter(now, leg.queue_pair, leg.alone, transfer);
            self.look(leg.link);
        }
    }

    /// Who of the loop's processes is next, and why: what has passed its links arrives there.
    pub(crate) fn poll(&mut self, events: &mut EventLoop<A>) -> Option<(Time, u32, Turn<A>)> {
        loop {
            let alarm = self.alarms.peek().map(|&Reverse((at, _))| at);
            let later = self.later.first_key_value().map(|(&(at, _), _)| at);
            let due = alarm.into_iter().chain(later).min();
            if let Some(turn) = events.poll_until(due.unwrap_or(Time(u64::MAX))) {
                return Some(turn);
            }
            let now = due?;
            if later == Some(now) {
                let (_, (transfer, legs)) = self.later.pop_first()?;
                self.enter(now, transfer, legs);
            } else {
                let Reverse((_, link)) = self.alarms.pop()?;
                self.serve(now, link, events);
            }
        }
    }

    /// Handles what a link may have carried by now.
    fn serve(&mut self, now: Time, number: u32, events: &mut EventLoop<A>) {
        let link = &mut self.directions[number as usize];
        if link.alarm != Some(now) {
            // A stale alarm: the link has been served, or has an earlier alarm.
            return;
        }
        link.alarm = None;
        link.advance(now);
        while let Some(transfer) = self.directions[number as usize].take() {
            let place = &mut self.transfers[transfer as usize];
            place.as_mut().expect("a transfer under way").links -= 1;
            if let Some(carried) = place.take_if(|transfer| transfer.links == 0) {
                self.vacant.push(transfer);
                self.end(now, carried, events);
            }
        }
        self.look(number);
    }

    /// Lets what both links have carried arrive.
    fn end(&mut self, now: Time, transfer: Transfer<A>, events: &mut EventLoop<A>) {
        let Transfer { to, carried, .. } = transfer;
        let mut at = now + carried.latency;
        if let Some(back) = carried.update {
            let unit = &mut self.units[to as usize];
            *unit = at.max(*unit) + self.atomic;
            at = *unit + back;
        }
        events.send(at, carried.process, carried.arrival);
    }

    /// Sees to it that the link is served when it has next carried something.
    fn look(&mut self, number: u32) {
        let link = &mut self.directions[number as usize];
        let Some(due) = link.due() else {
            return;
        };
        if link.alarm.is_none_or(|at| due < at) {
            link.alarm = Some(due);
            self.alarms.push(Reverse((due, number)));
        }
    }

    /// The virtual time to fetch the context of a queue pair.
    fn fetch(&mut self, end: End) -> u64 {
        let Some((contexts, caches)) = &mut self.contexts else {
            return 0;
        };
        if caches[end.node as usize].touch(end.queue_pair, contexts.entries) {
            0
        } else {
            (contexts.miss.value.as_nanos() as u64) << FRACTION_BITS
        }
    }
}

/// A direction of a node's link.
#[derive(Debug, Default)]
struct Link {
    /// The virtual time: how long the link alone would have needed for what each queue pair on it has been carried.
    virtual_now: u64,
    now: Time,
    /// By queue pair, the transfers behind its first one: their times, and their numbers.
    waiting: BTreeMap<u64, VecDeque<(u64, u32)>>,
    /// The first transfer of each queue pair: the virtual time of its end, the queue pair, and the transfer's number.
    first: BinaryHeap<Reverse<(u64, u64, u32)>>,
    /// The alarm that counts. Others of the link are stale.
    alarm: Option<Time>,
}

impl Link {
    /// Carries a transfer that would take this long alone.
    fn enter(&mut self, now: Time, queue_pair: u64, alone: u64, transfer: u32) {
        self.advance(now);
        if let Some(waiting) = self.waiting.get_mut(&queue_pair) {
            waiting.push_back((alone, transfer));
        } else {
            self.waiting.insert(queue_pair, VecDeque::new());
            let end = self.virtual_now.saturating_add(alone);
            self.first.push(Reverse((end, queue_pair, transfer)));
        }
    }

    fn advance(&mut self, now: Time) {
        let passed = now.0 - self.now.0;
        self.now = now;
        self.virtual_now = match self.first.len() as u64 {
            0 => 0,
            sharing => self.virtual_now + (passed << FRACTION_BITS) / sharing,
        };
    }

    /// Takes a transfer that has been carried.
    fn take(&mut self) -> Option<u32> {
        let &Reverse((end, queue_pair, transfer)) = self.first.peek()?;
        if end > self.virtual_now {
            return None;
        }
        self.first.pop();
        let waiting = self.waiting.get_mut(&queue_pair).expect("a queue pair");
        if let Some((alone, next)) = waiting.pop_front() {
            // It was carried from the end of the one before it on, and not from now on.
            let end = end.saturating_add(alone);
            self.first.push(Reverse((end, queue_pair, next)));
        } else {
            self.waiting.remove(&queue_pair);
        }
        Some(transfer)
    }

    /// When the next transfer has been carried, if no other comes.
    fn due(&self) -> Option<Time> {
        let &Reverse((end, ..)) = self.first.peek()?;
        let left = u128::from(end.saturating_sub(self.virtual_now));
        let left = (left * self.first.len() as u128).div_ceil(1 << FRACTION_BITS);
        Some(self.now + Duration::from_nanos(u64::try_from(left).unwrap_or(u64::MAX)))
    }
}

/// The queue pairs whose contexts an adapter has. Of too many the least recently used goes.
#[derive(Clone, Debug, Default)]
struct Cache {
    turn: u64,
    used: BTreeMap<u64, u64>,
    by_turn: BTreeMap<u64, u64>,
}

impl Cache {
    /// Uses a queue pair. Returns whether its context was there.
    fn touch(&mut self, queue_pair: u64, entries: u32) -> bool {
        self.turn += 1;
        let before = self.used.insert(queue_pair, self.turn);
        if let Some(turn) = before {
            self.by_turn.remove(&turn);
        }
        self.by_turn.insert(self.turn, queue_pair);
        if self.used.len() > entries as usize
            && let Some((_, oldest)) = self.by_turn.pop_first()
        {
            self.used.remove(&oldest);
        }
        before.is_some()
    }
}

#[cfg(test)]
mod tests;
