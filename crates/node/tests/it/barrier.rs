use std::time::{Duration, Instant};

use farreach_node::{Arena, ArenaLayout, NodeBarrier, Polled, Waited};

use crate::peers::Node;

/// A callback that stops after a while, so that a broken barrier fails instead of hanging.
fn patient() -> impl FnMut() -> Polled {
    let start = Instant::now();
    move || {
        if start.elapsed() > Duration::from_mins(5) {
            return Polled::Stop;
        }
        Polled::Idle {
            sleep_at_most: Duration::from_mins(5),
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
            assert_eq!(barrier.barrier(patient()), Waited::Done, "round {round}");
        } else {
            let arrival = barrier.arrive();
            if me == 0 {
                assert_eq!(barrier.wait_arrivals(patient()), Waited::Done);
                assert!(!barrier.is_released(arrival));
                let sum: u64 = slots.iter().map(|slot| slot.load_u64(0).unwrap()).sum();
                slots[0].store_u64(8, sum).unwrap();
                barrier.release();
            }
            assert_eq!(barrier.wait(arrival, patient()), Waited::Done);
            assert!(barrier.is_released(arrival));
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
fn a_waiter_can_be_stopped_and_polls() {
    let arena = Arena::create(ArenaLayout::block(2, 1, 0, 1 << 16)).unwrap();
    let barrier = NodeBarrier::in_segment(&arena, 0, 0, 2);
    let arrival = barrier.arrive();
    assert!(!arrival.is_last);
    let mut polls = 0;
    let waited = barrier.wait(arrival, || {
        polls += 1;
        match polls {
            0..5 => Polled::Progress,
            5..10_000 => Polled::Idle {
                sleep_at_most: Duration::from_micros(10),
            },
            _ => Polled::Stop,
        }
    });
    assert_eq!((waited, polls), (Waited::Stopped, 10_000));
}

#[test]
#[should_panic(expected = "released before all 2 processes had arrived")]
fn an_early_release_is_a_bug() {
    let arena = Arena::create(ArenaLayout::block(2, 1, 0, 1 << 16)).unwrap();
    let barrier = NodeBarrier::in_segment(&arena, 0, 0, 2);
    barrier.arrive();
    barrier.release();
}
