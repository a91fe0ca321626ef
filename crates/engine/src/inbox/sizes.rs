//! Which sizes of buffers suit the messages that came.

use alloc::vec;
use alloc::vec::Vec;

/// The sizes to begin with, those of Koop et al.'s multiple receive queues.
pub const SIZES: [u32; crate::CLASSES] = [256, 512, 1024, 2048, 4096, 8192];

/// Sizes are multiples of this.
pub(super) const STEP: usize = 32;
const BINS: usize = SIZES[SIZES.len() - 1] as usize / STEP;

/// How many messages of which length came, by the multiple of [`STEP`] that holds them.
pub(super) struct Histogram {
    counts: Vec<u32>,
    total: u64,
}

impl Default for Histogram {
    /// Nothing came, and nothing is allocated.
    fn default() -> Self {
        Histogram {
            counts: Vec::new(),
            total: 0,
        }
    }
}

impl Histogram {
    /// Counts a message with its header.
    pub(super) fn add(&mut self, len: usize) {
        self.counts.resize(BINS, 0);
        let bin = len.div_ceil(STEP).clamp(1, BINS) - 1;
        self.counts[bin] = self.counts[bin].saturating_add(1);
        self.total += 1;
    }

    /// How many messages came.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Bytes of the buffers that the messages need, if each goes into the smallest that holds it of these, which are
    /// in ascending order; longer ones take the longest of [`SIZES`].
    pub(super) fn cost(&self, sizes: &[u32]) -> u64 {
        let mut cost = 0;
        for (bin, &count) in self.counts.iter().enumerate() {
            let len = ((bin + 1) * STEP) as u32;
            let fits = sizes.iter().find(|&&size| len <= size);
            let size = fits.copied().unwrap_or(SIZES[SIZES.len() - 1]);
            cost += u64::from(count) * u64::from(size);
        }
        cost
    }

    /// The at most six sizes that need the fewest bytes, in ascending order; the last holds the longest message that came.
    ///
    /// Dynamic programming over the lengths that came: the best division of the first *i* lengths into *k* sizes is the best
    /// of the first *j* into *k - 1*, with one size for the rest.
    pub(super) fn best(&self) -> Vec<u32> {
        let came: Vec<(u64, u64)> = (1u64..)
            .zip(&self.counts)
            .filter(|&(_, &count)| count > 0)
            .map(|(bin, &count)| (bin * STEP as u64, u64::from(count)))
            .collect();
        let before: Vec<u64> = core::iter::once(0)
            .chain(came.iter().scan(0, |sum, &(_, count)| {
                *sum += count;
                Some(*sum)
            }))
            .collect();
        let classes = crate::CLASSES.min(came.len());
        // For each number of sizes and of lengths: the cost, and where the last size begins.
        let mut best = vec![vec![(u64::MAX, 0); came.len() + 1]; classes + 1];
        best[0][0] = (0, 0);
        for k in 1..=classes {
            for i in k..=came.len() {
                let len = came[i - 1].0;
                best[k][i] = (k - 1..i)
                    .filter(|&j| best[k - 1][j].0 != u64::MAX)
                    .map(|j| (best[k - 1][j].0 + len * (before[i] - before[j]), j))
                    .min()
                    .unwrap_or((u64::MAX, 0));
            }
        }
        let mut sizes = Vec::with_capacity(classes);
        let mut end = came.len();
        for k in (1..=classes).rev() {
            sizes.push(came[end - 1].0 as u32);
            end = best[k][end].1;
        }
        sizes.reverse();
        sizes
    }
}

#[cfg(test)]
mod tests;
