//! Peers that are gone, refuse, give up or restart, and messages from outside the job.

use std::iter;
use std::time::Duration;

use farreach_connect::{Action, ConnectError, JobKey, Manager, Rank, Reason, Refusal};
use farreach_verbs::{QpNumber, Time, UdSource};
use proptest::prelude::*;

use crate::node::{GIVE_UP, KEY, Outcome, address, config, payload, sealed, source};
use crate::world::{Event, World};

const REPLY: u8 = 2;
const CONFIRM: u8 = 3;
const REFUSED: u8 = 5;

fn connect(world: &mut World, node: Rank, peer: Rank) {
    world.at(0, Event::Connect { node, peer });
    world.run();
    world.check_at_rest();
}

/// The last outcome, which must be a failure.
fn failure(world: &World, node: Rank) -> ConnectError {
    match world.nodes[node as usize].outcomes.last() {
        Some(Outcome::Failed(error)) => *error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn own_rank_and_ranks_beyond_the_job_are_refused_by_name() {
    let mut world = World::quiet(2);
    for (peer, reason) in [(0, Reason::Own), (2, Reason::NoSuchRank { size: 2 })] {
        connect(&mut world, 0, peer);
        assert_eq!(failure(&world, 0).reason, reason);
        assert_eq!(world.node(0).manager.next_deadline(), None);
    }
    assert_eq!(world.log.len(), 0);
}

#[test]
fn a_peer_that_is_gone_fails_by_name_in_time() {
    let mut world = World::quiet(3);
    world.at(0, Event::Die { node: 2 });
    connect(&mut world, 0, 2);
    let error = failure(&world, 0);
    assert!(matches!(error.reason, Reason::Silent { silent } if silent == GIVE_UP));
    assert_eq!(error.waited, GIVE_UP);
    assert!((5..40).contains(&error.tries), "{error}");
    let text = error.to_string();
    assert!(text.contains("rank 2") && text.contains("60ms"), "{text}");
    assert_eq!(world.node(0).qp_count(), 0);
}

#[test]
fn a_refusal_of_the_peer_arrives_with_its_reason() {
    let mut world = World::quiet(2);
    world.node(1).budget = 0;
    connect(&mut world, 0, 1);
    let refusal = Refusal::QueuePairs { limit: 7 };
    assert_eq!(failure(&world, 0).reason, Reason::RefusedByPeer(refusal));
    let text = failure(&world, 0).to_string();
    assert!(
        text.contains("rank 1") && text.contains("limit 7"),
        "{text}"
    );
    assert_eq!(world.node(0).qp_count(), 0);
    assert_eq!(world.node(1).outcomes, [], "it had not asked for anything");
    // Process 1 has room again, so the next attempt succeeds.
    world.node(1).budget = usize::MAX;
    connect(&mut world, 0, 1);
    assert_eq!(world.node(0).outcomes.last(), Some(&Outcome::Up(1)));
    assert_eq!(world.node(1).outcomes, [Outcome::Up(0)]);
}

#[test]
fn a_lost_refusal_is_repeated() {
    let mut world = World::quiet(2);
    world.node(1).budget = 0;
    let mut lost = 0;
    world.censor = Some(Box::new(move |sent| {
        lost += usize::from(sent.bytes[5] == REFUSED);
        sent.bytes[5] == REFUSED && lost <= 2
    }));
    connect(&mut world, 0, 1);
    assert!(matches!(
        failure(&world, 0).reason,
        Reason::RefusedByPeer(_)
    ));
    assert!(world.node(1).manager.counters().sent.refused > 2);
    let asked = world.node(1).asked;
    assert!(
        (5..80).contains(&asked),
        "{asked} tries in the time that it waits"
    );
}

#[test]
fn a_refusal_of_our_own_device_fails_when_nobody_makes_room() {
    let mut world = World::quiet(2);
    world.node(0).budget = 0;
    connect(&mut world, 0, 1);
    let refusal = Refusal::QueuePairs { limit: 7 };
    assert_eq!(failure(&world, 0).reason, Reason::RefusedHere(refusal));
    assert_eq!(world.log.len(), 0, "nobody else is troubled");
    assert!(world.now >= Time::ZERO + GIVE_UP);
}

#[test]
fn a_queue_pair_that_can_not_be_brought_up_is_given_back() {
    let mut world = World::quiet(2);
    world.hostility.refuse_bring_up = 100;
    connect(&mut world, 0, 1);
    let refusal = Refusal::Device { code: 5 };
    assert_eq!(failure(&world, 0).reason, Reason::RefusedByPeer(refusal));
    assert_eq!(world.node(0).qp_count() + world.node(1).qp_count(), 0);
}

#[test]
fn a_dead_peer_fails_what_is_up_and_under_way_and_what_comes_tries_again() {
    let mut world = World::quiet(3);
    world.hostility.create = 100;
    connect(&mut world, 0, 1);
    world.at(0, Event::Connect { node: 0, peer: 2 });
    for peer in [1, 2] {
        world.at(1, Event::Die { node: peer });
        world.at(1, Event::NoticeDeath { node: 0, peer });
    }
    world.at(5, Event::Connect { node: 0, peer: 1 });
    world.run();
    world.check_at_rest();
    let node = world.node(0);
    let outcome = |o: &Outcome| match o {
        Outcome::Up(peer) => (*peer, None),
        Outcome::Failed(error) => (error.peer, Some(error.reason)),
    };
    let outcomes: Vec<_> = node.outcomes.iter().map(outcome).collect();
    let dead = Some(Reason::Dead);
    let silent = Some(Reason::Silent { silent: GIVE_UP });
    assert_eq!(outcomes, [(1, None), (1, dead), (2, dead), (1, silent)]);
    assert_eq!(node.qp_count(), 0, "also the one that was being created");
    assert!(!node.up.contains(&2));
}

/// A connection that is up at process 0. Process 1 has given up waiting for the CONFIRM.
fn half_open() -> World {
    let mut world = World::quiet(2);
    world.censor = Some(Box::new(|sent| matches!(sent.bytes[5], CONFIRM | REFUSED)));
    connect(&mut world, 0, 1);
    assert_eq!(world.node(0).outcomes, [Outcome::Up(1)]);
    assert_eq!(world.node(1).outcomes, [], "it had not asked for anything");
    assert_eq!(world.node(1).qp_count(), 0);
    world.censor = None;
    world
}

#[test]
fn a_half_open_connection_is_replaced_when_the_other_side_connects() {
    let mut world = half_open();
    connect(&mut world, 1, 0);
    let outcomes = world.node(0).outcomes.clone();
    assert_eq!(outcomes.len(), 3);
    let Outcome::Failed(error) = outcomes[1] else {
        panic!("{outcomes:?}")
    };
    assert_eq!((error.peer, error.reason), (1, Reason::Abandoned));
    assert_eq!(outcomes[2], Outcome::Up(1));
    assert_eq!(world.node(1).outcomes, [Outcome::Up(0)]);
    assert_eq!(world.node(0).qp_count(), 1);
}

#[test]
fn whoever_gives_up_says_so() {
    let mut world = World::quiet(2);
    world.censor = Some(Box::new(|sent| sent.bytes[5] == CONFIRM));
    connect(&mut world, 0, 1);
    assert_eq!(failure(&world, 0).reason, Reason::Abandoned);
    assert_eq!(world.node(0).qp_count(), 0);
}

#[test]
fn a_request_of_a_former_attempt_does_not_disturb_the_present_one() {
    let mut world = World::quiet(2);
    // The first attempt's messages are all lost, but recorded.
    world.censor = Some(Box::new(|_| true));
    connect(&mut world, 0, 1);
    let old: Vec<_> = world.log.iter().map(|m| m.bytes.clone()).collect();
    world.censor = None;
    // The recorded messages arrive when process 1 has begun an attempt of its own.
    world.at(0, Event::Connect { node: 1, peer: 0 });
    for bytes in old {
        let (to, from) = (1, 0);
        world.at(1, Event::Arrive { to, from, bytes });
    }
    world.run();
    world.check_at_rest();
    assert_eq!(world.node(1).outcomes, [Outcome::Up(0)]);
    assert_eq!(world.node(0).outcomes.last(), Some(&Outcome::Up(1)));
}

#[test]
fn replayed_messages_do_not_touch_a_live_connection() {
    let mut world = World::quiet(2);
    connect(&mut world, 0, 1);
    let before = world.log.len();
    for sent in world.log.clone() {
        let (to, from, bytes) = (sent.to, sent.from, sent.bytes);
        world.at(0, Event::Arrive { to, from, bytes });
    }
    world.run();
    world.check_at_rest();
    assert_eq!(world.log.len(), before, "not even an answer");
    assert_eq!(world.node(0).outcomes, [Outcome::Up(1)]);
    assert_eq!(world.node(1).outcomes, [Outcome::Up(0)]);
}

/// Process 0 waits for a REPLY of process 1. Returns the bytes of the REPLY.
fn waiting() -> (World, Vec<u8>) {
    let mut world = World::quiet(3);
    let now = world.now;
    world.node(0).connect(now, 1);
    let mut same = World::quiet(3);
    connect(&mut same, 0, 1);
    let reply = same.log.iter().find(|sent| sent.bytes[5] == REPLY);
    (world, reply.expect("it connects").bytes.clone())
}

#[test]
fn messages_from_outside_are_dropped_and_counted() {
    let (mut world, reply) = waiting();
    let now = world.now;
    let manager = &mut world.node(0).manager;
    let mut changed = reply.clone();
    changed[60] ^= 1;
    manager.handle_connect_message(now, source(1), &changed);
    let body = &reply[..reply.len() - 16];
    let foreign = sealed(&JobKey([1; 32]), body);
    manager.handle_connect_message(now, source(1), &foreign);
    assert_eq!(manager.counters().unauthenticated, 2);

    manager.handle_connect_message(now, source(2), &reply);
    let port = UdSource {
        address: farreach_verbs::AdapterAddress {
            port: 1,
            ..address(1)
        },
        qp: QpNumber(1),
    };
    manager.handle_connect_message(now, port, &reply);
    let with = |at: usize, rank: u8| {
        let mut body = body.to_vec();
        body[at] = rank;
        sealed(&KEY, &body)
    };
    // To another rank, from this process, and from beyond the job.
    manager.handle_connect_message(now, source(1), &with(15, 2));
    manager.handle_connect_message(now, source(1), &with(11, 0));
    manager.handle_connect_message(now, source(1), &with(11, 3));
    assert_eq!(manager.counters().misdirected, 5);

    manager.handle_connect_message(now, source(1), &reply[..50]);
    manager.handle_connect_message(now, source(1), &[]);
    manager.handle_connect_message(now, source(1), &with(4, 2));
    manager.handle_connect_message(now, source(1), &with(5, 6));
    let mut long = body.to_vec();
    long.extend([0; 62]);
    long[59] += 62;
    manager.handle_connect_message(now, source(1), &sealed(&KEY, &long));
    assert_eq!(manager.counters().malformed, 5);

    let counters = manager.counters();
    assert_eq!(counters.received.reply, 0);
    // The attempt continues as if nothing had arrived.
    let mut actions = iter::from_fn(|| manager.poll_action());
    assert_eq!(actions.next(), Some(Action::CreateQp { peer: 1 }));
    assert!(actions.all(|action| matches!(action, Action::Send { .. })));
    assert!(manager.next_deadline().is_some());
}

/// A message from process 1 to process 0 in its attempt number `attempt`.
fn crafted(kind: u8, verdict: u8, attempt: u8, echo: [u8; 8], serial: u8) -> Vec<u8> {
    let mut body = b"FRcm\x03\0\0\0\0\0\0\x01\0\0\0\0\0\0\0".to_vec();
    body[5] = kind;
    body[7] = verdict;
    body.extend([attempt, 0, 0, 0, 0]);
    body.extend(echo);
    body.extend([0, 0, 0, serial, 0, 0, 0, 0]);
    body.extend(address(1).gid);
    body.extend(address(1).port.to_be_bytes());
    body.resize(72, 0);
    sealed(&KEY, &body)
}

/// Executes all actions with success. Returns the messages.
fn settle(manager: &mut Manager, now: Time) -> Vec<Vec<u8>> {
    let mut messages = Vec::new();
    while let Some(action) = manager.poll_action() {
        match action {
            Action::CreateQp { peer } => {
                let local = farreach_connect::LocalQp::new(QpNumber(5), 5);
                manager.qp_created(now, peer, Ok(local));
            }
            Action::Send { message, .. } => messages.push(message.to_vec()),
            other => panic!("{other:?}"),
        }
    }
    messages
}

#[test]
fn a_refusal_from_a_newer_attempt_means_that_the_one_we_know_is_over() {
    const HOLD: u8 = 4;
    const ABANDONED: u8 = 1;
    let now = Time::ZERO;
    let mut manager = Manager::new(config(0, 2, 1, 2));
    manager.set_ready(now, &payload(0, 1));
    manager.connect(now, 1);
    let request = settle(&mut manager, now).pop().expect("a REQUEST");
    let ours: [u8; 8] = request[16..24].try_into().expect("8 bytes");
    manager.handle_connect_message(now, source(1), &crafted(HOLD, 0, 1, ours, 1));
    assert_eq!(settle(&mut manager, now).len(), 0, "HOLD is not answered");
    // It answers an attempt that this process never made, but comes from a later attempt of the
    // peer.
    let refused = crafted(REFUSED, ABANDONED, 2, [9; 8], 1);
    manager.handle_connect_message(now, source(1), &refused);
    let again = settle(&mut manager, now).pop().expect("another REQUEST");
    assert_eq!(again[5], 1);
    assert!(again[16..24] > ours[..], "a newer attempt");
    assert_eq!(again[24..32], [0; 8]);
    assert_eq!(manager.counters().restarts, 1);
    // An attempt that is not bound is not affected.
    let refused = crafted(REFUSED, ABANDONED, 3, [9; 8], 1);
    manager.handle_connect_message(now, source(1), &refused);
    assert_eq!(settle(&mut manager, now).len(), 0);
    assert_eq!(manager.counters().stale, 1);
}

proptest! {
    #[test]
    fn no_bytes_do_harm(
        bytes in proptest::collection::vec(any::<u8>(), 0..250),
        kind in 0u8..7,
        flags in 0u8..64,
        authentic in any::<bool>(),
    ) {
        let mut manager = Manager::new(config(0, 4, 1, 2));
        manager.set_ready(Time::ZERO, &payload(0, 1));
        manager.connect(Time::ZERO, 1);
        let mut body = b"FRcm\x03\0\0\0\0\0\0\x01\0\0\0\0".to_vec();
        body[5] = kind;
        body[6] = flags;
        body.extend(&bytes);
        body.resize(body.len().max(72), 0);
        let payload_len = (body.len() - 72) as u16;
        body[40..56].copy_from_slice(&address(1).gid);
        body[56..58].copy_from_slice(&address(1).port.to_be_bytes());
        body[58..60].copy_from_slice(&payload_len.to_be_bytes());
        let message = if authentic { sealed(&KEY, &body) } else { bytes };
        manager.handle_connect_message(Time(1), source(1), &message);
        for _ in 0..100 {
            match manager.poll_action() {
                Some(Action::CreateQp { peer }) => {
                    manager.qp_created(Time(2), peer, Err(Refusal::Ending));
                }
                Some(_) => {}
                None => break,
            }
        }
        prop_assert!(manager.poll_action().is_none());
        manager.handle_timeout(Time::ZERO + Duration::from_secs(1));
    }
}
