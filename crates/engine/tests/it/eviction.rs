//! More peers than queue pairs.

use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_engine::{Costs, Fabric, Op, Protocol, Source, Tracking};
use farreach_sim::Faults;
use farreach_verbs::{AtomicOp, AtomicWidth, InlineData};

use crate::cluster::Cluster;

fn limited(qps: u32) -> Fabric {
    Fabric {
        qps: Some(qps),
        keep: Duration::from_millis(1),
        ..Fabric::default()
    }
}

fn add(offset: u64) -> Op<VecMemory> {
    Op::Atomic {
        width: AtomicWidth::W64,
        op: AtomicOp::Add(1),
        offset,
    }
}

fn put(value: u64, offset: u64) -> Op<VecMemory> {
    let data = InlineData::new(&value.to_le_bytes()).unwrap();
    Op::Put {
        source: Source::Inline(data),
        offset,
    }
}

/// Each of `size` ranks does `rounds` atomic additions on every other rank, each followed by a put.
/// Returns how many connections ended.
fn all_to_all(cluster: &mut Cluster, size: usize, rounds: u64, limit: u32) -> u64 {
    let now = cluster.now();
    for rank in 0..size {
        for round in 0..rounds {
            for step in 1..size {
                let peer = ((rank + step) % size) as u32;
                cluster.engines[rank].submit(now, peer, add(0), Tracking::Implicit);
                let last = put(round + 1, 8 * (rank as u64 + 1));
                cluster.engines[rank].submit(now, peer, last, Tracking::Implicit);
            }
        }
    }
    loop {
        cluster.run_one();
        for engine in &cluster.engines {
            assert!(engine.stats().queue_pairs <= limit as usize);
        }
        if cluster
            .engines
            .iter()
            .all(|engine| engine.outstanding() == 0)
        {
            break;
        }
    }
    for (rank, segment) in cluster.segments.iter().enumerate() {
        assert_eq!(cluster.engines[rank].take_failure(), None);
        let found = segment.to_vec();
        let added = (size as u64 - 1) * rounds;
        assert_eq!(found[..8], added.to_le_bytes(), "additions on {rank}");
        for peer in (0..size).filter(|&peer| peer != rank) {
            let at = 8 * (peer + 1);
            assert_eq!(found[at..at + 8], rounds.to_le_bytes(), "{peer} to {rank}");
        }
    }
    let ended = cluster
        .engines
        .iter()
        .map(|e| e.manager().counters().closed);
    ended.sum()
}

#[test]
fn all_reach_all_within_a_budget() {
    for (size, qps, rounds) in [(64, 8, 2), (64, 1, 1), (9, 1, 3), (9, 3, 10)] {
        let mut cluster = Cluster::with_fabric(size, 1, Faults::default(), limited(qps));
        let begun = cluster.now();
        let ended = all_to_all(&mut cluster, size as usize, rounds, qps);
        let took = cluster.now() - begun;
        println!("{size} processes, {qps} queue pairs each: {took:?}, {ended} ends of connections");
        assert!(ended > u64::from(size));
    }
}

#[test]
fn all_reach_all_within_a_budget_on_a_bad_network() {
    for seed in 0..4 {
        let faults = Faults {
            loss: 0.05,
            duplication: 0.05,
            reordering: 0.05,
            ..Faults::default()
        };
        let fabric = Fabric {
            protocol: if seed % 2 == 0 {
                Protocol::Serial
            } else {
                Protocol::Overlap
            },
            ..limited(1 + seed as u32)
        };
        let mut cluster = Cluster::with_fabric(8, seed, faults, fabric);
        all_to_all(&mut cluster, 8, 5, 1 + seed as u32);
    }
}

#[test]
fn refused_creations_are_got_over() {
    let fabric = Fabric {
        costs: Costs {
            refused: 0.5,
            ..Costs::default()
        },
        keep: Duration::from_millis(1),
        ..Fabric::default()
    };
    let mut cluster = Cluster::with_fabric(10, 3, Faults::default(), fabric);
    all_to_all(&mut cluster, 10, 3, u32::MAX);
    let refused = cluster
        .engines
        .iter()
        .map(|e| e.manager().counters().no_room);
    assert!(refused.sum::<u64>() > 10);
}

#[test]
fn datagrams_stand_in_where_no_queue_pair_can_be_made() {
    let fabric = Fabric {
        costs: Costs {
            refused: 1.0,
            ..Costs::default()
        },
        ..Fabric::default()
    };
    let mut cluster = Cluster::with_fabric(2, 3, Faults::default(), fabric);
    let now = cluster.now();
    cluster.engines[0].submit(now, 1, put(1, 0), Tracking::Token(1));
    assert_eq!(cluster.result(0, 1).result, Ok(0));
    assert!(cluster.now() - now < Duration::from_millis(200));
    assert_eq!(cluster.segments[1].to_vec()[..8], 1u64.to_le_bytes());
    for engine in &cluster.engines {
        assert_eq!(engine.stats().queue_pairs, 0);
    }
}

#[test]
fn small_puts_go_on_over_the_next_connection() {
    let mut cluster = Cluster::with_fabric(4, 5, Faults::default(), limited(1));
    for round in 1..200u64 {
        let now = cluster.now();
        for peer in 1..4 {
            let engine = &mut cluster.engines[0];
            assert!(engine.put_listed(now, peer, 8, &round.to_le_bytes(), Tracking::Implicit));
            assert!(engine.put_listed(now, peer, 0, &round.to_le_bytes(), Tracking::Implicit));
        }
        for _ in 0..round % 7 {
            cluster.step();
        }
        if round % 20 == 0 {
            cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
        }
    }
    cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
    assert_eq!(cluster.engines[0].take_failure(), None);
    for segment in &cluster.segments[1..] {
        assert_eq!(segment.to_vec()[..16], [199u64.to_le_bytes(); 2].concat());
    }
    assert!(cluster.engines[0].manager().counters().closed > 3);
}
