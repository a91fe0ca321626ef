//! The virtual world of associations: processes on the event loop of the simulator, and a network that loses, duplicates, delays, replays and cuts.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use farreach_connect::{
    ASSOCIATION_WINDOW_MAX, AssociationConfig, AssociationEvent, Associations, JobKey, Rank,
    Retransmit, split_association,
};
use farreach_sim::{EventLoop, Turn};
use farreach_verbs::{AdapterAddress, QpNumber, Time, UdDestination, UdSource};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

pub(super) const GIVE_UP: Duration = Duration::from_secs(5);
pub(super) const FIRST_GRANT: u64 = 8;
const LATENCY: Duration = Duration::from_micros(10);
const MAX_DATAGRAM: usize = 512;
/// A limit in virtual time that no schedule reaches.
const LIMIT: Duration = Duration::from_mins(10);

/// The faults of the network, in percent.
#[derive(Clone, Debug, Default)]
pub(super) struct Hostility {
    pub(super) loss: u64,
    pub(super) duplicates: u64,
    pub(super) late: u64,
    /// Earlier datagrams that somebody sends again.
    pub(super) replays: u64,
    pub(super) window: u32,
    pub(super) budget: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Arrive {
        to: Rank,
        from: Rank,
        bytes: Vec<u8>,
    },
    Send {
        from: Rank,
        to: Rank,
        count: u64,
    },
    Hold {
        node: Rank,
        peer: Rank,
        is_held: bool,
    },
    Cut {
        from: Rank,
        to: Rank,
    },
    Heal,
    /// The process's datagrams come from another adapter for a while, or from its own again.
    Move {
        node: Rank,
        is_away: bool,
    },
    Die {
        node: Rank,
    },
    /// The process sends what was submitted.
    Pump {
        node: Rank,
    },
}

pub(super) struct Node {
    pub(super) associations: Associations,
    /// Associations that failed or were abandoned.
    pub(super) failures: Vec<AssociationEvent>,
    /// The records that arrived, by sender.
    received: BTreeMap<Rank, Vec<Vec<u8>>>,
    is_alive: bool,
    is_away: bool,
}

pub(super) struct World {
    now: Time,
    nodes: Vec<Node>,
    hostility: Hostility,
    random: Pcg64Mcg,
    /// A seat for each process, and one for the network behind them.
    events: EventLoop<Event>,
    seed: u64,
    cuts: BTreeSet<(Rank, Rank)>,
    lose: usize,
    /// All datagrams: receiver, sender, bytes.
    log: Vec<(Rank, Rank, Vec<u8>)>,
    /// The records that were sent, by sender and receiver.
    sent: BTreeMap<(Rank, Rank), Vec<Vec<u8>>>,
    /// The last time that a record was acknowledged.
    latest: Time,
}

fn address(rank: Rank) -> AdapterAddress {
    AdapterAddress {
        gid: [rank as u8 + 1; 16],
        port: 4791,
    }
}

impl Node {
    fn new(rank: Rank, size: u32, seed: u64, hostility: &Hostility) -> Self {
        Node {
            associations: Associations::new(AssociationConfig {
                rank,
                size,
                job_key: JobKey([0x5a; 32]),
                seed: seed.wrapping_mul(31).wrapping_add(u64::from(rank)),
                endpoint: endpoint(rank, seed),
                max_datagram: MAX_DATAGRAM,
                retransmit: Retransmit {
                    first: Duration::from_millis(2),
                    max: Duration::from_millis(50),
                },
                give_up: GIVE_UP,
                window: hostility.window.clamp(1, ASSOCIATION_WINDOW_MAX),
                budget: hostility.budget.max(1),
            }),
            failures: Vec::new(),
            received: BTreeMap::new(),
            is_alive: true,
            is_away: false,
        }
    }
}

/// The endpoint of a process. Each process draws a new Q_Key.
fn endpoint(rank: Rank, seed: u64) -> UdDestination {
    UdDestination {
        address: address(rank),
        qp: QpNumber(rank),
        qkey: seed as u32,
    }
}

impl World {
    pub(super) fn new(size: u32, seed: u64, hostility: Hostility) -> Self {
        World {
            now: Time::ZERO,
            nodes: (0..size)
                .map(|rank| Node::new(rank, size, seed, &hostility))
                .collect(),
            random: Pcg64Mcg::seed_from_u64(seed),
            hostility,
            events: EventLoop::new(size + 1),
            seed,
            cuts: BTreeSet::new(),
            lose: 0,
            log: Vec::new(),
            sent: BTreeMap::new(),
            latest: Time::ZERO,
        }
    }

