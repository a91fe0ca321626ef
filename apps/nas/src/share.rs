//! Equal shares.

use std::ops::Range;

/// The share `index` of `parts` of `total` things, in order; sizes differ by one at most.
pub(crate) fn share(total: usize, parts: usize, index: usize) -> Range<usize> {
    total * index / parts..total * (index + 1) / parts
}
