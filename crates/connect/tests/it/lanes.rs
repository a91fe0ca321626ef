//! Lanes: further managers of a process, which only begin connections.

use farreach_connect::{Config, LaneEnd, Rank};
use farreach_verbs::{QpNumber, Time, UdDestination};

use crate::node::{Outcome, address, config, source};
use crate::world::{Event, Hostility, World, micros};

/// Ranks of the job. Nodes of a world with higher numbers are lanes.
const SIZE: u32 = 2;

fn end(rank: Rank) -> LaneEnd {
    LaneEnd {
        qp: QpNumber(50 + rank),
        qkey: 900 + rank,
    }
}

fn with_lanes(rank: Rank) -> Config {
    Config {
        lane: (rank >= SIZE).then(|| end(rank)),
        ..config(rank, SIZE, 1, 4)
    }
}

/// Two ranks and `lanes` lanes of each, all ready.
fn world(lanes: u32, hostility: Hostility, seed: u64) -> World {
    let mut world = World::with(SIZE + lanes, seed, hostility, with_lanes);
    for node in 0..SIZE + lanes {
        world.at(0, Event::Ready { node });
    }
    world
}

#[test]
fn a_lane_connects_with_other_ranks_and_tells_its_end() {
    let mut world = world(2, Hostility::default(), 1);
    // Lane 1 of rank 0, lane 1 of rank 1, and rank 0 itself.
    for (node, peer) in [(2, 1), (3, 0), (0, 1)] {
        world.at(1, Event::Connect { node, peer });
    }
    world.run();
    world.check_at_rest();
    for (node, peer) in [(2, 1), (3, 0), (0, 1), (1, 2), (0, 3), (1, 0)] {
        assert!(world.node(node).may_post(peer));
    }
    let expected = UdDestination {
        address: address(2),
        qp: end(2).qp,
        qkey: end(2).qkey,
    };
    assert_eq!(world.node(1).manager.lane_endpoint(2), Some(expected));
    assert_eq!(world.node(1).manager.lane_endpoint(0), None);
    assert_eq!(world.node(2).manager.lane_endpoint(1), None);
}

#[test]
fn lanes_connect_over_a_bad_network() {
    for seed in 0..300 {
        let hostility = Hostility {
            loss: 20,
            duplicates: 20,
            late: 10,
            late_by: 50_000,
            latency: 20,
            create: 30 * (seed % 2),
            bring_up: 30 * (seed % 3),
            ..Hostility::default()
        };
        let mut world = world(4, hostility, seed);
        for (node, peer) in [(2, 1), (3, 0), (4, 1), (5, 0), (0, 1), (1, 0)] {
            let at = world.below(200);
            world.at(at, Event::Connect { node, peer });
        }
        world.run();
        world.check_at_rest();
        for (node, peer) in [(2, 1), (3, 0), (4, 1), (5, 0), (0, 1), (1, 4)] {
            let outcomes = &world.node(node).outcomes;
            let of_peer = outcomes
                .iter()
                .filter(|outcome| **outcome == Outcome::Up(peer));
            assert_eq!(of_peer.count(), 1, "seed {seed}: {outcomes:?}");
            assert!(
                node < SIZE || outcomes.len() == 1,
                "seed {seed}: {outcomes:?}"
            );
        }
    }
}

/// The first message of lane `from` to `to`.
fn request(from: Rank, to: Rank, config: Config) -> Vec<u8> {
    let mut manager = farreach_connect::Manager::new(config);
    let now = Time::ZERO + micros(1);
    manager.set_ready(now, &[1]);
    manager.connect(now, to);
    while let Some(action) = manager.poll_action() {
        match action {
            farreach_connect::Action::CreateQp { peer } => {
                let qp = farreach_connect::LocalQp::new(QpNumber(7 + from), 0);
                manager.qp_created(now, peer, Ok(qp));
            }
            farreach_connect::Action::Send { message, .. } => return message.to_vec(),
            other => panic!("{other:?}"),
        }
    }
    panic!("it said nothing");
}

#[test]
fn what_no_lane_of_another_rank_says_is_dropped() {
    let now = Time::ZERO + micros(2);
    let heard = |own: Config, from: Rank, bytes: &[u8]| {
        let mut manager = farreach_connect::Manager::new(own);
        manager.set_ready(now, &[1]);
        manager.handle_connect_message(now, source(from), bytes);
        let counters = manager.counters();
        (
            counters.misdirected,
            counters.unauthenticated,
            counters.malformed,
        )
    };
    let said = request(2, 1, with_lanes(2));
    assert_eq!(heard(with_lanes(1), 2, &said), (0, 0, 0));
    // From another adapter than it names, to another rank, to a lane.
    assert_eq!(heard(with_lanes(1), 3, &said), (1, 0, 0));
    assert_eq!(heard(with_lanes(0), 2, &said), (1, 0, 0));
    assert_eq!(heard(with_lanes(3), 2, &said), (1, 0, 0));
    // Any change of its end.
    let place = said.len() - 16 - 1 - 8;
    for at in place..place + 8 {
        let mut forged = said.clone();
        forged[at] ^= 1;
        assert_eq!(heard(with_lanes(1), 2, &forged), (0, 1, 0));
    }
    // The number belongs to a rank of a larger job, which has no lanes.
    let larger = |rank| Config {
        lane: None,
        ..config(rank, 4, 1, 4)
    };
    let said = request(2, 1, larger(2));
    assert_eq!(heard(with_lanes(1), 2, &said), (1, 0, 0));
    let said = request(2, 1, with_lanes(2));
    assert_eq!(heard(larger(1), 2, &said), (1, 0, 0));
    // From a lane of the receiver itself.
    let said = request(
        3,
        1,
        Config {
            size: 3,
            rank: 3,
            ..with_lanes(3)
        },
    );
    assert_eq!(heard(with_lanes(1), 3, &said), (1, 0, 0));
}
