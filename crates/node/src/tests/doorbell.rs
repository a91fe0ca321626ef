use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::{Arena, ArenaLayout, Bell, Doorbell};

/// A sleep of this length was not ended by a wake-up.
const HANG: Duration = Duration::from_mins(5);

fn arena() -> Arena {
    Arena::create(ArenaLayout::block(2, 1, 0, 0)).unwrap()
}

#[test]
fn a_ring_before_the_sleep_ends_it_at_once() {
    let arena = arena();
    let (doorbell, bell) = (Doorbell::new(&arena, 1), Bell::new(&arena, 1));
    let ticket = doorbell.prepare();
    bell.ring();
    let start = Instant::now();
    assert!(doorbell.sleep(ticket, Some(HANG)));
    assert!(start.elapsed() < HANG);
}

#[test]
fn a_sleep_that_nobody_ends_says_so() {
    let arena = arena();
    let doorbell = Doorbell::new(&arena, 1);
    assert!(!doorbell.sleep(doorbell.prepare(), Some(Duration::from_millis(1))));
}

/// A ring costs a system call only once per announcement, and none if nobody sleeps.
#[test]
fn only_the_first_ring_changes_the_word() {
    let arena = arena();
    let (doorbell, bell) = (Doorbell::new(&arena, 1), Bell::new(&arena, 1));
    let word = || arena.process(1).doorbell.word.load(Ordering::SeqCst);
    bell.ring();
    assert_eq!(word(), 0);
    let ticket = doorbell.prepare();
    assert_eq!(word(), 1);
    bell.ring();
    bell.ring();
    assert_eq!(word(), 2);
    doorbell.cancel(ticket);
    assert_eq!(word(), 2);
    let ticket = doorbell.prepare();
    doorbell.cancel(ticket);
    assert_eq!(word(), 4, "the announcement was not taken back");
}

#[test]
fn the_sequence_may_wrap() {
    let arena = arena();
    let (doorbell, bell) = (Doorbell::new(&arena, 1), Bell::new(&arena, 1));
    let word = &arena.process(1).doorbell.word;
    word.store(u32::MAX - 1, Ordering::SeqCst);
    let ticket = doorbell.prepare();
    bell.ring();
    assert_eq!(word.load(Ordering::SeqCst), 0);
    let start = Instant::now();
    assert!(doorbell.sleep(ticket, Some(HANG)));
    assert!(start.elapsed() < HANG);
}

#[test]
fn without_asymmetric_fences_sleeps_are_bounded() {
    let arena = arena();
    let denied = &arena.directory_control().no_expedited_fence;
    denied.store(1, Ordering::SeqCst);
    let doorbell = Doorbell::new(&arena, 0);
    let ticket = doorbell.prepare();
    assert!(!doorbell.sleep(ticket, None), "it ended by itself");
}
