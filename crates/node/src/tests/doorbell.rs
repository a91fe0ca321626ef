use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::futex::HAS_WAITV;
use crate::{Arena, ArenaLayout, Bell, Doorbell, Flag, sleep};

/// A sleep of this length was not ended by a wake-up.
const HANG: Duration = Duration::from_mins(5);

fn arena() -> Arena {
    Arena::create(ArenaLayout::block(2, 1, 0, 0)).unwrap()
}

#[test]
fn a_ring_before_the_sleep_ends_it_at_once() {
    let arena = arena();
    let (doorbell, bell) = (Doorbell::new(&arena, 1), Bell::new(&arena, 1));
    let prepared = doorbell.prepare();
    bell.ring();
    let start = Instant::now();
    assert!(sleep(Some((&doorbell, prepared)), &[], Some(HANG)));
    assert!(start.elapsed() < HANG);
}

#[test]
fn a_sleep_that_nobody_ends_says_so() {
    let arena = arena();
    let doorbell = Doorbell::new(&arena, 1);
    let prepared = doorbell.prepare();
    let limit = Some(Duration::from_millis(1));
    assert!(!sleep(Some((&doorbell, prepared)), &[], limit));
}

/// A ring costs a system call only once per announcement, and none if nobody sleeps.
#[test]
fn only_the_first_ring_changes_the_word() {
    let arena = arena();
    let (doorbell, bell) = (Doorbell::new(&arena, 1), Bell::new(&arena, 1));
    let word = || arena.process(1).doorbell.word.load(Ordering::SeqCst);
    bell.ring();
    assert_eq!(word(), 0);
    let prepared = doorbell.prepare();
    assert_eq!(word(), 1);
    bell.ring();
    bell.ring();
    assert_eq!(word(), 2);
    doorbell.cancel(prepared);
    assert_eq!(word(), 2);
    let prepared = doorbell.prepare();
    doorbell.cancel(prepared);
    assert_eq!(word(), 4, "the announcement was not taken back");
}

#[test]
fn the_sequence_may_wrap() {
    let arena = arena();
    let (doorbell, bell) = (Doorbell::new(&arena, 1), Bell::new(&arena, 1));
    let word = &arena.process(1).doorbell.word;
    word.store(u32::MAX - 1, Ordering::SeqCst);
    let prepared = doorbell.prepare();
    bell.ring();
    assert_eq!(word.load(Ordering::SeqCst), 0);
    let start = Instant::now();
    assert!(sleep(Some((&doorbell, prepared)), &[], Some(HANG)));
    assert!(start.elapsed() < HANG);
}

#[test]
fn without_asymmetric_fences_sleeps_are_bounded() {
    let arena = arena();
    let denied = &arena.directory_control().no_expedited_fence;
    denied.store(1, Ordering::SeqCst);
    let doorbell = Doorbell::new(&arena, 0);
    let prepared = doorbell.prepare();
    let rang = sleep(Some((&doorbell, prepared)), &[], None);
    assert!(!rang, "it ended by itself");
}

/// A sleep on the doorbell and two flags is ended by each of the three. Where the kernel has no call
/// for several words, short sleeps have the same effect.
#[test]
fn a_sleep_on_several_words_is_ended_by_each() {
    sleep_on_three_words();
    HAS_WAITV.store(false, Ordering::Relaxed);
    sleep_on_three_words();
    HAS_WAITV.store(true, Ordering::Relaxed);
}

fn sleep_on_three_words() {
    let arena = Arena::create(ArenaLayout::block(2, 1, 0, 1 << 16)).unwrap();
    let (doorbell, bell) = (Doorbell::new(&arena, 1), Bell::new(&arena, 1));
    let memory = arena.segment(0);
    let flags = [0, 64].map(|offset| Flag::at(memory.view(), offset));
    let turns = 300;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for turn in 1..=turns {
                // The sleeper has seen the last turn.
                while memory.load_u64(128).unwrap() + 1 < turn {
                    std::thread::yield_now();
                }
                match turn % 3 {
                    0 => {
                        memory.store_u64(136, turn).unwrap();
                        bell.ring();
                    }
                    flag => flags[flag as usize - 1].set(turn),
                }
            }
        });
        for turn in 1..=turns {
            let is_done = || {
                let told = memory.load_u64(136).unwrap();
                told >= turn || flags.iter().any(|flag| flag.get() >= turn)
            };
            while !is_done() {
                let announced = flags.map(|flag| flag.alarm().announce());
                let prepared = doorbell.prepare();
                if is_done() {
                    doorbell.cancel(prepared);
                    break;
                }
                let start = Instant::now();
                sleep(Some((&doorbell, prepared)), &announced, Some(HANG));
                assert!(
                    start.elapsed() < HANG,
                    "the wake-up of turn {turn} was lost"
                );
            }
            memory.store_u64(128, turn).unwrap();
        }
    });
}
