//! Messages over each kind of connection.

use std::collections::{BTreeMap, VecDeque};

use farreach_engine::{Buffers, Fabric, Hybrid, MESSAGE_MAX, Op, Reach, Source, Tracking};
use farreach_sim::Faults;
use farreach_verbs::{Abilities, InlineData};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::cluster::Cluster;

/// The text of a message: its sender, receiver and number.
fn text(from: usize, to: usize, number: u32, len: usize) -> Vec<u8> {
    let seed = (from * 64 + to) as u32 * 7919 + number;
    let mut bytes = seed.to_le_bytes().repeat(len.div_ceil(4).max(1));
    bytes.truncate(len.max(4));
    bytes
}

/// A random length, mostly short.
fn length(random: &mut Pcg64Mcg) -> usize {
    let most = [64, 300, 1500, MESSAGE_MAX][random.random_range(0..4)];
    random.random_range(4..=most)
}

struct Traffic {
    cluster: Cluster,
    random: Pcg64Mcg,
    /// The messages to come, by receiver and sender.
    expected: Vec<BTreeMap<u32, VecDeque<Vec<u8>>>>,
    sent: u32,
}

impl Traffic {
    fn new(size: u32, seed: u64, faults: Faults, fabric: Fabric) -> Traffic {
        Traffic::of(Cluster::with_fabric(size, seed, faults, fabric), seed)
    }

    fn of(cluster: Cluster, seed: u64) -> Traffic {
        Traffic {
            random: Pcg64Mcg::seed_from_u64(seed),
            expected: vec![BTreeMap::new(); cluster.engines.len()],
            cluster,
            sent: 0,
        }
    }

    fn send(&mut self, from: usize, to: usize, len: usize) {
        self.sent += 1;
        let bytes = text(from, to, self.sent, len);
        let now = self.cluster.now();
        let engine = &mut self.cluster.engines[from];
        let op = engine.encode_message(farreach_engine::MessageKind::new(0, 0), &bytes, &[]);
        engine.submit(now, to as u32, op, Tracking::Implicit);
        let queue = self.expected[to].entry(from as u32).or_default();
        queue.push_back(bytes);
    }

    fn send_anywhere(&mut self) {
        let size = self.cluster.engines.len();
        let from = self.random.random_range(0..size);
        let to = (from + self.random.random_range(1..size)) % size;
        let len = length(&mut self.random);
        self.send(from, to, len);
    }

    /// Takes what arrived at `rank`. Each message must be the next of its sender.
    fn take(&mut self, rank: usize) -> usize {
        let mut bytes = Vec::new();
        let mut taken = 0;
        while let Some((source, _)) = self.cluster.engines[rank]
            .take_message(0, &mut bytes)
            .unwrap()
        {
            let expected = self.expected[rank].get_mut(&source).unwrap().pop_front();
            assert_eq!(Some(&bytes), expected.as_ref(), "from {source} to {rank}");
            taken += 1;
        }
        taken
    }

    fn finish(&mut self) {
        let size = self.cluster.engines.len();
        for _ in 0..1_000_000 {
            for rank in 0..size {
                self.take(rank);
            }
            if self
                .expected
                .iter()
                .all(|from| from.values().all(VecDeque::is_empty))
            {
                return;
            }
            assert!(
                self.cluster.step(),
                "messages are missing, and nothing will happen"
            );
        }
        panic!("messages never came");
    }
}

fn fabric(reach: Reach, buffers: Buffers) -> Fabric {
    Fabric {
        reach,
        buffers,
        ..Fabric::default()
    }
}

/// Fabrics whose connections need no domain.
fn plain() -> [Fabric; 2] {
    [
        fabric(Reach::Rc, Buffers::One),
        fabric(Reach::RcMsrq, Buffers::Six),
    ]
}

/// Fabrics whose connections need no domain, and which send some or all short messages in
/// datagrams.
fn hybrid() -> [Fabric; 2] {
    [1, u32::MAX].map(|ops| Fabric {
        hybrid: Hybrid {
            ops,
            bytes: 1 << 40,
        },
        ..Fabric::default()
    })
}

#[test]
fn messages_need_no_connection() {
    let faults = Faults {
        loss: 0.05,
        duplication: 0.05,
        reordering: 0.1,
        ..Faults::default()
    };
    for seed in 1..5 {
        let mut traffic = Traffic::new(3, seed, faults, Fabric::default());
        for engine in &mut traffic.cluster.engines {
            engine.device_mut().set_no_queue_pairs(true);
        }
        for _ in 0..200 {
            traffic.send_anywhere();
            traffic.cluster.step();
        }
        traffic.finish();
        for engine in &traffic.cluster.engines {
            assert_eq!(engine.stats().connections, 0);
        }
    }
}