    pub(super) fn quiet(size: u32) -> Self {
        let hostility = Hostility {
            window: 32,
            budget: 256,
            ..Hostility::default()
        };
        World::new(size, 1, hostility)
    }

    pub(super) fn node(&self, rank: Rank) -> &Node {
        &self.nodes[rank as usize]
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }

    pub(super) fn received(&self, to: Rank, from: Rank) -> &[Vec<u8>] {
        let received = &self.node(to).received;
        received.get(&from).map_or(&[], Vec::as_slice)
    }

    pub(super) fn log(&self) -> &[(Rank, Rank, Vec<u8>)] {
        &self.log
    }

    /// The time until the last record was acknowledged.
    pub(super) fn took(&self) -> Duration {
        self.latest.since(Time::ZERO)
    }

    /// Loses the next `count` datagrams.
    pub(super) fn lose_next(&mut self, count: usize) {
        self.lose = count;
    }

    pub(super) fn kill(&mut self, rank: Rank) {
        self.nodes[rank as usize].is_alive = false;
    }

    pub(super) fn cut(&mut self, from: Rank, to: Rank) {
        self.cuts.insert((from, to));
    }

    pub(super) fn heal(&mut self) {
        self.cuts.clear();
    }

    pub(super) fn expect(&mut self, node: Rank, peer: Rank, is_expecting: bool) {
        let associations = &mut self.nodes[node as usize].associations;
        associations.set_expecting(self.now, peer, is_expecting);
        self.pump(node);
    }

    pub(super) fn hold(&mut self, node: Rank, peer: Rank, is_held: bool) {
        self.nodes[node as usize]
            .associations
            .set_held(peer, is_held);
        self.pump(node);
    }

    /// Delivers a datagram from a sender with the adapter of `from`.
    pub(super) fn intrude(&mut self, to: Rank, from: Rank, bytes: &[u8]) {
        let bytes = bytes.to_vec();
        self.at(LATENCY, Event::Arrive { to, from, bytes });
    }

    /// Submits a record, which is sent with the next one.
    pub(super) fn submit(&mut self, from: Rank, to: Rank, record: &[u8]) {
        let records = self.sent.entry((from, to)).or_default();
        records.push(record.to_vec());
        let associations = &mut self.nodes[from as usize].associations;
        let (head, tail) = record.split_at(record.len() / 2);
        let number = associations.send(self.now, to, &[head, tail]);
        assert_eq!(number, records.len() as u64);
        self.at(Duration::ZERO, Event::Pump { node: from });
    }

    /// Sends a record at once.
    pub(super) fn send(&mut self, from: Rank, to: Rank, record: &[u8]) {
        self.submit(from, to, record);
        self.pump(from);
    }

    fn at(&mut self, delay: Duration, event: Event) {
        let network = self.nodes.len() as u32;
        let seat = match event {
            Event::Arrive { to: node, .. }
            | Event::Send { from: node, .. }
            | Event::Hold { node, .. }
            | Event::Move { node, .. }
            | Event::Die { node }
            | Event::Pump { node } => node,
            Event::Cut { .. } | Event::Heal => network,
        };
        self.events.send(self.now + delay, seat, event);
    }

    fn chance(&mut self, percent: u64) -> bool {
        percent > 0 && self.below(100) < percent
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.random.next_u64() % limit.max(1)
    }

    /// Runs until nothing happens any more.
    pub(super) fn run(&mut self) {
        self.run_until(None);
    }

    pub(super) fn run_for(&mut self, time: Duration) {
        self.run_until(Some(self.now + time));
    }

