//! One block of the field with a ring of ghost cells, and the scheme that advances it.
//!
//! ```text
//!    . g g g g .     g  ghost cells: the neighbour's edge, or our own edge mirrored at an insulated border
//!    g b b b b g     b  border cells: need ghosts
//!    g b i i b g     i  interior cells: need none, so they are computed while the halos travel
//!    g b b b b g
//!    . g g g g .
//! ```
//!
//! Invariant: the value of a cell is computed by the one expression in `diffuse` from the same five
//! values, however the field is cut. So every decomposition gives the same bits.

use std::ops::Range;

use crate::decomposition::Side;

/// The largest `alpha` for which the scheme is stable.
pub const MAX_ALPHA: f64 = 0.25;

/// A block of cells at one time step, and room for the next.
#[derive(Clone, Debug)]
pub struct Block {
    height: usize,
    width: usize,
    /// `(height + 2) × (width + 2)` values with the ghosts.
    current: Vec<f64>,
    next: Vec<f64>,
}

impl Block {
    /// A block of zeros.
    ///
    /// # Panics
    /// When it would have no cells.
    pub fn new(height: usize, width: usize) -> Self {
        assert!(
            height > 0 && width > 0,
            "a block of {height} x {width} cells"
        );
        let values = vec![0.0; (height + 2) * (width + 2)];
        Self {
            height,
            width,
            current: values.clone(),
            next: values,
        }
    }

    /// Number of rows, without ghosts.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of columns, without ghosts.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Row `row` (from 0), without ghosts.
    pub fn row(&self, row: usize) -> &[f64] {
        let start = self.at(row + 1, 1);
        &self.current[start..start + self.width]
    }

    /// Row `row` (from 0), without ghosts, to be written.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        let start = self.at(row + 1, 1);
        &mut self.current[start..start + self.width]
    }

    /// Number of cells along a side.
    pub fn side_length(&self, side: Side) -> usize {
        match side {
            Side::North | Side::South => self.width,
            Side::West | Side::East => self.height,
        }
    }

    /// Copies the cells along a side.
    ///
    /// # Panics
    /// When `edge` has not [`Block::side_length`] values.
    pub fn copy_edge(&self, side: Side, edge: &mut [f64]) {
        assert_eq!(edge.len(), self.side_length(side));
        match side {
            Side::North => edge.copy_from_slice(self.row(0)),
            Side::South => edge.copy_from_slice(self.row(self.height - 1)),
            Side::West => self.copy_column(1, edge),
            Side::East => self.copy_column(self.width, edge),
        }
    }

    /// Sets the ghosts beyond a side.
    ///
    /// # Panics
    /// When `ghosts` has not [`Block::side_length`] values.
    pub fn set_ghosts(&mut self, side: Side, ghosts: &[f64]) {
        assert_eq!(ghosts.len(), self.side_length(side));
        let start = match side {
            Side::North => self.at(0, 1),
            Side::South => self.at(self.height + 1, 1),
            Side::West => self.at(1, 0),
            Side::East => self.at(1, self.width + 1),
        };
        match side {
            Side::North | Side::South => {
                self.current[start..start + self.width].copy_from_slice(ghosts);
            }
            Side::West | Side::East => {
                let stride = self.width + 2;
                for (row, ghost) in ghosts.iter().enumerate() {
                    self.current[start + row * stride] = *ghost;
                }
            }
        }
    }

    /// Mirrors the edge into the ghosts beyond a side: nothing flows through it.
    pub fn insulate(&mut self, side: Side) {
        let mut edge = vec![0.0; self.side_length(side)];
        self.copy_edge(side, &mut edge);
        self.set_ghosts(side, &edge);
    }

    /// Computes the cells that need no ghosts.
    pub fn advance_interior(&mut self, alpha: f64) {
        for row in 1..self.height.saturating_sub(1) {
            self.advance_row(alpha, row, 1..self.width.saturating_sub(1));
        }
    }

    /// Computes the cells that need ghosts, and makes the next time step the current one.
    pub fn advance_border(&mut self, alpha: f64) {
        let (last_row, last_col) = (self.height - 1, self.width - 1);
        self.advance_row(alpha, 0, 0..self.width);
        if last_row > 0 {
            self.advance_row(alpha, last_row, 0..self.width);
        }
        for row in 1..last_row {
            self.advance_row(alpha, row, 0..1);
            if last_col > 0 {
                self.advance_row(alpha, row, last_col..self.width);
            }
        }
        std::mem::swap(&mut self.current, &mut self.next);
    }

    /// Computes the cells `cols` of row `row` (both without ghosts).
    fn advance_row(&mut self, alpha: f64, row: usize, cols: Range<usize>) {
        if cols.is_empty() {
            return;
        }
        let width = cols.len();
        let start = self.at(row + 1, cols.start + 1);
        let stride = self.width + 2;
        diffuse(
            alpha,
            &self.current[start - stride..][..width],
            &self.current[start - 1..][..width + 2],
            &self.current[start + stride..][..width],
            &mut self.next[start..][..width],
        );
    }

    /// The index of a row and column that count the ghosts.
    fn at(&self, row: usize, col: usize) -> usize {
        row * (self.width + 2) + col
    }

    fn copy_column(&self, col: usize, edge: &mut [f64]) {
        let (start, stride) = (self.at(1, col), self.width + 2);
        for (row, value) in edge.iter_mut().enumerate() {
            *value = self.current[start + row * stride];
        }
    }
}

/// The explicit five-point scheme in flux form: what leaves a cell toward another is exactly what
/// arrives there, so that the total is kept but for rounding. `row` has one value more on both ends.
fn diffuse(alpha: f64, north: &[f64], row: &[f64], south: &[f64], next: &mut [f64]) {
    let width = next.len();
    let (north, south) = (&north[..width], &south[..width]);
    let (west, here, east) = (&row[..width], &row[1..=width], &row[2..width + 2]);
    for col in 0..width {
        let value = here[col];
        let vertical = (north[col] - value) + (south[col] - value);
        let horizontal = (west[col] - value) + (east[col] - value);
        next[col] = value + alpha * (vertical + horizontal);
    }
}
