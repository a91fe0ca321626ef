//! Associations under seeded schedules of a hostile network. Records arrive as they were sent, in
//! order and once each, or the sender gets an error.

mod world;

use std::time::Duration;

use farreach_connect::{ASSOCIATION_WINDOW_MAX, AssociationEvent, Reason};

use self::world::{FIRST_GRANT, Hostility, World, schedule};

/// The number of schedules: `FARREACH_SCHEDULES`, or a few thousand.
fn schedules() -> u64 {
    let count = std::env::var("FARREACH_SCHEDULES").ok();
    count.map_or(3000, |count| count.parse().expect("a number of schedules"))
}

#[test]
fn seeded_schedules_keep_the_invariants() {
    if let Ok(seed) = std::env::var("FARREACH_SEED") {
        schedule(seed.parse().expect("a seed"), |_| {});
        return;
    }
    for seed in 0..schedules() {
        let ended = std::panic::catch_unwind(|| schedule(seed, |_| {}));
        assert!(ended.is_ok(), "FARREACH_SEED={seed} shows it");
    }
}

#[test]
fn one_record_costs_a_datagram_and_its_acknowledgement() {
    let mut world = World::quiet(2);
    world.send(0, 1, b"hello");
    world.run();
    assert_eq!(world.received(1, 0), [b"hello".to_vec()]);
    assert_eq!(world.node(0).associations.acknowledged(1), 1);
    assert_eq!(world.node(0).associations.counters().sent, 1);
    assert_eq!(world.node(1).associations.counters().sent, 1);
    assert_eq!(world.node(1).associations.counters().bare, 1);
    assert_eq!(world.took(), Duration::from_micros(20), "one round trip");
}

#[test]
fn records_travel_together_and_acknowledgements_with_answers() {
    let mut world = World::quiet(2);
    for number in 0..50u8 {
        world.submit(0, 1, &[number; 10]);
    }
    world.submit(1, 0, b"meanwhile");
    world.run();
    assert_eq!(world.received(1, 0).len(), 50);
    assert_eq!(world.received(0, 1), [b"meanwhile".to_vec()]);
    let datagrams: u64 = world
        .nodes()
        .map(|node| node.associations.counters().sent)
        .sum();
    // Two datagrams with fifty records, one with one, and an acknowledgement of each that could
    // travel with no record.
    assert!(datagrams <= 6, "{datagrams} datagrams");
}

#[test]
fn an_idle_association_costs_little_and_has_no_deadline() {
    let mut world = World::quiet(65);
    let empty = world.node(0).associations.footprint();
    for peer in 1..65 {
        world.send(0, peer, &[7; 200]);
        world.send(peer, 0, &[8; 200]);
    }
    world.run();
    let associations = &world.node(0).associations;
    assert_eq!(associations.next_deadline(), None);
    let each = (associations.footprint() - empty) / 64;
    assert!(each < 220, "{each} bytes for each peer");
}

#[test]
fn a_lost_datagram_that_others_overtook_is_sent_again_at_once() {
    let mut world = World::quiet(2);
    world.lose_next(1);
    for number in 0..6u8 {
        world.send(0, 1, &[number; 400]);
    }
    world.run();
    assert_eq!(world.received(1, 0).len(), 6);
    assert_eq!(world.node(0).associations.counters().retransmitted, 1);
    assert!(
        world.took() < Duration::from_micros(100),
        "{:?}",
        world.took()
    );
}

#[test]
fn a_peer_that_never_answers_fails_by_name() {
    let mut world = World::quiet(3);
    world.kill(2);
    world.send(0, 2, b"anybody?");
    world.send(0, 1, b"you too");
    world.run();
    let AssociationEvent::Failed { error } = &world.node(0).failures[0] else {
        panic!("{:?}", world.node(0).failures);
    };
    let Reason::Silent { silent } = error.reason else {
        panic!("{error}");
    };
    assert_eq!((error.peer, silent), (2, world::GIVE_UP));
    assert!(
        error.tries > 3 && error.to_string().contains("rank 2"),
        "{error}"
    );
    assert_eq!(world.node(0).failures.len(), 1);
    assert_eq!(world.received(1, 0).len(), 1);
    assert_eq!(world.node(0).associations.next_deadline(), None);
}

#[test]
fn awaited_answers_of_a_peer_that_stopped_fail_by_name() {
    let mut world = World::quiet(2);
    world.send(0, 1, b"a question");
    world.run();
    world.expect(0, 1, true);
    world.run_for(10 * world::GIVE_UP);
    assert!(world.node(0).failures.is_empty(), "it is alive");
    world.kill(1);
    world.run();
    assert!(matches!(
        world.node(0).failures[..],
        [AssociationEvent::Failed { .. }]
    ));
}

