//! The timed section.

use std::time::Instant;

use anyhow::Result;
use farreach::shmem::{Pe, Reduction};

/// Runs `section` on all processes at once. Returns its result, and the seconds that the slowest process took.
pub(crate) fn timed<T>(pe: &Pe, section: impl FnOnce() -> Result<T>) -> Result<(T, f64)> {
    pe.barrier_all()?;
    let begun = Instant::now();
    let result = section()?;
    let mut seconds = [begun.elapsed().as_secs_f64()];
    pe.all_reduce(&mut seconds, Reduction::Max)?;
    Ok((result, seconds[0]))
}
