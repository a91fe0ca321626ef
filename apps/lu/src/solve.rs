//! Back substitution, and the test of the solution.

use anyhow::Result;
use farreach::armci::{Group, Operation};
use farreach::arrays::ndarray::{Array1, Array2, s};
use farreach::shmem::{Pe, Reduction};
use farreach::zerocopy::IntoBytes;

use crate::grid::{Along, Grid, element};

/// Solves U x = y, where U and y are what is left of the matrix and the right-hand side. All processes get x.
pub(crate) fn substitute(
    pe: &Pe,
    grid: &Grid,
    matrix: &Array2<f64>,
    row: &Group<'_>,
    col: &Group<'_>,
) -> Result<Vec<f64>> {
    let [p, q] = grid.place;
    let has_right = grid.owner(Along::Cols, grid.size) == q;
    let right = grid.before(Along::Cols, grid.size);
    // What the known part of the solution contributes to this process's rows.
    let mut known: Array1<f64> = Array1::zeros(matrix.nrows());
    let mut solution = vec![0.0; grid.size];
    for k in (0..grid.panels()).rev() {
        let (start, width) = (grid.start(k), grid.width(k));
        let owner = [
            grid.owner(Along::Rows, start),
            grid.owner(Along::Cols, start),
        ];
        let (first, left) = (
            grid.before(Along::Rows, start),
            grid.before(Along::Cols, start),
        );
        let mut values = vec![0.0; width];
        if p == owner[0] {
            for (at, value) in values.iter_mut().enumerate() {
                *value = if has_right {
                    matrix[[first + at, right]]
                } else {
                    0.0
                };
                *value -= known[first + at];
            }
            row.reduce(Operation::Sum, &mut values)?;
        }
        if [p, q] == owner {
            for at in (0..width).rev() {
                let upper = matrix.slice(s![first + at, left + at + 1..left + width]);
                let rest = upper.iter().zip(&values[at + 1..]);
                let rest: f64 = rest.map(|(upper, x)| upper * x).sum();
                values[at] = (values[at] - rest) / matrix[[first + at, left + at]];
            }
            solution[start..start + width].copy_from_slice(&values);
        }
        if q == owner[1] {
            col.broadcast(owner[0] as u32, values.as_mut_slice().as_mut_bytes())?;
            let above = matrix.slice(s![..first, left..left + width]);
            let more = above.dot(&Array1::from(values));
            known.slice_mut(s![..first]).scaled_add(1.0, &more);
        }
    }
    pe.all_reduce(&mut solution, Reduction::Sum)?;
    Ok(solution)
}

/// HPL's residual of a solution: the greatest error of an equation in units of what rounding may cause.
pub(crate) fn residual(pe: &Pe, grid: &Grid, solution: &[f64]) -> Result<f64> {
    let size = grid.size;
    // The matrix is made anew: each process has the rows and columns that it had.
    let cols: Vec<usize> = (0..grid.cols())
        .map(|col| grid.global(Along::Cols, col))
        .filter(|&col| col < size)
        .collect();
    let mut sums = vec![0.0; 2 * size];
    for row in (0..grid.rows()).map(|row| grid.global(Along::Rows, row)) {
        for &col in &cols {
            let element = element(row, col);
            sums[row] += element * solution[col];
            sums[size + row] += element.abs();
        }
    }
    pe.all_reduce(&mut sums, Reduction::Sum)?;
    let (products, norms) = sums.split_at(size);
    let greatest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let right = |row: usize| element(row, size);
    let error = greatest(&mut (0..size).map(|row| (products[row] - right(row)).abs()));
    let matrix_norm = greatest(&mut norms.iter().copied());
    let solution_norm = greatest(&mut solution.iter().map(|x| x.abs()));
    let right_norm = greatest(&mut (0..size).map(|row| right(row).abs()));
    // HPL's epsilon is the relative error of one rounding, half of Rust's.
    let unit = f64::EPSILON / 2.0 * (matrix_norm * solution_norm + right_norm) * size as f64;
    Ok(if solution.iter().all(|x| x.is_finite()) {
        error / unit
    } else {
        f64::INFINITY
    })
}
