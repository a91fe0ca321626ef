//! The virtual world: processes, events in the order of virtual time, and a network that loses,
//! duplicates, delays and partitions. A seed determines the history.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Duration;

use farreach_connect::{Action, Config, Rank, Reason, Refusal};
use farreach_sim::{EventLoop, Turn};
use farreach_verbs::{Time, UdSource};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::hostile::mischief;
use crate::node::{Node, Qp, address, config, mtu, path_mtu, payload, source};

/// The faults of network and devices, in percent and microseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hostility {
    pub(crate) loss: u64,
    pub(crate) duplicates: u64,
    /// Messages that arrive much later.
    pub(crate) late: u64,
    pub(crate) late_by: u64,
    pub(crate) latency: u64,
    /// The time that the device takes. With 0 it answers at once, inside the poll loop.
    pub(crate) create: u64,
    pub(crate) bring_up: u64,
    /// Whether the device always takes exactly that long, and blocks its process.
    pub(crate) blocking: bool,
    pub(crate) refuse_create: u64,
    pub(crate) refuse_bring_up: u64,
    /// Packets by which the manager learns that the peer was heard.
    pub(crate) heard: u64,
    /// Requests to end a connection that are declined without a reason.
    pub(crate) decline: u64,
}

#[derive(Debug)]
pub(crate) enum Event {
    Arrive {
        to: Rank,
        from: Rank,
        bytes: Vec<u8>,
    },
    /// A message from another adapter than it names.
    Intrude {
        to: Rank,
        bytes: Vec<u8>,
    },
    Created {
        node: Rank,
        peer: Rank,
    },
    BroughtUp {
        node: Rank,
        peer: Rank,
    },
    Ready {
        node: Rank,
    },
    Connect {
        node: Rank,
        peer: Rank,
    },
    Die {
        node: Rank,
    },
    NoticeDeath {
        node: Rank,
        peer: Rank,
    },
    Cut {
        from: Rank,
        to: Rank,
    },
    Heal {
        from: Rank,
        to: Rank,
    },
    /// The program begins an operation.
    Submit {
        node: Rank,
        peer: Rank,
    },
    /// The program begins an operation if the peer is connected.
    Data {
        node: Rank,
        peer: Rank,
    },
    /// An operation of `from`'s queue pair `qp` arrives.
    Deliver {
        to: Rank,
        from: Rank,
        qp: u32,
        operation: u64,
    },
    /// The acknowledgement of an operation arrives.
    Acknowledge {
        node: Rank,
        peer: Rank,
        qp: u32,
        operation: u64,
    },
    /// A queue pair was without acknowledgement for too long.
    Break {
        node: Rank,
        peer: Rank,
        qp: u32,
    },
    /// The program asks to end a connection.
    Disconnect {
        node: Rank,
        peer: Rank,
    },
    /// Another search for connections that can make room.
    MakeRoom {
        node: Rank,
    },
    /// An attacker sends a message.
    Mischief {
        node: Rank,
    },
}

impl Event {
    /// The process that it happens to. `None` for what happens to the network.
    fn node(&self) -> Option<Rank> {
        match *self {
            Event::Cut { .. } | Event::Heal { .. } | Event::Mischief { .. } => None,
            Event::Arrive { to: node, .. }
            | Event::Intrude { to: node, .. }
            | Event::Created { node, .. }
            | Event::BroughtUp { node, .. }
            | Event::Ready { node }
            | Event::Connect { node, .. }
            | Event::Die { node }
            | Event::NoticeDeath { node, .. }
            | Event::Submit { node, .. }
            | Event::Data { node, .. }
            | Event::Deliver { to: node, .. }
            | Event::Acknowledge { node, .. }
            | Event::Break { node, .. }
            | Event::Disconnect { node, .. }
            | Event::MakeRoom { node } => Some(node),
        }
    }
}

/// A message as it was sent.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) from: Rank,
    pub(crate) to: Rank,
    pub(crate) bytes: Vec<u8>,
}

type Censor = Box<dyn FnMut(&Sent) -> bool>;

pub(crate) struct World {
    pub(crate) now: Time,
    pub(crate) nodes: Vec<Node>,
    pub(crate) hostility: Hostility,
    pub(crate) log: Vec<Sent>,
    /// Selects messages that the network loses, in addition to random losses.
    pub(crate) censor: Option<Censor>,
    pub(crate) rng: Pcg64Mcg,
    pub(crate) verbose: bool,
    /// Whether a process died or a path was cut.
    pub(crate) harmed: bool,
    /// All queue pairs that were ever up, by process and number.
    used: BTreeMap<(Rank, u32), Qp>,
    pub(crate) operations: u64,
    cuts: BTreeSet<(Rank, Rank)>,
    events: EventLoop<Event>,
    /// The seat of what happens to the network.
    outside: Rank,
}

