//! Whether a result is right: the same bits as a sequential run, and nothing lost.

use crate::field::Field;
use crate::sequential;

/// How much the total may change, relative to the sum of the initial magnitudes.
pub const DRIFT_MAX: f64 = 1e-9;

/// What is wrong with a result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Mismatch {
    /// A cell that a sequential run computes otherwise.
    #[error(
        "{cells} cells differ from the sequential run; the first is row {row}, column {col}: \
         {found:e} ({found_bits:#018x}) instead of {wanted:e} ({wanted_bits:#018x})"
    )]
    Bits {
        /// How many cells differ.
        cells: usize,
        /// Of the first one, from 0.
        row: usize,
        /// Of the first one, from 0.
        col: usize,
        /// The value computed in parallel.
        found: f64,
        /// Its bits.
        found_bits: u64,
        /// The sequential one.
        wanted: f64,
        /// Its bits.
        wanted_bits: u64,
    },
    /// The total changed.
    #[error(
        "the total changed by {drift:e} of the field's magnitude; at most {DRIFT_MAX:e} is rounding"
    )]
    Drift {
        /// Relative change.
        drift: f64,
    },
}

/// How much the total changed, relative to the sum of the initial magnitudes.
pub fn drift(initial: &Field, last: &Field) -> f64 {
    let magnitude = initial.magnitude();
    let change = (last.total() - initial.total()).abs();
    if magnitude > 0.0 {
        change / magnitude
    } else {
        change
    }
}

/// Runs the job sequentially and compares.
pub fn check(initial: &Field, last: &Field, steps: u64, alpha: f64) -> Result<(), Mismatch> {
    compare(&sequential::run(initial, steps, alpha), last)?;
    let drift = drift(initial, last);
    // Written so that a drift that is not a number is refused.
    if drift <= DRIFT_MAX {
        Ok(())
    } else {
        Err(Mismatch::Drift { drift })
    }
}

/// Compares two fields of the same shape bit for bit.
fn compare(wanted: &Field, found: &Field) -> Result<(), Mismatch> {
    let pairs = wanted.values().iter().zip(found.values());
    let mut different = pairs
        .enumerate()
        .filter(|(_, (a, b))| a.to_bits() != b.to_bits());
    let Some((index, (wanted_value, found_value))) = different.next() else {
        return Ok(());
    };
    Err(Mismatch::Bits {
        cells: 1 + different.count(),
        row: index / wanted.cols(),
        col: index % wanted.cols(),
        found: *found_value,
        found_bits: found_value.to_bits(),
        wanted: *wanted_value,
        wanted_bits: wanted_value.to_bits(),
    })
}
