//! The factorization of a panel by the processes of its column.

use anyhow::{Result, ensure};
use farreach::armci::{Extreme, Group, select};
use farreach::arrays::ndarray::linalg::general_mat_mul;
use farreach::arrays::ndarray::{Array2, ArrayViewMut2, s};
use farreach::zerocopy::IntoBytes;

use crate::grid::{Along, Grid};

/// Columns that are factored one by one. Wider parts are halved.
const NARROW: usize = 8;
/// Rows of a triangle that are solved one by one. Larger triangles are halved.
const SMALL: usize = 16;

/// A panel that was factored.
#[derive(Debug)]
pub(crate) struct Panel {
    /// The row of the matrix that each row of the diagonal block was exchanged with, in this order.
    pub(crate) pivots: Vec<usize>,
    /// The diagonal block: L without its diagonal of ones, and U.
    pub(crate) top: Array2<f64>,
    /// L in this process's rows below the diagonal block.
    pub(crate) below: Array2<f64>,
}

/// A panel while it is factored.
struct Work<'a> {
    grid: &'a Grid,
    col: &'a Group<'a>,
    /// The first equation of the panel, and its number here.
    start: usize,
    first: usize,
    /// Whether this process has the diagonal block, in its first rows of `rows`.
    has_top: bool,
    rows: Array2<f64>,
    top: Array2<f64>,
    pivots: Vec<usize>,
}

/// Factors panel `k` of a matrix whose earlier panels are done, in `room`. All processes of its column call it.
pub(crate) fn factor(
    grid: &Grid,
    matrix: &Array2<f64>,
    col: &Group<'_>,
    k: usize,
    room: Vec<f64>,
) -> Result<Panel> {
    let (start, width) = (grid.start(k), grid.width(k));
    let first = grid.before(Along::Rows, start);
    let left = grid.before(Along::Cols, start);
    let mut rows = in_room(room, matrix.nrows() - first, width);
    rows.assign(&matrix.slice(s![first.., left..left + width]));
    let mut work = Work {
        grid,
        col,
        start,
        first,
        has_top: grid.owner(Along::Rows, start) == grid.place[0],
        rows,
        top: Array2::zeros((width, width)),
        pivots: Vec::with_capacity(width),
    };
    work.factor(0, width)?;
    let below = if work.has_top { width } else { 0 };
    Ok(Panel {
        pivots: work.pivots,
        top: work.top,
        below: work.rows.slice_move(s![below.., ..]),
    })
}

/// A matrix in memory that was used before, with what happens to be there.
pub(crate) fn in_room(mut room: Vec<f64>, rows: usize, cols: usize) -> Array2<f64> {
    room.resize(rows * cols, 0.0);
    Array2::from_shape_vec((rows, cols), room).expect("as many elements")
}

