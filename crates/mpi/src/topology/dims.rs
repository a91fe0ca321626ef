//! Balanced dimensions of a grid.

use super::TopologyError;

/// Sets each dimension of 0 so that the grid has `processes` processes, for `MPI_Dims_create`. The
/// others stay.
///
/// Of all grids those are chosen whose largest and smallest dimension differ least; of these, the one
/// whose smallest dimension is greatest, then its second smallest, and so on. MPICH chooses the same.
/// The dimensions that are set do not increase.
pub fn balance(processes: usize, dimensions: &mut [usize]) -> Result<(), TopologyError> {
    let given = dimensions
        .iter()
        .filter(|size| **size > 0)
        .try_fold(1_usize, |product, size| product.checked_mul(*size))
        .ok_or(TopologyError::TooLarge)?;
    let free = dimensions.iter().filter(|size| **size == 0).count();
    let fits = processes > 0 && processes.is_multiple_of(given);
    if !fits {
        return Err(TopologyError::Indivisible { processes, given });
    }
    if free == 0 {
        return Ok(());
    }
    let rest = processes / given;
    let mut search = Search {
        divisors: divisors(rest),
        chosen: Vec::with_capacity(free),
        best: None,
    };
    search.choose(rest, free);
    let (_, best) = search.best.expect("a grid of one long dimension at least");
    let unset = dimensions.iter_mut().filter(|size| **size == 0);
    for (size, chosen) in unset.zip(best.into_iter().rev()) {
        *size = chosen;
    }
    Ok(())
}

/// The divisors of a number, from 1 on.
fn divisors(number: usize) -> Vec<usize> {
    let mut low = Vec::new();
    let mut high = Vec::new();
    let mut divisor = 1;
    while divisor <= number / divisor {
        if number.is_multiple_of(divisor) {
            low.push(divisor);
            if divisor != number / divisor {
                high.push(number / divisor);
            }
        }
        divisor += 1;
    }
    low.extend(high.into_iter().rev());
    low
}

/// A depth-first search of grids, whose dimensions are chosen from the smallest one on.
struct Search {
    divisors: Vec<usize>,
    chosen: Vec<usize>,
    /// The best grid so far, and the difference of its largest and smallest dimension.
    best: Option<(usize, Vec<usize>)>,
}

impl Search {
    /// Chooses `left` more dimensions with `rest` processes.
    fn choose(&mut self, rest: usize, left: usize) {
        if left == 1 {
            let smallest = self.chosen.first().copied().unwrap_or(rest);
            if self.improves(rest - smallest) {
                self.chosen.push(rest);
                self.best = Some((rest - smallest, self.chosen.clone()));
                self.chosen.pop();
            }
            return;
        }
        let before = self.chosen.last().copied().unwrap_or(1);
        for index in (0..self.divisors.len()).rev() {
            let size = self.divisors[index];
            if size < before {
                break;
            }
            if power_exceeds(size, left, rest) || !rest.is_multiple_of(size) {
                continue;
            }
            // The largest dimension is at least the root of what is left.
            let behind = rest / size;
            let smallest = self.chosen.first().copied().unwrap_or(size);
            let largest = self
                .divisors
                .partition_point(|size| !reaches(*size, left - 1, behind));
            if !self.improves(self.divisors[largest] - smallest) {
                // At the first dimension, smaller sizes are worse.
                if self.chosen.is_empty() {
                    break;
                }
                continue;
            }
            self.chosen.push(size);
            self.choose(behind, left - 1);
            self.chosen.pop();
        }
    }

    fn improves(&self, difference: usize) -> bool {
        self.best.as_ref().is_none_or(|best| difference < best.0)
    }
}

/// Whether `base` to the power of `exponent` is more than `limit`.
fn power_exceeds(base: usize, exponent: usize, limit: usize) -> bool {
    let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
    base.checked_pow(exponent).is_none_or(|power| power > limit)
}

/// Whether `base` to the power of `exponent` is at least `limit`.
fn reaches(base: usize, exponent: usize, limit: usize) -> bool {
    let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
    base.checked_pow(exponent)
        .is_none_or(|power| power >= limit)
}
