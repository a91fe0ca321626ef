//! Collectives of all processes, as in `peers/collectives.c`. The roots take turns, and the slowest
//! process counts. The buffers are symmetric, as for OpenSHMEM's collectives, except values that
//! are combined in place.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use farreach::shmem::{Part, Pe, Reduction, Scan, Symmetric, Team};

use super::super::catalogue::{Action, Operation};
use super::messages::{distances, exchange};
use super::row;
use crate::series::median;

/// As in `peers/collectives.c`.
const TIMED_MIN: f64 = 3.0;
const TIMED_MAX: f64 = 5.0;
const CALLS_MAX: f64 = 10_000.0;
/// Bytes of an element.
const ELEMENT: usize = 8;

/// Measures one operation after the other, as long as `life` allows.
pub(super) fn measure(
    pe: &Pe,
    budget: Duration,
    life: Duration,
    operations: &[Operation],
) -> Result<()> {
    let begun = Instant::now();
    for (index, &operation) in operations.iter().enumerate() {
        let mut case = Case::new(pe, operation, index as u64 + 1)?;
        let in_time = || begun.elapsed() < life.mul_f64(0.6);
        let went_on = case
            .measure(budget, in_time)
            .with_context(|| operation.to_string())?;
        case.free()?;
        if !went_on {
            break;
        }
    }
    Ok(())
}

/// Element `index` of the block of `sender` for `receiver`.
fn element(seed: u64, sender: usize, receiver: usize, index: usize) -> u64 {
    seed + sender as u64 * 1_000_003 + receiver as u64 * 10_007 + index as u64 * 31
}

/// The sum of the elements of all senders below `end`.
fn sum(seed: u64, end: usize, receiver: usize, index: usize) -> u64 {
    let senders = end as u64;
    senders * element(seed, 0, receiver, index)
        + 1_000_003 * (senders * senders.saturating_sub(1) / 2)
}

/// The number of elements of `sender` for `receiver` in collectives with uneven blocks.
fn uneven(elements: usize, sender: usize, receiver: usize) -> usize {
    if (sender + receiver) % 2 == 1 {
        elements
    } else {
        elements - elements / 2
    }
}

/// The number of calls that are timed together, and the number of timings, if one call takes `once`
/// seconds.
fn planned(budget: Duration, once: f64) -> [u64; 2] {
    let budget = budget.as_secs_f64();
    let calls = (budget / TIMED_MAX / once).clamp(1.0, CALLS_MAX);
    let times = (budget / once).clamp(TIMED_MIN, TIMED_MAX);
    [calls as u64, times as u64]
}

struct Case<'pe> {
    pe: &'pe Pe,
    team: Team<'pe>,
    operation: Operation,
    seed: u64,
    rank: usize,
    size: usize,
    /// The numbers of elements sent to, and received from, each process.
    sent: Vec<usize>,
    received: Vec<usize>,
    from: Symmetric<u64>,
    into: Symmetric<u64>,
    /// The distances to the partners of an exchange.
    distances: Vec<usize>,
    /// The first block of each buffer.
    from_one: Part<u64>,
    into_one: Part<u64>,
    /// The contents of the first block of `from`.
    block: Vec<u64>,
    /// The values that are combined in place.
    values: Vec<u64>,
}

