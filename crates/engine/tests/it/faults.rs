//! Peers that are gone, and invalid requests.

use farreach_conformance::VecMemory;
use farreach_engine::{EngineError, Fabric, Hybrid, Op, Source, Tracking};
use farreach_sim::Faults;
use farreach_verbs::InlineData;

use crate::cluster::{Cluster, PEER_TIMEOUT, SEGMENT};

fn put(offset: u64) -> Op<VecMemory> {
    Op::Put {
        source: Source::Inline(InlineData::new(&[1; 8]).unwrap()),
        offset,
    }
}

#[test]
fn operations_toward_a_peer_that_never_answers_fail_with_its_rank() {
    let mut cluster = Cluster::new(2, 1, Faults::default());
    cluster.network.set_cut_off(1, true);
    let begun = cluster.now();
    for token in 0..3 {
        cluster.engines[0].submit(begun, 1, put(0), Tracking::Token(token));
    }
    for token in 0..3 {
        let error = cluster.result(0, token).result.unwrap_err();
        assert!(matches!(error, EngineError::Connect(_)), "{error}");
        assert!(error.to_string().contains("rank 1"), "{error}");
    }
    assert!(cluster.now() - begun < 2 * PEER_TIMEOUT);
}

#[test]
fn operations_on_a_connection_whose_peer_dies_fail_once_each() {
    let mut cluster = Cluster::new(2, 2, Faults::default());
    let now = cluster.now();
    cluster.engines[0].submit(now, 1, put(0), Tracking::Token(0));
    assert_eq!(cluster.result(0, 0).result, Ok(0));
    cluster.network.set_cut_off(1, true);
    let now = cluster.now();
    for token in 1..2000 {
        cluster.engines[0].submit(now, 1, put(8), Tracking::Token(token));
    }
    cluster.run(|cluster| cluster.done[0].len() == 1999);
    for done in &cluster.done[0] {
        let error = done.result.clone().unwrap_err();
        // Posted operations, and operations that waited for room in the send queue.
        assert!(
            matches!(
                error,
                EngineError::Lost { peer: 1, .. } | EngineError::Connect(_)
            ),
            "{error}"
        );
        assert!(error.to_string().contains("rank 1"), "{error}");
    }
    cluster.done[0].clear();
    // This side is at rest: nothing will ever happen again.
    for _ in 0..10_000 {
        cluster.step();
    }
    assert!(cluster.done[0].is_empty(), "reported twice");
    assert_eq!(cluster.engines[0].next_deadline(), None);
}

/// Clusters of two, in which rank 0 has an operation under way toward rank 1, which is cut off.
/// Questions whether rank 1 runs get no answer. The clusters differ in the state: before a
/// connection, with one, and without one.
fn cut_off() -> Vec<Cluster> {
    let hybrid = Fabric {
        hybrid: Hybrid {
            ops: 64,
            ..Hybrid::default()
        },
        ..Fabric::default()
    };
    let cases = [(Fabric::default(), 0), (Fabric::default(), 1), (hybrid, 1)];
    let clusters = cases.map(|(fabric, before)| {
        let mut cluster = Cluster::with_fabric(2, 6, Faults::default(), fabric);
        for token in 0..before {
            let now = cluster.now();
            cluster.engines[0].submit(now, 1, put(0), Tracking::Token(token));
            assert_eq!(cluster.result(0, token).result, Ok(0));
        }
        cluster.network.set_cut_off(1, true);
        cluster.is_there = None;
        let now = cluster.now();
        cluster.engines[0].submit(now, 1, put(8), Tracking::Token(7));
        cluster
    });
    clusters.into()
}

#[test]
fn a_peer_that_does_not_say_that_it_is_there_is_waited_for() {
    for mut cluster in cut_off() {
        let begun = cluster.now();
        cluster.run(|cluster| cluster.now() - begun > 10 * PEER_TIMEOUT);
        assert!(cluster.done[0].is_empty(), "{:?}", cluster.done[0]);
        assert_eq!(cluster.questions, 1, "one at a time");
        // The process was stopped and continues.
        cluster.network.set_cut_off(1, false);
        assert_eq!(cluster.result(0, 7).result, Ok(0));
        assert_eq!(cluster.segments[1].to_vec()[8..16], [1; 8]);
    }
}