#[test]
fn a_association_that_failed_goes_on_when_the_peer_is_back() {
    let mut world = World::quiet(2);
    world.cut(0, 1);
    for number in 0..100u8 {
        world.send(0, 1, &[number; 400]);
    }
    world.run();
    assert_eq!(world.node(0).failures.len(), 1);
    assert!(world.received(1, 0).is_empty());
    world.heal();
    // More datagrams than the first credits allow.
    for number in 0..100u8 {
        world.send(0, 1, &[number; 400]);
    }
    world.run();
    assert_eq!(world.received(1, 0).len(), 100);
    assert_eq!(world.node(0).associations.acknowledged(1), 200);
    let abandoned = AssociationEvent::Abandoned { peer: 0 };
    assert_eq!(world.node(1).failures, [abandoned]);
}

#[test]
fn who_takes_nothing_is_sent_no_more_than_was_granted() {
    let mut world = World::quiet(2);
    world.hold(1, 0, true);
    for number in 0..200u8 {
        world.send(0, 1, &[number; 400]);
    }
    world.run_for(Duration::from_millis(500));
    assert!(world.received(1, 0).is_empty());
    assert_eq!(world.node(1).associations.counters().received, FIRST_GRANT);
    assert_eq!(world.node(1).associations.counters().ungranted, 0);
    assert!(world.node(0).failures.is_empty(), "it is alive");
    world.hold(1, 0, false);
    world.run();
    assert_eq!(world.received(1, 0).len(), 200);
}

#[test]
fn what_is_held_for_all_is_bounded() {
    let mut world = World::quiet(40);
    for peer in 1..40 {
        world.send(peer, 0, &[1; 400]);
    }
    world.run();
    for peer in 1..40 {
        world.hold(0, peer, true);
        for _ in 0..200 {
            world.send(peer, 0, &[2; 400]);
        }
    }
    world.run_for(Duration::from_millis(500));
    let before = world.node(0).associations.footprint();
    let most = 40 * (ASSOCIATION_WINDOW_MAX as usize + 8) * (400 + 80);
    assert!(before < most, "{before} bytes");
    for peer in 1..40 {
        world.hold(0, peer, false);
    }
    world.run();
    for peer in 1..40 {
        assert_eq!(world.received(0, peer).len(), 201);
    }
    assert!(world.node(0).associations.footprint() < 40 * 300);
}

#[test]
fn what_strangers_send_is_dropped() {
    let mut world = World::new(2, 5, Hostility::default());
    world.send(0, 1, b"one");
    world.run();
    let sent = world.log().to_vec();
    for (to, from, bytes) in &sent {
        // From another adapter, to another rank, truncated, and with any byte changed.
        world.intrude(*to, 9, bytes);
        world.intrude(*from, *from, bytes);
        for at in 0..bytes.len() {
            world.intrude(*to, *from, &bytes[..at]);
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            world.intrude(*to, *from, &changed);
        }
    }
    world.run();
    assert_eq!(world.received(1, 0).len(), 1);
    let refused = world.node(0).associations.counters().refused
        + world.node(1).associations.counters().refused;
    let tried: usize = sent.iter().map(|(_, _, bytes)| 2 + 2 * bytes.len()).sum();
    assert_eq!(refused, tried as u64);
    // Unchanged: the datagram was taken already, or tells what is known.
    for (to, from, bytes) in &sent {
        world.intrude(*to, *from, bytes);
    }
    world.run();
    assert_eq!(world.received(1, 0).len(), 1);
    assert_eq!(world.node(1).associations.counters().duplicates, 1);
}

#[test]
fn nothing_of_an_earlier_process_is_taken() {
    let mut earlier = World::new(2, 6, Hostility::default());
    earlier.send(0, 1, b"earlier");
    earlier.run();
    let mut world = World::new(2, 7, Hostility::default());
    for (to, from, bytes) in earlier.log().to_vec() {
        world.intrude(to, from, &bytes);
    }
    world.run();
    assert!(world.received(1, 0).is_empty());
    assert_eq!(world.node(1).associations.counters().refused, 1);
}

#[cfg(debug_assertions)]
mod planted {
    use farreach_connect::AssociationBug as Bug;

    use super::schedule;

    #[test]
    fn schedules_find_each_planted_bug() {
        let bugs = [
            Bug::SilenceIgnored,
            Bug::OrderIgnored,
            Bug::DuplicatesTaken,
            Bug::GapsAcknowledged,
            Bug::GrantsForgotten,
            Bug::GrantsIgnored,
            Bug::ProbesForgotten,
        ];
        let found = bugs.map(|bug| {
            (0..10_000u64).find(|&seed| {
                let ended = std::panic::catch_unwind(|| {
                    schedule(seed, |associations| associations.plant(bug));
                });
                ended.is_err()
            })
        });
        for (bug, found) in bugs.iter().zip(found) {
            println!("{bug:?}: seed {found:?}");
            assert!(found.is_some(), "10,000 schedules did not find {bug:?}");
        }
    }
}
