//! Operations against a model of the memory, on good and bad networks.

use std::ops::Range;
use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_engine::{Fabric, Hybrid, LISTS_MAX, Op, Source, Target, Tracking};
use farreach_sim::Faults;
use farreach_verbs::{AtomicOp, AtomicWidth, InlineData, Memory};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::cluster::{Cluster, SEGMENT};

pub(crate) fn inline(bytes: &[u8]) -> Source<VecMemory> {
    Source::Inline(InlineData::new(bytes).unwrap())
}

#[test]
fn a_put_connects_and_arrives() {
    let mut cluster = Cluster::new(3, 1, Faults::default());
    let now = cluster.now();
    let op = Op::Put {
        source: inline(b"hello"),
        offset: 100,
    };
    cluster.engines[0].submit(now, 2, op, Tracking::Token(1));
    assert_eq!(cluster.result(0, 1).result, Ok(0));
    assert_eq!(&cluster.segments[2].to_vec()[100..105], b"hello");
    assert!(cluster.engines[0].is_connected(2));
    assert!(
        !cluster.engines[0].is_connected(1),
        "nobody else was reached"
    );
    assert_eq!(cluster.engines[1].stats().connections, 0);
}

#[test]
fn both_sides_at_once_make_one_connection() {
    let mut cluster = Cluster::new(2, 2, Faults::default());
    let now = cluster.now();
    for rank in 0..2usize {
        let op = Op::Put {
            source: inline(&[rank as u8 + 1]),
            offset: 0,
        };
        cluster.engines[rank].submit(now, 1 - rank as u32, op, Tracking::Token(1));
    }
    for rank in 0..2 {
        assert_eq!(cluster.result(rank, 1).result, Ok(0));
        assert_eq!(cluster.engines[rank].stats().connections, 1);
    }
    assert_eq!(cluster.segments[0].to_vec()[0], 2);
    assert_eq!(cluster.segments[1].to_vec()[0], 1);
}

#[test]
fn an_operation_waits_for_the_exchange_of_endpoints() {
    let mut cluster = Cluster::without_endpoints(2, 3, Faults::default());
    let now = cluster.now();
    cluster.engines[0].submit(
        now,
        1,
        Op::GetWord { len: 4, offset: 8 },
        Tracking::Token(9),
    );
    for _ in 0..1000 {
        cluster.step();
    }
    assert!(cluster.done[0].is_empty());
    cluster.segments[1]
        .write(8, &0xdead_beef_u32.to_le_bytes())
        .unwrap();
    cluster.publish();
    assert_eq!(cluster.result(0, 9).result, Ok(0xdead_beef));
}

#[test]
fn operations_wait_for_the_jobs_key_and_so_does_their_target() {
    let hybrid = Hybrid {
        ops: 8,
        bytes: 4096,
    };
    for hybrid in [Hybrid { ops: 0, ..hybrid }, hybrid] {
        let fabric = Fabric {
            hybrid,
            ..Fabric::default()
        };
        let mut cluster = Cluster::without_key(2, 3, Faults::default(), fabric);
        cluster.publish();
        // Nobody says that the target is unreachable while it has no key.
        cluster.is_there = None;
        let now = cluster.now();
        let op = Op::GetWord { len: 4, offset: 8 };
        cluster.engines[0].submit(now, 1, op, Tracking::Token(9));
        for _ in 0..1000 {
            cluster.step();
        }
        // The target hears nothing, and after that what it can't authenticate.
        cluster.tell_key(0);
        for _ in 0..1000 {
            cluster.step();
        }
        assert!(cluster.done[0].is_empty());
        cluster.segments[1]
            .write(8, &0xdead_beef_u32.to_le_bytes())
            .unwrap();
        cluster.tell_key(1);
        assert_eq!(cluster.result(0, 9).result, Ok(0xdead_beef));
    }
}

