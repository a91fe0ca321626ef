use std::time::{Duration, Instant};

use farreach_node::{Alarm, Arena, ArenaLayout, NodeBarrier, sleep};

use crate::peers::Node;

/// A wait of this length fails: the barrier is broken.
const HANG: Duration = Duration::from_mins(5);

/// Sleeps until `is_done`, for which `alarm` goes off.
fn wait(alarm: Alarm<'_>, is_done: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_done() {
        assert!(start.elapsed() < HANG, "the wake-up was lost");
        let announced = [alarm.announce()];
        if !is_done() {
            sleep(None, &announced, Some(HANG));
        }
    }
}

/// No process passes before all have arrived. Each process sees what all wrote before the barrier,
/// and what the leader wrote between its halves.
#[test]
fn barriers_of_processes_separate_rounds() {
    let layout = ArenaLayout::block(8, 1, 0, 1 << 16);
    let node = Node::of_test("barrier::barriers_of_processes_separate_rounds", layout);
    let (arena, me) = (&node.arena, node.local_index);
    let barrier = NodeBarrier::in_segment(arena, 0, 0, 8);
    let words = |index| arena.segment(index).slice(4096, 64).unwrap();
    let slots: Vec<_> = (0..8).map(words).collect();
    for round in 1..=300_u64 {
        slots[me as usize].store_u64(0, round).unwrap();
        if round % 2 == 0 {
            let arrival = barrier.arrive();
            if arrival.is_last {
                barrier.release();
            }
            wait(barrier.release_alarm(), || barrier.is_released(arrival));
        } else {
            let arrival = barrier.arrive();
            if me == 0 {
                wait(barrier.arrivals_alarm(), || barrier.have_arrived());
                assert!(!barrier.is_released(arrival));
                let sum: u64 = slots.iter().map(|slot| slot.load_u64(0).unwrap()).sum();
                slots[0].store_u64(8, sum).unwrap();
                barrier.release();
            }
            wait(barrier.release_alarm(), || barrier.is_released(arrival));
            assert_eq!(slots[0].load_u64(8), Ok(8 * round));
        }
        for (index, slot) in slots.iter().enumerate() {
            let seen = slot.load_u64(0).unwrap();
            assert!(
                (round..=round + 1).contains(&seen),
                "process {index} is in round {seen}, we left {round}"
            );
        }
    }
    node.join();
}

#[test]
#[should_panic(expected = "released before all 2 processes had arrived")]
fn an_early_release_is_a_bug() {
    let arena = Arena::create(ArenaLayout::block(2, 1, 0, 1 << 16)).unwrap();
    let barrier = NodeBarrier::in_segment(&arena, 0, 0, 2);
    barrier.arrive();
    barrier.release();
}