pub(crate) fn micros(us: u64) -> Duration {
    Duration::from_micros(us)
}

/// A short description of a message, for the trace.
fn describe(bytes: &[u8]) -> String {
    let kinds = [
        "?", "REQUEST", "REPLY", "CONFIRM", "HOLD", "REFUSED", "CLOSE", "KEEP", "DRAIN",
    ];
    let (Some(header), true) = (bytes.get(..40), bytes.len() > 40) else {
        return format!("{} bytes", bytes.len());
    };
    let attempt = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().expect("four"));
    format!(
        "{} flags {:x} attempt {} of {} serial {}",
        kinds.get(usize::from(header[5])).unwrap_or(&"?"),
        header[6],
        attempt(16),
        attempt(24),
        attempt(32)
    )
}

impl World {
    pub(crate) fn new(size: u32, seed: u64, max_handshakes: usize, hostility: Hostility) -> Self {
        Self::with(size, seed, hostility, |rank| {
            config(rank, size, seed, max_handshakes)
        })
    }

    /// A world of processes with these configurations.
    pub(crate) fn with(
        size: u32,
        seed: u64,
        hostility: Hostility,
        config: impl Fn(Rank) -> Config,
    ) -> Self {
        let node = |rank| Node::new(config(rank));
        let mut events = EventLoop::new(size);
        let outside = events.add();
        World {
            now: Time::ZERO,
            nodes: (0..size).map(node).collect(),
            hostility,
            log: Vec::new(),
            censor: None,
            rng: Pcg64Mcg::seed_from_u64(seed),
            verbose: false,
            harmed: false,
            used: BTreeMap::new(),
            operations: 0,
            cuts: BTreeSet::new(),
            events,
            outside,
        }
    }

    /// A world without faults, in which all processes are ready and a message takes 10 µs.
    pub(crate) fn quiet(size: u32) -> Self {
        let hostility = Hostility {
            latency: 10,
            ..Hostility::default()
        };
        let mut world = World::new(size, 1, 8, hostility);
        for node in 0..size {
            world.at(0, Event::Ready { node });
        }
        world.run();
        world
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.rng.next_u64() % limit.max(1)
    }

    pub(crate) fn within(&mut self, range: Range<u64>) -> u64 {
        range.start + self.below(range.end - range.start)
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        percent > 0 && self.below(100) < percent
    }

    /// Schedules `event` in `us` microseconds.
    pub(crate) fn at(&mut self, us: u64, event: Event) {
        let seat = event.node().unwrap_or(self.outside);
        self.events.send(self.now + micros(us), seat, event);
    }

    pub(crate) fn node(&mut self, rank: Rank) -> &mut Node {
        &mut self.nodes[rank as usize]
    }

    /// Runs until nothing happens any more.
    pub(crate) fn run(&mut self) {
        let limit = self.events.turns() + 200_000 + 1_000 * (self.nodes.len() as u64).pow(2);
        while let Some((at, seat, turn)) = self.events.poll() {
            assert!(self.events.turns() < limit, "never comes to rest");
            self.now = at;
            if self.verbose {
                match &turn {
                    Turn::Arrival(Event::Arrive { to, from, bytes }) => {
                        println!("{:>9} {to} <- {from} {}", at.0 / 1000, describe(bytes));
                    }
                    turn => println!("{:>9} {seat} {turn:?}", at.0 / 1000),
                }
            }
            if seat == self.outside {
                self.happen_outside(turn);
                continue;
            }
            let node = self.node(seat);
            match turn {
                Turn::Arrival(Event::Deliver { from, qp, .. }) if !node.alive => {
                    self.goes_nowhere(from, seat, qp);
                }
                _ if !node.alive => {}
                Turn::Arrival(event) => self.happen(seat, event),
                Turn::Deadline => {
                    node.manager.handle_timeout(at);
                    self.settle(seat);
                }
                Turn::Free => {
                    let answer = node.answer.take().expect("what it has waited for");
                    self.happen(seat, answer);
                }
            }
        }
    }

    fn happen_outside(&mut self, turn: Turn<Event>) {
        match turn {
            Turn::Arrival(Event::Cut { from, to }) => {
                self.harmed = true;
                self.cuts.insert((from, to));
            }
            Turn::Arrival(Event::Heal { from, to }) => {
                self.cuts.remove(&(from, to));
            }
            Turn::Arrival(Event::Mischief { node }) => {
                let event = mischief(self, node);
                self.at(0, event);
            }
            turn => unreachable!("{turn:?}"),
        }
    }

