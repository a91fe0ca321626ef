//! Parts of the matrix.

use super::{Grid, Matrix, Shape};

const SHAPE: Shape = Shape {
    order: 100,
    nonzeros: 5,
    shift: 10.0,
};

/// The matrix of a grid's process, row by row.
fn dense(matrix: &Matrix, width: usize) -> Vec<Vec<f64>> {
    let rows = matrix.starts.len() - 1;
    let mut dense = vec![vec![0.0; width]; rows];
    for column in 0..width {
        let mut unit = vec![0.0; width];
        unit[column] = 1.0;
        let mut product = vec![0.0; rows];
        matrix.multiply(0..rows, &unit, &mut product);
        for (row, value) in dense.iter_mut().zip(product) {
            row[column] = value;
        }
    }
    dense
}

#[test]
fn the_matrix_is_symmetric() {
    let whole = dense(&Matrix::new(&SHAPE, &Grid::new(100, 1, 0)), 100);
    for (row, values) in whole.iter().enumerate() {
        assert!(values[row] < 0.0, "the shift is large");
        for (column, value) in values.iter().enumerate() {
            assert!((value - whole[column][row]).abs() < 1e-15);
        }
    }
}

#[test]
fn parts_are_those_of_the_whole() {
    let whole = dense(&Matrix::new(&SHAPE, &Grid::new(100, 1, 0)), 100);
    for rank in 0..8 {
        let grid = Grid::new(100, 8, rank);
        let (rows, columns) = (grid.matrix_rows(), grid.matrix_columns());
        let part = dense(&Matrix::new(&SHAPE, &grid), columns.len());
        let cut: Vec<Vec<f64>> = whole[rows]
            .iter()
            .map(|row| row[columns.clone()].to_vec())
            .collect();
        assert_eq!(part, cut);
    }
}