#[test]
fn more_operations_than_slots_and_queue_entries_all_end() {
    let mut cluster = Cluster::new(3, 4, Faults::default());
    let now = cluster.now();
    const COUNT: u64 = 5000;
    for number in 0..COUNT {
        let peer = 1 + (number % 2) as u32;
        let op = Op::Atomic {
            width: AtomicWidth::W64,
            op: AtomicOp::Add(1),
            offset: 64,
        };
        cluster.engines[0].submit(now, peer, op, Tracking::Token(number));
    }
    cluster.run(|cluster| cluster.done[0].len() as u64 == COUNT);
    for segment in &cluster.segments[1..] {
        assert_eq!(segment.to_vec()[64..72], (COUNT / 2).to_le_bytes());
    }
    let mut olds: Vec<u64> = cluster.done[0]
        .iter()
        .map(|done| done.result.clone().unwrap())
        .collect();
    olds.sort_unstable();
    assert!(
        olds.chunks(2)
            .zip(0..)
            .all(|(pair, old)| pair == [old, old]),
        "each value was seen once a peer"
    );
}

#[test]
fn implicit_operations_are_counted_until_they_are_complete() {
    let mut cluster = Cluster::new(2, 5, Faults::default());
    let now = cluster.now();
    for at in 0..300 {
        let op = Op::Put {
            source: Source::Owned(VecMemory::from_bytes(&[at as u8; 1000])),
            offset: at,
        };
        cluster.engines[0].submit(now, 1, op, Tracking::Implicit);
    }
    assert_eq!(cluster.engines[0].outstanding(), 300);
    assert_eq!(cluster.engines[0].owned_bytes(), 300 * 1000);
    cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
    assert_eq!(cluster.engines[0].take_failure(), None);
    assert_eq!(cluster.engines[0].owned_bytes(), 0);
    assert_eq!(cluster.segments[1].to_vec()[299..1299], [43; 1000]);
}

fn random_atomic(random: &mut Pcg64Mcg) -> (AtomicWidth, AtomicOp) {
    let width = if random.random() {
        AtomicWidth::W32
    } else {
        AtomicWidth::W64
    };
    let operand = random.next_u64();
    let op = match random.random_range(0..5) {
        0 => AtomicOp::Add(operand),
        1 => AtomicOp::Swap(operand),
        2 => AtomicOp::And(operand),
        3 => AtomicOp::Xor(operand),
        _ => AtomicOp::CompareSwap {
            compare: 0,
            swap: operand,
        },
    };
    (width, op)
}

/// A burst of small puts, which share lists as far as lists have room.
fn small_puts(
    cluster: &mut Cluster,
    random: &mut Pcg64Mcg,
    (rank, peer): (usize, usize),
    part: Range<usize>,
    model: &VecMemory,
) {
    let tracking = if random.random() {
        Tracking::Implicit
    } else {
        Tracking::Unawaited
    };
    for _ in 0..random.random_range(1..60) {
        if random.random_bool(0.2) {
            let at = random.random_range(part.start.div_ceil(8)..part.end / 8) * 8;
            let (width, op) = (AtomicWidth::W64, AtomicOp::Xor(random.random()));
            let (engine, now) = (&mut cluster.engines[rank], cluster.network.now());
            if engine.atomic_listed(now, peer as u32, at as u64, (width, op), tracking) {
                model.atomic(at, width, op).unwrap();
            }
            continue;
        }
        let mut bytes = vec![0; random.random_range(0..100)];
        random.fill_bytes(&mut bytes);
        let at = random.random_range(part.start..=part.end - bytes.len());
        model.write(at, &bytes).unwrap();
        let (engine, now) = (&mut cluster.engines[rank], cluster.network.now());
        if !engine.put_listed(now, peer as u32, at as u64, &bytes, tracking) {
            assert_eq!(engine.lists(), LISTS_MAX);
            let (source, offset) = (inline(&bytes), at as u64);
            engine.submit(now, peer as u32, Op::Put { source, offset }, tracking);
        }
        if random.random_bool(0.02) {
            cluster.step();
        }
    }
}

