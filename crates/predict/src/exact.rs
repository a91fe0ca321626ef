//! Depth *exact*: the real engine of each process, on real adapters, in virtual time.
//!
//! ```text
//!   Exchange::steps ─▶ Walk ── puts, updates ────▶ Engine ──▶ SimDevice ── Departure ──▶ Links, costs of the network
//!                       ▲                            │ spend                                   │
//!                       └───── flag ────── Engine    ▼                                         ▼
//!                                            adapter of the node                     EventLoop ──▶ SimDevice of the peer
//! ```
//!
//! The engine and the adapters are those of real jobs. Each command to make or connect a queue pair
//! waits for the node's adapter, which carries out one after the other; the process is busy
//! meanwhile. A step's bytes travel as puts of at most [`CHUNK`] bytes, and its flag follows them. As in real processes, both travel in one
//! list if they fit.
//!
//! There is no second device that completes work requests without packets. Since a packet has up to 64 KiB, most messages are
//! one packet, and 10,000 processes take seconds. A device of messages would have to repeat what the adapter knows of states, keys,
//! receives, atomics and errors, and predictions would depend on the copy. The adapter here passes the conformance suite with
//! the costs of a machine, as `tests` shows.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use farreach_connect::{JobKey, Rank};
use farreach_engine::{Atomics, Config, Directory, Engine, Peers, Retransmit, Setup};
use farreach_sim::{Departure, EventLoop, Network, Turn, VecMemory, VecNode, simulated_bytes};
use farreach_verbs::{Access, Rkey, Time, UdDestination, XrcDomain};

use crate::count::Nodes;
use crate::outcome::{End, Outcome, Stuck};
use crate::outline::{TURNS_MIN, TURNS_OF_EACH, work};
use crate::scene::Scene;
use crate::startup::Plan;
use crate::walk::Walk;

mod process;
mod wire;

pub(crate) use process::WORD;
use process::{CHUNK, Process};
use wire::Wire;

/// The longest payload of a packet: what the software adapter has between processes of one host.
const MTU: u32 = 65_408;
/// Bytes of a packet, roughly.
pub(crate) const PACKET: u64 = MTU as u64;
/// The most processes: the network's addresses.
pub(crate) const PROCESSES_MAX: u32 = 1 << 16;
/// A peer never counts as silent.
const PEER_TIMEOUT: Duration = Duration::from_hours(1);

thread_local! {
    /// The time of the process that has its turn, and when the adapter of its node is free.
    static ADAPTER: Cell<(Time, Time)> = const { Cell::new((Time::ZERO, Time::ZERO)) };
    /// Tells the bytes that this thread has allocated and not freed.
    static LIVE: Cell<fn() -> i64> = const { Cell::new(|| 0) };
}

/// The bytes that processes have allocated.
fn live_bytes() -> i64 {
    LIVE.get()() - simulated_bytes()
}

/// Lets the adapter carry out a command after all earlier ones.
fn spend(cost: Duration) -> Duration {
    let (now, free) = ADAPTER.get();
    let end = now.max(free) + cost;
    ADAPTER.set((end, end));
    end.since(now)
}

/// Where the endpoints of all processes are.
#[derive(Clone)]
struct Hosts {
    nodes: Nodes,
    endpoints: Rc<RefCell<Vec<UdDestination>>>,
}

impl Directory for Hosts {
    fn endpoint(&self, rank: Rank) -> Option<UdDestination> {
        self.endpoints.borrow().get(rank as usize).copied()
    }

    fn local_index(&self, rank: Rank) -> u32 {
        self.nodes.local_index(rank)
    }

    fn local_size(&self, rank: Rank) -> u32 {
        self.nodes.local_size(rank)
    }

    fn node_member(&self, rank: Rank, index: u32) -> Rank {
        self.nodes.node_member(rank, index)
    }
}

/// What arrives at a process.
enum Arrival {
    /// The process is ready.
    Ready,
    /// A packet.
    Packet(Departure),
    /// The data of a step, within the node.
    Data { step: u32 },
    /// Another process of the node has forwarded a message, or taken data.
    Forwarded,
}

