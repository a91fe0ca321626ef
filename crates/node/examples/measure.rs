//! Measures the steps of the same-node path: `measure [PROCESSES]`, 64 processes by default. The
//! program starts itself again once for each process of the node.

use std::env;
use std::fs::OpenOptions;
use std::hint::black_box;
use std::os::fd::AsRawFd;
use std::process::Command;
use std::time::{Duration, Instant};

use farreach_node::{Alarm, Arena, ArenaLayout, Bell, Memory, NodeBarrier, Patience, sleep};
use farreach_verbs::{AtomicOp, AtomicWidth, Memory as _};

const ROUNDS: u32 = 1000;

fn main() {
    let mut arguments = env::args().skip(1);
    match (arguments.next(), arguments.next()) {
        (Some(fd), Some(index)) => member(&fd, &index),
        (processes, _) => {
            first(processes.map_or(64, |n| n.parse().expect("a number of processes")));
        }
    }
}

fn first(processes: u32) {
    accessors();
    let start = Instant::now();
    let layout = ArenaLayout::block(processes, 1, 0, 256 << 20);
    let arena = Arena::create(layout).expect("an arena");
    println!("create {processes} x 256 MiB: {:?}", start.elapsed());
    // A duplicate is not closed on exec.
    let fd = rustix::io::dup(arena.fd().expect("a memfd")).expect("a duplicate");
    let mut others: Vec<_> = (1..processes)
        .map(|index| {
            Command::new(env::current_exe().expect("our own path"))
                .args([fd.as_raw_fd().to_string(), index.to_string()])
                .spawn()
                .expect("another process")
        })
        .collect();
    barriers(&arena, 0);
    for other in &mut others {
        let status = other.wait().expect("the end of a process");
        assert!(status.success(), "{status}");
    }
}

fn member(fd: &str, index: &str) {
    let path = format!("/proc/self/fd/{fd}");
    let file = OpenOptions::new().read(true).write(true).open(path);
    let arena = Arena::attach(file.expect("the arena's file").into()).expect("the arena");
    barriers(&arena, index.parse().expect("an index"));
}

/// Waits until `is_done`, for which `alarm` goes off.
fn wait(mut patience: Patience, alarm: Alarm<'_>, is_done: impl Fn() -> bool) {
    while !is_done() {
        if !patience.pause() {
            let announced = [alarm.announce()];
            if !is_done() {
                sleep(None, &announced, None);
            }
        }
    }
}

fn barriers(arena: &Arena, me: u32) {
    let whole_barrier = |barrier: &NodeBarrier| {
        let arrival = barrier.arrive();
        if arrival.is_last {
            return barrier.release();
        }
        let patience = arena.patience_in_node();
        wait(patience, barrier.release_alarm(), || {
            barrier.is_released(arrival)
        });
    };
    let barrier = NodeBarrier::in_segment(arena, 0, 0, arena.layout().local_size);
    // All processes have started behind this barrier.
    whole_barrier(&barrier);
    let mut whole: Vec<Duration> = Vec::new();
    let mut led: Vec<Duration> = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        whole_barrier(&barrier);
        whole.push(start.elapsed());
    }
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let arrival = barrier.arrive();
        if me == 0 {
            let patience = arena.patience();
            wait(patience, barrier.arrivals_alarm(), || {
                barrier.have_arrived()
            });
            barrier.release();
        }
        let patience = arena.patience();
        wait(patience, barrier.release_alarm(), || {
            barrier.is_released(arrival)
        });
        led.push(start.elapsed());
    }
    if me == 0 {
        for (name, times) in [("by the last", &mut whole), ("by a leader", &mut led)] {
            times.sort_unstable();
            let mean = times.iter().sum::<Duration>() / ROUNDS;
            println!(
                "barrier released {name}: median {:?} mean {mean:?} max {:?}",
                times[times.len() / 2],
                times[times.len() - 1]
            );
        }
    }
}

fn accessors() {
    let arena = Arena::create(ArenaLayout::block(2, 1, 0, 1 << 20)).expect("an arena");
    let memory = arena.segment(1);
    let bell = Bell::new(&arena, 1);
    let at = black_box(arena.heap_offset());
    let mut word = [1_u8; 8];
    time("store_u64", || memory.store_u64(black_box(at), 1));
    time("store_u64 + ring", || {
        let stored = memory.store_u64(black_box(at), 1);
        bell.ring();
        stored
    });
    time("load_u64", || memory.load_u64(black_box(at)));
    time("copy_in 8", || memory.copy_in(black_box(at), &word));
    let len = black_box(8);
    time("copy_in 8, length unknown", || {
        memory.copy_in(black_box(at), &black_box(&word)[..len])
    });
    time("copy_out 8", || {
        memory.copy_out(black_box(at), black_box(&mut word))
    });
    time("atomic add", || {
        memory.atomic(black_box(at), AtomicWidth::W64, AtomicOp::Add(1))
    });
    for len in [64, 256, 1024, 65536] {
        let data = vec![1_u8; len];
        time(&format!("copy_in {len}"), || {
            memory.copy_in(black_box(at), black_box(&data))
        });
        let private = Memory::allocate(len);
        time(&format!("copy_between {len}"), || {
            memory.copy_between(black_box(at), &private, 0, len)
        });
    }
    let (start, page) = (Instant::now(), arena.heap_offset() as u64);
    for _ in 0..100 {
        arena.reserve(1, page..page + 4096).expect("a page");
    }
    println!("reserve of a page: {:?}", start.elapsed() / 100);
}

fn time<T>(name: &str, mut work: impl FnMut() -> T) {
    let batch = 100_000_u32;
    let best = (0..15)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..batch {
                black_box(work());
            }
            start.elapsed()
        })
        .min()
        .unwrap_or_default();
    println!(
        "{name}: {:.2} ns",
        best.as_nanos() as f64 / f64::from(batch)
    );
}
