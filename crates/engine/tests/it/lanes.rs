//! Several lanes of a process: engines that begin connections only with the first lanes of others.

use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_engine::{EngineError, Fabric, Op, Rank, Reach, Source, Target, Tracking};
use farreach_sim::Faults;
use farreach_verbs::{AtomicOp, AtomicWidth, InlineData, Memory};

use crate::cluster::{Cluster, PEER_TIMEOUT};

/// Bytes of a segment's part that one engine alone writes.
const OWN: u64 = 1024;

fn add(offset: u64, value: u64) -> Op<VecMemory> {
    Op::Atomic {
        width: AtomicWidth::W64,
        op: AtomicOp::Add(value),
        offset,
    }
}

fn put(offset: u64, bytes: [u8; 8]) -> Op<VecMemory> {
    Op::Put {
        source: Source::Inline(InlineData::new(&bytes).unwrap()),
        offset,
    }
}

/// Bad networks for most seeds, and a good one.
fn faults(seed: u64) -> Faults {
    let permille = |bad: u64| {
        if seed.is_multiple_of(4) {
            0
        } else {
            bad as u32
        }
    };
    Faults {
        loss: f64::from(permille(60)) / 1000.0,
        duplication: f64::from(permille(60)) / 1000.0,
        reordering: f64::from(permille(60)) / 1000.0,
        ..Faults::default()
    }
}

/// All ranks and their lanes at once put to all others, read the bytes back and count.
fn everybody(reach: Reach, size: u32, lanes: u32, seed: u64) {
    let fabric = Fabric {
        reach,
        ..Fabric::default()
    };
    let mut cluster = Cluster::with_fabric(size, seed, faults(seed), fabric);
    let mut of: Vec<Rank> = (0..size).collect();
    for lane in 1..=lanes {
        for rank in 0..size {
            assert_eq!(cluster.add_lane(rank, lane, seed), of.len());
            of.push(rank);
        }
    }
    let rounds = 8u64;
    let mut wanted = vec![0; of.len()];
    for round in 0..rounds {
        let now = cluster.now();
        for (place, &rank) in of.iter().enumerate() {
            for to in (0..size).filter(|&to| to != rank) {
                let engine = &mut cluster.engines[place];
                let own = 8 + place as u64 * OWN + 8 * round;
                let bytes = [place as u8 + 1; 8];
                if round % 2 == 0 {
                    assert!(engine.put_listed(now, to, own, &bytes, Tracking::Implicit));
                } else {
                    engine.submit(now, to, put(own, bytes), Tracking::Implicit);
                }
                let token = round * u64::from(size) + u64::from(to);
                let read = Op::GetWord {
                    len: 8,
                    offset: own,
                };
                engine.submit(now, to, read, Tracking::Token(2 * token));
                engine.submit(now, to, add(0, 1), Tracking::Token(2 * token + 1));
                wanted[place] += 2;
            }
        }
        for _ in 0..3 {
            cluster.step();
        }
    }
    cluster.run(|cluster| {
        let ended = |(engine, (done, wanted)): (&crate::cluster::SimEngine, (&Vec<_>, &usize))| {
            engine.outstanding() == 0 && done.len() == *wanted
        };
        cluster
            .engines
            .iter()
            .zip(cluster.done.iter().zip(&wanted))
            .all(ended)
    });
    let each = rounds * u64::from(size - 1) * u64::from(lanes + 1);
    for segment in &cluster.segments {
        let bytes = segment.to_vec();
        assert_eq!(bytes[..8], each.to_ne_bytes(), "{reach}, seed {seed}");
    }
    for (place, done) in cluster.done.iter().enumerate() {
        assert!(cluster.engines[place].take_failure().is_none());
        for done in done.iter().filter(|done| done.token % 2 == 0) {
            let word = u64::from_ne_bytes([place as u8 + 1; 8]);
            assert_eq!(done.result, Ok(word), "{reach}, seed {seed}");
        }
    }
    // A lane has one queue pair to each other rank. A rank has one queue pair to each other rank,
    // and one to each lane of others.
    for (place, &rank) in of.iter().enumerate() {
        let engine = &cluster.engines[place];
        let others: Vec<Rank> = (0..size).filter(|&other| other != rank).collect();
        assert!(engine.connected().eq(others.iter().copied()), "{reach}");
        assert_eq!(engine.reached(), others.len());
        if place >= size as usize {
            assert_eq!(engine.stats().queue_pairs, others.len());
        }
    }
}

