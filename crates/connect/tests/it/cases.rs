//! Single cases in a world without randomness.

use farreach_connect::Rank;

use crate::node::{GIVE_UP, Outcome};
use crate::world::{Event, Hostility, World, micros};

const REQUEST: u8 = 1;
const REPLY: u8 = 2;
const CONFIRM: u8 = 3;

/// The latency of a message in a quiet world.
const LATENCY: u64 = 10;

fn connect(world: &mut World, node: Rank, peer: Rank) {
    world.at(0, Event::Connect { node, peer });
}

fn assert_connected(world: &World, a: Rank, b: Rank) {
    for (node, peer) in [(a, b), (b, a)] {
        let node = &world.nodes[node as usize];
        assert_eq!(node.outcomes, [Outcome::Up(peer)]);
        assert!(node.may_post(peer));
    }
    world.check_at_rest();
}

/// Loses the first `count` messages of a kind.
fn lose(world: &mut World, kind: u8, mut count: usize) {
    world.censor = Some(Box::new(move |sent| {
        let lost = sent.bytes[5] == kind && count > 0;
        count -= usize::from(lost);
        lost
    }));
}

#[test]
fn one_round_trip_and_three_messages() {
    let mut world = World::quiet(2);
    connect(&mut world, 0, 1);
    world.run();
    assert_connected(&world, 0, 1);
    assert_eq!(world.kinds(), [1, 1, 1, 0, 0]);
    let took = world.node(0).manager.counters().setup_max;
    assert!(took <= micros(2 * LATENCY), "{took:?}");
}

#[test]
fn simultaneous_requests_merge_without_another_round_trip() {
    let mut world = World::quiet(2);
    connect(&mut world, 0, 1);
    connect(&mut world, 1, 0);
    world.run();
    assert_connected(&world, 0, 1);
    assert_eq!(world.kinds(), [2, 2, 0, 0, 0]);
    for node in &world.nodes {
        let counters = node.manager.counters();
        assert_eq!((counters.merged, counters.restarts), (1, 0));
        assert_eq!(node.qp_count(), 1);
        assert!(counters.setup_max <= micros(2 * LATENCY));
    }
}

#[test]
fn connecting_again_changes_nothing() {
    let mut world = World::quiet(2);
    for us in [0, 0, 3, 1_000] {
        world.at(us, Event::Connect { node: 0, peer: 1 });
    }
    world.run();
    assert_connected(&world, 0, 1);
    assert_eq!(world.kinds(), [1, 1, 1, 0, 0]);
}

#[test]
fn both_queue_pairs_are_created_at_the_same_time() {
    let slow = 1_000;
    for seed in 0..100 {
        let hostility = Hostility {
            latency: LATENCY,
            create: slow,
            ..Hostility::default()
        };
        let mut world = World::new(2, seed, 4, hostility);
        for node in 0..2 {
            world.at(0, Event::Ready { node });
        }
        world.at(1, Event::Connect { node: 0, peer: 1 });
        world.run();
        assert_connected(&world, 0, 1);
        // One after the other would take up to twice as long.
        let took = world.node(0).manager.counters().setup_max;
        assert!(took <= micros(slow + 3 * LATENCY), "seed {seed}: {took:?}");
    }
}

#[test]
fn any_lost_message_is_made_up_for() {
    for kind in [REQUEST, REPLY, CONFIRM] {
        for count in 1..4 {
            for both in [false, true] {
                let mut world = World::quiet(2);
                lose(&mut world, kind, count);
                connect(&mut world, 0, 1);
                if both {
                    connect(&mut world, 1, 0);
                }
                world.run();
                assert_connected(&world, 0, 1);
                assert!(world.now < farreach_verbs::Time::ZERO + GIVE_UP);
            }
        }
    }
}

#[test]
fn data_stands_in_for_a_lost_confirm() {
    let mut world = World::quiet(2);
    world.hostility.heard = 100;
    lose(&mut world, CONFIRM, 1);
    connect(&mut world, 0, 1);
    world.at(2 * LATENCY + 5, Event::Data { node: 0, peer: 1 });
    world.run();
    assert_connected(&world, 0, 1);
    assert_eq!(world.kinds(), [1, 1, 1, 0, 0], "no retransmission");
    assert!(world.node(1).data[&0] >= 1);
}

