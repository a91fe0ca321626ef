//! Operations in datagrams: before there is a connection, and where none can be had.

use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_engine::{Bug, EngineError, Fabric, Hybrid, Op, Source, Target, Tracking};
use farreach_sim::Faults;
use farreach_verbs::{Access, AtomicOp, AtomicWidth, Device, Memory, RemoteAddress, Sge};
use rand::RngExt;

use crate::cluster::{Cluster, PEER_TIMEOUT, SEGMENT, SimEngine};
use crate::operations::{against_a_model, faults_of, inline, seeds};

fn hybrid(ops: u32) -> Fabric {
    Fabric {
        hybrid: Hybrid {
            ops,
            bytes: 1 << 40,
        },
        ..Fabric::default()
    }
}

fn cluster(size: u32, ops: u32) -> Cluster {
    Cluster::with_fabric(size, 1, Faults::default(), hybrid(ops))
}

fn put(bytes: &[u8], offset: u64) -> Op<VecMemory> {
    let source = inline(bytes);
    Op::Put { source, offset }
}

fn queue_pairs(cluster: &Cluster, rank: usize) -> usize {
    cluster.engines[rank].device().footprint().rc_qps
}

/// Lets time pass.
fn wait(cluster: &mut Cluster, time: Duration) {
    let until = cluster.now() + time;
    while cluster.now() < until {
        let now = cluster.now();
        for engine in &mut cluster.engines {
            engine.poll(now);
        }
        cluster.network.advance(Some(until));
    }
}

fn refuse_queue_pairs(cluster: &mut Cluster, rank: usize, are_refused: bool) {
    let device = cluster.engines[rank].device_mut();
    device.set_no_queue_pairs(are_refused);
}

#[test]
fn a_first_put_is_there_and_acknowledged_within_a_round_trip() {
    let mut cluster = cluster(2, 5);
    let begun = cluster.now();
    cluster.engines[0].submit(begun, 1, put(b"at once!", 8), Tracking::Token(1));
    assert_eq!(cluster.result(0, 1).result, Ok(0));
    assert_eq!(cluster.now() - begun, Duration::from_micros(10));
    assert_eq!(&cluster.segments[1].to_vec()[8..16], b"at once!");
    for rank in 0..2 {
        assert_eq!(queue_pairs(&cluster, rank), 0);
        let ud = cluster.engines[rank].device().counters().ud;
        assert_eq!(ud.packets_sent, 1);
    }
    assert_eq!(cluster.engines[0].stats().datagram_ops, 1);
    while cluster.step() {}
    assert_eq!(cluster.engines[0].next_deadline(), None);
}

#[test]
fn the_first_put_travels_with_the_request_for_a_connection() {
    let mut cluster = cluster(2, 1);
    let begun = cluster.now();
    assert!(cluster.engines[0].put_listed(begun, 1, 8, &[5; 8], Tracking::Implicit));
    let before = cluster.engines[0].device().counters().ud.packets_sent;
    assert_eq!(before, 0);
    cluster.engines[0].poll(begun);
    // The request with the put, then the request with the queue pair that was created since.
    let sent = cluster.engines[0].device().counters().ud.packets_sent;
    assert_eq!(sent, 2);
    let requests = cluster.engines[0].manager().counters().sent.request;
    assert_eq!(requests, 2);
    cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
    assert_eq!(cluster.now() - begun, Duration::from_micros(10));
    cluster.run(|cluster| cluster.engines[0].is_connected(1));
    assert_eq!(cluster.engines[0].stats().switches, 1);
    let now = cluster.now();
    cluster.engines[0].submit(now, 1, put(b"x", 0), Tracking::Token(1));
    assert_eq!(cluster.result(0, 1).result, Ok(0));
    assert_eq!(cluster.engines[0].stats().datagram_ops, 1);
}

#[test]
fn a_connection_is_made_when_a_peer_has_proved_worth_it() {
    let mut cluster = cluster(2, 3);
    for number in 0..3u64 {
        assert!(!cluster.engines[0].is_connected(1));
        let now = cluster.now();
        let op = put(&number.to_le_bytes(), 8 * number);
        cluster.engines[0].submit(now, 1, op, Tracking::Token(number));
        assert_eq!(cluster.result(0, number).result, Ok(0));
    }
    cluster.run(|cluster| cluster.engines[0].is_connected(1));

    let fabric = Fabric {
        hybrid: Hybrid {
            ops: u32::MAX,
            bytes: 100,
        },
        ..Fabric::default()
    };
    let mut cluster = Cluster::with_fabric(2, 1, Faults::default(), fabric);
    for number in 0..4u64 {
        let now = cluster.now();
        cluster.engines[0].submit(now, 1, put(&[1; 30], 0), Tracking::Token(number));
        assert_eq!(cluster.result(0, number).result, Ok(0));
        for _ in 0..1000 {
            cluster.step();
        }
        assert_eq!(cluster.engines[0].is_connected(1), number == 3);
    }
}

