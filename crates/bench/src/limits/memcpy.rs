//! Copying memory that is in the caches, as far as it fits.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Result;

use crate::meter;

/// Symmetric memory is aligned to pages too.
const PAGE: usize = 4096;

/// Seconds of copying `bytes` bytes.
pub(super) fn seconds(bytes: usize, budget: Duration) -> Result<f64> {
    let (mut from, mut to) = (vec![0x5A_u8; bytes + PAGE], vec![0xA5_u8; bytes + PAGE]);
    let from = aligned(&mut from, bytes);
    let to = aligned(&mut to, bytes);
    let measured = meter::batches(budget, |_| {
        black_box(&mut *to).copy_from_slice(black_box(&*from));
        Ok(())
    })?;
    assert_eq!(black_box(to), from, "memcpy copies");
    Ok(measured.seconds)
}

/// The first `bytes` bytes that begin at a page boundary.
fn aligned(buffer: &mut [u8], bytes: usize) -> &mut [u8] {
    let start = buffer.as_ptr().align_offset(PAGE);
    &mut buffer[start..start + bytes]
}
