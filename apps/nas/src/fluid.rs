//! What BT and SP share: the flow of a compressible gas in a cube, marched in time by an implicit scheme whose system is factored
//! into one along each axis (RNR-94-007, 3.2; norms of NPB 3.4).
//!
//! ```text
//!   flow ─▶ halo ─▶ flux ─▶ sweep along x ─▶ sweep along y ─▶ sweep along z ─▶ variables
//!                                └ Solver: the system of a line, block-tridiagonal in BT, pentadiagonal in SP
//! ```
//!
//! Officially a process has a cell of each plane of a square division, so that it is busy in each stage of a sweep. Here it has one
//! block, cut along y and z, and sweeps go through the processes block of lines by block of lines: that is the same work for
//! any number of processes, with less surface.

#![expect(
    clippy::inline_always,
    reason = "what is done with a few numbers becomes vector instructions where it is computed"
)]

pub(crate) mod division;
mod exact;
pub(crate) mod fields;
pub(crate) mod flux;
mod halo;
pub(crate) mod lanes;
pub(crate) mod sweep;

use anyhow::{Context, Result};

use self::division::Division;
use self::fields::{Fields, GHOSTS, Grid, VARIABLES};
use self::flux::Fluxes;
use self::halo::Halo;
use self::lanes::Lanes;
use self::sweep::{Solver, Sweep};
use crate::job::Job;
use crate::report::Outcome;
use crate::timing::timed;

const TOLERANCE: f64 = 1e-8;

/// A problem of a class.
#[derive(Clone, Copy)]
pub(crate) struct Problem {
    /// Points along each axis, with the boundary.
    pub(crate) points: usize,
    pub(crate) time_step: f64,
    pub(crate) iterations: usize,
    /// Floating-point operations of an iteration, by the benchmark's count.
    pub(crate) operations: f64,
    /// The norms of the right-hand side at the end.
    pub(crate) residuals: [f64; VARIABLES],
    /// The norms of what differs from the exact solution.
    pub(crate) errors: [f64; VARIABLES],
}

/// A scheme: the solver of its lines, and what it makes of the right-hand side before.
pub(crate) trait Scheme: Solver {
    /// For a problem.
    fn new(problem: &Problem) -> Self;

    /// Makes what the sweeps begin with of the right-hand side of a few points, which stand at `at` in the state.
    fn prepare(&self, state: &Grid, at: usize, change: &mut [Lanes; VARIABLES]);
}

/// The largest number of processes, up to `size`, that a grid with so many points along each axis can be divided among.
pub(crate) fn processes_fitting(points: usize, size: usize) -> usize {
    let fits = |size: &usize| Division::new(points - 2, *size, 0).is_some();
    (1..=size).rev().find(fits).unwrap_or(1)
}

/// Computes a problem.
pub(crate) fn run<S: Scheme>(job: &Job<'_>, problem: &Problem) -> Result<Outcome> {
    let mut flow = Flow::<S>::new(job, problem)?;
    // Officially untimed, so that all memory has been touched.
    flow.advance()?;
    flow.fields.set_initial();
    let ((), seconds) = timed(job, || {
        for _ in 0..problem.iterations {
            flow.advance()?;
        }
        Ok(())
    })?;
    let errors = flow.errors()?;
    let residuals = flow.residuals()?;
    let side = problem.points;
    Ok(Outcome {
        size: format!("{side:>4}x{side:>4}x{side:>4}"),
        iterations: problem.iterations,
        seconds,
        millions: problem.operations * problem.iterations as f64 * 1e-6,
        operation: "floating point",
        verified: close(residuals, problem.residuals) && close(errors, problem.errors),
        result: [
            lines("RMS-norms of residual", residuals, problem.residuals),
            lines("RMS-norms of solution error", errors, problem.errors),
        ]
        .concat(),
    })
}

/// Whether norms are as near to the known ones as they must be.
fn close(norms: [f64; VARIABLES], known: [f64; VARIABLES]) -> bool {
    let mut pairs = norms.into_iter().zip(known);
    pairs.all(|(norm, known)| ((norm - known) / known).abs() <= TOLERANCE)
}

