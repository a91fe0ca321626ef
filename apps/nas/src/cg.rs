//! CG, conjugate gradient: the smallest eigenvalue of a large sparse matrix by inverse iteration, each step of which solves a
//! linear system by 25 steps of conjugate gradients (RNR-94-007, 2.2.3; division among processes of NAS-95-020, 3.2: the matrix
//! in two dimensions; eigenvalues of NPB 3.4).

mod grid;
mod matrix;
mod system;

use anyhow::Result;

use crate::cg::grid::Grid;
use crate::cg::matrix::Shape;
use crate::cg::system::System;
use crate::class::Class;
use crate::job::Job;
use crate::report::Outcome;
use crate::timing::timed;

/// Steps of conjugate gradients.
const STEPS: usize = 25;
const TOLERANCE: f64 = 1e-10;

/// CG of a class.
pub(crate) fn run(job: &Job<'_>, class: Class) -> Result<Outcome> {
    let shape = Shape {
        order: class.of([1400, 7000, 14000, 75000]),
        nonzeros: class.of([7, 8, 11, 13]),
        shift: class.of([10.0, 12.0, 20.0, 60.0]),
    };
    let iterations = class.of([15, 15, 15, 75]);
    let known = class.of([
        8.5971775078648,
        10.362595087124,
        17.130235054029,
        22.712745482631,
    ]);
    let grid = Grid::new(shape.order, job.size(), job.rank());
    let mut system = System::new(job, grid, &shape)?;
    // Officially untimed, so that all memory has been touched.
    system.iterate()?;
    system.restart();
    let ((zeta, residual), seconds) = timed(job, || {
        let mut last = (0.0, 0.0);
        for _ in 0..iterations {
            let (product, residual) = system.iterate()?;
            last = (shape.shift + 1.0 / product, residual);
        }
        Ok(last)
    })?;
    Ok(Outcome {
        size: shape.order.to_string(),
        iterations,
        seconds,
        millions: operations(&shape, iterations) * 1e-6,
        operation: "floating point",
        verified: ((zeta - known) / known).abs() <= TOLERANCE,
        result: vec![format!("Zeta = {zeta:>20.13e}, |r| = {residual:>20.13e}")],
    })
}

/// The benchmark's count of floating-point operations.
fn operations(shape: &Shape, iterations: usize) -> f64 {
    let row = (shape.nonzeros * (shape.nonzeros + 1)) as f64;
    let step = 5.0 + row;
    (2 * iterations * shape.order) as f64 * (3.0 + row + STEPS as f64 * step + 3.0)
}
