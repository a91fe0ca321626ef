//! Depth *count*: which connections a pattern makes, without time. In each step all processes first
//! decide whom they need, by the engine's routes, and then all connections of the step are made.

use std::collections::BTreeSet;

use farreach_engine::{Directory, Reach, Routes, Setup};
use farreach_patterns::{Exchange, Places, Step};
use farreach_verbs::UdDestination;

/// The nodes of a job, for routes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nodes(pub(crate) Places);

impl Directory for Nodes {
    fn endpoint(&self, _: u32) -> Option<UdDestination> {
        None
    }

    fn local_index(&self, rank: u32) -> u32 {
        rank - self.0.ranks(self.0.node_of(rank)).start
    }

    fn local_size(&self, rank: u32) -> u32 {
        self.0.ranks(self.0.node_of(rank)).len() as u32
    }

    fn node_member(&self, rank: u32, index: u32) -> u32 {
        self.0.ranks(self.0.node_of(rank)).start + index
    }
}

/// The connections of each process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Census {
    /// Connections by rank.
    pub(crate) connections: Vec<u64>,
    /// Connections of each rank that it asked for, or both ends at once. These lead from a client to
    /// a server.
    pub(crate) asked: Vec<u64>,
    /// Processes that each exchanges with, those of its node too.
    pub(crate) peers: Vec<u64>,
    /// Bytes that each sends.
    pub(crate) bytes: Vec<u64>,
}

/// Counts by steps, or by arithmetic where every process needs every other.
pub(crate) fn count(exchange: &Exchange, reach: Reach, setup: Setup) -> Census {
    if setup == Setup::Static {
        return all(exchange, reach);
    }
    let is_regular = exchange.is_complete();
    let is_mapped = !reach.is_shared() || setup == Setup::Predefined;
    if is_regular && is_mapped && reach != Reach::Server {
        return all(exchange, reach);
    }
    by_steps(exchange, reach, setup)
}

/// Connections of every process with every other, without taking steps.
fn all(exchange: &Exchange, reach: Reach) -> Census {
    let places = exchange.places();
    let size = places.size();
    let nodes = Nodes(places);
    // A pattern of all with all ends with a step for each other process. These are alike.
    let is_complete = exchange.is_complete();
    let last = is_complete.then(|| exchange.steps(0).last().copied());
    let of_each = last.flatten().map(|step| step.bytes);
    let mut census = Census {
        connections: Vec::with_capacity(size as usize),
        asked: Vec::with_capacity(size as usize),
        peers: Vec::with_capacity(size as usize),
        bytes: Vec::with_capacity(size as usize),
    };
    for rank in 0..size {
        let local = nodes.local_size(rank);
        let remote = u64::from(size - local);
        let others = u64::from(places.nodes() - 1);
        let (connections, asked) = match reach {
            Reach::Rc | Reach::RcMsrq | Reach::Exrc => (remote, remote),
            // A server has the clients of other nodes, its own connections to other servers among them.
            Reach::Server if nodes.local_index(rank) == 0 => (remote, others),
            Reach::Server => (others, others),
            Reach::Sxrc => (mapped(rank, places), others),
        };
        census.connections.push(connections);
        census.asked.push(asked);
        if let Some(bytes) = of_each {
            census.peers.push(u64::from(size) - 1);
            census.bytes.push(bytes * (u64::from(size) - 1));
        } else {
            let steps = exchange.steps(rank);
            census.peers.push(peers(&steps));
            census.bytes.push(sent(&steps));
        }
    }
    census
}

/// The connections of `rank` under the map of the fewest: the i-th process of a node with the i-th
/// of another, modulo the other's number.
fn mapped(rank: u32, places: Places) -> u64 {
    let nodes = Nodes(places);
    let (own, local) = (nodes.local_index(rank), nodes.local_size(rank));
    let home = places.node_of(rank);
    let others = (0..places.nodes()).filter(|&node| node != home);
    let ends = others.map(|node| {
        let there = places.ranks(node).len() as u32;
        let mut ends: BTreeSet<u32> = BTreeSet::from([own % there]);
        ends.extend((0..there).filter(|index| index % local == own));
        ends.len() as u64
    });
    ends.sum()
}

fn peers(steps: &[Step]) -> u64 {
    let ends = steps.iter().flat_map(|step| [step.to, step.from]);
    ends.flatten().collect::<BTreeSet<u32>>().len() as u64
}

fn sent(steps: &[Step]) -> u64 {
    let sent = steps.iter().filter(|step| step.to.is_some());
    sent.map(|step| step.bytes).sum()
}

fn by_steps(exchange: &Exchange, reach: Reach, setup: Setup) -> Census {
    let places = exchange.places();
    let size = places.size();
    let nodes = Nodes(places);
    // Steps without a message to another node make no connection, and are left out.
    let mut schedule: Vec<Vec<(u32, u32)>> = Vec::new();
    let mut census = Census {
        connections: vec![0; size as usize],
        asked: vec![0; size as usize],
        peers: Vec::with_capacity(size as usize),
        bytes: Vec::with_capacity(size as usize),
    };
    for rank in 0..size {
        let steps = exchange.steps(rank);
        census.peers.push(peers(&steps));
        census.bytes.push(sent(&steps));
        schedule.resize_with(schedule.len().max(steps.len()), Vec::new);
        for (step, round) in steps.iter().zip(&mut schedule) {
            if let Some(to) = step.to.filter(|&to| !places.are_together(rank, to)) {
                round.push((rank, to));
            }
        }
    }
    let mut routes: Vec<Routes> = (0..size)
        .map(|rank| Routes::new(rank, size, reach, setup))
        .collect();
    let mut ends: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); size as usize];
    for round in schedule {
        let mut wishes = Vec::new();
        for (rank, to) in round {
            let own = &mut routes[rank as usize];
            let end = own.gateway(to, &nodes);
            if !ends[rank as usize].contains(&end) {
                own.choose(end, &nodes);
                wishes.push((rank, end));
            }
        }
        for (rank, end) in wishes {
            census.asked[rank as usize] += 1;
            if ends[rank as usize].insert(end) {
                ends[end as usize].insert(rank);
                routes[end as usize].choose(rank, &nodes);
            }
        }
    }
    for (count, ends) in census.connections.iter_mut().zip(&ends) {
        *count = ends.len() as u64;
    }
    census
}