    fn run_until(&mut self, until: Option<Time>) {
        let until = until.unwrap_or(Time(u64::MAX));
        while let Some((at, seat, turn)) = self.events.poll_until(until) {
            assert!(at.since(Time::ZERO) < LIMIT, "it never ends");
            self.now = at;
            match turn {
                Turn::Arrival(event) => self.happen(event),
                Turn::Deadline => {
                    let node = &mut self.nodes[seat as usize];
                    node.associations.handle_timeout(at);
                    self.pump(seat);
                }
                Turn::Free => panic!("nobody works"),
            }
        }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Arrive { to, from, bytes } => self.arrive(to, from, &bytes),
            Event::Send { from, to, count } => {
                for _ in 0..count {
                    let most = if self.chance(20) { 400 } else { 24 };
                    let len = self.below(most);
                    let mut record = vec![0; len as usize];
                    self.random.fill_bytes(&mut record);
                    if self.node(from).is_alive {
                        self.submit(from, to, &record);
                    }
                }
            }
            Event::Hold {
                node,
                peer,
                is_held,
            } => self.hold(node, peer, is_held),
            Event::Cut { from, to } => self.cut(from, to),
            Event::Heal => self.heal(),
            Event::Move { node, is_away } => self.nodes[node as usize].is_away = is_away,
            Event::Die { node } => self.kill(node),
            Event::Pump { node } => self.pump(node),
        }
    }

    fn arrive(&mut self, to: Rank, from: Rank, bytes: &[u8]) {
        let node = &mut self.nodes[to as usize];
        if !node.is_alive {
            return;
        }
        let source = UdSource {
            address: address(from),
            qp: QpNumber(from),
        };
        let (association, rest) = split_association(bytes);
        if rest.is_empty() {
            node.associations
                .handle_datagram(self.now, source, association);
        } else {
            // A forged payload is no association's datagram, or only a part of one, so all of it is
            // passed.
            node.associations.handle_datagram(self.now, source, bytes);
        }
        self.pump(to);
    }

    /// Lets a process take records and events, and send.
    fn pump(&mut self, rank: Rank) {
        let now = self.now;
        let node = &mut self.nodes[rank as usize];
        if !node.is_alive {
            return;
        }
        let mut record = Vec::new();
        while let Some(from) = node.associations.poll_record(&mut record) {
            node.received.entry(from).or_default().push(record.clone());
        }
        let mut acknowledged = Vec::new();
        while let Some(event) = node.associations.poll_event() {
            match event {
                AssociationEvent::Acknowledged { peer } => acknowledged.push(peer),
                failure => node.failures.push(failure),
            }
        }
        for peer in acknowledged {
            self.latest = now;
            self.check_acknowledged(rank, peer);
        }
        let seed = self.seed;
        let node = &mut self.nodes[rank as usize];
        let mut leaving = Vec::new();
        while let Some(to) = node.associations.poll_ready() {
            loop {
                let mut bytes = Vec::new();
                if !node
                    .associations
                    .datagram(now, to, &endpoint(to, seed), &mut bytes)
                {
                    break;
                }
                assert!(bytes.len() <= MAX_DATAGRAM);
                leaving.push((to, bytes));
            }
        }
        let deadline = node.associations.next_deadline();
        self.events.set_deadline(rank, deadline);
        for (to, bytes) in leaving {
            self.transmit(rank, to, &bytes);
        }
        self.check_memory(rank);
    }

    fn transmit(&mut self, from: Rank, to: Rank, bytes: &[u8]) {
        let replayed = self.chance(self.hostility.replays) && !self.log.is_empty();
        if replayed {
            let at = self.below(self.log.len() as u64) as usize;
            let (to, from, bytes) = self.log[at].clone();
            let delay = Duration::from_micros(self.below(5000));
            self.at(delay, Event::Arrive { to, from, bytes });
        }
        self.log.push((to, from, bytes.to_vec()));
        if self.lose > 0 {
            self.lose -= 1;
            return;
        }
        if self.cuts.contains(&(from, to)) || self.chance(self.hostility.loss) {
            return;
        }
        let source = if self.node(from).is_away { 200 } else { from };
        let copies = 1 + u64::from(self.chance(self.hostility.duplicates));
        for _ in 0..copies {
            let mut delay = LATENCY;
            if self.chance(self.hostility.late) {
                delay += Duration::from_micros(self.below(3000));
            }
            let bytes = bytes.to_vec();
            self.at(
                delay,
                Event::Arrive {
                    to,
                    from: source,
                    bytes,
                },
            );
        }
    }

    /// Checks that acknowledged records were executed, unless their association failed.
    fn check_acknowledged(&self, rank: Rank, peer: Rank) {
        if self.has_failed(rank, peer) {
            return;
        }
        let acknowledged = self.node(rank).associations.acknowledged(peer);
        let executed = self.received(peer, rank).len() as u64;
        assert!(
            acknowledged <= executed,
            "rank {rank} believes that {peer} executed {acknowledged}: it was {executed}"
        );
    }

    /// Checks that a process holds no more than the budget and the first credits.
    fn check_memory(&self, rank: Rank) {
        let waiting: usize = self
            .sent
            .iter()
            .filter(|((from, _), _)| *from == rank)
            .map(|(_, records)| records.len())
            .sum();
        let peers = self.nodes.len();
        let window = self.hostility.window.max(FIRST_GRANT as u32) as usize;
        let held = self.hostility.budget + peers * window;
        let most = 8000 + peers * 4000 + (held + 2 * waiting) * (MAX_DATAGRAM + 200);
        let footprint = self.node(rank).associations.footprint();
        assert!(footprint <= most, "{footprint} bytes, at most {most}");
        let ungranted = self.node(rank).associations.counters().ungranted;
        assert_eq!(ungranted, 0, "nobody sends more than he was granted");
    }

    fn has_failed(&self, rank: Rank, peer: Rank) -> bool {
        let names = |event: &AssociationEvent| matches!(event, AssociationEvent::Failed { error } if error.peer == peer);
        self.node(rank).failures.iter().any(names)
    }

    /// Checks the state at rest. `harmed`: a process died, or a path was cut for long.
    fn check_at_rest(&self, harmed: bool) {
        for ((from, to), sent) in &self.sent {
            let received = self.received(*to, *from);
            let mut all = sent.iter();
            for record in received {
                let found = all.find(|sent| *sent == record);
                assert!(found.is_some(), "{from} → {to}: not as it was sent");
            }
            if !self.node(*from).is_alive {
                continue;
            }
            let associations = &self.node(*from).associations;
            assert_eq!(associations.next_deadline(), None, "rank {from} is at rest");
            assert_eq!(associations.acknowledged(*to), sent.len() as u64);
            if !self.has_failed(*from, *to) {
                assert!(
                    received == sent,
                    "{from} → {to}: {} of {}",
                    received.len(),
                    sent.len()
                );
                continue;
            }
            assert!(harmed, "rank {from} gave up on rank {to} without reason");
        }
        // Early datagrams of processes that died or were cut off may be left.
        for node in self.nodes.iter().filter(|_| !harmed) {
            let bytes = node.associations.footprint();
            let most = 4000 + self.nodes.len() * 400;
            assert!(bytes < most, "{bytes} bytes at rest");
        }
    }
}

