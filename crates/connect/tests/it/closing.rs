//! The end of connections: single cases, and storms of them.

use std::time::Duration;

use farreach_connect::{Config, Rank, Reason};

use crate::node::{GIVE_UP, Outcome, config};
use crate::world::{Event, Hostility, World, micros};

const CLOSE: u8 = 6;
const KEEP: u8 = 7;
const DRAIN: u8 = 8;

/// Two processes with a connection that has been idle for long.
fn connected() -> World {
    let mut world = World::quiet(2);
    world.at(0, Event::Connect { node: 0, peer: 1 });
    world.at(50_000, Event::Data { node: 0, peer: 1 });
    world.run();
    world.log.clear();
    world.now = world.now + Duration::from_millis(50);
    world
}

/// The number of messages sent of each kind that is about ends: CLOSE, KEEP, DRAIN, REFUSED.
fn kinds(world: &World) -> [usize; 4] {
    let count = |kind| world.log.iter().filter(|m| m.bytes[5] == kind).count();
    [count(CLOSE), count(KEEP), count(DRAIN), count(5)]
}

fn assert_gone(world: &World) {
    world.check_at_rest();
    for (node, peer) in [(0, 1), (1, 0)] {
        let node = &world.nodes[node as usize];
        assert!(!node.up.contains(&peer));
        assert_eq!((node.qp_count(), node.manager.counters().closed), (0, 1));
        assert!(node.outcomes.iter().all(|o| matches!(o, Outcome::Up(_))));
    }
}

#[test]
fn an_idle_connection_ends_after_three_messages() {
    let mut world = connected();
    world.at(0, Event::Disconnect { node: 0, peer: 1 });
    world.run();
    assert_gone(&world);
    assert_eq!(kinds(&world), [1, 0, 1, 1], "ask, drained, gone");
}

#[test]
fn both_may_ask_at_once() {
    let mut world = connected();
    world.at(0, Event::Disconnect { node: 0, peer: 1 });
    world.at(0, Event::Disconnect { node: 1, peer: 0 });
    world.run();
    assert_gone(&world);
    assert_eq!(kinds(&world), [2, 0, 2, 0]);
}

#[test]
fn any_lost_message_of_an_end_is_made_up_for() {
    for kind in [CLOSE, DRAIN, 5] {
        for count in 1..4 {
            for both in [false, true] {
                let mut world = connected();
                let mut left = count;
                world.censor = Some(Box::new(move |sent| {
                    let lost = sent.bytes[5] == kind && left > 0;
                    left -= usize::from(lost);
                    lost
                }));
                world.at(0, Event::Disconnect { node: 0, peer: 1 });
                if both {
                    world.at(3, Event::Disconnect { node: 1, peer: 0 });
                }
                world.run();
                assert_gone(&world);
            }
        }
    }
}

#[test]
fn a_busy_peer_keeps_the_connection_a_few_times() {
    let mut world = connected();
    world.hostility.decline = 100;
    for round in 0..5 {
        world.at(1_000 * round, Event::Disconnect { node: 0, peer: 1 });
    }
    world.run();
    assert_gone(&world);
    assert_eq!(world.node(1).traffic.declined, 3);
    assert_eq!(kinds(&world)[..2], [4, 3]);
}

#[test]
fn what_is_on_its_way_arrives_before_the_end() {
    let mut world = connected();
    world.hostility.latency = 400;
    for _ in 0..5 {
        world.at(0, Event::Submit { node: 1, peer: 0 });
    }
    // When CLOSE arrives the peer has posted. After three declines it must agree.
    let used = Duration::from_millis(0);
    world.node(1).traffic.keep = used;
    world.at(1, Event::Disconnect { node: 0, peer: 1 });
    world.run();
    world.check_at_rest();
    assert_eq!(world.ended().1, 0);
    assert!(world.node(0).data[&1] >= 5);
}

#[test]
fn what_is_wanted_meanwhile_makes_the_next_connection() {
    for node in [0, 1] {
        for us in [1, 5, 11, 16, 22, 30] {
            let mut world = connected();
            world.at(0, Event::Disconnect { node: 0, peer: 1 });
            world.at(
                us,
                Event::Submit {
                    node,
                    peer: 1 - node,
                },
            );
            world.run();
            world.check_at_rest();
            let (_, failed) = world.ended();
            assert_eq!(failed, 0);
            let arrived = &world.nodes[1 - node as usize].traffic.arrived;
            assert!(arrived.contains(&world.operations), "{node} after {us} us");
        }
    }
}

