//! V-cycles.
//!
//! ```text
//!   level          4 ╲               ╱ 4     each process has a block of the grid, with ghosts
//!                  3   ╲           ╱   3
//!   - - - - - - - - - - -╲- - - -╱- - - - -  blocks become too small: all processes gather the whole grid
//!                  2      ╲    ╱      2      everyone computes everything
//!                  1         ╲╱        1
//! ```

use anyhow::Result;

use super::charges::charges;
use super::grid::Grid;
use super::halo::{Division, Halo, wrap};
use super::stencils::{Sums, interpolate, residual, restrict, smooth};
use crate::job::Job;

/// This process's part of all grids: `u` is the solution, `r` the residual, `v` the charges.
pub(super) struct Multigrid<'a> {
    job: &'a Job<'a>,
    side: usize,
    smoother: [f64; 3],
    halo: Halo<'a>,
    v: Grid,
    /// From the coarsest to the finest.
    levels: Vec<Level>,
    /// How many levels every process has as a whole.
    whole: usize,
    /// This process's block of the finest of these.
    part: Grid,
    sums: Sums,
}

struct Level {
    u: Grid,
    r: Grid,
}

impl<'a> Multigrid<'a> {
    /// Zeros and charges on grids of 2, 4, 8, … points along each axis. Collective.
    pub(super) fn new(
        job: &'a Job<'a>,
        levels: usize,
        smoother: [f64; 3],
    ) -> Result<Multigrid<'a>> {
        let side = 1 << levels;
        let halo = Halo::new(job, side)?;
        let division = halo.division;
        // A block must have two points along each axis, so that the next coarser one has one.
        let has_blocks =
            |level: &usize| division.points(2 << level).iter().all(|&points| points > 1);
        let whole = (0..levels).position(|level| has_blocks(&level));
        let whole = whole.unwrap_or(levels);
        let grids = |level: usize| {
            let side = 2 << level;
            let points = if level < whole {
                [side; 3]
            } else {
                division.points(side)
            };
            Level {
                u: Grid::new(points),
                r: Grid::new(points),
            }
        };
        Ok(Multigrid {
            job,
            side,
            smoother,
            v: charges(job, &division, side)?,
            levels: (0..levels).map(grids).collect(),
            whole,
            part: Grid::new(division.points(1 << whole)),
            sums: Sums::new(side + 2),
            halo,
        })
    }

    /// Goes back to a solution of zeros.
    pub(super) fn restart(&mut self) {
        self.finest().u.clear();
    }

    fn finest(&mut self) -> &mut Level {
        self.levels.last_mut().expect("there are levels")
    }

    /// The residual of the solution on the finest grid.
    pub(super) fn residual(&mut self) -> Result<()> {
        let level = self.levels.last_mut().expect("there are levels");
        residual(&level.u, Some(&self.v), &mut level.r, &mut self.sums);
        self.halo.fill(&mut level.r)
    }

    /// The norm of the residual: the root of the mean of its squares.
    pub(super) fn norm(&mut self) -> Result<f64> {
        let mut square = [self.finest().r.square()];
        self.job.sum(&mut square)?;
        Ok((square[0] / self.side.pow(3) as f64).sqrt())
    }

    /// A V-cycle, and the residual of the solution after it.
    pub(super) fn cycle(&mut self) -> Result<()> {
        for level in (1..self.levels.len()).rev() {
            self.go_down(level)?;
        }
        self.levels[0].u.clear();
        self.smooth(0)?;
        for level in 1..self.levels.len() {
            self.go_up(level)?;
        }
        self.residual()
    }

    /// Restricts the residual of a level to the next coarser one.
    fn go_down(&mut self, level: usize) -> Result<()> {
        let [coarse, fine] = &mut self.levels[level - 1..=level] else {
            unreachable!("two levels")
        };
        if level == self.whole {
            restrict(&fine.r, &mut self.part, &mut self.sums);
            return self.gather();
        }
        restrict(&fine.r, &mut coarse.r, &mut self.sums);
        self.fill(level - 1, |level| &mut level.r)
    }

    /// Corrects the solution of a level by that of the next coarser one.
    fn go_up(&mut self, level: usize) -> Result<()> {
        let is_finest = level + 1 == self.levels.len();
        let [coarse, fine] = &mut self.levels[level - 1..=level] else {
            unreachable!("two levels")
        };
        if !is_finest {
            fine.u.clear();
        }
        if level == self.whole {
            let first = self.halo.division.first(1 << self.whole);
            self.part.cut_from(&coarse.u, first);
            interpolate(&self.part, &mut fine.u, &mut self.sums);
        } else {
            interpolate(&coarse.u, &mut fine.u, &mut self.sums);
        }
        if is_finest {
            self.residual()?;
        } else {
            residual(&fine.u, None, &mut fine.r, &mut self.sums);
            self.fill(level, |level| &mut level.r)?;
        }
        self.smooth(level)
    }

    /// Smooths the solution of a level.
    fn smooth(&mut self, level: usize) -> Result<()> {
        let Level { u, r } = &mut self.levels[level];
        smooth(r, u, self.smoother, &mut self.sums);
        self.fill(level, |level| &mut level.u)
    }

    /// Fills the ghosts of a level's grid.
    fn fill(&mut self, level: usize, grid: impl Fn(&mut Level) -> &mut Grid) -> Result<()> {
        let grid = grid(&mut self.levels[level]);
        if level < self.whole {
            wrap(grid);
            return Ok(());
        }
        self.halo.fill(grid)
    }

    /// Makes a whole grid of everyone's part.
    fn gather(&mut self) -> Result<()> {
        let side = 1 << self.whole;
        let points = self.part.points();
        let [xs, ys, zs] = points;
        let mut own = Vec::with_capacity(xs * ys * zs);
        for z in 1..=zs {
            for y in 1..=ys {
                own.extend_from_slice(&self.part.row(y, z)[1..=xs]);
            }
        }
        let all = self.job.all_gather(&own)?;
        let size = self.job.size();
        let grid = &mut self.levels[self.whole - 1].r;
        for (rank, block) in all.chunks_exact(own.len()).enumerate() {
            let [x, y, z] = Division::new(size, rank).first(side);
            for (number, row) in block.chunks_exact(xs).enumerate() {
                let (row_y, row_z) = (y + number % ys + 1, z + number / ys + 1);
                grid.row_mut(row_y, row_z)[x + 1..=x + xs].copy_from_slice(row);
            }
        }
        wrap(grid);
        Ok(())
    }
}
