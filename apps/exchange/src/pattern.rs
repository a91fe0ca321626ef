//! Who exchanges with whom: the patterns of the NAS Parallel Benchmarks (NPB 3, MPI), from their algorithms.
//!
//! | pattern | exchanges, in order |
//! |---|---|
//! | `cg` | sums over a row of the square of processes and over all, by recursive doubling; then with the transposed process |
//! | `mg` | faces with both neighbours in each dimension of a periodic cube; then a norm over all |
//! | `ep` | sums over all |
//! | `lu` | with the neighbours in a square, without wrapping around; then a norm over all |
//! | `sp`, `bt` | multipartition on a square: along columns, rows and diagonals, wrapping around; then a norm over all |
//! | `ft` | the transpose: with every other process, pairwise |
//! | `is` | sums over all, then keys to every other process, in the order of their distance |
//!
//! What is over all is an all-reduce by recursive doubling: with `rank ^ 1`, `rank ^ 2`, `rank ^ 4` and so on.
//!
//! Steps are taken one after the other, and in each a process has one partner, so that the two who meet for the first time
//! meet each other.

use clap::ValueEnum;
use serde::Serialize;

/// A pattern of exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Pattern {
    /// Conjugate gradient
    Cg,
    /// Multigrid
    Mg,
    /// Embarrassingly parallel
    Ep,
    /// Lower-upper Gauss-Seidel
    Lu,
    /// Scalar pentadiagonal
    Sp,
    /// Block tridiagonal
    Bt,
    /// Fourier transform
    Ft,
    /// Integer sort
    Is,
}

/// One step of a process: whom it sends to, and from whom it receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) to: Option<u32>,
    pub(crate) from: Option<u32>,
}

impl Step {
    fn with(partner: u32) -> Step {
        Step {
            to: Some(partner),
            from: Some(partner),
        }
    }
}

/// Where a process is in a square or a cube, the fastest coordinate first.
type Place = Vec<u32>;

impl Pattern {
    /// What a number of processes must be.
    pub(crate) fn needs(self) -> &'static str {
        match self {
            Pattern::Ep | Pattern::Ft | Pattern::Is => "a power of two",
            Pattern::Mg => "the cube of a power of two: 8, 64, 512",
            Pattern::Cg | Pattern::Lu | Pattern::Sp | Pattern::Bt => {
                "the square of a power of two: 4, 16, 64, 256"
            }
        }
    }

    /// Whether so many processes can do it.
    pub(crate) fn fits(self, size: u32) -> bool {
        let dimensions = self.dimensions();
        size >= 2 && size.is_power_of_two() && size.trailing_zeros().is_multiple_of(dimensions)
    }

    fn dimensions(self) -> u32 {
        match self {
            Pattern::Ep | Pattern::Ft | Pattern::Is => 1,
            Pattern::Mg => 3,
            Pattern::Cg | Pattern::Lu | Pattern::Sp | Pattern::Bt => 2,
        }
    }

    /// The steps of a process; all processes of a job have as many.
    pub(crate) fn steps(self, rank: u32, size: u32) -> Vec<Step> {
        assert!(self.fits(size), "{self:?} of {size} processes");
        let side = 1 << (size.trailing_zeros() / self.dimensions());
        let grid = Grid {
            rank,
            side,
            dimensions: self.dimensions(),
        };
        let over_all = doubling(rank, size);
        match self {
            Pattern::Cg => {
                let transposed = grid.transposed();
                let last = (transposed != rank).then_some(transposed);
                let last = Step {
                    to: last,
                    from: last,
                };
                [doubling(rank, side), over_all, vec![last]].concat()
            }
            Pattern::Mg => {
                let faces = (0..3).flat_map(|axis| grid.around(axis)).collect();
                [faces, over_all].concat()
            }
            Pattern::Ep => over_all,
            Pattern::Lu => [grid.along(0), grid.along(1), over_all].concat(),
            Pattern::Sp | Pattern::Bt => {
                [grid.around(1), grid.around(0), grid.diagonal(), over_all].concat()
            }
            Pattern::Ft => (1..size).map(|other| Step::with(rank ^ other)).collect(),
            Pattern::Is => {
                let keys = (1..size).map(|away| Step {
                    to: Some((rank + away) % size),
                    from: Some((rank + size - away) % size),
                });
                over_all.into_iter().chain(keys).collect()
            }
        }
    }
}

/// Recursive doubling inside groups of `size` consecutive processes.
pub(crate) fn doubling(rank: u32, size: u32) -> Vec<Step> {
    (0..size.trailing_zeros())
        .map(|round| Step::with(rank ^ (1 << round)))
        .collect()
}

/// A process in its square or cube.
struct Grid {
    rank: u32,
    side: u32,
    dimensions: u32,
}

impl Grid {
    fn place(&self) -> Place {
        let mut rest = self.rank;
        (0..self.dimensions)
            .map(|_| {
                let coordinate = rest % self.side;
                rest /= self.side;
                coordinate
            })
            .collect()
    }

    fn rank_of(&self, place: &[u32]) -> u32 {
        let reversed = place.iter().rev();
        reversed.fold(0, |rank, &coordinate| rank * self.side + coordinate)
    }

    /// The process that is one further along some axes, or one back, wrapping around.
    fn moved(&self, by: &[(usize, i64)]) -> u32 {
        let mut place = self.place();
        for &(axis, distance) in by {
            let there = i64::from(place[axis]) + distance;
            place[axis] = there.rem_euclid(i64::from(self.side)) as u32;
        }
        self.rank_of(&place)
    }

    /// Whether the first partner along `axis` is the next one: then the next one's is this one.
    fn begins_forward(&self, axis: usize) -> bool {
        self.place()[axis].is_multiple_of(2)
    }

    /// Both neighbours along `axis`, wrapping around.
    fn around(&self, axis: usize) -> Vec<Step> {
        let first = if self.begins_forward(axis) { 1 } else { -1 };
        [first, -first]
            .map(|distance| Step::with(self.moved(&[(axis, distance)])))
            .to_vec()
    }

    /// The neighbours along `axis`, without those around the edge.
    fn along(&self, axis: usize) -> Vec<Step> {
        let at = i64::from(self.place()[axis]);
        let first = if self.begins_forward(axis) { 1 } else { -1 };
        [first, -first]
            .map(|distance| {
                let is_inside = (0..i64::from(self.side)).contains(&(at + distance));
                let partner = is_inside.then(|| self.moved(&[(axis, distance)]));
                Step {
                    to: partner,
                    from: partner,
                }
            })
            .to_vec()
    }

    /// The neighbours along the diagonal: one row on and one column back, and the other way.
    fn diagonal(&self) -> Vec<Step> {
        let first = if self.begins_forward(1) { 1 } else { -1 };
        [first, -first]
            .map(|distance| Step::with(self.moved(&[(1, distance), (0, -distance)])))
            .to_vec()
    }

    fn transposed(&self) -> u32 {
        let mut place = self.place();
        place.reverse();
        self.rank_of(&place)
    }
}

#[cfg(test)]
mod tests;
