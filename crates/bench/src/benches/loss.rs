//! Large puts with injected loss of datagrams, beside large puts without loss.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::job;
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::task::Task;
use crate::worker::{Session, TARGET};

const BYTES: usize = 1 << 20;
/// Puts before a quiet.
const WINDOW: usize = 16;
/// The fractions of arriving datagrams that each process drops.
const LOSSES: [f64; 3] = [0.001, 0.01, 0.05];

/// This rank's part. The loss is a setting of the process.
pub(crate) fn run(session: &Session) -> Result<()> {
    let pe = &session.pe;
    let (local, remote) = (pe.alloc::<u8>(BYTES)?, pe.alloc::<u8>(BYTES)?);
    session.one_sided(|| {
        // All windows together, since a median would hide the few windows that suffer from loss.
        let (mut begun, mut moved) = (Instant::now(), 0);
        let mut is_warm = false;
        while !is_warm || begun.elapsed() < session.task.budget() {
            if !is_warm && moved > 0 {
                (is_warm, begun, moved) = (true, Instant::now(), 0);
            }
            for _ in 0..WINDOW {
                pe.put_nbi(remote.on(TARGET), local.range(..BYTES))?;
            }
            pe.quiet()?;
            moved += WINDOW * BYTES;
        }
        let rate = moved as f64 / begun.elapsed().as_secs_f64();
        session.count_payload(moved as u64);
        Sample::new("", rate, Unit::Bandwidth).emit();
        Ok(())
    })
}

/// Measures the job without loss and with each loss.
pub(crate) fn measure(program: &Path, cores: Cores, task: &Task) -> Result<Vec<Sample>> {
    let rate = |loss: f64| -> Result<f64> {
        let samples = job::run(program, cores, &Task { loss, ..*task })?;
        Ok(samples.first().context("a rate")?.value)
    };
    let without = rate(0.0)?;
    LOSSES
        .into_iter()
        .map(|loss| {
            let case = format!("put 1 MiB, {} % of the datagrams lost", 100.0 * loss);
            let sample = Sample::new(case, rate(loss)?, Unit::Bandwidth);
            Ok(sample.beside("without loss", without))
        })
        .collect()
}
