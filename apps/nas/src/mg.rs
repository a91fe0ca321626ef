//! MG, multigrid: V-cycles for Poisson's equation in a periodic box with point charges (RNR-94-007, 2.2.4; division among
//! processes of NAS-95-020, 3.5: in blocks; norms of NPB 3.4).

mod charges;
mod cycle;
mod grid;
mod halo;
mod stencils;

use anyhow::Result;

use crate::class::Class;
use crate::job::Job;
use crate::mg::cycle::Multigrid;
use crate::report::Outcome;
use crate::timing::timed;

const TOLERANCE: f64 = 1e-8;

/// Levels: the finest grid has 2^levels points along each axis.
fn levels(class: Class) -> usize {
    class.of([5, 7, 8, 8])
}

/// The largest number of processes: each must have two points of the finest grid along each axis.
pub(crate) fn blocks_max(class: Class) -> usize {
    1 << (3 * (levels(class) - 1))
}

/// MG of a class.
pub(crate) fn run(job: &Job<'_>, class: Class) -> Result<Outcome> {
    let levels = levels(class);
    let iterations = class.of([4, 4, 4, 20]);
    let small = [-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0];
    let large = [-3.0 / 17.0, 1.0 / 33.0, -1.0 / 61.0];
    let smoother = class.of([small, small, small, large]);
    let known = class.of([
        0.5307707005734e-4,
        0.6467329375339e-5,
        0.2433365309069e-5,
        0.1800564401355e-5,
    ]);
    let mut multigrid = Multigrid::new(job, levels, smoother)?;
    // Officially untimed, so that all memory has been touched.
    multigrid.residual()?;
    multigrid.cycle()?;
    multigrid.restart();
    let (norm, seconds) = timed(job, || {
        multigrid.residual()?;
        multigrid.norm()?;
        for _ in 0..iterations {
            multigrid.cycle()?;
        }
        multigrid.norm()
    })?;
    let side = 1_usize << levels;
    Ok(Outcome {
        size: format!("{side:>4}x{side:>4}x{side:>4}"),
        iterations,
        seconds,
        // The benchmark's count.
        millions: 58.0 * iterations as f64 * side.pow(3) as f64 * 1e-6,
        operation: "floating point",
        verified: ((norm - known) / known).abs() <= TOLERANCE,
        result: vec![format!("L2 Norm = {norm:>20.13e}")],
    })
}
