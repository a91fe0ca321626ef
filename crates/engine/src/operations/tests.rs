use farreach_conformance::VecMemory;
use farreach_sim::{Faults, Network};
use farreach_verbs::{AtomicOp, AtomicWidth, InlineData};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::*;
use crate::op::Source;

fn operations() -> Operations<VecMemory> {
    let mut device = Network::new(1, Faults::default()).attach(0, 1);
    let pd = device.create_pd().unwrap();
    Operations::new(&mut device, pd, Buffers::Six).unwrap()
}

fn put(source: Source<VecMemory>) -> Op<VecMemory> {
    Op::Put { source, offset: 0 }
}

#[test]
fn each_is_reported_once_as_its_tracking_says() {
    let mut operations = operations();
    let mut random = Pcg64::seed_from_u64(2);
    let mut under_way = Vec::new();
    let (mut begun, mut ended) = (0, 0);
    for token in 0..5_000 {
        if random.random_bool(0.55) {
            let tracking = match random.random_range(0..4) {
                0 => Tracking::Token(token),
                1 => Tracking::Followed(token),
                2 => Tracking::Implicit,
                _ => Tracking::Unawaited,
            };
            let (op, peer) = (
                put(Source::Inline(InlineData::new(&[]).unwrap())),
                token as u32 % 7,
            );
            under_way.push((operations.begin(peer, tracking, &op), tracking, peer));
            begun += u64::from(tracking != Tracking::Unawaited);
        } else if !under_way.is_empty() {
            let at = random.random_range(0..under_way.len());
            let (index, tracking, peer) = under_way.swap_remove(at);
            assert_eq!(operations.peer(index), peer);
            assert_eq!(operations.end(index, Ok(())), (None, None));
            ended += u64::from(tracking != Tracking::Unawaited);
            let reported = operations.poll_done().map(|done| done.token);
            let token = match tracking {
                Tracking::Token(token) | Tracking::Followed(token) => Some(token),
                Tracking::Implicit | Tracking::Unawaited => None,
            };
            assert_eq!(reported, token);
        }
        let window = operations.window();
        assert_eq!((window.begun(), window.ended()), (begun, ended));
        assert_eq!(operations.len(), under_way.len());
        let is_awaited = |&(_, tracking, peer): &(u32, Tracking, Rank)| {
            tracking != Tracking::Unawaited && peer == 3
        };
        let is_done = operations.is_done_before(begun, &[3]);
        assert_eq!(is_done, !under_way.iter().any(is_awaited));
    }
}

#[test]
fn the_first_failure_of_those_without_a_token_is_kept() {
    let mut operations = operations();
    let error = |peer| EngineError::OutOfSegment {
        peer,
        offset: 0,
        len: 1,
        limit: 0,
    };
    let op = put(Source::Inline(InlineData::new(&[]).unwrap()));
    let trackings = [Tracking::Token(5), Tracking::Unawaited, Tracking::Implicit];
    for (peer, tracking) in (0..).zip(trackings) {
        let index = operations.begin(peer, tracking, &op);
        operations.end(index, Err(error(peer)));
    }
    assert_eq!(operations.poll_done().unwrap().result, Err(error(0)));
    assert_eq!(operations.take_failure(), Some(error(1)));
    assert_eq!(operations.failure(), None);
}

#[test]
fn words_land_in_slots_of_which_there_are_so_many() {
    let mut operations = operations();
    let atomic = Op::Atomic {
        width: AtomicWidth::W64,
        op: AtomicOp::Add(1),
        offset: 0,
    };
    let all: Vec<u32> = (0..=SLOTS)
        .map(|token| operations.begin(0, Tracking::Token(token.into()), &atomic))
        .collect();
    let (&last, first) = all.split_last().unwrap();
    for &index in first {
        let slot = operations.slot(index).unwrap();
        operations
            .slots
            .write(slot.addr as usize, &u64::from(index).to_le_bytes())
            .unwrap();
    }
    assert_eq!(operations.slot(last), None);
    operations.end(first[9], Ok(()));
    assert_eq!(operations.poll_done().unwrap().result, Ok(first[9].into()));
    assert!(operations.slot(last).is_some());
}

#[test]
fn buffers_that_the_engine_owns_are_counted_while_they_are_needed() {
    let mut operations = operations();
    let op = put(Source::Owned(VecMemory::allocate(100)));
    let index = operations.begin(0, Tracking::Implicit, &op);
    assert_eq!(operations.owned_bytes(), 100);
    operations.end(index, Ok(()));
    assert_eq!(operations.owned_bytes(), 0);
}
