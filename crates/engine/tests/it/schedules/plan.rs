//! What happens in a schedule, drawn from its seed.

use std::collections::BTreeSet;
use std::time::Duration;

use farreach_engine::{
    Atomics, Buffers, Costs, Fabric, Hybrid, MESSAGE_MAX, Peers, Protocol, Rank, Reach, Server,
    Setup,
};
use farreach_sim::{Faults, Protection};
use farreach_verbs::Abilities;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::model::{LISTED, SIZES};

/// The plan of a schedule.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The ranks of each node.
    pub(crate) nodes: Vec<Vec<Rank>>,
    pub(crate) fabric: Fabric,
    /// Abilities that all devices do without.
    without: Abilities,
    /// The seed of further abilities that each device does without.
    mixed: Option<u64>,
    pub(crate) faults: Faults,
    pub(crate) max_handshakes: usize,
    /// What guards all datagrams.
    pub(crate) protection: Option<Protection>,
    /// Whether somebody who sees the datagrams forges and replays them.
    pub(crate) is_attacked: bool,
    /// Whether processes are cut off for a while.
    cuts: bool,
    /// Events by ascending time.
    pub(crate) events: Vec<(Duration, Event)>,
    /// The ranks that die during the schedule.
    pub(crate) deaths: BTreeSet<Rank>,
    /// The ranks that take one message at a time.
    pub(crate) lazy: BTreeSet<Rank>,
}

/// An event of the schedule.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// A process submits operations in this order.
    Submit(Rank, Vec<(Rank, Act)>),
    /// A process asks for a connection, or for its end.
    Connect(Rank, Rank),
    Disconnect(Rank, Rank),
    /// A process registers its segment.
    Ready(Rank),
    /// A process begins to take messages.
    Open(Rank),
    /// A process does nothing for a while, or is cut off.
    Stall(Rank, Duration),
    Cut(Rank, Duration),
    Heal(Rank),
    Die(Rank),
}

/// An operation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// A put to the slot with this number; whether it is reported.
    Put(usize, bool),
    /// Small puts in lists: how many, from which word on, and whether the last ones may be
    /// unawaited.
    Listed(usize, usize, bool),
    Get(usize),
    GetWord(usize),
    /// An addition to the process's own word, or to the shared word.
    Add,
    AddShared,
    /// Accumulates to the process's own integers: how many, and whether the first of the integers is
    /// fetched behind them.
    Accumulate(usize, bool),
    /// Accumulates to the shared doubles: how many.
    AccumulateShared(usize),
    /// Messages: how many, and their length.
    Message(usize, usize),
    PutExposed,
    GetExposed,
}

/// The least messages in a burst of those that make a receiver learn sizes.
const LEARNED: usize = 60;
/// So many bursts make it learn once.
const ONCE: usize = 5;

/// The time span of a schedule's events, in milliseconds.
const SPREADS: [u64; 5] = [1, 60, 1_000, 20_000, 300_000];

fn micros(us: u64) -> Duration {
    Duration::from_micros(us)
}

fn pick<T: Copy>(random: &mut Pcg64Mcg, from: &[T]) -> T {
    from[random.random_range(0..from.len())]
}

impl Plan {
    /// The abilities that the device of a rank does without, and whether others differ.
    pub(crate) fn without(&self, rank: Rank) -> (Abilities, Peers) {
        let Some(seed) = self.mixed else {
            return (self.without, Peers::Alike);
        };
        // Pairs of equal devices alone have the keyed check, lists and blocks.
        let mut random = Pcg64Mcg::seed_from_u64(seed ^ u64::from(rank));
        let own = draw_abilities(&mut random);
        // All devices of a node share the segments, or none.
        let own = own.without(Abilities::SHARED_SEGMENTS);
        (self.without | Abilities::KEYED_CHECK | own, Peers::Mixed)
    }

    /// Who executes atomics, if CPUs and adapters don't exclude each other: in half of the schedules in which adapters may.
    pub(crate) fn atomics(&self, seed: u64) -> Atomics {
        let lacks = self.without.contains(Abilities::COHERENT_ATOMICS) && self.mixed.is_none();
        let may_be = !self.fabric.reach.is_xrc() && !self.fabric.is_limited();
        if lacks && may_be && seed.is_multiple_of(2) {
            Atomics::Adapter { from: 0 }
        } else {
            Atomics::Owner
        }
    }

