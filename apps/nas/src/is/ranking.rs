//! The ranking of all keys.
//!
//! ```text
//!   own keys ─▶ counts of buckets ─▶ others
//!            ─▶ sorted by bucket, block by block; counts of all processes: who gets which buckets
//!                                  ┌─ own buckets ─────────────────────┐
//!                                  └─ others' ─ put, then signal ─▶ arrivals
//!                                                                      ▼
//!                          keys of own buckets: how many of each, and how many are less
//! ```
//!
//! With the counts of the buckets, only the low bits of keys need to be kept and sent: those that differ within a bucket. On a node
//! they are put from each block; what goes to other nodes is collected first, and leaves in one piece.
//!
//! What arrived in one iteration has been ranked before its receiver tells its counts of the next one, and nobody sends before it
//! knows those: so one buffer is enough.

use std::ops::Range;

use anyhow::{Result, ensure};
use farreach::mpi::Communicator;
use farreach::shmem::{Compare, Pe, Symmetric};

use super::ITERATIONS;
use super::blocks::Blocks;
use super::counts::Counts;
use super::problem::{Problem, TESTS};
use crate::job::{Job, exchange};
use crate::share::share;

/// Keys that are read at a time of those that came, so that they are in the cache when they are looked at.
const READ: usize = 8192;

/// This process's part of the ranking.
pub(super) struct Ranking<'a> {
    job: &'a Job<'a>,
    pe: &'a Pe,
    problem: Problem,
    /// Which of all keys are this process's.
    places: Range<usize>,
    keys: Vec<u32>,
    blocks: Blocks,
    /// Where each bucket begins, and the last one ends, if all keys are sorted by bucket.
    starts: Vec<usize>,
    /// The low bits of the keys so sorted, but for those that others on this node get.
    sorted: Vec<u16>,
    /// How many of each bucket each process has, and the test keys.
    counts: Counts<'a>,
    /// Where others put those of this process's buckets: in the order of their ranks.
    arrivals: Symmetric<u16>,
    /// By messages: the keys of this process's buckets, in the order of the ranks.
    received: Vec<u16>,
    /// For each other process, the turn in which its keys have come.
    signals: Symmetric<u64>,
    /// Whether each process is another one on this node: then its keys are put while they are sorted.
    is_near: Vec<bool>,
    turn: u64,
    /// How many of all keys are less than each key of this process's buckets.
    ranks: Vec<u32>,
    /// Of the last iteration.
    division: Division,
}

/// Who has which keys.
#[derive(Clone, Debug, Default, PartialEq)]
struct Division {
    /// The first bucket of each process, and the number of buckets.
    firsts: Vec<usize>,
    /// How many of all keys are less than those of this process's buckets, and how many are in these.
    lesser: usize,
    own: usize,
}

