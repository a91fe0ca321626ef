//! Depth *outline*: the real connection manager of each process, in virtual time.
//!
//! ```text
//!   Exchange::steps ─▶ Process ── connect ──▶ Manager ── CreateQp, BringUp ──▶ adapter of the node, one command at a time
//!                         ▲                     │ ▲
//!                         └─────── Up ──────────┘ └── messages ──▶ EventLoop ──▶ Manager of the peer
//! ```
//!
//! A process is busy while the adapter carries out its command, and handles nothing meanwhile. Of the connect messages that came
//! meanwhile it takes those that find a receive; the others are lost. The gateways of connections are the engine's. There is no engine: an operation over a connection
//! takes the network's latency and its bytes' share of the bandwidth.

use std::time::Duration;

use farreach_connect::{Action, Config, JobKey, LocalQp, Manager, OtherQps, Rank, Retransmit};
use farreach_engine::{DatagramReceives, Fabric, Reach, Routes, Setup, manager_seed};
use farreach_patterns::{Exchange, Kind};
use farreach_sim::{EventLoop, Turn};
use farreach_verbs::{AdapterAddress, QpNumber, Time, UdSource};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::count::Nodes;
use crate::exact::WORD;
use crate::links::{self, Carried, Links};
use crate::machine::Machine;
use crate::outcome::{End, Outcome, Stuck};
use crate::prove::Faults;
use crate::scene::Scene;
use crate::startup::Plan;
use crate::walk::{Message, Walk};

/// Bytes of segment information in a connect message, as the engine has them.
pub(crate) const SEGMENT_INFO: [u8; 64] = [0; 64];
/// A job that has more turns never comes to rest: so many, and so many for each process and connection.
pub(crate) const TURNS_MIN: u64 = 100_000;
pub(crate) const TURNS_OF_EACH: u64 = 200;
/// Set-ups in flight that a process began: the default of `FARREACH_HANDSHAKES`.
pub(crate) const HANDSHAKES: usize = 64;

/// What arrives at a process.
enum Arrival {
    /// The process is ready.
    Ready,
    /// A connect message.
    Message { from: Rank, bytes: Vec<u8> },
    /// The data of a step.
    Data { step: u32 },
}

/// What the adapter does for a process.
#[derive(Clone, Copy)]
enum Command {
    Create(Rank),
    BringUp(Rank),
}

struct Process {
    manager: Manager,
    routes: Routes,
    walk: Walk,
    /// Connect messages that the process has room for at one time.
    receives: DatagramReceives,
    is_ready: bool,
    /// Messages that wait for a connection.
    pending: Vec<Message>,
    /// Ends of connections that are up, in order.
    up: Vec<Rank>,
    /// Ends of static connections that are not up yet.
    missing: Vec<Rank>,
    /// What the adapter does for it, and when it has done so.
    command: Option<(Command, Time)>,
    /// Messages of the pattern that it has sent in its turn.
    sent: u32,
    /// Connections that have queue pairs, and how many ever had.
    queue_pairs: u32,
    created: u32,
    began: Time,
    ended: Option<Time>,
}

struct World<'a> {
    scene: &'a Scene<'a>,
    nodes: Nodes,
    plan: Plan,
    events: EventLoop<Arrival>,
    processes: Vec<Process>,
    /// When each adapter is free.
    adapters: Vec<Time>,
    links: Links<Arrival>,
    create: Duration,
    transitions: Duration,
    static_end: Time,
    random: Pcg64Mcg,
    failed: Option<String>,
}