#[test]
fn lanes_and_ranks_work_at_the_same_time() {
    for seed in 0..40 {
        for reach in [Reach::Rc, Reach::RcMsrq] {
            everybody(reach, 3, 2, seed);
        }
    }
}

#[test]
fn a_rank_that_is_gone_fails_the_operations_of_a_lane_with_its_name() {
    let mut cluster = Cluster::new(3, 1, Faults::default());
    let lane = cluster.add_lane(0, 1, 1);
    let now = cluster.now();
    cluster.engines[lane].submit(now, 1, add(0, 1), Tracking::Token(1));
    assert_eq!(cluster.result(lane, 1).result, Ok(0));
    cluster.network.set_cut_off(1, true);
    let now = cluster.now();
    cluster.engines[lane].submit(now, 1, add(0, 1), Tracking::Token(2));
    cluster.engines[lane].submit(now, 2, add(0, 1), Tracking::Token(3));
    let error = cluster.result(lane, 2).result.unwrap_err();
    assert!(
        matches!(error, EngineError::Lost { peer: 1, .. }),
        "{error}"
    );
    assert_eq!(cluster.result(lane, 3).result, Ok(0));
}

#[test]
fn a_lane_that_is_gone_leaves_nothing_that_goes_on() {
    let mut cluster = Cluster::new(2, 1, Faults::default());
    let lane = cluster.add_lane(0, 3, 1);
    let now = cluster.now();
    let into = VecMemory::allocate(8);
    let get = Op::Get {
        into: Target::Owned(into.clone()),
        offset: 64,
    };
    cluster.engines[lane].submit(now, 1, get, Tracking::Token(1));
    assert_eq!(cluster.result(lane, 1).result, Ok(0));
    assert_eq!(cluster.engines[1].stats().queue_pairs, 1);
    cluster.network.set_cut_off(lane as u16, true);
    let now = cluster.now();
    cluster.engines[0].submit(now, 1, add(0, 1), Tracking::Token(2));
    assert_eq!(cluster.result(0, 2).result, Ok(0));
    // The rank that only answers has nothing to do.
    let begun = cluster.now();
    while cluster.step() {
        assert!(cluster.now() - begun < 10 * PEER_TIMEOUT);
    }
    assert!(cluster.engines[1].take_failure().is_none());
}

#[test]
fn a_connection_of_a_lane_ends_by_agreement_and_comes_again() {
    let mut cluster = Cluster::new(2, 1, Faults::default());
    let lane = cluster.add_lane(0, 1, 1);
    let rank_of_lane = 2;
    for token in 0..6 {
        let now = cluster.now();
        cluster.engines[lane].submit(now, 1, add(0, 1), Tracking::Token(token));
        assert_eq!(cluster.result(lane, token).result, Ok(token));
        let now = cluster.now();
        // Either side may begin the set-up.
        if token % 2 == 0 {
            cluster.engines[lane].disconnect(now, 1);
        } else {
            cluster.engines[1].disconnect(now, rank_of_lane);
        }
        let begun = cluster.now();
        cluster.run(|cluster| {
            assert!(cluster.now() - begun < Duration::from_secs(1));
            cluster
                .engines
                .iter()
                .all(|engine| engine.stats().queue_pairs == 0)
        });
    }
    assert_eq!(cluster.engines[1].stats().connections, 6);
}
