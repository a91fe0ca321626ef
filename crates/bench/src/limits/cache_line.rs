//! The time of a word between two cores.

use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::yield_now;
use std::time::Instant;

use anyhow::Result;
use farreach_node::{Mapping, Memory};

use super::facing;
use crate::pin::Cores;
use crate::series::median;

/// The number of cache lines that carry the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// Both sides write one line.
    One,
    /// Each side writes its own line.
    Two,
}

const BATCHES: u64 = 50;
const ROUND_TRIPS: u64 = 1000;

/// What a side does between two looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Between {
    /// Nothing. The side sees the word soonest, but its looks keep taking the line from the writer.
    Nothing,
    /// The processor's pause instruction.
    Pause,
    /// It yields the core that both sides share.
    Yield,
}

/// Seconds from a store on one core until the other core sees it, with the better way of polling.
pub(super) fn one_way(cores: Cores, lines: Lines) -> Result<f64> {
    if !cores.are_two() {
        return one_way_by(cores, lines, Between::Yield);
    }
    let bare = one_way_by(cores, lines, Between::Nothing)?;
    Ok(bare.min(one_way_by(cores, lines, Between::Pause)?))
}

fn one_way_by(cores: Cores, lines: Lines, between: Between) -> Result<f64> {
    let memory = Memory::of_mapping(Arc::new(Mapping::anonymous(4096)?));
    let back_offset = match lines {
        Lines::One => 0,
        // Not the adjacent line, which the processor may fetch together with the first.
        Lines::Two => 256,
    };
    // With one line, odd numbers go there and even numbers back. With two lines, each number has
    // its own line.
    let there = memory.atomic_u64(0)?;
    let back = memory.atomic_u64(back_offset)?;
    let measure = || {
        let mut halves = Vec::new();
        let mut number = 0;
        for _ in 0..BATCHES {
            let begun = Instant::now();
            for _ in 0..ROUND_TRIPS {
                there.store(number + 1, Ordering::Release);
                await_value(back, number + 2, between);
                number += 2;
            }
            halves.push(begun.elapsed().as_secs_f64() / (2 * ROUND_TRIPS) as f64);
        }
        Ok(median(&halves))
    };
    let answer = || {
        for trip in 0..BATCHES * ROUND_TRIPS {
            await_value(there, 2 * trip + 1, between);
            back.store(2 * trip + 2, Ordering::Release);
        }
        Ok(())
    };
    facing(cores, measure, answer)
}

fn await_value(word: &AtomicU64, value: u64, between: Between) {
    while word.load(Ordering::Acquire) != value {
        match between {
            Between::Nothing => {}
            Between::Pause => spin_loop(),
            Between::Yield => yield_now(),
        }
    }
}