impl Work<'_> {
    /// The first of this process's rows that take part behind `done` columns.
    fn active(&self, done: usize) -> usize {
        if self.has_top { done } else { 0 }
    }

    fn factor(&mut self, from: usize, to: usize) -> Result<()> {
        if to - from <= NARROW {
            for column in from..to {
                self.exchange(column)?;
                self.eliminate(column, to);
            }
            return Ok(());
        }
        let middle = from.midpoint(to);
        self.factor(from, middle)?;
        let (left, mut right) = self
            .top
            .multi_slice_mut((s![from..middle, from..middle], s![from..middle, middle..to]));
        let left = left.to_owned();
        solve_lower(&left, &mut right);
        let right = right.to_owned();
        let active = self.active(middle);
        let (factors, mut rest) = self
            .rows
            .multi_slice_mut((s![active.., from..middle], s![active.., middle..to]));
        general_mat_mul(-1.0, &factors, &right, 1.0, &mut rest);
        self.factor(middle, to)
    }

    /// Finds the pivot of a column, and exchanges its row with that of the diagonal.
    fn exchange(&mut self, column: usize) -> Result<()> {
        let diagonal = self.start + column;
        let active = self.active(column);
        let candidates = self.rows.slice(s![active.., column]);
        let best = candidates.iter().map(|value| value.abs()).enumerate();
        let best = best.reduce(|best, next| if next.1 > best.1 { next } else { best });
        let best = best.map(|(row, value)| (active + row, value));
        if self.grid.counts[0] == 1 {
            let (row, value) = best.unwrap_or((column, 0.0));
            check(value, diagonal)?;
            for at in 0..self.rows.ncols() {
                self.rows.swap([column, at], [row, at]);
            }
            self.top.row_mut(column).assign(&self.rows.row(column));
            self.pivots
                .push(self.grid.global(Along::Rows, self.first + row));
            return Ok(());
        }
        // The vote gives all processes the row of the pivot.
        let mut record = vec![0.0; 2 + self.rows.ncols()];
        if let Some((row, value)) = best {
            record[0] = value;
            record[1] = self.grid.global(Along::Rows, self.first + row) as f64;
            for (into, from) in record[2..].iter_mut().zip(self.rows.row(row)) {
                *into = *from;
            }
        }
        let (bytes, is_candidate) = (record.as_mut_slice().as_mut_bytes(), best.is_some());
        select::<f64>(
            &self.col.collectives(),
            Extreme::Greatest,
            bytes,
            is_candidate,
        )?;
        check(record[0], diagonal)?;
        let pivot = record[1] as usize;
        self.pivots.push(pivot);
        for (into, from) in self.top.row_mut(column).iter_mut().zip(&record[2..]) {
            *into = *from;
        }
        if pivot == diagonal {
            return Ok(());
        }
        let [top_owner, owner] = [self.start, pivot].map(|row| self.grid.owner(Along::Rows, row));
        let mut displaced = vec![0.0; self.rows.ncols()];
        if self.has_top {
            displaced.copy_from_slice(self.rows.row(column).as_slice().expect("row by row"));
            self.rows.row_mut(column).assign(&self.top.row(column));
        }
        if owner != top_owner {
            let bytes = displaced.as_mut_slice().as_mut_bytes();
            self.col.broadcast(top_owner as u32, bytes)?;
        }
        if owner == self.grid.place[0] {
            let row = self.grid.before(Along::Rows, pivot) - self.first;
            for (into, from) in self.rows.row_mut(row).iter_mut().zip(&displaced) {
                *into = *from;
            }
        }
        Ok(())
    }

    /// Divides a column by its pivot, and subtracts multiples of the pivot's row from the others, up to column `to`.
    fn eliminate(&mut self, column: usize, to: usize) {
        let active = self.active(column + 1);
        let pivot_row = self.top.row(column);
        let pivot_row = &pivot_row.as_slice().expect("row by row")[column..to];
        for mut row in self.rows.slice_mut(s![active.., column..to]).rows_mut() {
            let factor = row[0] / pivot_row[0];
            row[0] = factor;
            for (element, pivot) in row.iter_mut().zip(pivot_row).skip(1) {
                *element -= factor * pivot;
            }
        }
    }
}

fn check(pivot: f64, column: usize) -> Result<()> {
    ensure!(
        pivot > 0.0 && pivot.is_finite(),
        "the matrix is singular: the pivot of column {column} is {pivot}"
    );
    Ok(())
}

/// Solves L X = B for X, in place of B, where L has ones on its diagonal. What is above the diagonal is ignored.
pub(crate) fn solve_lower(lower: &Array2<f64>, values: &mut ArrayViewMut2<'_, f64>) {
    let size = lower.nrows();
    if size <= SMALL {
        for row in 1..size {
            let (above, mut own) = values.multi_slice_mut((s![..row, ..], s![row, ..]));
            for (factor, above) in lower.row(row).iter().zip(above.rows()) {
                own.scaled_add(-factor, &above);
            }
        }
        return;
    }
    let middle = size / 2;
    let (mut top, mut bottom) = values.multi_slice_mut((s![..middle, ..], s![middle.., ..]));
    solve_lower(&lower.slice(s![..middle, ..middle]).to_owned(), &mut top);
    general_mat_mul(
        -1.0,
        &lower.slice(s![middle.., ..middle]),
        &top,
        1.0,
        &mut bottom,
    );
    solve_lower(&lower.slice(s![middle.., middle..]).to_owned(), &mut bottom);
}