    pub(crate) fn draw(seed: u64) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let nodes = draw_nodes(&mut random);
        let fabric = draw_fabric(&mut random);
        let has_cuts = random.random_bool(0.15);
        let rates: &[f64] = if has_cuts {
            &[0.0, 0.01]
        } else {
            &[0.0, 0.0, 0.02, 0.06]
        };
        let faults = Faults {
            loss: pick(&mut random, rates),
            duplication: pick(&mut random, &[0.0, 0.02, 0.1]),
            reordering: pick(&mut random, &[0.0, 0.02, 0.2]),
            latency: micros(pick(&mut random, &[1, 5, 50, 300])),
        };
        let mut plan = Plan {
            nodes,
            fabric,
            without: draw_without(seed),
            mixed: draw_mixed(seed, fabric.reach),
            faults,
            max_handshakes: pick(&mut random, &[1, 2, 16]),
            protection: None,
            is_attacked: false,
            cuts: has_cuts,
            events: Vec::new(),
            deaths: BTreeSet::new(),
            lazy: BTreeSet::new(),
        };
        plan.draw_events(&mut random);
        plan.events.sort_by_key(|&(at, _)| at);
        let secret = Some([random.random(); 32]);
        plan.protection = match random.random_range(0..10) {
            0..3 => Some(Protection::Sealed(secret)),
            3..6 => Some(Protection::Authentic(secret)),
            _ => None,
        };
        plan.is_attacked = plan.protection.is_some() && random.random_bool(0.5);
        plan
    }

    /// Whether so many messages are sent that a receiver learns sizes twice.
    pub(crate) fn learns_twice(&self) -> bool {
        let is_many = |&(_, act): &(Rank, Act)| matches!(act, Act::Message(LEARNED.., _));
        let has_many = |(_, event): &&(Duration, Event)| matches!(event, Event::Submit(_, acts) if acts.iter().any(is_many));
        let learns = matches!(self.fabric.buffers, Buffers::Auto | Buffers::Learned)
            && self.fabric.reach != Reach::Rc;
        learns && self.events.iter().filter(has_many).count() > ONCE
    }

    pub(crate) fn size(&self) -> Rank {
        self.nodes.iter().map(|node| node.len() as Rank).sum()
    }

    pub(crate) fn node(&self, rank: Rank) -> usize {
        let node = self.nodes.iter().position(|node| node.contains(&rank));
        node.expect("each rank is on a node")
    }

    /// The index of a rank among those of its node.
    pub(crate) fn local_index(&self, rank: Rank) -> usize {
        let node = &self.nodes[self.node(rank)];
        let index = node.iter().position(|&other| other == rank);
        index.expect("the rank is there")
    }

    /// Whether operations of `rank` toward `peer` may fail. Living processes reach each other,
    /// unless the death of a process between them prevents it.
    pub(crate) fn may_fail(&self, rank: Rank, peer: Rank) -> bool {
        let behind = if self.fabric.reach.is_shared() {
            self.nodes[self.node(peer)].clone()
        } else {
            vec![peer]
        };
        self.deaths.contains(&rank)
            || behind.into_iter().any(|rank| self.deaths.contains(&rank))
            || self.may_miss_end(rank)
    }

    /// Whether a peer may lose a connection to `rank` because another process behind it died,
    /// without `rank` noticing. The notification is sent only once.
    fn may_miss_end(&self, rank: Rank) -> bool {
        let is_lost = self.faults.loss > 0.0 || self.cuts;
        is_lost && self.deaths_beside(rank) > 0
    }

    /// Whether two living processes may disagree about their connection until one uses it.
    pub(crate) fn may_disagree(&self, rank: Rank, peer: Rank) -> bool {
        self.may_miss_end(rank) || self.may_miss_end(peer)
    }

    /// Whether an operation of `rank` toward `peer` may fail after everything under way at the
    /// deaths has ended.
    pub(crate) fn may_fail_later(&self, rank: Rank, peer: Rank) -> bool {
        let ranks = &self.nodes[self.node(peer)];
        let gateway = match (self.fabric.reach, self.fabric.setup) {
            (Reach::Server, _) => ranks[0],
            (Reach::Sxrc, Setup::Predefined | Setup::Static) => {
                ranks[self.local_index(rank) % ranks.len()]
            }
            _ => peer,
        };
        [rank, peer, gateway]
            .into_iter()
            .any(|rank| self.deaths.contains(&rank))
    }

    /// How many processes of a rank's node die, if connections are shared by a node.
    pub(crate) fn deaths_beside(&self, rank: Rank) -> usize {
        let node = &self.nodes[self.node(rank)];
        let dead = self.deaths.iter().filter(|dead| node.contains(dead));
        if self.fabric.reach.is_shared() {
            dead.count()
        } else {
            0
        }
    }

    fn remote(&self, random: &mut Pcg64Mcg, rank: Rank) -> Rank {
        let own = &self.nodes[self.node(rank)];
        let others: Vec<Rank> = (0..self.size())
            .filter(|rank| !own.contains(rank))
            .collect();
        pick(random, &others)
    }

    fn draw_events(&mut self, random: &mut Pcg64Mcg) {
        let size = self.size();
        let spread = pick(random, &SPREADS);
        let ready_within = pick(random, &[1, 1, 1, 2_000]);
        // Forwarded messages wait on the node for a process that takes none. Datagrams would
        // overtake them.
        let open_within = if self.fabric.reach.is_shared() {
            1
        } else {
            pick(random, &[1, 1, 1_000, 200_000])
        };
        for rank in 0..size {
            let at = micros(random.random_range(0..ready_within));
            self.events.push((at, Event::Ready(rank)));
            let at = micros(random.random_range(0..open_within));
            self.events.push((at, Event::Open(rank)));
            if random.random_bool(0.2) {
                self.lazy.insert(rank);
            }
            if self.fabric.setup == Setup::Static {
                let own = self.nodes[self.node(rank)].clone();
                for peer in (0..size).filter(|peer| !own.contains(peer)) {
                    self.events.push((at, Event::Connect(rank, peer)));
                }
            }
        }
        for _ in 0..random.random_range(2..14) {
            let (rank, at) = (random.random_range(0..size), random.random_range(0..spread));
            let peer = self.remote(random, rank);
            let count = pick(random, &[1, 1, 2, 5, 12]);
            let burst = self.burst(random, rank, peer, count);
            self.events.push((micros(at), Event::Submit(rank, burst)));
            if random.random_bool(0.3) {
                // Both at the same time.
                let at = at + random.random_range(0..20);
                let burst = self.burst(random, peer, rank, 2);
                self.events.push((micros(at), Event::Submit(peer, burst)));
            }
            if random.random_bool(0.2) {
                let at = at + random.random_range(0..spread);
                let pair = if random.random_bool(0.5) {
                    (rank, peer)
                } else {
                    (peer, rank)
                };
                self.events
                    .push((micros(at), Event::Disconnect(pair.0, pair.1)));
                if random.random_bool(0.5) {
                    let at = at + random.random_range(0..100);
                    let burst = self.burst(random, rank, peer, 2);
                    self.events.push((micros(at), Event::Submit(rank, burst)));
                }
            }
            if random.random_bool(0.05) {
                self.events.push((micros(at), Event::Connect(rank, peer)));
            }
            if random.random_bool(0.05) {
                let within = pick(random, &[500, 20_000, 200_000]);
                let stall = micros(random.random_range(0..within));
                self.events.push((micros(at), Event::Stall(rank, stall)));
            }
            if self.cuts && random.random_bool(0.3) {
                let cut = micros(random.random_range(0..200_000));
                self.events.push((micros(at), Event::Cut(rank, cut)));
            }
        }
        if random.random_bool(0.05) {
            // So many messages that sizes are learned.
            let rank = random.random_range(0..size);
            let peer = self.remote(random, rank);
            let own = &self.nodes[self.node(peer)];
            let others: Vec<Rank> = (0..size).filter(|rank| !own.contains(rank)).collect();
            // Sizes may be learned twice.
            let parts = pick(random, &[ONCE, ONCE, 20]);
            let lens = [100, 200, 400, 2_000].map(|len| random.random_range(0..len));
            for part in 0..parts {
                let len = lens[if part < ONCE { 0 } else { 3 }];
                let act = Act::Message(random.random_range(LEARNED..100), len);
                let at = micros(random.random_range(0..spread) + part as u64);
                let from = pick(random, &others);
                let rank = if part % 2 == 0 { rank } else { from };
                self.events
                    .push((at, Event::Submit(rank, vec![(peer, act)])));
            }
        }
        if random.random_bool(0.35) {
            for _ in 0..pick(random, &[1, 1, 1, 2]) {
                let rank = random.random_range(0..size);
                let at = micros(random.random_range(0..spread * 2));
                self.deaths.insert(rank);
                self.events.push((at, Event::Die(rank)));
            }
        }
    }

    fn burst(
        &self,
        random: &mut Pcg64Mcg,
        rank: Rank,
        peer: Rank,
        count: usize,
    ) -> Vec<(Rank, Act)> {
        let is_scattered = random.random_bool(0.3);
        let one = |_| {
            let peer = if is_scattered {
                self.remote(random, rank)
            } else {
                peer
            };
            (peer, draw_act(random))
        };
        (0..count).map(one).collect()
    }
}

