//! Operations between two engines on a virtual network. From submission to report, both sides and
//! the network are counted.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use farreach_engine::{
    Atomics, Config, Directory, Engine, JobKey, Op, Rank, Retransmit, Source, Tracking,
};
use farreach_node::Memory;
use farreach_sim::{Faults, Network, SimDevice};
use farreach_verbs::{AtomicOp, AtomicWidth, InlineData, Memory as _, UdDestination};

use crate::{Path, Repeat};

const SEGMENT: usize = 4096;
/// The number of small puts in a list.
const LISTED: u64 = 512;

pub(crate) const PATHS: &[Path] = &[
    ("engines: put 8 B", |times| {
        operations(times, 1, put);
    }),
    ("engines: 64 puts of 8 B", |times| {
        operations(times, 64, put);
    }),
    ("engines: 512 puts of 8 B that travel together", listed_puts),
    ("engines: get 8 B", |times| {
        operations(times, 1, || Op::GetWord { len: 8, offset: 0 });
    }),
    ("engines: fetch-add", |times| {
        operations(times, 1, || Op::Atomic {
            width: AtomicWidth::W64,
            op: AtomicOp::Add(1),
            offset: 0,
        });
    }),
    ("engines: first put to a peer", first_puts),
];

fn put() -> Op<Memory> {
    Op::Put {
        source: Source::Inline(InlineData::new(&[1; 8]).expect("8 bytes")),
        offset: 0,
    }
}

#[derive(Clone, Default)]
struct Endpoints(Rc<RefCell<BTreeMap<Rank, UdDestination>>>);

impl Directory for Endpoints {
    fn endpoint(&self, rank: Rank) -> Option<UdDestination> {
        self.0.borrow().get(&rank).copied()
    }
}

type SimEngine = Engine<SimDevice<Memory>, Endpoints>;

/// An initiating engine, and its peers.
struct Cluster {
    network: Network,
    initiator: SimEngine,
    peers: Vec<SimEngine>,
}

impl Cluster {
    fn new(peers: u32) -> Cluster {
        let network = Network::new(1, Faults::default());
        let endpoints = Endpoints::default();
        let engine = |rank: Rank| {
            let config = Config {
                rank,
                size: peers + 1,
                lane: 0,
                job_key: Some(JobKey([7; 32])),
                seed: u64::from(rank),
                peer_timeout: Duration::from_secs(30),
                max_handshakes: 16,
                peers: farreach_engine::Peers::Alike,
                part_bytes: 64,
                kept_bytes: 0,
                atomics: Atomics::Owner,
                live_bytes: || 0,
                retransmit: Retransmit::default(),
                fabric: farreach_engine::Fabric::default(),
                spend: |cost| cost,
            };
            let device = network.attach(rank as u16, u64::from(rank));
            let mut engine =
                Engine::new(device, endpoints.clone(), config, None).expect("an engine");
            let segment = Memory::allocate(SEGMENT);
            engine.set_segment(network.now(), segment).expect("segment");
            endpoints.0.borrow_mut().insert(rank, engine.endpoint());
            engine
        };
        Cluster {
            initiator: engine(0),
            peers: (1..=peers).map(engine).collect(),
            network,
        }
    }

    /// Submits `count` operations toward a peer, and waits until all are reported.
    fn operate(&mut self, peer: Rank, count: u64, op: impl Fn() -> Op<Memory>) {
        for token in 0..count {
            let now = self.network.now();
            self.initiator
                .submit(now, peer, op(), Tracking::Token(token));
        }
        let mut left = count;
        while left > 0 {
            left -= self.step(peer);
        }
    }

    /// Lets both sides make progress, then lets time pass. Returns the number of reported
    /// operations.
    fn step(&mut self, peer: Rank) -> u64 {
        let target = &mut self.peers[peer as usize - 1];
        let now = self.network.now();
        let work = self.initiator.poll(now) + target.poll(now);
        let mut ended = 0;
        while let Some(done) = self.initiator.poll_done() {
            done.result.expect("an operation");
            ended += 1;
        }
        if work == 0 {
            let deadlines = [self.initiator.next_deadline(), target.next_deadline()];
            let deadline = deadlines.into_iter().flatten().min();
            assert!(self.network.advance(deadline), "nothing is under way");
        }
        ended
    }
}

/// Batches of `batch` operations on a connection.
fn operations(times: Repeat, batch: u64, op: fn() -> Op<Memory>) {
    let mut cluster = Cluster::new(1);
    // The first batch connects.
    for _ in 0..=times.count {
        cluster.operate(1, batch, op);
    }
}

/// Lists of small puts on a connection, with a wait for each list.
fn listed_puts(times: Repeat) {
    let mut cluster = Cluster::new(1);
    // The first lists connect and create what is kept.
    for _ in 0..=times.count {
        let now = cluster.network.now();
        for at in 0..LISTED {
            let (offset, bytes) = (8 * at % SEGMENT as u64, at.to_ne_bytes());
            let put = cluster
                .initiator
                .put_listed(now, 1, offset, &bytes, Tracking::Implicit);
            assert!(put, "there is room for a list");
        }
        while cluster.initiator.outstanding() > 0 {
            cluster.step(1);
        }
    }
}

/// A put to a new peer, again and again.
fn first_puts(times: Repeat) {
    let peers = u32::try_from(times.most + 1).expect("not that many");
    let mut cluster = Cluster::new(peers);
    for peer in 1..=times.count + 1 {
        cluster.operate(peer as Rank, 1, put);
    }
}