#[test]
fn what_does_not_fit_and_what_has_an_answer_waits_for_a_connection_in_order() {
    let mut cluster = cluster(2, u32::MAX);
    let now = cluster.now();
    let engine = &mut cluster.engines[0];
    engine.submit(now, 1, put(&[1; 8], 0), Tracking::Token(0));
    let add = Op::Atomic {
        width: AtomicWidth::W64,
        op: AtomicOp::Add(1),
        offset: 0,
    };
    engine.submit(now, 1, add, Tracking::Token(1));
    engine.submit(now, 1, put(&[9; 8], 0), Tracking::Token(2));
    let ones = u64::from_le_bytes([1; 8]);
    assert_eq!(cluster.result(0, 1).result, Ok(ones));
    assert_eq!(cluster.result(0, 2).result, Ok(0));
    assert_eq!(cluster.segments[1].to_vec()[..8], [9; 8]);
    assert_eq!(cluster.engines[0].stats().datagram_ops, 1);
    assert!(cluster.engines[0].is_connected(1));
}

/// Puts while a connection is made. On this network the connection's packets would overtake
/// datagrams.
fn switch(seed: u64, prepare: impl Fn(&mut SimEngine)) {
    let faults = Faults {
        loss: 0.2,
        reordering: 0.3,
        ..Faults::default()
    };
    let mut cluster = Cluster::with_fabric(2, seed, faults, hybrid(2));
    prepare(&mut cluster.engines[0]);
    let mut word = [0; 8];
    for value in 1..=30u64 {
        let now = cluster.now();
        let op = put(&value.to_le_bytes(), 0);
        cluster.engines[0].submit(now, 1, op, Tracking::Implicit);
        for _ in 0..seed % 5 {
            let before = word;
            cluster.step();
            cluster.segments[1].read(0, &mut word).unwrap();
            assert!(u64::from_le_bytes(before) <= u64::from_le_bytes(word));
        }
    }
    cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
    assert_eq!(cluster.segments[1].to_vec()[..8], 30u64.to_le_bytes());
    assert_eq!(cluster.engines[0].take_failure(), None);
}

#[test]
fn a_connection_is_not_used_while_datagrams_are_under_way() {
    for seed in schedules(200) {
        println!("FARREACH_SEED={seed}");
        switch(seed, |_| ());
    }
}

#[test]
fn schedules_find_connections_that_overtake_datagrams() {
    let found = (0..10_000u64).find(|&seed| {
        let ended =
            std::panic::catch_unwind(|| switch(seed, |engine| engine.plant(Bug::EarlySwitch)));
        ended.is_err()
    });
    println!("seed {found:?}");
    assert!(found.is_some(), "10,000 schedules did not find it");
}

/// The seeds to run: `FARREACH_SEED`, or as many as `FARREACH_SCHEDULES` says, or `count`.
fn schedules(count: u64) -> std::ops::Range<u64> {
    let schedules = std::env::var("FARREACH_SCHEDULES").ok();
    seeds(schedules.map_or(count, |count| count.parse().expect("a number of schedules")))
}

#[test]
fn random_operations_match_a_model_in_the_hybrid() {
    let mut sent = 0;
    for (seed, ops) in schedules(24).zip([1, 3, u32::MAX].into_iter().cycle()) {
        println!("FARREACH_SEED={seed}, a connection after {ops}");
        let cluster = against_a_model(seed, faults_of(seed), hybrid(ops), |_, _| ());
        let engines = cluster.engines.iter();
        sent += engines
            .map(|engine| engine.stats().datagram_ops)
            .sum::<u64>();
    }
    assert!(sent > 100, "{sent} in datagrams");
}

#[test]
fn random_operations_match_a_model_without_any_connection() {
    for seed in schedules(16) {
        println!("FARREACH_SEED={seed}");
        let ops = if seed % 2 == 0 { 0 } else { 2 };
        let cluster = against_a_model(seed, faults_of(seed), hybrid(ops), |cluster, _| {
            for rank in 0..3 {
                refuse_queue_pairs(cluster, rank, true);
            }
        });
        for engine in &cluster.engines {
            assert_eq!(engine.device().footprint().rc_qps, 0);
            assert!(engine.stats().stand_ins > 0 && engine.stats().connections == 0);
        }
    }
}