fn draw_act(random: &mut Pcg64Mcg) -> Act {
    let slot = random.random_range(0..SIZES.len());
    match random.random_range(0..24) {
        0..5 => Act::Put(slot, random.random_bool(0.7)),
        5..9 => {
            let count = pick(random, &[1, 1, 3, 16, 60]);
            let first = random.random_range(0..LISTED);
            Act::Listed(first, count, random.random_bool(0.2))
        }
        9 | 10 => Act::Get(slot),
        11 => Act::GetWord(slot),
        12 | 13 => Act::Add,
        14 => Act::AddShared,
        15..18 => {
            let within = pick(random, &[1, 40, 40, 300, 1_500, MESSAGE_MAX + 1]);
            let count = pick(random, &[1, 1, 2, 5]);
            Act::Message(count, random.random_range(0..within))
        }
        18 => Act::PutExposed,
        19 | 20 => Act::Accumulate(pick(random, &[1, 2, 9]), random.random_bool(0.5)),
        21 | 22 => Act::AccumulateShared(pick(random, &[1, 3])),
        _ => Act::GetExposed,
    }
}

/// Blocks of any size, or ranks that are dealt out in turn.
fn draw_nodes(random: &mut Pcg64Mcg) -> Vec<Vec<Rank>> {
    let size: Rank = random.random_range(3..7);
    let count = if size > 3 && random.random_bool(0.3) {
        3
    } else {
        2
    };
    if random.random_bool(0.3) {
        let count = count as Rank;
        let dealt = |node| (node..size).step_by(count as usize).collect();
        return (0..count).map(dealt).collect();
    }
    let mut cuts = BTreeSet::new();
    while cuts.len() < count - 1 {
        cuts.insert(random.random_range(1..size));
    }
    let mut nodes = Vec::new();
    let mut start = 0;
    for end in cuts.into_iter().chain([size]) {
        nodes.push((start..end).collect());
        start = end;
    }
    nodes
}

