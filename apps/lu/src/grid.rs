//! The grid of processes, and where the elements of the system are.

use anyhow::{Result, ensure};
use farreach::shmem::Pe;

use crate::options::Options;

/// A grid of processes over a system in blocks, as one of them sees it. The rank of the process in row `p` and column `q`
/// is `p * Q + q`.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// The number of equations. The right-hand side is the column with this number.
    pub(crate) size: usize,
    pub(crate) block: usize,
    /// P and Q.
    pub(crate) counts: [usize; 2],
    /// This process's row and column.
    pub(crate) place: [usize; 2],
}

/// Rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Along {
    Rows = 0,
    Cols = 1,
}

impl Grid {
    pub(crate) fn new(pe: &Pe, options: &Options) -> Result<Grid> {
        let all = pe.n_pes() as usize;
        let counts = options.grid.unwrap_or_else(|| {
            let rows = (1..=all).take_while(|rows| rows * rows <= all);
            let rows = rows.filter(|rows| all.is_multiple_of(*rows)).last();
            let rows = rows.unwrap_or(1);
            [rows, all / rows]
        });
        ensure!(
            counts[0] * counts[1] == all,
            "lu: a grid of {}x{} wants {} processes, and there are {all}: choose another --grid or -n",
            counts[0],
            counts[1],
            counts[0] * counts[1]
        );
        let me = pe.my_pe() as usize;
        Ok(Grid {
            size: options.size,
            block: options.block,
            counts,
            place: [me / counts[1], me % counts[1]],
        })
    }

    /// The number of panels.
    pub(crate) fn panels(&self) -> usize {
        self.size.div_ceil(self.block)
    }

    /// The first equation of a panel.
    pub(crate) fn start(&self, panel: usize) -> usize {
        panel * self.block
    }

    /// The number of columns of a panel.
    pub(crate) fn width(&self, panel: usize) -> usize {
        self.block.min(self.size - self.start(panel))
    }

    /// The row or column of processes that has a row or column of the matrix.
    pub(crate) fn owner(&self, along: Along, index: usize) -> usize {
        index / self.block % self.counts[along as usize]
    }

    /// The number of this process's rows or columns before `index`: where `index` is here, if this process has it.
    pub(crate) fn before(&self, along: Along, index: usize) -> usize {
        let (count, place) = (self.counts[along as usize], self.place[along as usize]);
        let (rounds, rest) = (index / self.block / count, index % (self.block * count));
        rounds * self.block + rest.saturating_sub(place * self.block).min(self.block)
    }

    /// The number of this process's rows.
    pub(crate) fn rows(&self) -> usize {
        self.before(Along::Rows, self.size)
    }

    /// The number of this process's columns, with the right-hand side.
    pub(crate) fn cols(&self) -> usize {
        self.before(Along::Cols, self.size + 1)
    }

    /// The row or column of the matrix that this process has at `local`.
    pub(crate) fn global(&self, along: Along, local: usize) -> usize {
        let (count, place) = (self.counts[along as usize], self.place[along as usize]);
        (local / self.block * count + place) * self.block + local % self.block
    }

    /// The greatest number of rows of a process.
    pub(crate) fn rows_max(&self) -> usize {
        self.panels().div_ceil(self.counts[0]) * self.block
    }

    /// The greatest number of columns of a process.
    pub(crate) fn cols_max(&self) -> usize {
        (self.size + 1)
            .div_ceil(self.block)
            .div_ceil(self.counts[1])
            * self.block
    }

    /// The rank of a process of the grid.
    pub(crate) fn rank(&self, row: usize, col: usize) -> u32 {
        (row * self.counts[1] + col) as u32
    }
}

/// An element of the matrix, or of the right-hand side: the same on every process, between -0.5 and 0.5.
pub(crate) fn element(row: usize, col: usize) -> f64 {
    // The finalizer of SplitMix64 (Steele, Lea, Flood, 2014) over both numbers.
    let mut bits = (row as u64) << 32 ^ col as u64;
    for _ in 0..2 {
        bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
    }
    (bits >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_and_column_is_of_one_process() {
        for (size, block, counts) in [(10, 3, [2, 3]), (1, 4, [3, 2]), (64, 8, [1, 5])] {
            let of = |place| Grid {
                size,
                block,
                counts,
                place,
            };
            for row in 0..size {
                let owner = of([0, 0]).owner(Along::Rows, row);
                let grid = of([owner, 0]);
                assert_eq!(grid.global(Along::Rows, grid.before(Along::Rows, row)), row);
            }
            let rows: usize = (0..counts[0]).map(|p| of([p, 0]).rows()).sum();
            let cols: usize = (0..counts[1]).map(|q| of([0, q]).cols()).sum();
            assert_eq!((rows, cols), (size, size + 1));
            assert!((0..counts[0]).all(|p| of([p, 0]).rows() <= of([p, 0]).rows_max()));
            assert!((0..counts[1]).all(|q| of([0, q]).cols() <= of([0, q]).cols_max()));
        }
    }
}