#[test]
fn a_peer_that_dies_in_any_phase_of_an_end_leaves_nothing() {
    for us in 0..40 {
        for noticed in [false, true] {
            let mut world = connected();
            world.at(0, Event::Disconnect { node: 0, peer: 1 });
            world.at(us, Event::Die { node: 1 });
            if noticed {
                world.at(us + 20, Event::NoticeDeath { node: 0, peer: 1 });
            }
            world.run();
            world.check_at_rest();
            assert_eq!(world.node(0).qp_count(), 0);
        }
    }
}

#[test]
fn a_connection_that_broke_can_be_made_again() {
    let mut world = connected();
    let qp = world.node(0).qp_of(1).expect("it is up").local.qp.0;
    world.at(
        0,
        Event::Break {
            node: 0,
            peer: 1,
            qp,
        },
    );
    world.run();
    world.check_at_rest();
    for (node, peer) in [(0, 1), (1, 0)] {
        let Some(Outcome::Failed(error)) = world.node(node).outcomes.last().cloned() else {
            panic!("{node} was not told");
        };
        assert_eq!(error.peer, peer);
        assert!(matches!(error.reason, Reason::Broken | Reason::Abandoned));
    }
    world.at(0, Event::Connect { node: 0, peer: 1 });
    world.run();
    world.check_at_rest();
    for (node, peer) in [(0, 1), (1, 0)] {
        assert_eq!(world.node(node).outcomes.last(), Some(&Outcome::Up(peer)));
    }
}

#[test]
fn replayed_messages_of_an_end_do_nothing() {
    let mut world = connected();
    world.at(0, Event::Disconnect { node: 0, peer: 1 });
    world.run();
    world.at(0, Event::Connect { node: 1, peer: 0 });
    world.run();
    let (before, ups) = (world.log.len(), world.node(0).outcomes.len());
    for sent in world.log.clone() {
        let (to, from, bytes) = (sent.to, sent.from, sent.bytes);
        world.at(0, Event::Arrive { to, from, bytes });
    }
    world.run();
    world.check_at_rest();
    assert_eq!(world.log.len(), before, "not even an answer");
    assert_eq!(world.node(0).outcomes.len(), ups);
    assert!(world.node(1).may_post(0));
}

/// `size` processes with at most `budget` queue pairs each. All begin operations toward all others
/// at the same time.
fn storm(size: u32, budget: usize, seed: u64, hostility: Hostility) -> World {
    let config = |rank: Rank| Config {
        room_within: GIVE_UP * 50,
        ..config(rank, size, seed, 16)
    };
    let mut world = World::with(size, seed, hostility, config);
    for node in 0..size {
        world.node(node).budget = budget;
        world.at(0, Event::Ready { node });
        for peer in (0..size).filter(|&peer| peer != node) {
            let us = world.below(100);
            world.at(us, Event::Submit { node, peer });
        }
    }
    world.run();
    world.check_at_rest();
    let (complete, failed) = world.ended();
    assert_eq!(failed, 0, "{size} processes, {budget} queue pairs each");
    assert!(complete as u64 >= u64::from(size) * u64::from(size - 1));
    for node in &world.nodes {
        assert!(node.most <= budget);
    }
    world
}

#[test]
fn all_reach_all_within_any_budget() {
    for (size, budget, loss) in [
        (64, 8, 0),
        (64, 1, 0),
        (24, 1, 10),
        (24, 2, 10),
        (24, 8, 10),
    ] {
        let hostility = Hostility {
            latency: 10,
            loss,
            duplicates: loss,
            ..Hostility::default()
        };
        let world = storm(size, budget, 1, hostility);
        let closed = world.nodes.iter().map(|n| n.manager.counters().closed);
        let (closed, took) = (closed.sum::<u64>(), world.now);
        println!("{size} processes, {budget} queue pairs each: {took:?}, {closed} ends");
        assert!(took < farreach_verbs::Time::ZERO + micros(20_000_000));
    }
}
