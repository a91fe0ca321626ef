//! Which process has which part of the field.
//!
//! ```text
//!          cols
//!       ┌────┬────┬───┐     down × across blocks, as even as they can be (sizes differ by one at most);
//!       │ 0  │ 1  │ 2 │     block b belongs to process b; the processes beyond have none
//!  rows ├────┼────┼───┤
//!       │ 3  │ 4  │ 5 │
//!       └────┴────┴───┘
//! ```

use std::ops::Range;

/// A side of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Toward row 0.
    North,
    /// Toward the last row.
    South,
    /// Toward column 0.
    West,
    /// Toward the last column.
    East,
}

impl Side {
    /// All sides, in the order of [`Side::index`].
    pub const ALL: [Side; 4] = [Side::North, Side::South, Side::West, Side::East];

    /// From 0 to 3.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side that a neighbour on this side shares with us.
    pub fn opposite(self) -> Self {
        match self {
            Side::North => Side::South,
            Side::South => Side::North,
            Side::West => Side::East,
            Side::East => Side::West,
        }
    }
}

/// How a field is cut into blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decomposition {
    rows: usize,
    cols: usize,
    down: usize,
    across: usize,
}

/// The cells of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Rows of the field.
    pub rows: Range<usize>,
    /// Columns of the field.
    pub cols: Range<usize>,
}

impl Decomposition {
    /// Cuts a field of `rows` × `cols` cells for `processes` processes, with the shortest cuts that use
    /// as many of them as possible; among equals the one with fewer cuts along columns, whose halos
    /// aren't contiguous.
    ///
    /// # Panics
    /// When any of the numbers is 0.
    pub fn new(rows: usize, cols: usize, processes: usize) -> Self {
        assert!(
            rows > 0 && cols > 0 && processes > 0,
            "a field of {rows} x {cols}, {processes} processes"
        );
        let used_max = processes.min(rows.saturating_mul(cols));
        let (down, across) = (1..=used_max)
            .rev()
            .find_map(|used| {
                (1..=used)
                    .filter(|down| used.is_multiple_of(*down))
                    .map(|down| (down, used / down))
                    .filter(|(down, across)| *down <= rows && *across <= cols)
                    .min_by_key(|(down, across)| {
                        let cut = (*down as u128 - 1) * cols as u128
                            + (*across as u128 - 1) * rows as u128;
                        (cut, *across)
                    })
            })
            .expect("one block fits any field");
        Self {
            rows,
            cols,
            down,
            across,
        }
    }

    /// Blocks on top of each other.
    pub fn down(&self) -> usize {
        self.down
    }

    /// Blocks beside each other.
    pub fn across(&self) -> usize {
        self.across
    }

    /// The number of blocks, and of processes that have one.
    pub fn blocks(&self) -> usize {
        self.down * self.across
    }

    /// The cells of a process, or nothing when it has none.
    pub fn part(&self, process: usize) -> Option<Part> {
        (process < self.blocks()).then(|| Part {
            rows: share(self.rows, self.down, process / self.across),
            cols: share(self.cols, self.across, process % self.across),
        })
    }

    /// The process on a side of a process that has a block, or nothing at the field's border.
    pub fn neighbour(&self, process: usize, side: Side) -> Option<usize> {
        let (row, col) = (process / self.across, process % self.across);
        match side {
            Side::North => (row > 0).then(|| process - self.across),
            Side::South => (row + 1 < self.down).then(|| process + self.across),
            Side::West => (col > 0).then(|| process - 1),
            Side::East => (col + 1 < self.across).then(|| process + 1),
        }
    }

    /// The neighbours of a process by [`Side::index`].
    pub fn neighbours(&self, process: usize) -> [Option<usize>; 4] {
        Side::ALL.map(|side| self.neighbour(process, side))
    }

    /// Cells of the largest block: what each process must have room for.
    pub fn max_cells(&self) -> usize {
        self.rows.div_ceil(self.down) * self.cols.div_ceil(self.across)
    }

    /// Cells of the longest side of any block.
    pub fn max_side(&self) -> usize {
        self.rows
            .div_ceil(self.down)
            .max(self.cols.div_ceil(self.across))
    }
}

impl Part {
    /// Number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.cols.len()
    }
}

/// Piece `index` of `length` things cut into `pieces`; the first ones get one more where it must be.
fn share(length: usize, pieces: usize, index: usize) -> Range<usize> {
    let (each, over) = (length / pieces, length % pieces);
    let start = |index: usize| index * each + index.min(over);
    start(index)..start(index + 1)
}