#[test]
fn a_peer_that_is_there_and_silent_is_given_up_after_its_second_answer() {
    for mut cluster in cut_off() {
        let begun = cluster.now();
        cluster.run(|cluster| cluster.now() - begun > 10 * PEER_TIMEOUT);
        cluster.is_there = Some(true);
        let questions = cluster.questions;
        for engine in &mut cluster.engines {
            engine.hear_of(begun + 10 * PEER_TIMEOUT, questions as u32, true);
        }
        let error = cluster.result(0, 7).result.unwrap_err().to_string();
        assert_eq!(cluster.questions, 2);
        let words = ["rank 1", "did not answer for", "its process runs"];
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
}

#[test]
fn a_peer_that_is_gone_is_given_up_when_that_is_known() {
    for mut cluster in cut_off() {
        cluster.is_there = Some(false);
        let error = cluster.result(0, 7).result.unwrap_err().to_string();
        assert_eq!(cluster.questions, 1);
        assert!(error.contains("its process is dead"), "{error}");
    }
}

#[test]
fn small_puts_toward_a_peer_that_is_gone_fail() {
    let mut cluster = Cluster::new(3, 4, Faults::default());
    cluster.network.set_cut_off(1, true);
    let now = cluster.now();
    assert!(cluster.engines[0].put_listed(now, 1, 0, &[1; 8], Tracking::Implicit));
    assert!(cluster.engines[0].put_listed(now, 2, 0, &[1; 8], Tracking::Implicit));
    cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
    let error = cluster.engines[0].take_failure().unwrap();
    assert!(matches!(error, EngineError::Connect(_)), "{error}");
    assert!(error.to_string().contains("rank 1"), "{error}");
    assert_eq!(cluster.segments[2].to_vec()[..8], [1; 8]);

    cluster.network.set_cut_off(2, true);
    let now = cluster.now();
    for at in 0..6000 {
        cluster.engines[0].put_listed(now, 2, at, &[1; 8], Tracking::Implicit);
    }
    let mark = cluster.engines[0].submitted();
    // Some lists are open, some are posted, and more come while those fail.
    for _ in 0..10 {
        cluster.step();
        let now = cluster.now();
        cluster.engines[0].put_listed(now, 2, 0, &[1; 8], Tracking::Implicit);
    }
    cluster.run(|cluster| cluster.engines[0].is_done_before(mark));
    cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
    let error = cluster.engines[0].take_failure().unwrap();
    assert!(
        matches!(error, EngineError::Lost { peer: 2, .. }),
        "{error}"
    );
    for _ in 0..10_000 {
        cluster.step();
    }
    assert_eq!(cluster.engines[0].next_deadline(), None);
}

#[test]
fn a_list_with_a_put_out_of_the_segment_fails() {
    let mut cluster = Cluster::new(2, 5, Faults::default());
    let limit = SEGMENT as u64;
    // In the first round there is no connection, in the second there is.
    for _ in 0..2 {
        let now = cluster.now();
        let engine = &mut cluster.engines[0];
        for offset in [0, limit - 7, 8] {
            assert!(engine.put_listed(now, 1, offset, &[1; 8], Tracking::Implicit));
        }
        // The offset does not fit into a list's entry.
        assert!(!engine.put_listed(now, 1, 1 << 48, &[1; 8], Tracking::Implicit));
        assert!(!engine.put_listed(now, 1, 0, &[1; 9000], Tracking::Implicit));
        cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
        let (peer, offset, len) = (1, limit - 7, 8);
        let error = EngineError::OutOfSegment {
            peer,
            offset,
            len,
            limit,
        };
        assert_eq!(cluster.engines[0].take_failure(), Some(error));
        assert!(cluster.engines[0].is_connected(1));
    }
    let now = cluster.now();
    assert!(cluster.engines[0].put_listed(now, 1, limit - 8, &[2; 8], Tracking::Implicit));
    cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
    assert_eq!(cluster.engines[0].take_failure(), None);
    assert_eq!(cluster.segments[1].to_vec()[SEGMENT - 8..], [2; 8]);
}

#[test]
fn processes_with_other_things_in_their_segments_do_not_connect() {
    let mut cluster = Cluster::without_segments(3, Fabric::default());
    for (rank, layout) in [(0, 7), (1, 8), (2, 7)] {
        cluster.engines[rank].set_layout(layout);
        cluster.set_segment(rank);
    }
    let now = cluster.now();
    cluster.engines[0].submit(now, 1, put(8), Tracking::Token(1));
    cluster.engines[0].submit(now, 2, put(8), Tracking::Token(2));
    let error = cluster.result(0, 1).result.unwrap_err().to_string();
    assert!(
        error.contains("rank 1") && error.contains("variables of another program"),
        "{error}"
    );
    assert_eq!(cluster.result(0, 2).result, Ok(0));
    assert!(cluster.segments[1].to_vec().iter().all(|&byte| byte == 0));
}

#[test]
fn a_put_out_of_the_segment_fails_alone() {
    let mut cluster = Cluster::new(2, 3, Faults::default());
    let now = cluster.now();
    cluster.engines[0].submit(now, 1, put(SEGMENT as u64 - 7), Tracking::Token(1));
    cluster.engines[0].submit(now, 1, put(SEGMENT as u64 - 8), Tracking::Token(2));
    let error = cluster.result(0, 1).result.unwrap_err();
    let limit = SEGMENT as u64;
    assert_eq!(
        error,
        EngineError::OutOfSegment {
            peer: 1,
            offset: limit - 7,
            len: 8,
            limit
        }
    );
    assert_eq!(cluster.result(0, 2).result, Ok(0));
}