#[test]
fn small_puts_travel_together() {
    let mut cluster = Cluster::new(2, 6, Faults::default());
    const COUNT: u64 = 4000;
    for value in [7_u64, 8] {
        let begun = cluster.engines[0].submitted();
        let packets = cluster.engines[0].device().counters().rc.packets_sent;
        let now = cluster.now();
        for at in 0..COUNT {
            let bytes = value.to_le_bytes();
            assert!(cluster.engines[0].put_listed(now, 1, 8 * at, &bytes, Tracking::Implicit));
            if at % 1000 == 999 {
                // Some puts wait for the connection, and there are not enough lists for all.
                cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
            }
        }
        let packets = cluster.engines[0].device().counters().rc.packets_sent - packets;
        assert!(packets < COUNT / 10, "{packets} packets");
        assert!(cluster.engines[0].submitted() - begun <= packets);
        let words = value.to_le_bytes().repeat(COUNT as usize);
        assert!(cluster.segments[1].to_vec()[..words.len()] == words);
    }
}

#[test]
fn operations_of_a_series_are_acknowledged_together() {
    const COUNT: u64 = 16;
    let mut cluster = Cluster::new(2, 8, Faults::default());
    let mut next = 0;
    let mut acknowledgements = |is_followed: bool| {
        let mut before = 0;
        // The first series makes the connection.
        for series in 0..2 {
            before = cluster.engines[1].device().counters().rc.packets_sent;
            for at in 0..COUNT {
                let tracking = if is_followed && at + 1 < COUNT {
                    Tracking::Followed(series)
                } else {
                    Tracking::Token(series)
                };
                next += 1;
                let value = next;
                let (source, now) = (inline(&[value; 8]), cluster.now());
                let op = Op::Put {
                    source,
                    offset: 8 * at,
                };
                cluster.engines[0].submit(now, 1, op, tracking);
                // The peer takes in each before the next comes.
                let place = 8 * at as usize;
                cluster.run(|cluster| cluster.segments[1].to_vec()[place] == value);
            }
            for _ in 0..COUNT {
                assert_eq!(cluster.result(0, series).result, Ok(0));
            }
        }
        cluster.engines[1].device().counters().rc.packets_sent - before
    };
    let (apart, together) = (acknowledgements(false), acknowledgements(true));
    assert!(
        4 * together <= apart,
        "{together} acknowledgements instead of {apart}"
    );
}

#[test]
fn a_small_put_leaves_within_a_millisecond() {
    let mut cluster = Cluster::new(2, 7, Faults::default());
    for value in 1..4u64 {
        let now = cluster.now();
        let engine = &mut cluster.engines[0];
        assert!(engine.put_listed(now, 1, 0, &value.to_le_bytes(), Tracking::Implicit));
        let deadline = engine.next_deadline().expect("it has not left");
        assert!(deadline <= now + Duration::from_millis(1));
        let mark = engine.submitted();
        assert!(!engine.is_done_before(mark));
        cluster.run(|cluster| cluster.engines[0].is_done_before(mark));
        assert_eq!(cluster.segments[1].to_vec()[..8], value.to_le_bytes());
    }
}

