//! Dense LU factorization with partial pivoting: a bundled program of Farreach that solves a system of linear equations, as
//! the benchmark HPL does.
//!
//! ```text
//!   step k, on a grid of P x Q processes with blocks dealt in both directions:
//!     panel   the process column that has it factors it, row by row with a vote of P processes  (panel.rs)
//!     send    it puts the panel to the other processes of its row, with a signal                 (steps.rs)
//!     rows    each process column puts the pivot rows to all of its P processes                  (rows.rs)
//!     update  the column of panel k + 1 updates that panel first, factors and sends it, and then updates the rest,
//!             while the panel is on its way: look-ahead                                          (steps.rs)
//!   back substitution and residual                                                               (solve.rs)
//! ```
//!
//! The algorithm is the right-looking one of HPL (Petitet, Whaley, Dongarra, Cleary, "HPL: A Portable Implementation of the
//! High-Performance Linpack Benchmark"), and so is the test of the residual. The code is our own.
//!
//! Invariants:
//! - a buffer for panels or rows is written again only when its receiver has used it: by acknowledgements of panels, and
//!   since the rows of a step come only behind the update of the one before;
//! - the right-hand side is the last column of the matrix, so that it takes part in every exchange of rows.
//!
//! Entry: [`main`].

mod grid;
mod options;
mod panel;
mod rows;
mod solve;
mod steps;

use std::ffi::OsString;
use std::time::Instant;

use anyhow::{Result, ensure};
use farreach::armci;
use farreach::shmem::{Pe, Reduction};
use farreach_entry::{enter, fits};
use serde::Serialize;

use crate::grid::Grid;
use crate::options::Options;

/// The residual that HPL takes for right, in units of the rounding error.
const RESIDUAL_MAX: f64 = 16.0;

/// The figures as JSON.
#[derive(Serialize)]
struct Figures {
    size: usize,
    block: usize,
    grid: [usize; 2],
    seconds: f64,
    gflops: f64,
    residual: f64,
    /// The sum of the solution's absolute values.
    solution: f64,
}

/// Solves a system as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<()> {
    enter("lu", arguments, Grid::new, |pe, options, grid| {
        run(pe, &grid, options)
    })
}

fn run(pe: &Pe, grid: &Grid, options: &Options) -> Result<()> {
    let bytes = grid.rows() as u128 * grid.cols() as u128 * size_of::<f64>() as u128;
    fits(&format!("--size {}", options.size), bytes)?;
    let armci = armci::init()?;
    let (p, q) = (grid.place[0], grid.place[1]);
    let row = armci
        .all()
        .split(Some(p as u32), q as i64)?
        .expect("a color");
    let col = armci
        .all()
        .split(Some(q as u32), p as i64)?
        .expect("a color");
    let mut system = steps::System::new(pe, grid, &col)?;
    pe.barrier_all()?;
    let begun = Instant::now();
    system.factor()?;
    let solution = solve::substitute(pe, grid, &system.matrix, &row, &col)?;
    let mut seconds = [begun.elapsed().as_secs_f64()];
    pe.all_reduce(&mut seconds, Reduction::Max)?;
    system.free()?;
    let residual = solve::residual(pe, grid, &solution)?;
    row.free()?;
    col.free()?;
    armci.finalize()?;
    let [seconds] = seconds;
    let size = grid.size as f64;
    let figures = Figures {
        size: grid.size,
        block: grid.block,
        grid: grid.counts,
        seconds,
        gflops: (2.0 / 3.0 * size + 1.5) * size * size / seconds / 1e9,
        residual,
        solution: solution.iter().map(|x| x.abs()).sum(),
    };
    if pe.my_pe() == 0 {
        let result = format!(
            "{} equations in blocks of {} on {} x {} processes in {seconds:.3} s, {:.3} GFLOP/s, residual {residual:.2e} of at \
             most {RESIDUAL_MAX}, solution {:.6e}",
            figures.size,
            figures.block,
            figures.grid[0],
            figures.grid[1],
            figures.gflops,
            figures.solution
        );
        if options.json {
            println!("{}", serde_json::to_string(&figures)?);
        } else {
            println!("{result}");
        }
        pe.world().set_result(result);
    }
    ensure!(
        residual < RESIDUAL_MAX,
        "the residual is {residual}: at most {RESIDUAL_MAX} is right"
    );
    Ok(())
}