#[test]
fn random_operations_match_a_model_while_queue_pairs_come_and_go() {
    for seed in schedules(24) {
        println!("FARREACH_SEED={seed}");
        let ops = [0, 1, 7][seed as usize % 3];
        against_a_model(seed, faults_of(seed), hybrid(ops), |cluster, random| {
            if random.random_bool(0.05) {
                let rank = random.random_range(0..3);
                let are_refused = random.random_bool(0.7);
                refuse_queue_pairs(cluster, rank, are_refused);
            }
        });
    }
}

#[test]
fn large_transfers_need_no_connection() {
    let mut cluster = cluster(2, 0);
    refuse_queue_pairs(&mut cluster, 1, true);
    let bytes: Vec<u8> = (0..50_000u32).map(|at| (at * 7) as u8).collect();
    let memory = VecMemory::from_bytes(&bytes);
    let back = VecMemory::allocate(bytes.len());
    let engine = &mut cluster.engines[0];
    let from = engine.register(memory, Access::NONE).unwrap();
    let into = engine.register(back.clone(), Access::LOCAL_WRITE).unwrap();
    let all = |region: farreach_verbs::Region| Sge {
        lkey: region.lkey,
        addr: 0,
        len: 50_000,
    };
    let now = cluster.network.now();
    let op = Op::Put {
        source: Source::Region(all(from)),
        offset: 3,
    };
    engine.submit(now, 1, op, Tracking::Token(1));
    let op = Op::Get {
        into: Target::Region(all(into)),
        offset: 3,
    };
    engine.submit(now, 1, op, Tracking::Token(2));
    assert_eq!(cluster.result(0, 2).result, Ok(0));
    assert_eq!(cluster.result(0, 1).result, Ok(0));
    assert!(back.to_vec() == bytes);
    assert_eq!(cluster.engines[0].stats().stand_ins, 1);
    assert_eq!(cluster.engines[1].stats().connections, 0);
}

#[test]
fn exposed_memory_is_reached_as_far_as_it_is_exposed() {
    let mut cluster = cluster(2, 0);
    refuse_queue_pairs(&mut cluster, 0, true);
    let exposed = VecMemory::from_bytes(&[3; 64]);
    let theirs = |cluster: &mut Cluster, access| {
        let region = cluster.engines[1].register(exposed.clone(), access);
        region.unwrap().rkey
    };
    let readable = theirs(&mut cluster, Access::REMOTE_READ);
    let writable = theirs(&mut cluster, Access::REMOTE_WRITE | Access::LOCAL_WRITE);
    let ours = VecMemory::from_bytes(&[8; 64]);
    let lkey = cluster.engines[0]
        .register(ours.clone(), Access::LOCAL_WRITE)
        .unwrap()
        .lkey;
    let sge = |len| Sge { lkey, addr: 0, len };
    let put = |rkey, addr, len| Op::PutExposed {
        from: sge(len),
        remote: RemoteAddress { rkey, addr },
    };
    let get = |rkey, addr, len| Op::GetExposed {
        into: sge(len),
        remote: RemoteAddress { rkey, addr },
    };
    let mut token = 0;
    let mut run = |cluster: &mut Cluster, op| {
        token += 1;
        let now = cluster.now();
        cluster.engines[0].submit(now, 1, op, Tracking::Token(token));
        cluster.result(0, token).result
    };
    assert_eq!(run(&mut cluster, put(writable, 10, 20)), Ok(0));
    assert_eq!(exposed.to_vec()[9..31], [&[3][..], &[8; 20], &[3]].concat());
    assert_eq!(run(&mut cluster, get(readable, 60, 4)), Ok(0));
    assert_eq!(ours.to_vec()[..5], [3, 3, 3, 3, 8]);
    for op in [
        put(readable, 0, 8),
        get(writable, 0, 8),
        put(writable, 60, 5),
        get(readable, u64::MAX, 1),
    ] {
        let error = run(&mut cluster, op).unwrap_err();
        assert!(
            matches!(error, EngineError::Broken { peer: 1, .. }),
            "{error}"
        );
    }
    assert_eq!(exposed.to_vec()[..10], [3; 10]);
}

#[test]
fn a_put_out_of_the_segment_fails_alone_without_a_connection() {
    let mut cluster = cluster(2, 0);
    refuse_queue_pairs(&mut cluster, 1, true);
    let limit = SEGMENT as u64;
    let now = cluster.now();
    cluster.engines[0].submit(now, 1, put(&[1; 8], limit - 7), Tracking::Token(1));
    cluster.engines[0].submit(now, 1, put(&[1; 8], limit - 8), Tracking::Token(2));
    let word = Op::GetWord {
        len: 8,
        offset: limit - 1,
    };
    cluster.engines[0].submit(now, 1, word, Tracking::Token(3));
    for (token, offset) in [(1, limit - 7), (3, limit - 1)] {
        let error = EngineError::OutOfSegment {
            peer: 1,
            offset,
            len: 8,
            limit,
        };
        assert_eq!(cluster.result(0, token).result, Err(error));
    }
    assert_eq!(cluster.result(0, 2).result, Ok(0));
    assert_eq!(cluster.segments[1].to_vec()[SEGMENT - 8..], [1; 8]);
}

