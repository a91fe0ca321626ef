//! Copying memory that is in the caches, as far as it fits.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Result;

use crate::meter;

/// Seconds of copying `bytes` bytes.
pub(super) fn seconds(bytes: usize, budget: Duration) -> Result<f64> {
    let from = vec![0x5A_u8; bytes];
    let mut to = vec![0_u8; bytes];
    let measured = meter::batches(budget, |_| {
        black_box(&mut to[..]).copy_from_slice(black_box(&from));
        Ok(())
    })?;
    assert_eq!(black_box(to), from, "memcpy copies");
    Ok(measured.seconds)
}