struct World<'a> {
    scene: &'a Scene<'a>,
    nodes: Nodes,
    plan: Plan,
    events: EventLoop<Arrival>,
    wire: Wire,
    processes: Vec<Process>,
    /// When each adapter is free.
    adapters: Vec<Time>,
    static_end: Time,
    /// The memory of nodes whose processes share it.
    shared: Vec<VecNode>,
    failed: Option<String>,
}

/// Simulates.
pub(crate) fn run(scene: &Scene<'_>) -> Result<Outcome, Stuck> {
    LIVE.set(scene.live_bytes);
    let places = scene.exchange.places();
    let size = places.size();
    let plan = Plan::new(scene.machine, places, scene.setup);
    let mut events = scene.machine.event_loop(places);
    let wire = Wire::new(scene, &mut events);
    let mut world = World {
        scene,
        nodes: Nodes(places),
        plan,
        events,
        wire,
        processes: Vec::with_capacity(size as usize),
        adapters: vec![Time::ZERO; size as usize],
        static_end: Time::ZERO,
        shared: Vec::new(),
        failed: None,
    };
    world.add_processes();
    let mut packets = 0;
    for rank in 0..size {
        let steps = scene.exchange.steps(rank);
        packets += steps
            .iter()
            .map(|step| 2 + step.bytes / PACKET)
            .sum::<u64>();
        let local = places.ranks(places.node_of(rank)).len() as u32;
        let at = Time::ZERO + plan.ready(local).max(plan.known);
        world.events.send(at, rank, Arrival::Ready);
    }
    let each = work(scene.exchange, scene.reach, scene.setup) + packets;
    let turns_max = 10 * TURNS_MIN + TURNS_OF_EACH * each;
    // At the end everybody hears of the last acknowledgements.
    for has_ended in [false, true] {
        if has_ended {
            let now = world.events.now();
            (0..size).for_each(|rank| world.events.send(now, rank, Arrival::Forwarded));
        }
        while let Some((now, rank, turn)) = world.wire.links.poll(&mut world.events) {
            world.turn(now, rank, turn);
            let turns = world.events.turns();
            if turns > turns_max {
                return Err(Stuck::Restless { turns });
            }
        }
    }
    world.outcome()
}