#[test]
fn duplicates_change_nothing() {
    let mut world = World::quiet(2);
    world.hostility.duplicates = 100;
    connect(&mut world, 0, 1);
    world.run();
    assert_connected(&world, 0, 1);
    assert_eq!(world.kinds(), [1, 1, 1, 0, 0]);
    let replayed = world.nodes.iter().map(|n| n.manager.counters().replayed);
    assert_eq!(replayed.sum::<u64>(), 3);
}

#[test]
fn a_server_that_is_not_ready_holds_its_reply() {
    let hostility = Hostility {
        latency: LATENCY,
        ..Hostility::default()
    };
    let mut world = World::new(2, 1, 4, hostility);
    let late = 10 * GIVE_UP.as_micros() as u64;
    world.at(0, Event::Ready { node: 0 });
    world.at(1, Event::Connect { node: 0, peer: 1 });
    world.at(late, Event::Ready { node: 1 });
    world.run();
    assert_connected(&world, 0, 1);
    let counters = world.node(0).manager.counters();
    assert!(counters.received.hold > 0);
    // The reply is sent when the server is ready, and not when the client asks again.
    assert!(counters.setup_max <= micros(late + 2 * LATENCY));
}

#[test]
fn a_client_that_is_not_ready_holds_too() {
    let hostility = Hostility {
        latency: LATENCY,
        ..Hostility::default()
    };
    let mut world = World::new(2, 1, 4, hostility);
    world.at(0, Event::Ready { node: 1 });
    world.at(1, Event::Connect { node: 0, peer: 1 });
    world.at(5 * GIVE_UP.as_micros() as u64, Event::Ready { node: 0 });
    world.run();
    assert_connected(&world, 0, 1);
}

#[test]
fn newer_segment_information_goes_with_later_connections() {
    let mut world = World::quiet(3);
    connect(&mut world, 0, 1);
    world.run();
    world.at(0, Event::Ready { node: 1 });
    connect(&mut world, 1, 2);
    world.run();
    world.check_at_rest();
    let sent = world
        .log
        .iter()
        .filter(|m| m.from == 1 && m.bytes.len() > 88);
    let versions: Vec<_> = sent.map(|m| (m.to, m.bytes[73])).collect();
    assert_eq!(versions, [(0, 1), (2, 2)]);
}

#[test]
fn set_ups_beyond_the_bound_wait_their_turn() {
    let hostility = Hostility {
        latency: LATENCY,
        ..Hostility::default()
    };
    let mut world = World::new(6, 1, 1, hostility);
    for node in 0..6 {
        world.at(0, Event::Ready { node });
    }
    world.run();
    let now = world.now;
    for peer in 1..6 {
        world.node(0).connect(now, peer);
    }
    let begun = world.node(0).manager.counters().attempts;
    assert_eq!(begun, 1, "attempts, of five that are wanted");
    world.at(0, Event::Connect { node: 0, peer: 1 });
    world.run();
    let order: Vec<_> = (1..6).map(Outcome::Up).collect();
    assert_eq!(world.node(0).outcomes, order);
    world.check_at_rest();
}

#[test]
fn waiting_for_each_other_in_a_circle_is_no_deadlock() {
    let hostility = Hostility {
        latency: LATENCY,
        create: 500,
        ..Hostility::default()
    };
    let mut world = World::new(6, 1, 1, hostility);
    for node in 0..6 {
        world.at(0, Event::Ready { node });
        for step in 1..6 {
            let peer = (node + step) % 6;
            world.at(1, Event::Connect { node, peer });
        }
    }
    world.run();
    world.check_at_rest();
    for node in &world.nodes {
        assert_eq!(node.up.len(), 5);
        assert!(node.outcomes.iter().all(|o| matches!(o, Outcome::Up(_))));
    }
}

#[test]
fn an_established_peer_costs_tens_of_bytes() {
    let mut world = World::quiet(101);
    let mut footprints = Vec::new();
    for peer in 1..=100 {
        connect(&mut world, 0, peer);
        world.run();
        footprints.push(world.node(0).manager.footprint());
    }
    assert_eq!(world.node(0).up.len(), 100);
    let each = (footprints[99] - footprints[0]) / 99;
    assert!(each <= 100, "{each} bytes");
}
