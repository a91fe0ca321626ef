//! Sorting by bucket, a block of keys at a time: what is written here and there stays in the cache, and leaves it in runs.

use anyhow::Result;

use super::problem::{LOG_BUCKETS_MAX, Problem};

/// Keys of a block: what is kept of them takes a quarter of a MiB.
const BLOCK: usize = 1 << 17;
const BUCKETS_MAX: usize = 1 << LOG_BUCKETS_MAX;

/// The blocks of a process's keys, one of which is sorted.
pub(super) struct Blocks {
    bits: u32,
    buckets: usize,
    /// How many keys of each bucket each block has.
    counts: Vec<u32>,
    /// The low bits of the keys of the block that was sorted last, by bucket.
    sorted: Vec<u16>,
}

impl Blocks {
    /// Blocks of so many keys.
    pub(super) fn new(problem: &Problem, keys: usize) -> Blocks {
        Blocks {
            bits: problem.bucket_bits(),
            buckets: problem.buckets(),
            counts: vec![0; keys.div_ceil(BLOCK) * problem.buckets()],
            sorted: vec![0; keys.min(BLOCK)],
        }
    }

    /// How many blocks there are.
    pub(super) fn len(&self) -> usize {
        self.counts.len() / self.buckets
    }

    /// How many of the keys are in each bucket.
    pub(super) fn count(&mut self, keys: &[u32]) -> Vec<u32> {
        let mut totals = vec![0; self.buckets];
        let blocks = self.counts.chunks_exact_mut(self.buckets);
        for (counts, keys) in blocks.zip(keys.chunks(BLOCK)) {
            count(keys, self.bits, counts);
            for (total, count) in totals.iter_mut().zip(counts) {
                *total += *count;
            }
        }
        totals
    }

    /// Sorts a block of the keys that were counted, if there is one.
    pub(super) fn sort(&mut self, block: usize, keys: &[u32]) {
        let Some(keys) = keys.chunks(BLOCK).nth(block) else {
            return;
        };
        let mut ends = [0; BUCKETS_MAX];
        let mut total = 0;
        for (end, &count) in ends.iter_mut().zip(self.counts(block)) {
            *end = total;
            total += count;
        }
        sort(keys, self.bits, &mut ends, &mut self.sorted);
    }

    /// Shows `take` the keys of each bucket of the block that was sorted last.
    pub(super) fn each_run(
        &self,
        block: usize,
        mut take: impl FnMut(usize, &[u16]) -> Result<()>,
    ) -> Result<()> {
        let mut rest = &self.sorted[..];
        for (bucket, &count) in self.counts(block).iter().enumerate() {
            let (run, others) = rest.split_at(count as usize);
            take(bucket, run)?;
            rest = others;
        }
        Ok(())
    }

    fn counts(&self, block: usize) -> &[u32] {
        &self.counts[block * self.buckets..][..self.buckets]
    }
}

fn bucket(key: u32, bits: u32) -> usize {
    (key >> bits) as usize % BUCKETS_MAX
}

/// How many keys are in each bucket.
fn count(keys: &[u32], bits: u32, counts: &mut [u32]) {
    // Two tables, as the same bucket twice in a row would wait for the first time.
    let (mut first, mut second) = ([0; BUCKETS_MAX], [0; BUCKETS_MAX]);
    let (pairs, last) = keys.as_chunks::<2>();
    for &[a, b] in pairs {
        first[bucket(a, bits)] += 1;
        second[bucket(b, bits)] += 1;
    }
    for &key in last {
        first[bucket(key, bits)] += 1;
    }
    for ((count, first), second) in counts.iter_mut().zip(first).zip(second) {
        *count = first + second;
    }
}

/// Writes the low bits of keys where those of their bucket end so far.
fn sort(keys: &[u32], bits: u32, ends: &mut [u32; BUCKETS_MAX], sorted: &mut [u16]) {
    let low_bits = (1 << bits) - 1;
    for &key in keys {
        let end = &mut ends[bucket(key, bits)];
        sorted[*end as usize] = (key & low_bits) as u16;
        *end += 1;
    }
}

#[cfg(test)]
mod tests;
