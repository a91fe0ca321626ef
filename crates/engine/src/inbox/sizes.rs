//! The choice of buffer sizes for the messages that arrived.

use alloc::vec;
use alloc::vec::Vec;

/// The initial sizes. The first three are those of the multiple shared receive queues of Koop et al.
/// Messages of 2, 4 and 16 KiB are common and have heads, for which the sizes leave room. Those of
/// 8 KiB take the largest buffers: there would be no more of their own size.
pub const SIZES: [u32; crate::CLASSES] = [256, 512, 1024, 2144, 4192, 16_480];

/// All sizes are multiples of `STEP` bytes.
pub(super) const STEP: usize = 32;
const BINS: usize = SIZES[SIZES.len() - 1] as usize / STEP;

/// The number of messages of each length, rounded up to a multiple of [`STEP`].
pub(super) struct Histogram {
    counts: Vec<u32>,
    total: u64,
}

impl Default for Histogram {
    /// An empty histogram, which allocates nothing.
    fn default() -> Self {
        Histogram {
            counts: Vec::new(),
            total: 0,
        }
    }
}

impl Histogram {
    /// Counts a message of `len` bytes, header included.
    pub(super) fn add(&mut self, len: usize) {
        self.counts.resize(BINS, 0);
        let bin = len.div_ceil(STEP).clamp(1, BINS) - 1;
        self.counts[bin] = self.counts[bin].saturating_add(1);
        self.total += 1;
    }

    /// The number of messages counted.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// The bytes of buffers that the messages need with these sizes, which are in ascending order.
    /// Each message takes the smallest buffer that holds it. A longer message takes the largest of
    /// [`SIZES`].
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

    /// The sizes, at most six, that need the fewest bytes, in ascending order. The last size holds
    /// the longest message that arrived.
    ///
    /// Dynamic programming over the lengths that arrived: the best partition of the first *i*
    /// lengths into *k* sizes consists of the best partition of the first *j* lengths into *k - 1*
    /// sizes and one size for the rest.
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
        // `best[k][i]`: the cost of `k` sizes for the first `i` lengths, and where the last size
        // begins.
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
