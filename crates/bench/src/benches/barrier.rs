//! Barrier and all-reduce, and the cost of waiting in a barrier.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use farreach::shmem::Reduction;

use super::begun;
use crate::clock::process_cpu_seconds;
use crate::limits::Limit;
use crate::meter;
use crate::sample::{Terms, Unit, emit};
use crate::worker::Session;

const WARM_UP: u32 = 5;
const COUNT_MAX: f64 = 50_000.0;
const COUNT_MIN: f64 = 20.0;
/// How long the others wait for rank 0.
const WAIT: Duration = Duration::from_secs(1);

pub(crate) fn run(session: &Session) -> Result<()> {
    let pe = &session.pe;
    repeated(session, "barrier", |_| Ok(pe.barrier_all()?))?;
    let size = u64::from(pe.n_pes());
    repeated(session, "all-reduce 8 B", |number| {
        let mut sum = [number];
        pe.all_reduce(&mut sum, Reduction::Sum)?;
        ensure!(
            sum == [size * number],
            "the sum of {size} times {number} is not {}",
            sum[0]
        );
        Ok(())
    })?;
    if pe.n_pes() == 64 {
        return waiting(session);
    }
    begun::run(session)
}

/// Repeats a collective as often as rank 0 decides that the time allows.
fn repeated(
    session: &Session,
    case: &str,
    mut collective: impl FnMut(u64) -> Result<()>,
) -> Result<()> {
    let pe = &session.pe;
    pe.barrier_all()?;
    let begun = Instant::now();
    for _ in 0..WARM_UP {
        collective(1)?;
    }
    let once = begun.elapsed().as_secs_f64() / f64::from(WARM_UP);
    let budget = session.task.budget().as_secs_f64();
    let mut count = [(budget / once).clamp(COUNT_MIN, COUNT_MAX) as u64];
    pe.broadcast(&mut count, 0)?;
    let measured = meter::each_of(count[0], &mut collective)?;
    if session.is_initiator() {
        let name = format!("{case}, {}", session.task.shape());
        emit(name, measured.median(), Unit::Microseconds, limit(session));
    }
    Ok(())
}

/// For two processes on two cores: both directions at once. For more processes than cores: each
/// process must run once.
fn limit(session: &Session) -> Terms {
    let size = session.task.size;
    match (size, session.is_cross_node()) {
        (2, false) => Limit::CacheLines.once(),
        (2, true) => Limit::UdpRoundTrip.once(),
        _ => Limit::Switch.times(f64::from(size) / 2.0),
    }
}

/// All others wait in a barrier for rank 0, which sleeps. Measures the largest share of a core that
/// a waiter takes.
fn waiting(session: &Session) -> Result<()> {
    let pe = &session.pe;
    pe.barrier_all()?;
    let before = process_cpu_seconds();
    if session.is_initiator() {
        thread::sleep(WAIT);
    }
    pe.barrier_all()?;
    let mut used = [process_cpu_seconds() - before];
    pe.all_reduce(&mut used, Reduction::Max)?;
    if session.is_initiator() {
        let name = format!(
            "CPU time of waiting 1 s, greatest of {}",
            session.task.shape()
        );
        emit(name, used[0], Unit::Milliseconds, Vec::new());
    }
    Ok(())
}