/// Most schedules have devices with all abilities. The draw does not change the others of a seed.
fn draw_without(seed: u64) -> Abilities {
    let mut random = Pcg64Mcg::seed_from_u64(!seed);
    if random.random_bool(0.6) {
        return Abilities::NONE;
    }
    draw_abilities(&mut random)
}

fn draw_abilities(random: &mut Pcg64Mcg) -> Abilities {
    let told = Abilities::from_bits(random.random());
    if random.random_bool(0.5) {
        told | Abilities::SCATTER_GATHER
    } else {
        told
    }
}

/// Some schedules have devices that differ.
fn draw_mixed(seed: u64, reach: Reach) -> Option<u64> {
    let mut random = Pcg64Mcg::seed_from_u64(seed ^ 0x6d69_7865_6400);
    let may_differ = !reach.is_xrc() && !reach.is_shared();
    (may_differ && random.random_bool(0.25)).then(|| random.random())
}

fn draw_fabric(random: &mut Pcg64Mcg) -> Fabric {
    loop {
        let limited = random.random_bool(0.4);
        let limit = |random: &mut Pcg64Mcg, of: &[Option<u32>]| {
            if limited { pick(random, of) } else { None }
        };
        let refused = [0.0, 0.0, 0.0, 0.0, 0.1, 0.5, 1.0];
        let costs = [0, 0, 0, 100];
        let fabric = Fabric {
            reach: pick(
                random,
                &[
                    Reach::Rc,
                    Reach::RcMsrq,
                    Reach::Exrc,
                    Reach::Sxrc,
                    Reach::Sxrc,
                    Reach::Server,
                ],
            ),
            setup: pick(
                random,
                &[
                    Setup::OnDemand,
                    Setup::OnDemand,
                    Setup::Predefined,
                    Setup::Static,
                ],
            ),
            protocol: pick(random, &[Protocol::Overlap, Protocol::Serial]),
            server: Server::default(),
            buffers: pick(
                random,
                &[Buffers::Auto, Buffers::One, Buffers::Six, Buffers::Learned],
            ),
            hybrid: Hybrid {
                ops: pick(random, &[0, 0, 1, 3, 1000]),
                bytes: pick(random, &[200, 16 << 10]),
            },
            qps: limit(random, &[None, Some(1), Some(2), Some(6), Some(12)]),
            node_qps: limit(random, &[None, None, Some(1), Some(3), Some(12)]),
            keep: Duration::from_millis(pick(random, &[0, 1, 10])),
            costs: Costs {
                create: micros(pick(random, &costs)),
                transitions: micros(pick(random, &costs)),
                refused: pick(random, &refused),
            },
        };
        if fabric.check().is_ok() {
            return fabric;
        }
    }
}