/// One schedule: a world, the records of its processes, and its faults, all drawn from `seed`.
pub(super) fn schedule(seed: u64, prepare: impl Fn(&mut Associations)) {
    let mut dice = Pcg64Mcg::seed_from_u64(seed ^ 0x00c0_ffee);
    let mut below = move |limit: u64| dice.next_u64() % limit;
    let size = 2 + below(3) as u32;
    let bad = below(4);
    let hostility = Hostility {
        loss: below(1 + 7 * bad),
        duplicates: below(1 + 10 * bad),
        late: below(1 + 20 * bad),
        replays: below(1 + 5 * bad),
        window: 1 + below(u64::from(ASSOCIATION_WINDOW_MAX)) as u32,
        budget: 1 + below(40) as usize,
    };
    let mut world = World::new(size, seed, hostility);
    for node in &mut world.nodes {
        prepare(&mut node.associations);
    }
    for _ in 0..2 + below(10) {
        let from = below(u64::from(size)) as Rank;
        let to = (from + 1 + below(u64::from(size) - 1) as Rank) % size;
        let most = if below(4) == 0 { 120 } else { 8 };
        let count = 1 + below(most);
        let event = Event::Send { from, to, count };
        world.at(Duration::from_micros(below(20_000)), event);
    }
    let mut harmed = false;
    for _ in 0..below(4) {
        let from = below(u64::from(size)) as Rank;
        let to = (from + 1 + below(u64::from(size) - 1) as Rank) % size;
        let at = Duration::from_micros(below(20_000));
        let until = at + Duration::from_micros(below(100_000));
        let (begin, end) = match below(8) {
            0 => {
                harmed = true;
                (Event::Die { node: from }, None)
            }
            1 | 2 => {
                harmed |= below(2) == 0;
                let heal = Event::Heal;
                (Event::Cut { from, to }, Some(heal))
            }
            3 | 4 => {
                let node = from;
                let back = Event::Move {
                    node,
                    is_away: false,
                };
                let is_away = true;
                (Event::Move { node, is_away }, Some(back))
            }
            _ => {
                let (node, peer) = (from, to);
                let hold = |is_held| Event::Hold {
                    node,
                    peer,
                    is_held,
                };
                (hold(true), Some(hold(false)))
            }
        };
        let until = if harmed { until + 2 * GIVE_UP } else { until };
        world.at(at, begin);
        if let Some(end) = end {
            world.at(until, end);
        }
    }
    world.run();
    world.check_at_rest(harmed);
}