#[test]
fn what_one_peer_does_not_answer_holds_up_no_other() {
    let mut cluster = Cluster::new(3, 9, Faults::default());
    cluster.network.set_cut_off(1, true);
    for small in [true, false] {
        let now = cluster.now();
        let engine = &mut cluster.engines[0];
        for peer in [1, 2] {
            if small {
                assert!(engine.put_listed(now, peer, 0, &[1; 8], Tracking::Implicit));
            } else {
                let add = AtomicOp::Add(1);
                let op = Op::Atomic {
                    offset: 16,
                    width: AtomicWidth::W64,
                    op: add,
                };
                engine.submit(now, peer, op, Tracking::Implicit);
            }
        }
        let mark = engine.submitted();
        assert!(!engine.is_done_before_toward(mark, &[2]));
        assert!(engine.is_done_before_toward(mark, &[0]));
        cluster.run(|cluster| cluster.engines[0].is_done_before_toward(mark, &[2, 0]));
        let engine = &cluster.engines[0];
        assert!(!engine.is_done_before(mark));
        assert!(!engine.is_done_before_toward(mark, &[2, 1]));
    }
    let words = cluster.segments[2].to_vec();
    assert_eq!((words[..8].to_vec(), words[16]), (vec![1; 8], 1));
    let mark = cluster.engines[0].submitted();
    cluster.run(|cluster| cluster.engines[0].is_done_before_toward(mark, &[1]));
    assert!(cluster.engines[0].take_failure().is_some());
}

#[test]
fn an_operation_comes_after_the_small_puts_before_it() {
    let mut cluster = Cluster::new(2, 8, Faults::default());
    for token in 0..3u64 {
        let now = cluster.now();
        let engine = &mut cluster.engines[0];
        assert!(engine.put_listed(now, 1, 16, &token.to_le_bytes(), Tracking::Implicit));
        let swap = Op::Atomic {
            width: AtomicWidth::W64,
            op: AtomicOp::Swap(99),
            offset: 16,
        };
        engine.submit(now, 1, swap, Tracking::Token(token));
        assert!(engine.put_listed(now, 1, 16, &[5; 8], Tracking::Implicit));
        assert_eq!(cluster.result(0, token).result, Ok(token));
        cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
        assert_eq!(cluster.segments[1].to_vec()[16..24], [5; 8]);
    }
}

/// Each rank does random operations on its own part of every other's segment, so that a model can
/// predict the result. `disturb` may change the cluster before each operation.
pub(crate) fn against_a_model(
    seed: u64,
    faults: Faults,
    fabric: Fabric,
    mut disturb: impl FnMut(&mut Cluster, &mut Pcg64Mcg),
) -> Cluster {
    const RANKS: usize = 3;
    const PART: usize = SEGMENT / RANKS / 8 * 8;
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut cluster = Cluster::with_fabric(RANKS as u32, seed, faults, fabric);
    let models: Vec<VecMemory> = (0..RANKS).map(|_| VecMemory::allocate(SEGMENT)).collect();
    let mut expected: Vec<Vec<Option<u64>>> = vec![Vec::new(); RANKS];
    let mut gets = Vec::new();
    for _ in 0..400 {
        disturb(&mut cluster, &mut random);
        let rank = random.random_range(0..RANKS);
        let peer = (rank + random.random_range(1..RANKS)) % RANKS;
        if random.random_bool(0.3) {
            let part = rank * PART..(rank + 1) * PART;
            small_puts(&mut cluster, &mut random, (rank, peer), part, &models[peer]);
            continue;
        }
        let token = expected[rank].len() as u64;
        let len = random.random_range(1..9000usize);
        let offset = rank * PART + random.random_range(0..PART - len);
        let (op, word) = match random.random_range(0..4) {
            0 => {
                let mut bytes = vec![0; len.min(InlineData::MAX)];
                random.fill_bytes(&mut bytes);
                models[peer].write(offset, &bytes).unwrap();
                (
                    Op::Put {
                        source: inline(&bytes),
                        offset: offset as u64,
                    },
                    Some(0),
                )
            }
            1 => {
                let mut bytes = vec![0; len];
                random.fill_bytes(&mut bytes);
                models[peer].write(offset, &bytes).unwrap();
                let source = Source::Owned(VecMemory::from_bytes(&bytes));
                (
                    Op::Put {
                        source,
                        offset: offset as u64,
                    },
                    Some(0),
                )
            }
            2 => {
                let into = VecMemory::allocate(len);
                let want = models[peer].to_vec()[offset..offset + len].to_vec();
                gets.push((into.clone(), want));
                (
                    Op::Get {
                        into: Target::Owned(into),
                        offset: offset as u64,
                    },
                    Some(0),
                )
            }
            _ => {
                let (width, op) = random_atomic(&mut random);
                let offset = offset / 8 * 8;
                let old = models[peer].atomic(offset, width, op).unwrap();
                (
                    Op::Atomic {
                        width,
                        op,
                        offset: offset as u64,
                    },
                    Some(old),
                )
            }
        };
        expected[rank].push(word);
        let is_get = matches!(op, Op::Get { .. });
        let now = cluster.now();
        cluster.engines[rank].submit(now, peer as u32, op, Tracking::Token(token));
        if is_get {
            // The bytes of a later put of the same rank to the same place may become visible first.
            let ended = |cluster: &Cluster| cluster.done[rank].len();
            cluster.run(|cluster| ended(cluster) == expected[rank].len());
        }
        for _ in 0..random.random_range(0..4) {
            cluster.step();
        }
    }
    let count = expected.iter().map(Vec::len).sum::<usize>();
    cluster.run(|cluster| cluster.done.iter().map(Vec::len).sum::<usize>() >= count);
    for rank in 0..RANKS {
        cluster.run(|cluster| cluster.engines[rank].outstanding() == 0);
        assert_eq!(cluster.engines[rank].take_failure(), None);
    }
    for (rank, expected) in expected.iter_mut().enumerate() {
        for done in &cluster.done[rank] {
            let word = expected[done.token as usize]
                .take()
                .expect("each operation ends once");
            assert_eq!(
                done.result,
                Ok(word),
                "operation {} of rank {rank}",
                done.token
            );
        }
    }
    for (model, segment) in models.iter().zip(&cluster.segments) {
        assert!(
            model.to_vec() == segment.to_vec(),
            "the memory differs from the model"
        );
    }
    for (got, want) in gets {
        assert!(got.to_vec() == want, "a get brought other bytes");
    }
    cluster
}

