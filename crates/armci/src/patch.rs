//! Patches: the elements of a transfer with strides.

use farreach_runtime::{LEVELS_MAX, Shape};

use crate::Error;

/// Rows of elements at equal distances on up to [`LEVELS_MAX`] levels, such as a part of an array
/// of several dimensions. The distances may differ on the two sides.
///
/// ```text
///   3 rows of 2 elements                 here, stride 2       there, stride 5
///   Patch::new(&[2, 3], &[2], &[5])      ██ ██ ██             ██···██···██
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The counts: first the elements of a row, then, for each level, how often what is inside is there.
    counts: [usize; LEVELS_MAX + 1],
    /// The distances in elements, level by level.
    here: [usize; LEVELS_MAX],
    there: [usize; LEVELS_MAX],
    levels: usize,
}

impl Patch {
    /// The patch of `counts[0]` elements in a row, `counts[1]` such rows, `counts[2]` times that,
    /// and so on. `here[i]` and `there[i]` are the distances in elements between the starts of what
    /// `counts[i + 1]` counts: in this process's memory, and in that of the other.
    ///
    /// # Errors
    /// If there are no counts, more than [`LEVELS_MAX`] levels, or not one distance on each side for each level.
    pub fn new(counts: &[usize], here: &[usize], there: &[usize]) -> Result<Patch, PatchError> {
        let levels = counts.len().wrapping_sub(1);
        if levels > LEVELS_MAX || here.len() != levels || there.len() != levels {
            return Err(PatchError {
                counts: counts.len(),
                here: here.len(),
                there: there.len(),
            });
        }
        let mut patch = Patch {
            counts: [1; LEVELS_MAX + 1],
            here: [0; LEVELS_MAX],
            there: [0; LEVELS_MAX],
            levels,
        };
        patch.counts[..=levels].copy_from_slice(counts);
        patch.here[..levels].copy_from_slice(here);
        patch.there[..levels].copy_from_slice(there);
        Ok(patch)
    }

    /// The number of elements.
    pub fn elements(&self) -> usize {
        let counts = self.counts[..=self.levels].iter();
        counts.fold(1, |all: usize, &count| all.saturating_mul(count))
    }

    /// The patch in bytes, for elements of `size` bytes.
    pub(crate) fn shape(&self, rank: u32, size: usize) -> Result<Shape, Error> {
        let scaled =
            |strides: &[usize; LEVELS_MAX]| strides.map(|stride| stride.saturating_mul(size));
        let (here, there) = (scaled(&self.here), scaled(&self.there));
        let row = self.counts[0].saturating_mul(size);
        let levels = self.levels;
        Shape::new(
            row,
            &self.counts[1..=levels],
            &here[..levels],
            &there[..levels],
        )
        .map_err(|error| Error::argument(rank, "patch", error.to_string()))
    }
}

/// The numbers of counts and distances do not make a [`Patch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a patch of {counts} counts with {here} and {there} distances: it wants 1 to {max} counts, and one distance fewer on each side",
    max = LEVELS_MAX + 1
)]
pub struct PatchError {
    /// The number of counts.
    pub counts: usize,
    /// The number of distances in this process's memory.
    pub here: usize,
    /// The number of distances in the other process's memory.
    pub there: usize,
}