pub(crate) fn run(scene: &Scene<'_>) -> Result<Outcome, Stuck> {
    let places = scene.exchange.places();
    let size = places.size();
    let plan = Plan::new(scene.machine, places, scene.setup);
    let fabric = scene.fabric();
    let mut world = World {
        scene,
        nodes: Nodes(places),
        plan,
        events: scene.machine.event_loop(places),
        processes: (0..size)
            .map(|rank| Process::new(rank, scene, &fabric))
            .collect(),
        adapters: vec![Time::ZERO; size as usize],
        links: Links::new(places.nodes(), scene.machine),
        create: fabric.costs.create,
        transitions: fabric.costs.transitions,
        static_end: Time::ZERO,
        random: Pcg64Mcg::seed_from_u64(scene.seed),
        failed: None,
    };
    for rank in 0..size {
        let local = places.ranks(places.node_of(rank)).len() as u32;
        // Nobody reaches another node before the exchange has delivered its endpoints.
        let at = Time::ZERO + plan.ready(local).max(plan.known);
        world.events.send(at, rank, Arrival::Ready);
    }
    let turns_max = TURNS_MIN + TURNS_OF_EACH * work(scene.exchange, scene.reach, scene.setup);
    while let Some((now, rank, turn)) = world.links.poll(&mut world.events) {
        world.turn(now, rank, turn);
        let turns = world.events.turns();
        if turns > turns_max {
            return Err(Stuck::Restless { turns });
        }
    }
    world.outcome()
}

impl Process {
    fn new(rank: Rank, scene: &Scene<'_>, fabric: &Fabric) -> Process {
        let places = scene.exchange.places();
        let steps = scene.exchange.steps(rank);
        let config = Config {
            rank,
            lane: None,
            size: places.size(),
            job_key: JobKey([0x5a; 32]),
            seed: manager_seed(scene.engine_seed(rank)),
            address: address(rank),
            mtu: 4096,
            protocol: scene.protocol,
            announce: fabric.begins_with_announcement(),
            retransmit: Retransmit::default(),
            give_up: Duration::MAX,
            room_within: Duration::MAX,
            max_handshakes: scene.handshakes,
            max_payload: SEGMENT_INFO.len(),
        };
        Process {
            manager: manager(config, scene.faults),
            routes: Routes::new(rank, places.size(), scene.reach, scene.setup),
            walk: Walk::new(&steps),
            receives: DatagramReceives::few(),
            is_ready: false,
            pending: Vec::new(),
            up: Vec::new(),
            missing: Vec::new(),
            command: None,
            sent: 0,
            queue_pairs: 0,
            created: 0,
            began: Time::ZERO,
            ended: None,
        }
    }
}