/// The seeds to run: `FARREACH_SEED`, or `count` seeds.
pub(crate) fn seeds(count: u64) -> Range<u64> {
    match std::env::var("FARREACH_SEED") {
        Ok(seed) => seed.parse().map(|seed| seed..seed + 1).expect("a number"),
        Err(_) => 0..count,
    }
}

/// A network whose faults depend on the seed.
pub(crate) fn faults_of(seed: u64) -> Faults {
    let rate = (seed % 4) as f64 * 0.05;
    Faults {
        loss: rate,
        duplication: rate,
        reordering: rate,
        ..Faults::default()
    }
}

#[test]
fn random_operations_match_a_model() {
    for seed in seeds(60) {
        println!("FARREACH_SEED={seed}");
        against_a_model(seed, faults_of(seed), Fabric::default(), |_, _| ());
    }
}

#[test]
fn a_put_and_its_signal_travel_in_one_packet() {
    let mut cluster = Cluster::new(2, 7, Faults::default());
    for round in 0..20 {
        // The first round has no connection, whose lists have no room for both.
        let len = if round == 0 { 8 } else { 200 * round };
        let (data, signal) = (vec![round as u8; len], (round as u64).to_le_bytes());
        let packets = cluster.engines[0].device().counters().rc.packets_sent;
        let now = cluster.now();
        for (offset, bytes) in [(8, &data[..]), (0, &signal)] {
            assert!(cluster.engines[0].put_listed(now, 1, offset, bytes, Tracking::Implicit));
        }
        cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
        let packets = cluster.engines[0].device().counters().rc.packets_sent - packets;
        assert_eq!(packets, 1, "{len} bytes");
        let found = cluster.segments[1].to_vec();
        assert!(found[..8] == signal && found[8..8 + len] == data);
    }
}