#[test]
fn messages_come_once_and_in_order() {
    for (seed, fabric) in (1..).zip(plain().into_iter().chain(hybrid())) {
        for faults in [
            Faults::default(),
            Faults {
                loss: 0.05,
                duplication: 0.05,
                reordering: 0.1,
                ..Faults::default()
            },
        ] {
            let mut traffic = Traffic::new(4, seed, faults, fabric);
            for _ in 0..400 {
                traffic.send_anywhere();
                if traffic.random.random_ratio(1, 3) {
                    traffic.cluster.step();
                }
                let rank = traffic.random.random_range(0..4);
                traffic.take(rank);
            }
            traffic.finish();
        }
    }
}

#[test]
fn a_message_comes_after_the_puts_before_it() {
    for fabric in plain().into_iter().chain(hybrid()) {
        let mut traffic = Traffic::new(2, 9, Faults::default(), fabric);
        for round in 0..200u8 {
            let now = traffic.cluster.now();
            let put = Op::Put {
                source: Source::Inline(InlineData::new(&[round]).unwrap()),
                offset: 0,
            };
            traffic.cluster.engines[0].submit(now, 1, put, Tracking::Implicit);
            let len = length(&mut traffic.random);
            traffic.send(0, 1, len);
            while traffic.take(1) == 0 {
                traffic.cluster.step();
            }
            assert_eq!(traffic.cluster.segments[1].to_vec()[0], round, "{fabric:?}");
        }
    }
}

#[test]
fn messages_come_before_the_program_takes_some() {
    let mut traffic = Traffic::new(3, 3, Faults::default(), Fabric::default());
    traffic.send(0, 1, 8);
    let now = traffic.cluster.now();
    let put = Op::Put {
        source: Source::Inline(InlineData::new(&[9]).unwrap()),
        offset: 0,
    };
    traffic.cluster.engines[0].submit(now, 1, put, Tracking::Token(1));
    assert_eq!(traffic.cluster.result(0, 1).result, Ok(0));
    let stats = |rank: usize| traffic.cluster.engines[rank].buffer_stats();
    assert_eq!(stats(1).messages, 1);
    assert!(stats(1).held_bytes > 0);
    assert_eq!(stats(2).held_bytes, 0, "nobody has connected");
    traffic.finish();
}

#[test]
fn messages_that_are_not_taken_do_not_hold_up_others() {
    let mut traffic = Traffic::new(2, 4, Faults::default(), Fabric::default());
    traffic.send(0, 1, 100);
    traffic.finish();
    for _ in 0..2000 {
        traffic.send(0, 1, 1000);
    }
    let now = traffic.cluster.now();
    let put = Op::Put {
        source: Source::Inline(InlineData::new(&[7]).unwrap()),
        offset: 5,
    };
    traffic.cluster.engines[0].submit(now, 1, put, Tracking::Token(1));
    assert_eq!(traffic.cluster.result(0, 1).result, Ok(0));
    assert_eq!(traffic.cluster.segments[1].to_vec()[5], 7);
    assert!(traffic.cluster.engines[1].buffer_stats().moved > 0);
    traffic.finish();
}

#[test]
fn buffers_that_are_pinned_grow_with_the_messages() {
    let without = Abilities::SPARSE_REGIONS;
    let cluster = Cluster::without(2, 5, Faults::default(), without);
    let mut traffic = Traffic::of(cluster, 5);
    let held = |traffic: &Traffic| traffic.cluster.engines[1].buffer_stats().held_bytes;
    for _ in 0..100 {
        traffic.send(0, 1, 1000);
        traffic.finish();
    }
    let few = held(&traffic);
    assert!(few > 0);
    for _ in 0..2000 {
        traffic.send(0, 1, 1000);
    }
    traffic
        .cluster
        .run(|cluster| cluster.engines[1].buffer_stats().messages == 2100);
    assert_eq!(held(&traffic), 4 * few);
    traffic.finish();
    assert_eq!(held(&traffic), 4 * few, "no more than all");
}

#[test]
fn efficiency_is_that_of_the_sizes() {
    let efficiency = |fabric| {
        let mut traffic = Traffic::new(2, 5, Faults::default(), fabric);
        for _ in 0..300 {
            traffic.send(0, 1, 500);
        }
        traffic.finish();
        let stats = traffic.cluster.engines[1].buffer_stats();
        (stats.messages, stats.bytes, stats.buffer_bytes)
    };
    let one = efficiency(fabric(Reach::Rc, Buffers::One));
    assert_eq!(one, (300, 300 * 500, 300 * 16_480));
    let six = efficiency(fabric(Reach::RcMsrq, Buffers::Six));
    assert_eq!(six, (300, 300 * 500, 300 * 512));
}