impl<'a> Ranking<'a> {
    /// The keys before the first iteration. Collective.
    pub(super) fn new(job: &'a Job<'a>, problem: Problem) -> Result<Ranking<'a>> {
        let (pe, size) = (job.pe, job.size());
        let places = share(problem.keys(), size, job.rank());
        let keys = problem.sequence(places.clone());
        // A process's share of all keys, and the last bucket that is not wholly part of it: keys of the middle are two and
        // two thirds as frequent as the mean.
        let room = problem.keys() / size + 3 * (problem.keys() / problem.buckets() + 1);
        let room = if size > 1 { room } else { 1 };
        let one_sided = if job.messages.is_some() { 1 } else { room };
        Ok(Ranking {
            job,
            pe,
            problem,
            places,
            blocks: Blocks::new(&problem, keys.len()),
            starts: Vec::new(),
            sorted: vec![0; keys.len()],
            counts: Counts::new(job, problem.buckets() + TESTS)?,
            keys,
            arrivals: pe.alloc(one_sided)?,
            received: Vec::new(),
            signals: pe.alloc(size)?,
            is_near: others_on_node(job),
            turn: 0,
            ranks: Vec::new(),
            division: Division::default(),
        })
    }

    /// One iteration: ranks all keys. Returns how many test keys of this process's buckets have the rank that they must have.
    pub(super) fn rank(&mut self, iteration: usize) -> Result<u64> {
        self.turn += 1;
        self.change_keys(iteration);
        let mut own = self.blocks.count(&self.keys);
        self.find_starts(&own);
        own.extend(self.test_keys());
        self.counts.tell(own)?;
        // Meanwhile the others' counts come.
        self.blocks.sort(0, &self.keys);
        let mut totals = self.counts.sums()?;
        let test_keys = totals.split_off(self.problem.buckets());
        self.division = Division::new(&totals, self.job.size(), self.job.rank());
        self.distribute()?;
        self.count_keys()?;
        Ok(self.passed(iteration, &test_keys))
    }

    /// The two keys that are others in each iteration.
    fn change_keys(&mut self, iteration: usize) {
        let limit = self.problem.limit();
        let changed = [
            (iteration, iteration as u32),
            (iteration + ITERATIONS, limit - iteration as u32),
        ];
        for (place, key) in changed {
            if self.places.contains(&place) {
                self.keys[place - self.places.start] = key;
            }
        }
    }

    /// The test keys that are this process's; 0 for the others.
    fn test_keys(&self) -> [u32; TESTS] {
        self.problem.test_places().map(|place| {
            if self.places.contains(&place) {
                self.keys[place - self.places.start]
            } else {
                0
            }
        })
    }

    /// Where each bucket begins and the last one ends.
    fn find_starts(&mut self, counts: &[u32]) {
        let mut total = 0;
        self.starts.clear();
        self.starts.push(0);
        self.starts.extend(counts.iter().map(|&count| {
            total += count as usize;
            total
        }));
    }

    /// Whose each bucket is.
    fn owners(&self) -> Vec<usize> {
        let processes = 0..self.job.size();
        processes
            .flat_map(|process| self.buckets(process).map(move |_| process))
            .collect()
    }

    /// The buckets of a process.
    fn buckets(&self, process: usize) -> Range<usize> {
        self.division.firsts[process]..self.division.firsts[process + 1]
    }

    /// Sorts this process's keys, of which the first block is sorted, by bucket, and sends those of others' buckets.
    fn distribute(&mut self) -> Result<()> {
        // Before this process's keys lie those of lower ranks, but for the receiver's own.
        let places = self.counts.before(|process| self.buckets(process))?;
        let places: Vec<usize> = places.into_iter().map(|place| place as usize).collect();
        let owners = self.owners();
        let mut ends: Vec<usize> = owners
            .iter()
            .zip(&self.starts)
            .map(|(&owner, &start)| {
                if self.is_near[owner] {
                    places[owner] + start - self.starts[self.division.firsts[owner]]
                } else {
                    start
                }
            })
            .collect();
        for block in 0..self.blocks.len() {
            if block > 0 {
                self.blocks.sort(block, &self.keys);
            }
            self.blocks.each_run(block, |bucket, keys| {
                let (owner, end) = (owners[bucket], &mut ends[bucket]);
                if self.is_near[owner] {
                    self.pe
                        .put_slice(self.arrivals.range(*end..).on(owner as u32), keys)?;
                } else {
                    self.sorted[*end..*end + keys.len()].copy_from_slice(keys);
                }
                *end += keys.len();
                Ok(())
            })?;
        }
        self.send(&places)
    }

    /// Tells the others that their keys have come, and puts the keys of those on other nodes.
    fn send(&mut self, places: &[usize]) -> Result<()> {
        let job = self.job;
        if let Some(all) = &job.messages {
            return self.exchange(all);
        }
        let (size, rank) = (self.job.size(), self.job.rank());
        for distance in 1..size {
            let to = (rank + distance) % size;
            let buckets = self.buckets(to);
            let keys = if self.is_near[to] {
                0..0
            } else {
                self.starts[buckets.start]..self.starts[buckets.end]
            };
            self.counts.tell_owner(to, buckets)?;
            self.pe.put_signal(
                self.arrivals.range(places[to]..).on(to as u32),
                &self.sorted[keys],
                self.signals.at(rank).signal().set(self.turn),
            )?;
        }
        Ok(())
    }

    /// Exchanges keys by messages.
    fn exchange(&mut self, all: &Communicator<'_>) -> Result<()> {
        let (size, rank) = (self.job.size(), self.job.rank());
        let firsts = &self.division.firsts;
        let buckets = |process: usize| firsts[process]..firsts[process + 1];
        self.counts.tell_owners(buckets)?;
        let mut counts = vec![0; buckets(rank).len()];
        let mut lens = Vec::with_capacity(size);
        for from in 0..size {
            let mut len = 0;
            if from != rank {
                self.counts.of(from, buckets(rank), &mut counts)?;
                len = counts.iter().map(|&count| count as usize).sum();
            }
            lens.push((from, len));
        }
        let keys = |to: usize| self.starts[firsts[to]]..self.starts[firsts[to + 1]];
        let others = (1..size).map(|distance| (rank + distance) % size);
        let departures: Vec<(usize, &[u16])> =
            others.map(|to| (to, &self.sorted[keys(to)])).collect();
        self.received
            .resize(lens.iter().map(|(_, len)| len).sum(), 0);
        exchange(all, &departures, &mut self.received, lens)
    }

    /// Computes the ranks of the keys of this process's buckets.
    fn count_keys(&mut self) -> Result<()> {
        let buckets = self.buckets(self.job.rank());
        self.ranks.clear();
        self.ranks
            .resize(buckets.len() << self.problem.bucket_bits(), 0);
        self.each_bucket(|_, counts, keys| {
            for &key in keys {
                counts[key as usize] += 1;
            }
        })?;
        let mut total = self.division.lesser as u32;
        for rank in &mut self.ranks {
            total += std::mem::replace(rank, total);
        }
        let wanted = self.division.lesser + self.division.own;
        ensure!(
            total as usize == wanted,
            "turn {}: there are {total} keys up to the last bucket, not {wanted}",
            self.turn
        );
        Ok(())
    }

    /// Shows `take` the low bits of all keys of this process's buckets, some keys of one bucket at a time, with the bucket and
    /// its ranks.
    fn each_bucket(&mut self, mut take: impl FnMut(usize, &mut [u32], &[u16])) -> Result<()> {
        let rank = self.job.rank();
        let buckets = self.buckets(rank);
        let width = 1 << self.problem.bucket_bits();
        for (bucket, ranks) in buckets.clone().zip(self.ranks.chunks_exact_mut(width)) {
            let keys = self.starts[bucket]..self.starts[bucket + 1];
            take(bucket, ranks, &self.sorted[keys]);
        }
        let mut counts = vec![0; buckets.len()];
        let mut block = [0; READ];
        let mut at = 0;
        let is_one_sided = self.job.messages.is_none();
        for from in (0..self.job.size()).filter(|&from| from != rank) {
            if is_one_sided {
                self.pe
                    .wait_until(self.signals.at(from), Compare::Ge, self.turn)?;
            }
            self.counts.of(from, buckets.clone(), &mut counts)?;
            let ranks = self.ranks.chunks_exact_mut(width);
            for ((bucket, ranks), &count) in buckets.clone().zip(ranks).zip(&counts) {
                let end = at + count as usize;
                while at < end {
                    let keys = &mut block[..READ.min(end - at)];
                    if is_one_sided {
                        self.pe.read(self.arrivals.range(at..), keys)?;
                    } else {
                        keys.copy_from_slice(&self.received[at..at + keys.len()]);
                    }
                    take(bucket, ranks, keys);
                    at += keys.len();
                }
            }
        }
        Ok(())
    }

    /// How many of the test keys are in this process's buckets and have the right rank.
    fn passed(&self, iteration: usize, keys: &[u32]) -> u64 {
        let least = self.division.firsts[self.job.rank()] << self.problem.bucket_bits();
        let wanted = self.problem.test_ranks(iteration);
        let right = keys.iter().zip(wanted).filter(|&(&key, wanted)| {
            let own = (key as usize).checked_sub(least);
            own.and_then(|key| self.ranks.get(key))
                .is_some_and(|&rank| i64::from(rank) == wanted)
        });
        right.count() as u64
    }

    /// Whether the ranks of the last iteration sort the keys: those of each process, and those of one after those before.
    pub(super) fn is_sorted(&mut self) -> Result<bool> {
        let bits = self.problem.bucket_bits();
        let lesser = self.division.lesser;
        let mut in_order = vec![0; self.division.own];
        self.each_bucket(|bucket, ranks, keys| {
            for &key in keys {
                let rank = &mut ranks[key as usize];
                in_order[*rank as usize - lesser] = bucket << bits | key as usize;
                *rank += 1;
            }
        })?;
        let ends = [
            in_order.len() as u64,
            in_order.first().map_or(0, |&key| key as u64),
            in_order.last().map_or(0, |&key| key as u64),
        ];
        let all = self.job.all_gather(&ends)?;
        let mut all = all.as_chunks::<3>().0.to_vec();
        let count: u64 = all.iter().map(|[count, ..]| count).sum();
        all.retain(|[count, ..]| *count > 0);
        Ok(in_order.is_sorted()
            && count == self.problem.keys() as u64
            && all.is_sorted_by(|[_, _, last], [_, first, _]| last < first))
    }
}

/// For each process, whether it is another one on this node that keys are put to.
fn others_on_node(job: &Job<'_>) -> Vec<bool> {
    let is_near = |process: usize| process != job.rank() && job.pe.world().is_near(process as u32);
    let is_one_sided = job.messages.is_none();
    (0..job.size())
        .map(|process| is_one_sided && is_near(process))
        .collect()
}

impl Division {
    /// Divides buckets with so many keys among `size` processes: each gets the next ones until it and those before have their
    /// share of all keys.
    fn new(totals: &[u32], size: usize, rank: usize) -> Division {
        let keys: usize = totals.iter().map(|&count| count as usize).sum();
        let mut division = Division {
            firsts: vec![0],
            lesser: 0,
            own: 0,
        };
        let (mut bucket, mut before) = (0, 0);
        for process in 0..size {
            let begun = before;
            let end = share(keys, size, process).end;
            while bucket < totals.len() && (before < end || process + 1 == size) {
                before += totals[bucket] as usize;
                bucket += 1;
            }
            division.firsts.push(bucket);
            if process == rank {
                division.lesser = begun;
                division.own = before - begun;
            }
        }
        division
    }
}

#[cfg(test)]
mod tests;