    fn happen(&mut self, node: Rank, event: Event) {
        let now = self.now;
        match event {
            Event::Arrive { from, bytes, .. } => {
                let manager = &mut self.node(node).manager;
                manager.handle_connect_message(now, source(from), &bytes);
            }
            Event::Intrude { bytes, .. } => {
                let elsewhere = UdSource {
                    address: address(200),
                    ..source(0)
                };
                let manager = &mut self.node(node).manager;
                manager.handle_connect_message(now, elsewhere, &bytes);
            }
            Event::Created { peer, .. } => self.created(node, peer),
            Event::BroughtUp { peer, .. } => self.brought_up(node, peer),
            Event::Ready { .. } => self.node(node).set_ready(now),
            Event::Connect { peer, .. } => self.node(node).connect(now, peer),
            Event::Die { .. } => {
                self.harmed = true;
                self.node(node).alive = false;
            }
            Event::NoticeDeath { peer, .. } => {
                self.node(node).manager.give_up(now, peer, Reason::Dead);
            }
            Event::Submit { peer, .. } => self.submit(node, peer),
            Event::Data { peer, .. } => {
                let user = &self.nodes[node as usize];
                if user.up.contains(&peer) && !user.traffic.draining.contains(&peer) {
                    self.submit(node, peer);
                }
            }
            Event::Deliver {
                from,
                qp,
                operation,
                ..
            } => self.deliver(node, from, qp, operation),
            Event::Acknowledge {
                peer,
                qp,
                operation,
                ..
            } => self.acknowledge(node, peer, qp, operation),
            Event::Break { peer, qp, .. } => {
                let current = self.node(node).qp_of(peer);
                if current.is_some_and(|current| current.local.qp.0 == qp) {
                    self.node(node).manager.broken(now, peer);
                }
            }
            Event::Disconnect { peer, .. } => self.disconnect(node, peer),
            Event::MakeRoom { .. } => self.node(node).traffic.will_look = false,
            Event::Cut { .. } | Event::Heal { .. } | Event::Mischief { .. } => {
                unreachable!("it happens outside")
            }
        }
        self.settle(node);
    }

    /// Executes the manager's actions, makes room if queue pairs are lacking, and sets the
    /// process's timer.
    fn settle(&mut self, node: Rank) {
        self.carry_out(node);
        if self.make_room(node) {
            self.carry_out(node);
        }
        let deadline = self.node(node).manager.next_deadline();
        self.events.set_deadline(node, deadline);
    }

    /// Executes the manager's actions, as far as the device doesn't block the process.
    fn carry_out(&mut self, node: Rank) {
        for step in 0.. {
            assert!(step < 1000, "asks without end");
            if self.node(node).answer.is_some() {
                return;
            }
            let Some(action) = self.node(node).manager.poll_action() else {
                return;
            };
            if self.verbose {
                match &action {
                    Action::Send { to, message } => {
                        println!("{:>13} {node} -> {to} {}", "", describe(message));
                    }
                    action => println!("{:>13} {node}: {action:?}", ""),
                }
            }
            match action {
                Action::Send { to, message } => self.send(node, to, message.to_vec()),
                Action::CreateQp { peer } => {
                    self.node(node).asked += 1;
                    assert!(self.node(node).creating.insert(peer), "asked twice");
                    match self.hostility.create {
                        0 => self.created(node, peer),
                        most => {
                            let answer = Event::Created { node, peer };
                            self.take(node, most, answer);
                        }
                    }
                }
                Action::BringUp {
                    peer,
                    remote,
                    payload: theirs,
                } => {
                    assert_eq!(remote.address, address(peer));
                    let paths = path_mtu(node, peer).min(path_mtu(peer, node));
                    assert_eq!(remote.mtu, mtu(node).min(mtu(peer)).min(paths));
                    let versions = 1..=self.node(peer).versions;
                    let published = versions.map(|version| payload(peer, version));
                    assert!(published.into_iter().any(|p| p == theirs), "{theirs:?}");
                    let before = self.node(node).bringing_up.insert(peer, remote);
                    assert!(before.is_none(), "asked twice");
                    match self.hostility.bring_up {
                        0 => self.brought_up(node, peer),
                        most => {
                            let answer = Event::BroughtUp { node, peer };
                            self.take(node, most, answer);
                        }
                    }
                }
                Action::Up { peer } => {
                    self.node(node).is_up(peer);
                    // The peer's end must have received before: nothing may rely on retries.
                    let remote = self.node(node).qp_of(peer).and_then(|qp| qp.remote);
                    let remote = remote.expect("checked by is_up");
                    let end = (remote.qp.0, remote.check_key);
                    assert!(
                        self.node(peer).received_with.contains(&end),
                        "{node} is up before {peer} receives"
                    );
                    self.is_up(node, peer);
                }
                Action::Asked { peer } => self.asked(node, peer),
                Action::Kept { peer } => {
                    let now = self.now;
                    let traffic = &mut self.node(node).traffic;
                    assert!(traffic.asking.remove(&peer), "kept, but nobody asked");
                    traffic.last_used.insert(peer, now);
                }
                Action::Drain { peer } => {
                    let traffic = &mut self.node(node).traffic;
                    traffic.asking.remove(&peer);
                    assert!(traffic.draining.insert(peer), "told twice to drain");
                    self.is_drained(node, peer);
                }
                Action::Down { peer } => {
                    let now = self.now;
                    self.node(node).is_down(now, peer);
                }
                Action::DestroyQp { peer, qp } => self.node(node).destroy(peer, qp),
                Action::Failed { peer, error } => {
                    assert_eq!(peer, error.peer);
                    self.node(node).failed(error);
                }
            }
        }
    }

