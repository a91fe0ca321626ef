//! Single instructions on mapped memory.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Result;
use farreach_node::{Mapping, Memory};

use crate::meter;

/// The atomic instructions.
#[derive(Clone, Copy, Debug)]
pub(super) enum AtomicKind {
    Add,
    CompareSwap,
    Swap,
}

/// The width of a word.
#[derive(Clone, Copy, Debug)]
pub(super) enum Width {
    W32,
    W64,
}

fn page() -> Result<Memory> {
    Ok(Memory::of_mapping(Arc::new(Mapping::anonymous(4096)?)))
}

/// Seconds of an 8-byte store.
pub(super) fn store(budget: Duration) -> Result<f64> {
    let memory = page()?;
    let word = memory.atomic_u64(64)?;
    let measured = meter::batches(budget, |number| {
        black_box(word).store(number, Ordering::Relaxed);
        Ok(())
    })?;
    assert_eq!(
        word.load(Ordering::Relaxed),
        measured.operations - 1,
        "the last store stays"
    );
    Ok(measured.seconds)
}

/// Seconds of an 8-byte load.
pub(super) fn load(budget: Duration) -> Result<f64> {
    let memory = page()?;
    let word = memory.atomic_u64(64)?;
    word.store(7, Ordering::Relaxed);
    let mut sum = 0;
    let measured = meter::batches(budget, |_| {
        sum += black_box(word).load(Ordering::Relaxed);
        Ok(())
    })?;
    assert_eq!(sum, 7 * measured.operations, "every load is done");
    Ok(measured.seconds)
}

/// Seconds of an uncontended atomic instruction.
pub(super) fn atomic(kind: AtomicKind, width: Width, budget: Duration) -> Result<f64> {
    let memory = page()?;
    let order = Ordering::AcqRel;
    let measured = match width {
        Width::W64 => {
            let word = memory.atomic_u64(64)?;
            meter::batches(budget, |number| {
                let word = black_box(word);
                black_box(match kind {
                    AtomicKind::Add => word.fetch_add(1, order),
                    AtomicKind::Swap => word.swap(number, order),
                    AtomicKind::CompareSwap => word
                        .compare_exchange(number, number + 1, order, Ordering::Acquire)
                        .unwrap_or_else(|found| found),
                });
                Ok(())
            })?
        }
        Width::W32 => {
            let word = memory.atomic_u32(64)?;
            meter::batches(budget, |number| {
                let (word, number) = (black_box(word), number as u32);
                black_box(match kind {
                    AtomicKind::Add => word.fetch_add(1, order),
                    AtomicKind::Swap => word.swap(number, order),
                    AtomicKind::CompareSwap => word
                        .compare_exchange(number, number.wrapping_add(1), order, Ordering::Acquire)
                        .unwrap_or_else(|found| found),
                });
                Ok(())
            })?
        }
    };
    Ok(measured.seconds)
}