impl Case<'_> {
    fn new(pe: &Pe, operation: Operation, seed: u64) -> Result<Case<'_>> {
        let bytes = operation.bytes;
        ensure!(bytes.is_multiple_of(ELEMENT), "{bytes} bytes are not words");
        let (rank, size) = (pe.my_pe() as usize, pe.n_pes() as usize);
        let count = bytes / ELEMENT;
        let (from, into) = (pe.alloc(size * count)?, pe.alloc(size * count)?);
        let mut case = Case {
            pe,
            team: pe.team_world(),
            operation,
            seed,
            rank,
            size,
            sent: vec![count; size],
            received: vec![count; size],
            distances: distances(size),
            from,
            into,
            from_one: from.range(..count),
            into_one: into.range(..count),
            block: (0..count)
                .map(|index| element(seed, rank, 0, index))
                .collect(),
            values: vec![0; count],
        };
        if operation.action == Action::Alltoallv {
            let sent = (0..size).map(|other| uneven(count, rank, other));
            case.sent = sent.collect();
            let received = (0..size).map(|other| uneven(count, other, rank));
            case.received = received.collect();
        }
        let mut at = 0;
        for other in 0..size {
            let block = (0..case.sent[other]).map(|index| element(seed, rank, other, index));
            let block: Vec<_> = block.collect();
            pe.write(from.range(at..), &block)?;
            at += block.len();
        }
        pe.write(into, &vec![0; size * count])?;
        Ok(case)
    }

    fn free(self) -> Result<()> {
        self.pe.free(self.into)?;
        Ok(self.pe.free(self.from)?)
    }

    /// Measures. Returns `false` if there is no time left.
    fn measure(&mut self, budget: Duration, in_time: impl Fn() -> bool) -> Result<bool> {
        self.call_and_check(0)?;
        let mut number = 1;
        let mut plan = [1, 0];
        // The first calls take longest. So a rehearsal gives the plan of the measurement, and one
        // call gives the plan of the rehearsal.
        for _ in 0..2 {
            let calls = plan[0];
            self.pe.barrier_all()?;
            let begun = Instant::now();
            self.calls(&mut number, calls)?;
            // By all processes: one process's part may take no time.
            self.pe.barrier_all()?;
            let once = begun.elapsed().as_secs_f64() / calls as f64;
            plan = if self.rank == 0 && in_time() {
                planned(budget, once)
            } else {
                [0, 0]
            };
            self.pe.broadcast(&mut plan, 0)?;
            if plan[0] == 0 {
                return Ok(false);
            }
        }
        let [calls, times] = plan;
        let mut took = Vec::new();
        for _ in 0..times {
            self.pe.barrier_all()?;
            let begun = Instant::now();
            self.calls(&mut number, calls)?;
            let mut slowest = [begun.elapsed().as_secs_f64() / calls as f64];
            self.pe.all_reduce(&mut slowest, Reduction::Max)?;
            took.push(slowest[0]);
        }
        self.pe.write(self.into, &vec![0; self.into.len()])?;
        self.call_and_check(number)?;
        // No process reports before all have checked.
        self.pe.barrier_all()?;
        if self.rank == 0 {
            row(self.operation, median(&took));
        }
        Ok(true)
    }

    fn call_and_check(&mut self, number: u64) -> Result<()> {
        self.values.copy_from_slice(&self.block);
        self.call(number)?;
        self.check(number)
    }

    fn calls(&mut self, number: &mut u64, calls: u64) -> Result<()> {
        for _ in 0..calls {
            self.call(*number)?;
            *number += 1;
        }
        Ok(())
    }

    fn root(&self, number: u64) -> usize {
        (number % self.size as u64) as usize
    }

    fn call(&mut self, number: u64) -> Result<()> {
        let root = self.root(number);
        let (team, is_root) = (&self.team, self.rank == root);
        let (from, into) = (&self.from, &self.into);
        let (from_one, into_one) = (self.from_one, self.into_one);
        let to = root as u32;
        match self.operation.action {
            Action::Barrier => self.pe.barrier_all()?,
            Action::Exchange => {
                let count = self.values.len();
                exchange(self.pe, &self.distances, (from, into), count)?;
            }
            Action::Bcast if is_root => team.broadcast(from_one, to)?,
            Action::Bcast => team.broadcast(into_one, to)?,
            Action::Gather => team.gather(from_one, into, to)?,
            Action::Allgather => team.all_gather(from_one, into)?,
            Action::Scatter => team.scatter(from, into_one, to)?,
            Action::Alltoall => team.all_to_all(from, into)?,
            Action::Alltoallv => {
                let all = |object: &Symmetric<u64>, counts: &[usize]| {
                    object.range(..counts.iter().sum::<usize>())
                };
                let (sent, received) = (&self.sent, &self.received);
                team.all_to_all_v(all(from, sent), sent, all(into, received), received)?;
            }
            Action::ReduceScatter => {
                team.reduce_scatter(from, into_one, Reduction::Sum)?;
            }
            action => {
                // These work in place on the result of the previous call, where the peers' programs
                // have two buffers.
                let values = &mut self.values;
                match action {
                    Action::Reduce => team.reduce(values, Reduction::Sum, to)?,
                    Action::Allreduce => team.all_reduce(values, Reduction::Sum)?,
                    Action::Scan => team.scan(values, Reduction::Sum, Scan::Inclusive)?,
                    Action::Exscan => team.scan(values, Reduction::Sum, Scan::Exclusive)?,
                    _ => bail!("it is no collective"),
                }
            }
        }
        Ok(())
    }

    /// The expected element at `index` of the block from `other`. `None` if any value is right.
    fn expected(&self, number: u64, other: usize, index: usize) -> Option<u64> {
        let (seed, rank, size) = (self.seed, self.rank, self.size);
        let root = self.root(number);
        let is_first = other == 0;
        match self.operation.action {
            Action::Bcast if is_first && rank != root => Some(element(seed, root, 0, index)),
            Action::Reduce if is_first && rank == root => Some(sum(seed, size, 0, index)),
            Action::Allreduce if is_first => Some(sum(seed, size, 0, index)),
            Action::Scatter if is_first => Some(element(seed, root, rank, index)),
            Action::Scan if is_first => Some(sum(seed, rank + 1, 0, index)),
            Action::Exscan if is_first => Some(sum(seed, rank, 0, index)),
            Action::ReduceScatter if is_first => Some(sum(seed, size, rank, index)),
            Action::Gather if rank == root => Some(element(seed, other, 0, index)),
            Action::Allgather => Some(element(seed, other, 0, index)),
            Action::Alltoall | Action::Alltoallv => Some(element(seed, other, rank, index)),
            Action::Exchange if self.distances.contains(&((rank + size - other) % size)) => {
                Some(element(seed, other, rank, index))
            }
            _ => None,
        }
    }

    fn check(&self, number: u64) -> Result<()> {
        let mut place = 0;
        let mut into = vec![0; self.into.len()];
        self.pe.read(self.into, &mut into)?;
        if let Action::Reduce | Action::Allreduce | Action::Scan | Action::Exscan =
            self.operation.action
        {
            into[..self.values.len()].copy_from_slice(&self.values);
        }
        for other in 0..self.size {
            let count = self.received[other];
            for index in 0..count {
                let found = into[place + index];
                if let Some(expected) = self.expected(number, other, index) {
                    ensure!(
                        found == expected,
                        "element {index} of block {other} is {found} instead of {expected}"
                    );
                }
            }
            place += count;
        }
        Ok(())
    }
}