impl World<'_> {
    /// As a poll of the engine: takes all that has arrived, then serves timers, then goes on.
    fn turn(&mut self, now: Time, rank: Rank, turn: Turn<Arrival>) {
        let process = &mut self.processes[rank as usize];
        let mut arrival = match turn {
            Turn::Arrival(arrival) => Some(arrival),
            Turn::Free | Turn::Deadline => None,
        };
        process.sent = 0;
        let had_ended = process.ended.is_some();
        if let Some((command, _)) = process.command.take() {
            self.carried_out(now, rank, command);
        }
        let process = &mut self.processes[rank as usize];
        let mut room = process.receives.posted();
        let posted = room;
        while let Some(arrived) = arrival.or_else(|| self.events.take_waiting(rank)) {
            arrival = None;
            if matches!(arrived, Arrival::Message { .. }) {
                let Some(left) = room.checked_sub(1) else {
                    // The message is lost, and its sender repeats it.
                    continue;
                };
                room = left;
            }
            self.arrive(now, rank, arrived);
        }
        let process = &mut self.processes[rank as usize];
        process.receives = process.receives.after((posted - room) as usize);
        let manager = &mut process.manager;
        if manager.next_deadline().is_some_and(|due| due <= now) {
            manager.handle_timeout(now);
        }
        self.go_on(now, rank);
        self.spend(now, rank, had_ended);
    }

    /// Lets the process work for what it has handled in its turn.
    fn spend(&mut self, now: Time, rank: Rank, had_ended: bool) {
        let process = &mut self.processes[rank as usize];
        let until = process.command.map_or(now, |(_, until)| until);
        let handled = process.sent + process.walk.take_taken();
        let until = until + self.scene.machine.node.overhead.value * handled;
        let goes_on = process.pauses(self.scene.machine) && process.can_go_on();
        if process.command.is_some() || goes_on {
            self.events.occupy(rank, until);
        } else if until > now {
            self.events.work(rank, until);
        }
        if !had_ended && process.ended.is_some() {
            process.ended = Some(until);
        }
    }

    fn arrive(&mut self, now: Time, rank: Rank, arrival: Arrival) {
        let process = &mut self.processes[rank as usize];
        match arrival {
            Arrival::Ready => self.ready(now, rank),
            Arrival::Message { from, bytes } => {
                let source = UdSource {
                    address: address(from),
                    qp: QpNumber(1),
                };
                process.manager.handle_connect_message(now, source, &bytes);
            }
            Arrival::Data { step } => process.walk.came(step),
        }
    }

    /// Everything that the process can do now. As in the engine, what connections need comes before further steps.
    fn go_on(&mut self, now: Time, rank: Rank) {
        while !self.is_at_work(now, rank) {
            self.take_steps(now, rank);
            if self.is_at_work(now, rank) {
                break;
            }
            let process = &self.processes[rank as usize];
            if process.pauses(self.scene.machine) || !process.can_go_on() {
                break;
            }
        }
        let deadline = self.processes[rank as usize].manager.next_deadline();
        self.events.set_deadline(rank, deadline);
    }

    fn ready(&mut self, now: Time, rank: Rank) {
        let process = &mut self.processes[rank as usize];
        process.is_ready = true;
        process.began = now;
        process.manager.set_ready(now, &SEGMENT_INFO);
        if self.scene.setup != Setup::Static {
            return;
        }
        // The end of a connection that leads to several processes is wanted once.
        let nodes = self.nodes;
        let own = nodes.0.node_of(rank);
        let others = (0..nodes.0.size()).filter(|&peer| nodes.0.node_of(peer) != own);
        let mut ends: Vec<Rank> = others
            .map(|peer| process.routes.end_of_new(peer, &nodes))
            .collect();
        ends.sort_unstable();
        ends.dedup();
        ends.retain(|end| process.up.binary_search(end).is_err());
        process.missing.clone_from(&ends);
        for end in ends {
            process.routes.choose(end, &nodes);
            process.manager.connect(now, end);
        }
    }

    /// Takes the steps of the pattern as far as they go.
    fn take_steps(&mut self, now: Time, rank: Rank) {
        loop {
            let process = &mut self.processes[rank as usize];
            let has_paused = process.pauses(self.scene.machine);
            if !process.is_ready || !process.missing.is_empty() || has_paused {
                return;
            }
            let Some(message) = process.walk.next() else {
                if process.has_ended() && process.ended.is_none() {
                    process.ended = Some(now);
                }
                return;
            };
            self.submit(now, rank, message);
            // As in the engine, the call that needs a connection makes its queue pair.
            if self.is_at_work(now, rank) {
                return;
            }
        }
    }

    /// Sends a step's message, over shared memory, over a connection, or when there is one.
    fn submit(&mut self, now: Time, rank: Rank, message: Message) {
        self.processes[rank as usize].sent += 1;
        if self.nodes.0.are_together(rank, message.to) {
            let at = now + self.scene.machine.node.copy(message.bytes);
            let arrival = Arrival::Data { step: message.step };
            self.events.send(at, message.arrives_at(rank), arrival);
            return;
        }
        let process = &mut self.processes[rank as usize];
        let gateway = process.routes.gateway(message.to, &self.nodes);
        if process.up.binary_search(&gateway).is_ok() {
            self.post(now, rank, message);
            return;
        }
        process.pending.push(message);
        process.routes.choose(gateway, &self.nodes);
        process.manager.connect(now, gateway);
    }

    fn post(&mut self, now: Time, rank: Rank, message: Message) {
        let gateway = self.processes[rank as usize]
            .routes
            .gateway(message.to, &self.nodes);
        let ends = links::ends(self.nodes, self.scene.reach, (rank, gateway));
        let network = &self.scene.machine.network;
        let [here, there] = [rank, gateway].map(|rank| self.nodes.0.node_of(rank));
        let update = match message.kind {
            Kind::Message => None,
            Kind::Update => Some(network.latency(there, here)),
        };
        let carried = Carried {
            latency: network.latency(here, there),
            update,
            process: message.arrives_at(rank),
            arrival: Arrival::Data { step: message.step },
        };
        // A word follows the data: its flag.
        let bytes = f64::from(message.bytes) + WORD as f64;
        self.links.post((now, now), ends, bytes, carried);
    }

    /// Carries out the manager's actions. Returns whether the process works on one now.
    fn is_at_work(&mut self, now: Time, rank: Rank) -> bool {
        loop {
            let process = &mut self.processes[rank as usize];
            if process.command.is_some() {
                return true;
            }
            let Some(action) = process.manager.poll_action() else {
                return false;
            };
            match action {
                Action::Send { to, message } => self.send(now, rank, to, &message),
                Action::CreateQp { peer } => {
                    self.command(now, rank, Command::Create(peer), self.create);
                }
                Action::BringUp { peer, .. } => {
                    self.command(now, rank, Command::BringUp(peer), self.transitions);
                }
                Action::Up { peer } => self.up(now, rank, peer),
                Action::DestroyQp { .. } => process.queue_pairs -= 1,
                Action::Asked { peer } => process.manager.decline(now, peer),
                Action::Failed { error, .. } => {
                    self.failed.get_or_insert(format!("rank {rank}: {error}"));
                }
                // Nobody ends connections.
                Action::Kept { .. } | Action::Drain { .. } | Action::Down { .. } => {}
            }
        }
    }

    /// Sends a connect message, as far as the network lets it pass.
    fn send(&mut self, now: Time, from: Rank, to: Rank, message: &[u8]) {
        let [here, there] = [from, to].map(|rank| self.nodes.0.node_of(rank));
        let at = now + self.scene.machine.network.message(here, there);
        let faults = self.scene.faults;
        if faults == Faults::default() {
            let bytes = message.to_vec();
            self.events.send(at, to, Arrival::Message { from, bytes });
            return;
        }
        if self.random.random_bool(faults.loss) {
            return;
        }
        let copies = 1 + u32::from(self.random.random_bool(faults.duplication));
        for _ in 0..copies {
            let late = faults.late.mul_f64(self.random.random_range(0.0..1.0));
            let bytes = message.to_vec();
            self.events
                .send(at + late, to, Arrival::Message { from, bytes });
        }
    }

    /// What two processes do not agree about when nobody has anything to do, or what is left over.
    fn disagreement(&self) -> Option<String> {
        for (rank, process) in (0..).zip(&self.processes) {
            for &peer in &process.up {
                let other = &self.processes[peer as usize];
                if other.up.binary_search(&rank).is_err() {
                    return Some(format!(
                        "rank {rank} is connected to rank {peer}, which isn't to it"
                    ));
                }
            }
            if process.queue_pairs as usize != process.up.len() {
                return Some(format!(
                    "rank {rank} has {} queue pairs for {} connections",
                    process.queue_pairs,
                    process.up.len()
                ));
            }
            if let Some(deadline) = process.manager.next_deadline() {
                return Some(format!("rank {rank} still has a deadline at {deadline:?}"));
            }
        }
        self.failed.clone()
    }

    /// Gives the node's adapter a command, which it carries out after all earlier ones. As in the engine, a command without a cost
    /// has been carried out at once.
    fn command(&mut self, now: Time, rank: Rank, command: Command, cost: Duration) {
        if cost.is_zero() {
            self.carried_out(now, rank, command);
            return;
        }
        let adapter = self.scene.machine.adapter.of(rank, self.nodes.0);
        let adapter = &mut self.adapters[adapter as usize];
        *adapter = now.max(*adapter) + cost;
        self.processes[rank as usize].command = Some((command, *adapter));
    }

    /// The adapter has carried out a command.
    fn carried_out(&mut self, now: Time, rank: Rank, command: Command) {
        let process = &mut self.processes[rank as usize];
        match command {
            Command::Create(peer) => {
                let made = process.create(self.scene.reach);
                process.routes.choose(peer, &self.nodes);
                process.manager.qp_created(now, peer, Ok(made));
            }
            Command::BringUp(peer) => process.manager.qp_up(now, peer, Ok(())),
        }
    }

    /// Sends what waited for this connection.
    fn up(&mut self, now: Time, rank: Rank, peer: Rank) {
        let process = &mut self.processes[rank as usize];
        if let Err(at) = process.up.binary_search(&peer) {
            process.up.insert(at, peer);
        }
        if let Some(at) = process.missing.iter().position(|&end| end == peer) {
            process.missing.swap_remove(at);
            self.static_end = self.static_end.max(now);
        }
        let routes = &process.routes;
        let nodes = self.nodes;
        let leads_there = |message: &mut Message| routes.gateway(message.to, &nodes) == peer;
        let ready: Vec<Message> = process.pending.extract_if(.., leads_there).collect();
        for message in ready {
            self.post(now, rank, message);
        }
    }

    fn outcome(self) -> Result<Outcome, Stuck> {
        let ends = self.processes.iter().map(|process| End {
            walk: &process.walk,
            began: process.began,
            ended: process.ended,
            connections: process.up.len(),
            connection_bytes: 0,
            manager: &process.manager,
        });
        let made = (Time::ZERO + self.plan.known, self.static_end);
        Outcome::of(ends, made, self.events.turns(), self.disagreement())
    }
}

