//! A rectangle of temperatures.

/// The most cells that a field may have: 2 GiB of values.
pub const MAX_CELLS: usize = 1 << 28;

/// The largest magnitude of a value: the sum of the largest field of such values stays finite.
pub const MAX_MAGNITUDE: f64 = 1e290;

/// A rectangle of values, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    rows: usize,
    cols: usize,
    values: Vec<f64>,
}

/// Why values make no field.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FieldError {
    /// No cells, or too many of them.
    #[error("a field of {rows} x {cols} cells; it must have between 1 and {MAX_CELLS} cells")]
    Shape {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The number of values isn't that of the cells.
    #[error("{given} values for {wanted} cells")]
    Count {
        /// Values given.
        given: usize,
        /// Cells of the shape.
        wanted: usize,
    },
    /// A value that is not a number, infinite, or too large to compute with.
    #[error(
        "the value {value} at row {row}, column {col}; values must lie within ±{MAX_MAGNITUDE:e}"
    )]
    Value {
        /// From 0.
        row: usize,
        /// From 0.
        col: usize,
        /// The value.
        value: f64,
    },
}

impl Field {
    /// A field from its values, row by row.
    pub fn new(rows: usize, cols: usize, values: Vec<f64>) -> Result<Self, FieldError> {
        let wanted = cells(rows, cols)?;
        if values.len() != wanted {
            return Err(FieldError::Count {
                given: values.len(),
                wanted,
            });
        }
        match values.iter().position(|value| !is_usable(*value)) {
            Some(index) => Err(FieldError::Value {
                row: index / cols,
                col: index % cols,
                value: values[index],
            }),
            None => Ok(Self { rows, cols, values }),
        }
    }

    /// A field whose values are computed from row and column.
    pub fn from_fn(
        rows: usize,
        cols: usize,
        value: impl Fn(usize, usize) -> f64,
    ) -> Result<Self, FieldError> {
        cells(rows, cols)?;
        let values = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        Self::new(
            rows,
            cols,
            values.map(|(row, col)| value(row, col)).collect(),
        )
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// All values, row by row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The values of row `row` (from 0).
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.cols..(row + 1) * self.cols]
    }

    /// The values of row `row` (from 0), to be written.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.values[row * self.cols..(row + 1) * self.cols]
    }

    /// The least and the greatest value.
    pub fn range(&self) -> (f64, f64) {
        self.values
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &v| {
                (low.min(v), high.max(v))
            })
    }

    /// The sum of all values, by compensated summation: its own rounding error is that of one
    /// addition, so that it can show what the scheme loses.
    pub fn total(&self) -> f64 {
        compensated_sum(self.values.iter().copied())
    }

    /// The sum of all magnitudes: what a change of the total is measured against.
    pub fn magnitude(&self) -> f64 {
        compensated_sum(self.values.iter().map(|value| value.abs()))
    }
}

/// Whether the scheme can compute with a value.
pub fn is_usable(value: f64) -> bool {
    value.abs() <= MAX_MAGNITUDE
}

/// The number of cells of a shape that is neither empty nor too large.
pub fn cells(rows: usize, cols: usize) -> Result<usize, FieldError> {
    match rows.checked_mul(cols) {
        Some(cells) if (1..=MAX_CELLS).contains(&cells) => Ok(cells),
        _ => Err(FieldError::Shape { rows, cols }),
    }
}

/// Neumaier's variant of Kahan's summation.
fn compensated_sum(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0_f64, 0.0_f64);
    for value in values {
        let next = sum + value;
        lost += if sum.abs() >= value.abs() {
            (sum - next) + value
        } else {
            (value - next) + sum
        };
        sum = next;
    }
    sum + lost
}
