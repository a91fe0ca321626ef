//! Operations inside a node, as a program in Rust calls them. The target is the process itself,
//! which takes the path of any other process of the node.

use std::hint::black_box;

use farreach_runtime::{Destination, Memory, Pattern, SendMode};
use farreach_shmem::{self as shmem, Compare, Error, Pe, Reduction};

use crate::{Path, Repeat};

const ME: u32 = 0;
const LARGE: usize = 1 << 20;

pub(crate) const PATHS: &[Path] = &[
    ("same node: put 8 B", put),
    ("same node: get 8 B", get),
    ("same node: put_slice 8 B", put_slice),
    ("same node: get_slice 8 B", get_slice),
    ("same node: put_nbi 8 B", put_nbi),
    ("same node: fetch_add", fetch_add),
    ("same node: put_signal 8 B", put_signal),
    ("same node: wait_until, satisfied", wait_until),
    ("same node: quiet, nothing under way", quiet),
    ("same node: barrier of one", barrier),
    ("same node: all-reduce 8 B of one", all_reduce),
    ("same node: put_slice 1 MiB", put_large),
    ("same node: tagged message of 8 B to itself", tagged),
];

/// Runs `op` the given number of times in a job of one process. `op` gets the number of the
/// repetition.
fn repeat(repeat: Repeat, op: impl Fn(&Pe, u64) -> Result<(), Error>) {
    let pe = shmem::init().expect("a job of one");
    op(&pe, 0).expect("the first time");
    for number in 0..repeat.count {
        op(&pe, number).expect("an operation");
    }
    pe.finalize().expect("the end");
}

/// Runs `op` as [`repeat`] does, with some symmetric words.
fn with_words(times: Repeat, op: impl Fn(&Pe, &shmem::Symmetric<u64>, u64) -> Result<(), Error>) {
    let pe = shmem::init().expect("a job of one");
    let words = pe.alloc::<u64>(64).expect("64 words");
    // The first one makes what it needs. One place calls, so that the compiler always inlines.
    for number in 0..=times.count {
        op(&pe, black_box(&words), number).expect("an operation");
    }
    pe.finalize().expect("the end");
}

fn put(times: Repeat) {
    with_words(times, |pe, words, number| {
        pe.put(words.at(0).on(ME), number)
    });
}

fn get(times: Repeat) {
    with_words(times, |pe, words, _| {
        black_box(pe.get(words.at(0).on(ME))?);
        Ok(())
    });
}

fn put_slice(times: Repeat) {
    with_words(times, |pe, words, number| {
        pe.put_slice(words.on(ME), black_box(&[number]))
    });
}

fn get_slice(times: Repeat) {
    with_words(times, |pe, words, _| {
        pe.get_slice(words.on(ME), black_box(&mut [0]))
    });
}

fn put_nbi(times: Repeat) {
    with_words(times, |pe, words, _| {
        pe.put_nbi(words.on(ME), words.range(8..9))
    });
}

fn fetch_add(times: Repeat) {
    with_words(times, |pe, words, _| {
        black_box(pe.fetch_add(words.at(0).on(ME), 1)?);
        Ok(())
    });
}

fn put_signal(times: Repeat) {
    with_words(times, |pe, words, number| {
        pe.put_signal(
            words.on(ME),
            black_box(&[number]),
            words.at(8).signal().set(number),
        )
    });
}

fn wait_until(times: Repeat) {
    with_words(times, |pe, words, _| {
        pe.wait_until(words.at(0), Compare::Eq, 0)
    });
}

fn quiet(times: Repeat) {
    repeat(times, |pe, _| pe.quiet());
}

fn barrier(times: Repeat) {
    repeat(times, |pe, _| pe.barrier_all());
}

fn all_reduce(times: Repeat) {
    repeat(times, |pe, number| {
        let mut sum = [number];
        pe.all_reduce(black_box(&mut sum), Reduction::Sum)
    });
}

fn tagged(times: Repeat) {
    let bytes = Memory::copy_of(&[0; 8]);
    let from = Pattern {
        context: 0,
        source: Some(0),
        tag: Some(1),
    };
    let to = Destination {
        pe: 0,
        context: 0,
        tag: 1,
    };
    repeat(times, |pe, number| {
        let world = pe.world();
        let receive = world.begin_receive(&from, bytes.clone())?;
        world.send_tagged(to, &number.to_ne_bytes(), SendMode::Standard)?;
        world.wait_for_tagged("a message", || receive.has_ended());
        Ok(())
    });
}

fn put_large(times: Repeat) {
    let pe = shmem::init().expect("a job of one");
    let bytes = pe.alloc::<u8>(LARGE).expect("1 MiB");
    let from = vec![1; LARGE];
    for _ in 0..times.count {
        pe.put_slice(black_box(&bytes).on(ME), black_box(&from))
            .expect("a put");
    }
    pe.finalize().expect("the end");
}
