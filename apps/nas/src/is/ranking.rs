//! The ranking of all keys.
//!
//! ```text
//!   own keys ─▶ counts of buckets ─▶ others
//!            ─▶ sorted by bucket; counts of all processes: who gets which buckets
//!                                  ┌─ own buckets ─────────────────────┐
//!                                  └─ others' ─ put with signal ─▶ arrivals
//!                                                                      ▼
//!                          keys of own buckets: how many of each, and how many are less
//! ```
//!
//! With the counts of the buckets, only the low bits of keys need to be kept and sent: those that differ within a bucket.
//!
//! What arrived in one iteration has been ranked before its receiver tells its counts of the next one, and nobody sends before it
//! knows those: so one buffer is enough.

use std::ops::Range;

use anyhow::{Result, ensure};
use farreach::shmem::{Compare, Pe, Symmetric};

use super::ITERATIONS;
use super::counts::Counts;
use super::problem::{LOG_BUCKETS_MAX, Problem, TESTS};
use crate::share::share;

const BUCKETS_MAX: usize = 1 << LOG_BUCKETS_MAX;

/// This process's part of the ranking.
pub(super) struct Ranking<'a> {
    pe: &'a Pe,
    problem: Problem,
    /// Which of all keys are this process's.
    places: Range<usize>,
    keys: Vec<u32>,
    /// Their low bits, sorted by bucket, and where each bucket begins and the last one ends.
    sorted: Vec<u16>,
    starts: Vec<usize>,
    /// How many of each bucket each process has, and the test keys.
    counts: Counts<'a>,
    /// Where others put those of this process's buckets: in the order of their ranks.
    arrivals: Symmetric<u16>,
    /// For each other process, the turn in which its keys have come.
    signals: Symmetric<u64>,
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
    pub(super) fn new(pe: &'a Pe, problem: Problem) -> Result<Ranking<'a>> {
        let size = pe.n_pes() as usize;
        let places = share(problem.keys(), size, pe.my_pe() as usize);
        let keys = problem.sequence(places.clone());
        // A process's share of all keys, and the last bucket that is not wholly part of it: keys of the middle are two and
        // two thirds as frequent as the mean.
        let room = problem.keys() / size + 3 * (problem.keys() / problem.buckets() + 1);
        let room = if size > 1 { room } else { 1 };
        Ok(Ranking {
            pe,
            problem,
            places,
            sorted: vec![0; keys.len()],
            starts: Vec::new(),
            counts: Counts::new(pe, problem.buckets() + TESTS)?,
            keys,
            arrivals: pe.alloc(room)?,
            signals: pe.alloc(size)?,
            turn: 0,
            ranks: Vec::new(),
            division: Division::default(),
        })
    }

    /// One iteration: ranks all keys. Returns how many test keys of this process's buckets have the rank that they must have.
    pub(super) fn rank(&mut self, iteration: usize) -> Result<u64> {
        self.turn += 1;
        self.change_keys(iteration);
        let mut own = self.count_buckets();
        self.find_starts(&own);
        own.extend(self.test_keys());
        self.counts.tell(own)?;
        self.sort_by_bucket();
        let mut totals = self.counts.sums()?;
        let test_keys = totals.split_off(self.problem.buckets());
        self.division = Division::new(&totals, self.pe.n_pes() as usize, self.pe.my_pe() as usize);
        self.send()?;
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

    /// How many of this process's keys are in each bucket.
    fn count_buckets(&self) -> Vec<u32> {
        let bits = self.problem.bucket_bits();
        let bucket = |key: u32| (key >> bits) as usize % BUCKETS_MAX;
        // Two tables, as the same bucket twice in a row would wait for the first time.
        let (mut first, mut second) = ([0; BUCKETS_MAX], [0; BUCKETS_MAX]);
        let (pairs, last) = self.keys.as_chunks::<2>();
        for &[a, b] in pairs {
            first[bucket(a)] += 1;
            second[bucket(b)] += 1;
        }
        for &key in last {
            first[bucket(key)] += 1;
        }
        let sums = first.iter().zip(second).map(|(a, b)| a + b);
        sums.take(self.problem.buckets()).collect()
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

    /// Sorts this process's keys by bucket.
    fn sort_by_bucket(&mut self) {
        let bits = self.problem.bucket_bits();
        let low_bits = (1 << bits) - 1;
        let mut ends = [0; BUCKETS_MAX];
        for (end, &start) in ends.iter_mut().zip(&self.starts[..self.problem.buckets()]) {
            *end = start as u32;
        }
        let sorted = self.sorted.as_mut_slice();
        for &key in &self.keys {
            let end = &mut ends[(key >> bits) as usize % BUCKETS_MAX];
            sorted[*end as usize] = (key & low_bits) as u16;
            *end += 1;
        }
    }

    /// The buckets of a process.
    fn buckets(&self, process: usize) -> Range<usize> {
        self.division.firsts[process]..self.division.firsts[process + 1]
    }

    /// Puts the keys of others' buckets where they belong.
    fn send(&self) -> Result<()> {
        let (size, rank) = (self.pe.n_pes() as usize, self.pe.my_pe() as usize);
        if size == 1 {
            return Ok(());
        }
        // Before this process's keys lie those of lower ranks, but for the receiver's own.
        let places = self.counts.before(|process| self.buckets(process))?;
        for distance in 1..size {
            let to = (rank + distance) % size;
            let buckets = self.buckets(to);
            let keys = self.starts[buckets.start]..self.starts[buckets.end];
            self.counts.tell_owner(to, buckets)?;
            self.pe.put_signal(
                &self.arrivals,
                places[to] as usize,
                &self.sorted[keys],
                &self.signals,
                rank,
                self.turn,
                to as u32,
            )?;
        }
        Ok(())
    }

    /// Computes the ranks of the keys of this process's buckets.
    fn count_keys(&mut self) -> Result<()> {
        let buckets = self.buckets(self.pe.my_pe() as usize);
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
        let rank = self.pe.my_pe() as usize;
        let buckets = self.buckets(rank);
        let width = 1 << self.problem.bucket_bits();
        for (bucket, ranks) in buckets.clone().zip(self.ranks.chunks_exact_mut(width)) {
            let keys = self.starts[bucket]..self.starts[bucket + 1];
            take(bucket, ranks, &self.sorted[keys]);
        }
        let mut counts = vec![0; buckets.len()];
        let mut keys = Vec::new();
        let mut at = 0;
        for from in (0..self.pe.n_pes() as usize).filter(|&from| from != rank) {
            self.pe
                .wait_until(&self.signals, from, Compare::Ge, self.turn)?;
            self.counts.of(from, buckets.clone(), &mut counts)?;
            let ranks = self.ranks.chunks_exact_mut(width);
            for ((bucket, ranks), &count) in buckets.clone().zip(ranks).zip(&counts) {
                keys.resize(count as usize, 0);
                self.pe.read(&self.arrivals, at, &mut keys)?;
                take(bucket, ranks, &keys);
                at += keys.len();
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
        let mut all = vec![[0; 3]; self.pe.n_pes() as usize];
        self.pe.team_world().all_gather(&[ends], &mut all)?;
        let count: u64 = all.iter().map(|[count, ..]| count).sum();
        all.retain(|[count, ..]| *count > 0);
        Ok(in_order.is_sorted()
            && count == self.problem.keys() as u64
            && all.is_sorted_by(|[_, _, last], [_, first, _]| last < first))
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