#[test]
fn datagrams_stand_in_until_there_is_a_queue_pair() {
    let mut cluster = cluster(2, 0);
    refuse_queue_pairs(&mut cluster, 1, true);
    let mut tried = Vec::new();
    let run = |cluster: &mut Cluster, token| {
        let now = cluster.now();
        let op = Op::GetWord { len: 8, offset: 0 };
        cluster.engines[0].submit(now, 1, op, Tracking::Token(token));
        assert_eq!(cluster.result(0, token).result, Ok(0));
    };
    for token in 0..400 {
        run(&mut cluster, token);
        let attempts = cluster.engines[0].manager().counters().failed;
        if attempts > tried.len() as u64 {
            tried.push(cluster.now());
        }
        wait(&mut cluster, Duration::from_millis(2));
    }
    // In 800 ms, with pauses of 10, 20, 40, … ms.
    assert!((4..10).contains(&tried.len()), "{} tries", tried.len());
    // The attempt that is under way fails as the others did.
    let patience = cluster.now() + Duration::from_millis(100);
    while queue_pairs(&cluster, 0) > 0 {
        assert!(cluster.now() < patience, "a refused attempt ends");
        wait(&mut cluster, Duration::from_millis(2));
    }
    refuse_queue_pairs(&mut cluster, 1, false);
    for token in 400.. {
        run(&mut cluster, token);
        if cluster.engines[0].is_connected(1) {
            break;
        }
        wait(&mut cluster, Duration::from_millis(2));
        assert!(token < 1500, "it tries again");
    }
    let before = cluster.engines[0].stats().datagram_ops;
    run(&mut cluster, 2000);
    assert_eq!(cluster.engines[0].stats().datagram_ops, before);
}

#[test]
fn a_peer_that_is_gone_fails_what_is_in_datagrams_and_what_waits() {
    for ops in [0, u32::MAX] {
        let mut cluster = cluster(3, ops);
        if ops == 0 {
            refuse_queue_pairs(&mut cluster, 1, true);
            let now = cluster.now();
            cluster.engines[0].submit(now, 1, put(&[1], 0), Tracking::Token(100));
            assert_eq!(cluster.result(0, 100).result, Ok(0));
        }
        cluster.network.set_cut_off(1, true);
        let now = cluster.now();
        for token in 0..50 {
            let op = match token % 3 {
                0 => put(&[1; 100], 0),
                1 => Op::GetWord { len: 8, offset: 0 },
                _ => Op::Put {
                    source: Source::Owned(VecMemory::allocate(9000)),
                    offset: 0,
                },
            };
            cluster.engines[0].submit(now, 1, op, Tracking::Token(token));
        }
        assert!(cluster.engines[0].put_listed(now, 1, 0, &[1; 8], Tracking::Implicit));
        cluster.engines[0].submit(now, 2, put(&[1; 8], 0), Tracking::Token(200));
        assert_eq!(cluster.result(0, 200).result, Ok(0));
        for token in 0..50 {
            let error = cluster.result(0, token).result.unwrap_err();
            assert!(matches!(error, EngineError::Connect(_)), "{error}");
            assert!(error.to_string().contains("rank 1"), "{error}");
        }
        assert!(cluster.now() - now < 2 * PEER_TIMEOUT);
        cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
        let error = cluster.engines[0].take_failure().unwrap();
        assert!(error.to_string().contains("rank 1"), "{error}");
        assert!(!cluster.engines[0].has_any_pending());
        assert_eq!(cluster.engines[0].owned_bytes(), 0);
        for _ in 0..10_000 {
            cluster.step();
        }
        assert_eq!(cluster.engines[0].next_deadline(), None);
        assert!(cluster.done[0].is_empty(), "reported twice");
    }
}

#[test]
fn who_has_no_segment_yet_takes_nothing() {
    let mut cluster = Cluster::without_segments(2, hybrid(u32::MAX));
    let now = cluster.now();
    cluster.set_segment(0);
    cluster.engines[0].submit(now, 1, put(b"wait", 4), Tracking::Token(1));
    for _ in 0..200 {
        cluster.step();
    }
    assert!(cluster.done[0].is_empty());
    cluster.set_segment(1);
    assert_eq!(cluster.result(0, 1).result, Ok(0));
    assert_eq!(&cluster.segments[1].to_vec()[4..8], b"wait");
}
