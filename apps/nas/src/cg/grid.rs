//! Which process has which part of the matrix and of vectors.
//!
//! ```text
//!              column 0  1  2  3           A vector is divided into as many blocks as there are columns, and all processes
//!       row 0       0  1  2  3           of a column have the same block. There are as many rows of processes, or half
//!       row 1       4  5  6  7           as many; a row has the rows of one block of the matrix, or of two.
//! ```
//!
//! A product is summed over the processes of a row: then each of them has a block of the row's. The partner of a process is
//! the one that has its column's block then, and needs the block that this one has.

use std::ops::Range;

use crate::share::share;

/// The place of a process among a power of two of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    order: usize,
    rows: usize,
    columns: usize,
    row: usize,
    column: usize,
}

impl Grid {
    pub(super) fn new(order: usize, size: usize, rank: usize) -> Grid {
        let log = size.trailing_zeros();
        let columns = 1 << log.div_ceil(2);
        Grid {
            order,
            rows: size / columns,
            columns,
            row: rank / columns,
            column: rank % columns,
        }
    }

    /// Blocks that a row of processes has: one or two.
    pub(super) fn blocks_of_row(&self) -> usize {
        self.columns / self.rows
    }

    /// Columns of processes.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    fn block(&self, index: usize) -> Range<usize> {
        share(self.order, self.columns, index)
    }

    /// The matrix rows of this process.
    pub(super) fn matrix_rows(&self) -> Range<usize> {
        let first = self.row * self.blocks_of_row();
        self.block(first).start..self.block(first + self.blocks_of_row() - 1).end
    }

    /// The matrix columns of this process: its part of vectors.
    pub(super) fn matrix_columns(&self) -> Range<usize> {
        self.block(self.column)
    }

    /// Which of the row's blocks this process has when a product has been summed.
    pub(super) fn block_of_row(&self) -> usize {
        self.column % self.blocks_of_row()
    }

    /// The places of the row's block `index`, counted from the row's first one.
    pub(super) fn places(&self, index: usize) -> Range<usize> {
        let rows = self.matrix_rows();
        let block = self.block(self.row * self.blocks_of_row() + index);
        block.start - rows.start..block.end - rows.start
    }

    /// The process of the same row whose column differs in the bit `bit`.
    pub(super) fn across(&self, bit: usize) -> usize {
        self.row * self.columns + (self.column ^ bit)
    }

    /// The process that has this process's block of vectors when a product has been summed.
    pub(super) fn partner(&self) -> usize {
        let blocks = self.blocks_of_row();
        self.column / blocks * self.columns + self.row * blocks + self.block_of_row()
    }

    /// No block is longer.
    pub(super) fn block_max(&self) -> usize {
        self.order.div_ceil(self.columns)
    }
}

#[cfg(test)]
mod tests;
