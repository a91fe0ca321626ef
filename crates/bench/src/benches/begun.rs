//! Non-blocking collectives: their cost if they are waited for at once, and how much of a long one
//! is hidden behind computation.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use farreach::shmem::{Reduction, Team};

use crate::meter;
use crate::sample::{Sample, Unit};
use crate::series::median;
use crate::worker::Session;

/// The number of turns of blocking and non-blocking calls.
const LAPS: usize = 7;
const COUNT_MAX: f64 = 20_000.0;
const COUNT_MIN: f64 = 20.0;
/// Words of the long collective: 1 MiB.
const LONG: usize = 1 << 17;

/// The short collective and, between two nodes, the long one.
pub(super) fn run(session: &Session) -> Result<()> {
    let team = session.pe.team_world();
    short(session, &team)?;
    if session.task.size == 2 && session.is_cross_node() {
        hidden(session, &team)?;
    }
    Ok(())
}

fn short(session: &Session, team: &Team<'_>) -> Result<()> {
    let blocking = |number: u64| -> Result<()> {
        let mut sum = [number];
        team.all_reduce(&mut sum, Reduction::Sum)?;
        black_box(sum);
        Ok(())
    };
    let begun = |number: u64| -> Result<()> {
        let mut sum = [number];
        let sums = &mut sum;
        session
            .pe
            .scope(|scope| scope.all_reduce(team, sums, Reduction::Sum)?.wait())?;
        black_box(sum);
        Ok(())
    };
    let budget = session.task.budget().as_secs_f64() / LAPS as f64;
    let (mut took_blocking, mut took_begun) = (Vec::new(), Vec::new());
    for _ in 0..LAPS {
        took_blocking.push(repeat(session, budget, &blocking)?);
        took_begun.push(repeat(session, budget, &begun)?);
    }
    if session.is_initiator() {
        let name = format!(
            "all-reduce 8 B, begun and waited for, {}",
            session.task.shape()
        );
        Sample::new(name, median(&took_begun), Unit::Microseconds)
            .beside("a blocking one", median(&took_blocking))
            .emit();
    }
    Ok(())
}

/// Seconds of a call. Rank 0 decides how many calls the time allows.
fn repeat(session: &Session, budget: f64, call: &dyn Fn(u64) -> Result<()>) -> Result<f64> {
    let pe = &session.pe;
    pe.barrier_all()?;
    let begun = Instant::now();
    for number in 0..COUNT_MIN as u64 {
        call(number)?;
    }
    let once = begun.elapsed().as_secs_f64() / COUNT_MIN;
    let mut count = [(budget / once).clamp(COUNT_MIN, COUNT_MAX) as u64];
    pe.broadcast(&mut count, 0)?;
    pe.barrier_all()?;
    Ok(meter::each_of(count[0], call)?.median())
}

/// How much of a long collective's time passes while the process computes for twice that time.
fn hidden(session: &Session, team: &Team<'_>) -> Result<()> {
    let pe = &session.pe;
    let values = pe.alloc::<u64>(LONG)?;
    let long = || -> Result<f64> {
        pe.barrier_all()?;
        let begun = Instant::now();
        team.all_reduce(values, Reduction::Sum)?;
        Ok(begun.elapsed().as_secs_f64())
    };
    let alone = |rounds: u64| {
        let begun = Instant::now();
        compute(rounds);
        begun.elapsed().as_secs_f64()
    };
    let both = |rounds: u64| -> Result<f64> {
        pe.barrier_all()?;
        let begun = Instant::now();
        pe.scope(|scope| {
            let sums = scope.all_reduce(team, values, Reduction::Sum)?;
            compute(rounds);
            sums.wait()
        })?;
        Ok(begun.elapsed().as_secs_f64())
    };
    let first = (0..LAPS).map(|_| long()).collect::<Result<Vec<f64>>>()?;
    let per_round = alone(1_000_000) / 1e6;
    let mut rounds = [(2.0 * median(&first) / per_round) as u64];
    pe.broadcast(&mut rounds, 0)?;
    let (mut reduced, mut computed, mut together) = (Vec::new(), Vec::new(), Vec::new());
    let begun = Instant::now();
    let mut goes_on = [1u8];
    while goes_on == [1] {
        for _ in 0..LAPS {
            reduced.push(long()?);
            computed.push(alone(rounds[0]));
            together.push(both(rounds[0])?);
        }
        goes_on = [u8::from(begun.elapsed() < session.task.budget())];
        pe.broadcast(&mut goes_on, 0)?;
    }
    if session.is_initiator() {
        let (reduced, computed, together) =
            (median(&reduced), median(&computed), median(&together));
        let hidden = 1.0 - (together - computed) / reduced;
        let name = format!(
            "all-reduce 1 MiB, hidden beside computing, {}",
            session.task.shape()
        );
        Sample::new(name, hidden, Unit::Percent).emit();
    }
    pe.free(values)?;
    Ok(())
}

/// Computes without accesses to memory.
fn compute(rounds: u64) {
    let mut number = 1u64;
    for round in 0..rounds {
        number = black_box(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ round);
    }
}
