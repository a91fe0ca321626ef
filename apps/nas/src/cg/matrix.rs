//! The sparse matrix: a sum of outer products of random sparse vectors with weights that fall from 1 to a tenth, shifted
//! (RNR-94-007, 2.2.3).

use std::ops::Range;

use super::grid::Grid;
use crate::random::Generator;

const SEED: u64 = 314_159_265;
/// The smallest eigenvalue before the shift, and the smallest weight.
const CONDITION: f64 = 0.1;

/// The problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Rows and columns.
    pub(super) order: usize,
    /// Of a random vector.
    pub(super) nonzeros: usize,
    /// What is subtracted from the diagonal.
    pub(super) shift: f64,
}

/// A part of the matrix, row by row. Rows and columns are counted from the part's first ones.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    starts: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

/// A place and a value.
type Entry = (u32, f64);

impl Matrix {
    /// The part of a process. All processes draw all random numbers, as each one depends on those before.
    pub(super) fn new(shape: &Shape, grid: &Grid) -> Matrix {
        let (rows, columns) = (grid.matrix_rows(), grid.matrix_columns());
        let vectors = Vectors::new(shape);
        let (starts, mut entries) = vectors.products(shape, &rows, &columns);
        let mut matrix = Matrix {
            starts: vec![0],
            columns: Vec::new(),
            values: Vec::new(),
        };
        for row in starts.windows(2) {
            let entries = &mut entries[row[0]..row[1]];
            // Stable: values of one place are added in the order of the vectors.
            entries.sort_by_key(|(column, _)| *column);
            for same in entries.chunk_by(|(a, _), (b, _)| a == b) {
                matrix.columns.push(same[0].0);
                matrix
                    .values
                    .push(same.iter().map(|(_, value)| value).sum());
            }
            matrix.starts.push(matrix.values.len());
        }
        matrix
    }

    /// The product of the matrix rows `rows` with a vector.
    pub(super) fn multiply(&self, rows: Range<usize>, vector: &[f64], product: &mut [f64]) {
        let starts = &self.starts[rows.start..=rows.end];
        for (ends, product) in starts.windows(2).zip(product) {
            let row = ends[0]..ends[1];
            *product = dot(&self.columns[row.clone()], &self.values[row], vector);
        }
    }
}

/// The sum of `values`, each times the element of `vector` that its column says.
fn dot(columns: &[u32], values: &[f64], vector: &[f64]) -> f64 {
    const LANES: usize = 4;
    let mut sums = [0.0; LANES];
    let (some_columns, last_columns) = columns.as_chunks::<LANES>();
    let (some_values, last_values) = values.as_chunks::<LANES>();
    for (columns, values) in some_columns.iter().zip(some_values) {
        // Sums that don't wait for each other.
        for lane in 0..LANES {
            sums[lane] += values[lane] * vector[columns[lane] as usize];
        }
    }
    let last = last_columns.iter().zip(last_values);
    let last: f64 = last
        .map(|(column, value)| value * vector[*column as usize])
        .sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + last
}

/// The random vectors, one for each row.
struct Vectors {
    ends: Vec<usize>,
    entries: Vec<Entry>,
}

impl Vectors {
    fn new(shape: &Shape) -> Vectors {
        let mut generator = Generator::new(SEED);
        // Officially drawn and not used.
        generator.next();
        let mut vectors = Vectors {
            ends: Vec::with_capacity(shape.order),
            entries: Vec::with_capacity(shape.order * (shape.nonzeros + 1)),
        };
        for row in 0..shape.order {
            let begun = vectors.entries.len();
            vectors.draw(shape, &mut generator);
            let drawn = &mut vectors.entries[begun..];
            match drawn.iter_mut().find(|(place, _)| *place == row as u32) {
                Some((_, value)) => *value = 0.5,
                None => vectors.entries.push((row as u32, 0.5)),
            }
            vectors.ends.push(vectors.entries.len());
        }
        vectors
    }

    /// Draws the places and values of a vector's entries.
    fn draw(&mut self, shape: &Shape, generator: &mut Generator) {
        let begun = self.entries.len();
        let limit = shape.order.next_power_of_two() as f64;
        while self.entries.len() < begun + shape.nonzeros {
            let value = generator.next();
            let place = (limit * generator.next()) as u32;
            let known = self.entries[begun..].iter().any(|(old, _)| *old == place);
            if (place as usize) < shape.order && !known {
                self.entries.push((place, value));
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = &[Entry]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts
            .zip(&self.ends)
            .map(|(start, end)| &self.entries[*start..*end])
    }

    /// The entries of all outer products in the given rows and columns, row by row, with where each row begins.
    fn products(
        &self,
        shape: &Shape,
        rows: &Range<usize>,
        columns: &Range<usize>,
    ) -> (Vec<usize>, Vec<Entry>) {
        let mut starts = vec![0; rows.len() + 1];
        self.each_product(shape, rows, columns, |row, _| starts[row + 1] += 1);
        for row in 0..rows.len() {
            starts[row + 1] += starts[row];
        }
        let mut ends = starts.clone();
        let mut entries = vec![(0, 0.0); starts[rows.len()]];
        self.each_product(shape, rows, columns, |row, entry| {
            entries[ends[row]] = entry;
            ends[row] += 1;
        });
        (starts, entries)
    }

    /// Shows `take` each of these entries, with its row.
    fn each_product(
        &self,
        shape: &Shape,
        rows: &Range<usize>,
        columns: &Range<usize>,
        mut take: impl FnMut(usize, Entry),
    ) {
        let falling = CONDITION.powf(1.0 / shape.order as f64);
        let mut weight = 1.0;
        for (number, vector) in self.all().enumerate() {
            for &(row, left) in vector {
                let row = row as usize;
                if !rows.contains(&row) {
                    continue;
                }
                for &(column, right) in vector {
                    let column = column as usize;
                    if !columns.contains(&column) {
                        continue;
                    }
                    let mut value = right * (weight * left);
                    if column == row && row == number {
                        value = value + CONDITION - shape.shift;
                    }
                    let column = (column - columns.start) as u32;
                    take(row - rows.start, (column, value));
                }
            }
            weight *= falling;
        }
    }
}

#[cfg(test)]
mod tests;