    /// Schedules the device's answer, which the process waits for if the device blocks.
    fn take(&mut self, node: Rank, most: u64, answer: Event) {
        if self.hostility.blocking {
            self.node(node).answer = Some(answer);
            self.events.occupy(node, self.now + micros(most));
        } else {
            let us = self.below(most);
            self.at(us, answer);
        }
    }

    fn created(&mut self, node: Rank, peer: Rank) {
        let now = self.now;
        let full = self.node(node).qp_count() >= self.node(node).budget;
        let result = if full || self.chance(self.hostility.refuse_create) {
            assert!(self.node(node).creating.remove(&peer));
            Err(Refusal::QueuePairs { limit: 7 })
        } else {
            Ok(self.node(node).create(peer))
        };
        let manager = &mut self.node(node).manager;
        manager.set_path_mtu(peer, path_mtu(node, peer));
        manager.qp_created(now, peer, result);
    }

    fn brought_up(&mut self, node: Rank, peer: Rank) {
        let now = self.now;
        let result = if self.chance(self.hostility.refuse_bring_up) {
            assert!(self.node(node).bringing_up.remove(&peer).is_some());
            Err(Refusal::Device { code: 5 })
        } else {
            self.node(node).bring_up(peer);
            Ok(())
        };
        self.node(node).manager.qp_up(now, peer, result);
    }

    fn send(&mut self, from: Rank, to: Rank, bytes: Vec<u8>) {
        assert!(bytes.len() <= farreach_connect::CONNECT_OVERHEAD + crate::node::MAX_PAYLOAD);
        let sent = Sent { from, to, bytes };
        self.log.push(sent.clone());
        let censored = self.censor.as_mut().is_some_and(|censor| censor(&sent));
        if censored || self.cuts.contains(&(from, to)) || self.chance(self.hostility.loss) {
            return;
        }
        let copies = 1 + u64::from(self.chance(self.hostility.duplicates));
        for _ in 0..copies {
            let half = self.hostility.latency / 2;
            let mut us = half + self.below(half + 1);
            if self.chance(self.hostility.late) {
                us += self.below(self.hostility.late_by);
            }
            let bytes = sent.bytes.clone();
            self.at(us, Event::Arrive { to, from, bytes });
        }
    }

    /// Checks at rest that both ends of all connections agree, and that nothing is left over.
    pub(crate) fn check_at_rest(&self) {
        for node in self.nodes.iter().filter(|node| node.alive) {
            node.check_at_rest();
            for operation in &node.traffic.complete {
                let arrived = |node: &&Node| node.traffic.arrived.contains(operation);
                let times = self.nodes.iter().filter(arrived).count();
                assert_eq!(times, 1, "{operation} is complete");
            }
            for &peer in &node.up {
                let other = &self.nodes[peer as usize];
                if other.alive && other.up.contains(&node.rank) {
                    let qp = node.qp_of(peer).expect("up");
                    let taken = other.takes(address(node.rank), &qp);
                    assert_eq!(taken, Some(node.rank), "the ends disagree");
                }
            }
        }
    }

    pub(crate) fn remember(&mut self, node: Rank, qp: Qp) {
        self.used.insert((node, qp.local.qp.0), qp);
    }

    /// A queue pair that was up at some time.
    pub(crate) fn was_up(&self, node: Rank, qp: u32) -> Qp {
        self.used[&(node, qp)]
    }

    /// The number of messages sent of each kind: REQUEST, REPLY, CONFIRM, HOLD, REFUSED. Messages
    /// about ends are not counted.
    pub(crate) fn kinds(&self) -> [usize; 5] {
        let count = |kind| self.log.iter().filter(|m| m.bytes[5] == kind).count();
        [count(1), count(2), count(3), count(4), count(5)]
    }
}