/// Norms beside the known ones, as the benchmarks print them.
fn lines(title: &str, norms: [f64; VARIABLES], known: [f64; VARIABLES]) -> Vec<String> {
    let mut lines = vec![format!("Comparison of {title}")];
    for ((number, norm), known) in (1..).zip(norms).zip(known) {
        let error = ((norm - known) / known).abs();
        lines.push(format!(
            "         {number:>2} {norm:>20.13e} {known:>20.13e} {error:>20.13e}"
        ));
    }
    lines
}

/// The flow, as it is at a time.
struct Flow<'a, S: Scheme> {
    job: &'a Job<'a>,
    fields: Fields,
    time_step: f64,
    fluxes: Fluxes,
    halo: Halo<'a>,
    scheme: S,
    along_x: Sweep<'a, S>,
    along_y: Sweep<'a, S>,
    along_z: Sweep<'a, S>,
}

impl<'a, S: Scheme> Flow<'a, S> {
    /// The flow at the beginning. Collective.
    fn new(job: &'a Job<'a>, problem: &Problem) -> Result<Flow<'a, S>> {
        let (size, rank) = (job.size(), job.rank());
        let inner = problem.points - 2;
        let division = Division::new(inner, size, rank)
            .context("the grid can not be divided among so many processes")?;
        let mut flow = Flow {
            job,
            fields: Fields::new(division),
            time_step: problem.time_step,
            fluxes: Fluxes::new(inner),
            halo: Halo::new(job, &division)?,
            scheme: S::new(problem),
            along_x: Sweep::new(job, &division, 0)?,
            along_y: Sweep::new(job, &division, 1)?,
            along_z: Sweep::new(job, &division, 2)?,
        };
        flow.fields.set_exact();
        for plane in 0..flow.fields.len(2) {
            flow.change(plane, |_, _, _, change| scale(change, -1.0));
        }
        std::mem::swap(&mut flow.fields.forcing, &mut flow.fields.change);
        flow.fields.set_initial();
        Ok(flow)
    }

    /// Goes on by a time step. All is done with a plane that can be, before the next one, while it is in the cache.
    fn advance(&mut self) -> Result<()> {
        self.halo.fill(&mut self.fields)?;
        let planes = self.fields.len(2);
        for plane in 0..planes {
            let time_step = self.time_step;
            self.change(plane, |scheme, state, at, change| {
                scale(change, time_step);
                scheme.prepare(state, at, change);
            });
            self.along_x.step(&self.scheme, &mut self.fields, plane)?;
            self.along_y.step(&self.scheme, &mut self.fields, plane)?;
        }
        for step in planes..self.along_y.steps() {
            self.along_y.step(&self.scheme, &mut self.fields, step)?;
        }
        for step in 0..self.along_z.steps() {
            self.along_z.step(&self.scheme, &mut self.fields, step)?;
        }
        Ok(())
    }

    /// Computes the right-hand side on one of the process's planes, after those before.
    #[inline(always)]
    fn change(&mut self, plane: usize, finish: impl Fn(&S, &Grid, usize, &mut [Lanes; VARIABLES])) {
        let derived = if plane == 0 {
            GHOSTS - 1
        } else {
            GHOSTS + plane + 1
        };
        for plane in derived..=GHOSTS + plane + 1 {
            self.fields.derive(plane);
        }
        let scheme = &self.scheme;
        self.fluxes
            .plane(&mut self.fields, plane, &|state, at, change| {
                finish(scheme, state, at, change);
            });
    }

    /// The norms of what differs from the exact solution.
    fn errors(&self) -> Result<[f64; VARIABLES]> {
        self.norms(self.fields.squared_error())
    }

    /// The norms of the right-hand side.
    fn residuals(&mut self) -> Result<[f64; VARIABLES]> {
        self.halo.fill(&mut self.fields)?;
        for plane in 0..self.fields.len(2) {
            self.change(plane, |_, _, _, _| ());
        }
        self.norms(self.fields.squared_change())
    }

    /// The roots of mean squares, from the sums of this process.
    fn norms(&self, mut sums: [f64; VARIABLES]) -> Result<[f64; VARIABLES]> {
        self.job.sum(&mut sums)?;
        let inner = self.fields.division.inner() as f64;
        Ok(sums.map(|sum| (sum / inner.powi(3)).sqrt()))
    }
}

#[inline]
fn scale(change: &mut [Lanes; VARIABLES], factor: f64) {
    for lanes in change {
        *lanes = factor * *lanes;
    }
}