impl Process {
    /// Whether the process works for the message that it has sent before it takes another step.
    fn pauses(&self, machine: &Machine) -> bool {
        self.sent > 0 && !machine.node.overhead.value.is_zero()
    }

    /// Whether another step can be taken without an arrival.
    fn can_go_on(&self) -> bool {
        if !self.missing.is_empty() {
            return false;
        }
        if self.walk.is_done() {
            return self.is_ready && self.pending.is_empty() && self.ended.is_none();
        }
        self.is_ready && self.walk.can_go_on()
    }

    /// Whether all steps are done, and nothing waits for a connection.
    fn has_ended(&self) -> bool {
        self.walk.is_done() && self.pending.is_empty()
    }

    /// The queue pairs of a new connection.
    fn create(&mut self, reach: Reach) -> LocalQp {
        let each = reach.queue_pairs();
        let first = self.created * each + 1;
        self.created += 1;
        self.queue_pairs += 1;
        let number = |nth: u32| QpNumber((first + nth) & 0x00ff_ffff);
        let others: Vec<QpNumber> = (1..each).map(number).collect();
        LocalQp {
            others: OtherQps::new(&others),
            ..LocalQp::new(number(0), first & 0x00ff_ffff)
        }
    }
}

/// A manager, with the bug that a test planted.
#[cfg_attr(
    not(debug_assertions),
    expect(unused_variables, reason = "bugs are for tests")
)]
fn manager(config: Config, faults: Faults) -> Manager {
    #[cfg_attr(
        not(debug_assertions),
        expect(unused_mut, reason = "bugs are for tests")
    )]
    let mut manager = Manager::new(config);
    #[cfg(debug_assertions)]
    if let Some(bug) = faults.bug {
        manager.plant(bug);
    }
    manager
}

/// Each process counts as an adapter of its own, by which the manager knows the source of a message.
fn address(rank: Rank) -> AdapterAddress {
    AdapterAddress {
        gid: u128::from(rank).to_be_bytes(),
        port: 4791,
    }
}

/// Whether the simulation of so many connections and processes fits into memory and patience.
pub(crate) fn work(exchange: &Exchange, reach: Reach, setup: Setup) -> u64 {
    let places = exchange.places();
    let size = u64::from(places.size());
    let each = if setup == Setup::Static || exchange.is_complete() {
        if reach.is_shared() {
            u64::from(places.nodes())
        } else {
            size
        }
    } else {
        exchange.peers(places.size() / 2).len() as u64
    };
    size * (each + 2)
}