impl World<'_> {
    fn add_processes(&mut self) {
        let places = self.nodes.0;
        let reach = self.scene.reach;
        let fabric = self.scene.fabric();
        let hosts = Hosts {
            nodes: self.nodes,
            endpoints: Rc::default(),
        };
        // Nobody reads the data, which is lost, unless a node's segments lie in a row.
        let steps = self.scene.exchange.steps(0).len();
        let kept = (steps + 1) * WORD;
        let longest = (0..places.size()).flat_map(|rank| self.scene.exchange.steps(rank));
        let longest = longest.map(|step| step.bytes).max().unwrap_or(0);
        let longest = longest.clamp(8, u64::from(CHUNK)).next_multiple_of(8);
        let segment = kept + longest as usize;
        for node in 0..places.nodes() {
            let ranks = places.ranks(node);
            let shared =
                (reach.is_xrc()).then(|| VecNode::new(ranks.len(), segment, Rkey(node + 1)));
            self.shared.extend(shared.clone());
            for (index, rank) in ranks.enumerate() {
                let seed = self.scene.engine_seed(rank);
                let device = self.wire.attach(rank, seed);
                let domain = shared.as_ref().map(|node| {
                    let domain = node.domain(index, Network::address(rank as u16));
                    Box::new(domain) as Box<dyn XrcDomain<VecMemory>>
                });
                let own = shared.as_ref().map(|node| node.segment(index));
                let config = Config {
                    rank,
                    size: places.size(),
                    lane: 0,
                    job_key: Some(JobKey([0x5a; 32])),
                    seed,
                    peer_timeout: PEER_TIMEOUT,
                    retransmit: Retransmit::default(),
                    peers: Peers::Alike,
                    part_bytes: 64,
                    kept_bytes: 0,
                    atomics: Atomics::Owner,
                    max_handshakes: self.scene.handshakes,
                    live_bytes,
                    fabric,
                    spend,
                };
                let engine = Engine::new(device, hosts.clone(), config, domain);
                #[cfg_attr(
                    not(debug_assertions),
                    expect(unused_mut, reason = "bugs are for tests")
                )]
                let mut engine = engine.expect("an adapter without objects has room");
                #[cfg(debug_assertions)]
                if let Some(bug) = self.scene.faults.bug {
                    engine.plant_in_manager(bug);
                }
                hosts.endpoints.borrow_mut().push(engine.endpoint());
                self.processes.push(Process {
                    engine,
                    segment: own.unwrap_or_else(|| VecMemory::losing(kept, segment)),
                    flags: steps,
                    source: None,
                    walk: Walk::new(&self.scene.exchange.steps(rank)),
                    sent: 0,
                    is_ready: false,
                    is_connecting: false,
                    began: Time::ZERO,
                    ended: None,
                });
            }
        }
    }

    fn turn(&mut self, now: Time, rank: Rank, turn: Turn<Arrival>) {
        if self.wire.is_adapters(rank) {
            if let Turn::Arrival(Arrival::Packet(packet)) = turn {
                self.wire.network.deliver(packet);
            }
            return;
        }
        let adapter = self.scene.machine.adapter.of(rank, self.nodes.0) as usize;
        ADAPTER.set((now, self.adapters[adapter]));
        let process = &mut self.processes[rank as usize];
        process.sent = 0;
        let had_ended = process.ended.is_some();
        let mut arrival = match turn {
            Turn::Arrival(arrival) => Some(arrival),
            Turn::Free | Turn::Deadline => None,
        };
        // A poll takes all that has arrived meanwhile.
        while let Some(arrived) = arrival.or_else(|| self.events.take_waiting(rank)) {
            match arrived {
                Arrival::Ready => self.ready(now, rank),
                Arrival::Packet(packet) => self.wire.network.deliver(packet),
                Arrival::Data { step } => self.processes[rank as usize].walk.came(step),
                Arrival::Forwarded => {}
            }
            arrival = None;
        }
        self.go_on(now, rank);
        self.adapters[adapter] = ADAPTER.get().1;
        self.wire.carry(rank, &mut self.events);
        let process = &mut self.processes[rank as usize];
        let is_forwarded =
            self.scene.reach.is_xrc() && process.engine.device_mut().sleep_until_packet();
        if is_forwarded {
            self.events.send(now, rank, Arrival::Forwarded);
        }
        let node = self.nodes.0.node_of(rank);
        let touched = self.shared.get(node as usize).map(VecNode::take_touched);
        for index in touched.into_iter().flatten() {
            let to = self.nodes.0.ranks(node).start + index as u32;
            if to != rank {
                self.events.send(now, to, Arrival::Forwarded);
            }
        }
        self.events
            .set_deadline(rank, process.engine.next_deadline());
        let is_at_work = process.engine.now() > now;
        let overhead = self.scene.machine.node.overhead.value;
        let handled = process.sent + process.walk.take_taken();
        let until = now.max(process.engine.now()) + overhead * handled;
        if is_at_work || process.pauses(self.scene.machine) && process.can_go_on() {
            self.events.occupy(rank, until);
        } else if until > now {
            self.events.work(rank, until);
        }
        if !had_ended && process.ended.is_some() {
            process.ended = Some(until);
        }
    }

    fn ready(&mut self, now: Time, rank: Rank) {
        let process = &mut self.processes[rank as usize];
        process.is_ready = true;
        process.began = now;
        let memory = process.segment.clone();
        let set = process.engine.set_segment(now, memory.clone());
        set.expect("the adapter has room");
        let region = process.engine.register(memory, Access::NONE);
        process.source = Some(region.expect("the adapter has room"));
        if self.scene.setup != Setup::Static {
            return;
        }
        let places = self.nodes.0;
        process.is_connecting = true;
        for peer in 0..places.size() {
            if !places.are_together(rank, peer) {
                process.engine.connect(now, peer);
            }
        }
    }

    /// Everything that the process can do now. Once the adapter has a command, the process works until
    /// that has ended, and goes on then.
    fn go_on(&mut self, now: Time, rank: Rank) {
        loop {
            let process = &mut self.processes[rank as usize];
            let engine = &mut process.engine;
            engine.poll(now);
            while let Some(question) = engine.poll_question() {
                engine.hear_of(now, question.number, true);
            }
            if let Some(failure) = engine.take_failure() {
                self.failed.get_or_insert(format!("rank {rank}: {failure}"));
            }
            if engine.now() > now {
                return;
            }
            self.take_ended(rank);
            let process = &mut self.processes[rank as usize];
            if process.is_connecting && process.engine.connecting() == 0 {
                process.is_connecting = false;
                self.static_end = self.static_end.max(now);
            }
            let has_sent = self.take_steps(now, rank);
            let engine = &self.processes[rank as usize].engine;
            if engine.now() > now || !has_sent && !engine.has_unsent() {
                return;
            }
        }
    }

    /// Takes the old values of updates.
    fn take_ended(&mut self, rank: Rank) {
        let process = &mut self.processes[rank as usize];
        while let Some(done) = process.engine.poll_done() {
            if let Err(error) = done.result {
                self.failed.get_or_insert(format!("rank {rank}: {error}"));
            }
            process.walk.came(done.token as u32);
        }
    }

    /// Takes the steps of the pattern as far as they go. Returns whether something was sent.
    fn take_steps(&mut self, now: Time, rank: Rank) -> bool {
        let mut has_sent = false;
        loop {
            let process = &mut self.processes[rank as usize];
            let has_paused = process.pauses(self.scene.machine);
            if !process.is_ready || process.is_connecting || has_paused {
                return has_sent;
            }
            let Some(message) = process.next() else {
                let is_done = process.walk.is_done() && process.ended.is_none();
                if is_done && !has_sent && !process.engine.has_any_pending() {
                    process.ended = Some(now);
                }
                return has_sent;
            };
            process.sent += 1;
            if self.nodes.0.are_together(rank, message.to) {
                let at = now + self.scene.machine.node.copy(message.bytes);
                let arrival = Arrival::Data { step: message.step };
                self.events.send(at, message.arrives_at(rank), arrival);
            } else {
                process.submit(message);
                has_sent = true;
                if process.engine.now() > now {
                    return true;
                }
            }
        }
    }

    fn disagreement(&self) -> Option<String> {
        let all: Vec<Vec<Rank>> = self
            .processes
            .iter()
            .map(|process| process.engine.connected().collect())
            .collect();
        for (rank, ends) in (0..).zip(&all) {
            for &end in ends {
                if all[end as usize].binary_search(&rank).is_err() {
                    return Some(format!(
                        "rank {rank} is connected to rank {end}, which isn't to it"
                    ));
                }
            }
            let process = &self.processes[rank as usize];
            let twice = process.walk.left_over() + process.left_over();
            if twice > 0 {
                return Some(format!(
                    "rank {rank} got {twice} messages that no step awaits"
                ));
            }
            let engine = &process.engine;
            let left = engine.outstanding();
            if left > 0 {
                return Some(format!("rank {rank} has {left} operations that never end"));
            }
        }
        self.failed.clone()
    }

    fn outcome(self) -> Result<Outcome, Stuck> {
        let ends = self.processes.iter().map(|process| End {
            walk: &process.walk,
            began: process.began,
            ended: process.ended,
            connections: process.engine.connected().count(),
            connection_bytes: process.engine.stats().connection_bytes,
            manager: process.engine.manager(),
        });
        let made = (Time::ZERO + self.plan.known, self.static_end);
        Outcome::of(ends, made, self.events.turns(), self.disagreement())
    }
}

#[cfg(test)]
mod tests;
