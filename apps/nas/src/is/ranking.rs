//! The ranking of all keys.
//!
//! ```text
//!   own keys ─▶ counts of buckets ─▶ summed over all processes: who gets which buckets
//!            ─▶ sorted by bucket ──┬─ own buckets ─────────────────────┐
//!                                  └─ others' ─ put with signal ─▶ arrivals
//!                                                                      ▼
//!                          keys of own buckets: how many of each, and how many are less
//! ```
//!
//! What arrived in one iteration has been counted before its receiver takes part in the sum of the next one, and nobody sends
//! before that sum: so one buffer is enough.

use std::ops::Range;

use anyhow::{Result, ensure};
use farreach::shmem::{Compare, Pe, Reduction, Scan, Symmetric};

use super::ITERATIONS;
use super::problem::{Problem, TESTS};
use crate::share::share;

/// More than any class has buckets.
const BUCKETS_MAX: usize = 1 << 10;
/// Keys that are taken from the arrivals at a time.
const CHUNK: usize = 1 << 13;

/// This process's part of the ranking.
pub(super) struct Ranking<'a> {
    pe: &'a Pe,
    problem: Problem,
    /// Which of all keys are this process's.
    places: Range<usize>,
    keys: Vec<u32>,
    /// The same, sorted by bucket.
    sorted: Vec<u32>,
    /// Where others put keys of this process's buckets: in the order of their ranks.
    arrivals: Symmetric<u32>,
    /// For each other process, how many keys it put, with the number of the turn above them.
    signals: Symmetric<u64>,
    turn: u64,
    /// How many of all keys are less than each key of this process's buckets.
    ranks: Vec<u32>,
    /// Of the last iteration.
    division: Division,
    chunk: Vec<u32>,
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
    pub(super) fn new(pe: &'a Pe, problem: Problem) -> Result<Ranking<'a>> {
        let size = pe.n_pes() as usize;
        let places = share(problem.keys(), size, pe.my_pe() as usize);
        let keys = problem.sequence(places.clone());
        // A process's share of all keys, and the last bucket that is not wholly part of it: keys of the middle are two and
        // two thirds as frequent as the mean.
        let room = problem.keys() / size + 3 * (problem.keys() / problem.buckets() + 1);
        let (arrivals, signals) = if size > 1 {
            (pe.alloc(room)?, pe.alloc(size)?)
        } else {
            (pe.alloc(1)?, pe.alloc(1)?)
        };
        Ok(Ranking {
            pe,
            problem,
            places,
            sorted: vec![0; keys.len()],
            keys,
            arrivals,
            signals,
            turn: 0,
            ranks: Vec::new(),
            division: Division::default(),
            chunk: vec![0; CHUNK],
        })
    }

    /// One iteration: ranks all keys. Returns how many test keys of this process's buckets have the rank that they must have.
    pub(super) fn rank(&mut self, iteration: usize) -> Result<u64> {
        self.turn += 1;
        self.change_keys(iteration);
        let own = self.count_buckets();
        let mut totals = own.clone();
        totals.extend(self.test_keys());
        self.pe.all_reduce(&mut totals, Reduction::Sum)?;
        let test_keys = totals.split_off(own.len());
        self.division = Division::new(&totals, self.pe.n_pes() as usize, self.pe.my_pe() as usize);
        let starts = self.sort_by_bucket(&own);
        self.send(&starts)?;
        self.count_keys(&starts)?;
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

    /// How many of this process's keys are in each bucket.
    fn count_buckets(&self) -> Vec<u32> {
        let bits = self.problem.bucket_bits();
        // Two tables, as the same bucket twice in a row would wait for the first time.
        let mut tables = [[0; BUCKETS_MAX]; 2];
        for pair in self.keys.chunks(2) {
            for (key, table) in pair.iter().zip(&mut tables) {
                table[(key >> bits) as usize % BUCKETS_MAX] += 1;
            }
        }
        let [first, second] = &tables;
        let sums = first.iter().zip(second).map(|(a, b)| a + b);
        sums.take(self.problem.buckets()).collect()
    }

    /// Sorts this process's keys by bucket. Returns where the keys of each process begin, and their number.
    fn sort_by_bucket(&mut self, counts: &[u32]) -> Vec<usize> {
        let bits = self.problem.bucket_bits();
        let mut ends = [0; BUCKETS_MAX];
        let mut total = 0;
        let mut firsts = Vec::with_capacity(counts.len() + 1);
        for (end, count) in ends.iter_mut().zip(counts) {
            *end = total;
            firsts.push(total as usize);
            total += count;
        }
        firsts.push(total as usize);
        for &key in &self.keys {
            let end = &mut ends[(key >> bits) as usize % BUCKETS_MAX];
            self.sorted[*end as usize] = key;
            *end += 1;
        }
        let of_process = |&bucket: &usize| firsts[bucket];
        self.division.firsts.iter().map(of_process).collect()
    }

    /// Puts the keys of others' buckets where they belong.
    fn send(&self, starts: &[usize]) -> Result<()> {
        let (size, rank) = (self.pe.n_pes() as usize, self.pe.my_pe() as usize);
        if size == 1 {
            return Ok(());
        }
        let count = |process: usize| starts[process + 1] - starts[process];
        // Before this process's keys lie those of lower ranks.
        let mut places: Vec<u64> = (0..size)
            .map(|process| {
                if process == rank {
                    0
                } else {
                    count(process) as u64
                }
            })
            .collect();
        let team = self.pe.team_world();
        team.scan(&mut places, Reduction::Sum, Scan::Exclusive)?;
        for distance in 1..size {
            let to = (rank + distance) % size;
            let keys = &self.sorted[starts[to]..starts[to + 1]];
            let signal = self.turn << 32 | keys.len() as u64;
            self.pe.put_signal(
                &self.arrivals,
                places[to] as usize,
                keys,
                &self.signals,
                rank,
                signal,
                to as u32,
            )?;
        }
        Ok(())
    }

    /// Computes the ranks of the keys of this process's buckets.
    fn count_keys(&mut self, starts: &[usize]) -> Result<()> {
        let rank = self.pe.my_pe() as usize;
        let bits = self.problem.bucket_bits();
        let firsts = &self.division.firsts;
        let range = firsts[rank] << bits..firsts[rank + 1] << bits;
        self.ranks.clear();
        self.ranks.resize(range.len(), 0);
        let least = range.start as u32;
        count(
            &mut self.ranks,
            least,
            &self.sorted[starts[rank]..starts[rank + 1]],
        );
        self.each_arrived(|ranks, keys| count(ranks, least, keys))?;
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

    /// Shows `take` the keys that arrived in this iteration, a chunk at a time, with the ranks.
    fn each_arrived(&mut self, mut take: impl FnMut(&mut [u32], &[u32])) -> Result<()> {
        let mut at = 0;
        for from in 0..self.pe.n_pes() as usize {
            if from == self.pe.my_pe() as usize {
                continue;
            }
            let turn = self.turn << 32;
            self.pe.wait_until(&self.signals, from, Compare::Ge, turn)?;
            let count = self.pe.g(&self.signals, from, self.pe.my_pe())? - turn;
            let end = at + count as usize;
            while at < end {
                let chunk = &mut self.chunk[..(end - at).min(CHUNK)];
                self.pe.read(&self.arrivals, at, chunk)?;
                take(&mut self.ranks, chunk);
                at += chunk.len();
            }
        }
        Ok(())
    }

    /// How many of the test keys are in this process's buckets and have the right rank.
    fn passed(&self, iteration: usize, keys: &[u32]) -> u64 {
        let least = self.division.firsts[self.pe.my_pe() as usize] << self.problem.bucket_bits();
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
        let rank = self.pe.my_pe() as usize;
        let bits = self.problem.bucket_bits();
        let least = (self.division.firsts[rank] << bits) as u32;
        let lesser = self.division.lesser;
        let mut in_order = vec![0; self.division.own];
        let mut place = |ranks: &mut [u32], keys: &[u32]| {
            for &key in keys {
                let rank = &mut ranks[(key - least) as usize];
                in_order[*rank as usize - lesser] = key;
                *rank += 1;
            }
        };
        let own = self.own_sorted();
        place(&mut self.ranks, &self.sorted[own]);
        self.each_arrived(place)?;
        let ends = [
            in_order.len() as u64,
            in_order.first().map_or(0, |&key| u64::from(key)),
            in_order.last().map_or(0, |&key| u64::from(key)),
        ];
        let mut all = vec![[0; 3]; self.pe.n_pes() as usize];
        self.pe.team_world().all_gather(&[ends], &mut all)?;
        let count: u64 = all.iter().map(|[count, ..]| count).sum();
        all.retain(|[count, ..]| *count > 0);
        Ok(in_order.is_sorted()
            && count == self.problem.keys() as u64
            && all.is_sorted_by(|[_, _, last], [_, first, _]| last < first))
    }

    /// Where this process's own keys of its buckets lie in `sorted`.
    fn own_sorted(&self) -> Range<usize> {
        let rank = self.pe.my_pe() as usize;
        let bits = self.problem.bucket_bits();
        let start = |process: usize| {
            let first = self.division.firsts[process];
            self.sorted
                .partition_point(|&key| ((key >> bits) as usize) < first)
        };
        start(rank)..start(rank + 1)
    }
}

/// Counts keys, of which `least` is the first one that is counted.
fn count(counts: &mut [u32], least: u32, keys: &[u32]) {
    for key in keys {
        counts[(key - least) as usize] += 1;
    }
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
