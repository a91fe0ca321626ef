//! The timed section.

use std::time::Instant;

use anyhow::Result;
use farreach::shmem::Reduction;

use crate::job::Job;

/// Runs `section` on all processes at once. Returns its result, and the seconds that the slowest process took.
pub(crate) fn timed<T>(job: &Job<'_>, section: impl FnOnce() -> Result<T>) -> Result<(T, f64)> {
    job.pe.barrier_all()?;
    let begun = Instant::now();
    let result = section()?;
    let mut seconds = [begun.elapsed().as_secs_f64()];
    job.pe.all_reduce(&mut seconds, Reduction::Max)?;
    Ok((result, seconds[0]))
}
