//! No wake-up is lost: two processes pass a word back and forth, and each sleeps until the other
//! has stored the word.

use std::hint::spin_loop;
use std::time::{Duration, Instant};

use farreach_node::{Arena, ArenaLayout, Bell, Doorbell, Memory, sleep};

use crate::peers::Node;

/// A sleep of this length was not ended by the wake-up that should have ended it.
const LOST: Duration = Duration::from_mins(5);

/// Sleeps until the word is at least `value`.
fn wait(own: &Memory, offset: usize, value: u64, doorbell: &Doorbell, spins: u32) {
    let is_there = || own.load_u64(offset).unwrap() >= value;
    for _ in 0..spins {
        if is_there() {
            return;
        }
        spin_loop();
    }
    loop {
        let prepared = doorbell.prepare();
        if is_there() {
            return doorbell.cancel(prepared);
        }
        let start = Instant::now();
        sleep(Some((doorbell, prepared)), &[], Some(LOST));
        assert!(
            start.elapsed() < LOST,
            "the wake for {value} was lost (there: {})",
            is_there()
        );
    }
}

fn hand_over(arena: &Arena, me: u32, offset: usize, doorbell: &Doorbell, rounds: u64) {
    let (own, peer) = (arena.segment(me), arena.segment(1 - me));
    let bell = Bell::new(arena, 1 - me);
    for round in 1..=rounds {
        // Vary the delay, so that the store meets every step of the sleeper.
        let spins = (round.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as u32;
        if me == 0 {
            peer.store_u64(offset, round).unwrap();
            bell.ring();
            wait(&own, offset, round, doorbell, spins);
        } else {
            wait(&own, offset, round, doorbell, spins / 2);
            peer.store_u64(offset, round).unwrap();
            bell.ring();
        }
    }
}

#[test]
fn no_wake_is_lost_between_processes() {
    let layout = ArenaLayout::block(2, 1, 0, 1 << 16);
    let node = Node::of_test("doorbell::no_wake_is_lost_between_processes", layout);
    let doorbell = Doorbell::new(&node.arena, node.local_index);
    hand_over(&node.arena, node.local_index, 0, &doorbell, 20_000);
    node.join();
}

/// Two threads of each process share its doorbell. A thread must not consume a wake-up that the
/// other needs.
#[test]
fn no_wake_is_lost_between_threads_of_two_processes() {
    let layout = ArenaLayout::block(2, 1, 0, 1 << 16);
    let name = "doorbell::no_wake_is_lost_between_threads_of_two_processes";
    let node = Node::of_test(name, layout);
    let doorbell = Doorbell::new(&node.arena, node.local_index);
    std::thread::scope(|scope| {
        for offset in [0, 64] {
            let (node, doorbell) = (&node, &doorbell);
            scope.spawn(move || hand_over(&node.arena, node.local_index, offset, doorbell, 5_000));
        }
    });
    node.join();
}

#[test]
fn a_sleep_ends_by_its_timeout() {
    let arena = Arena::create(ArenaLayout::block(1, 1, 0, 1 << 16)).unwrap();
    let doorbell = Doorbell::new(&arena, 0);
    let start = Instant::now();
    let limit = Duration::from_millis(5);
    while start.elapsed() < limit {
        let prepared = doorbell.prepare();
        sleep(Some((&doorbell, prepared)), &[], Some(limit));
    }
    assert!(start.elapsed() < LOST);
}
