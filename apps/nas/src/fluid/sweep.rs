//! Solving the systems of all lines along an axis: elimination from the first point to the last one, substitution back.
//!
//! ```text
//!   process 0   e0 e1 e2 s0 e3 s1 ..   e: eliminates the lines of a block, hands on to the next process
//!   process 1      e0 s0 e1 s1 ..      s: substitutes in the lines of a block, hands back to the one before
//! ```
//!
//! Where the axis is cut, lines are done block by block, so that all processes work at once. Each substitutes a block as many
//! blocks after eliminating it as the way to the last process and back is long.

use std::marker::PhantomData;

use anyhow::Result;
use farreach::shmem::Pe;

use super::division::Division;
use super::fields::{Fields, GHOSTS};
use super::lanes::{LANES, Pack};
use crate::mailbox::Mailbox;

/// A few lines along an axis, as many as there are lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// The process's first point on the first of them, counted with ghosts and boundary.
    pub(crate) point: [usize; 3],
    /// How many inner points of the line come before.
    pub(crate) first: usize,
}

/// How a line's system is made and solved.
pub(crate) trait Solver {
    /// What is kept of each point from elimination for substitution.
    type Kept: Pack;
    /// What elimination hands on at the end of a process's points.
    type Forward: Pack;
    /// What substitution hands back.
    type Backward: Pack;

    /// Makes the equations of a process's points and eliminates in them what comes before. `carry` comes from the points before
    /// and goes to those after.
    fn eliminate<const AXIS: usize>(
        &self,
        fields: &Fields,
        lines: Lines,
        carry: &mut Self::Forward,
        kept: &mut [Self::Kept],
    );

    /// Substitutes, from the last point to the first. `carry` comes from the points after and goes to those before.
    fn substitute<const AXIS: usize>(
        &self,
        fields: &mut Fields,
        lines: Lines,
        carry: &mut Self::Backward,
        kept: &[Self::Kept],
    );
}

/// The lines along an axis.
pub(crate) struct Sweep<'a, S: Solver, const AXIS: usize> {
    /// The axis that blocks are counted along: each is a plane or a row of lines.
    block_axis: usize,
    blocks: usize,
    /// Lines in a block, as many at once as there are lanes.
    bundles: usize,
    points: usize,
    /// How many blocks a substitution comes after its elimination.
    lag: usize,
    before: Option<usize>,
    after: Option<usize>,
    /// A slot for each block's elimination, then one for each block's substitution.
    mailbox: Mailbox<'a>,
    slots: usize,
    message: Vec<f64>,
    kept: Vec<S::Kept>,
    solver: PhantomData<S>,
}

impl<'a, S: Solver, const AXIS: usize> Sweep<'a, S, AXIS> {
    /// For the grids of a division. Collective.
    pub(crate) fn new(pe: &'a Pe, division: &Division) -> Result<Sweep<'a, S, AXIS>> {
        let (block_axis, bundle_axis) = [(2, 1), (2, 0), (1, 0)][AXIS];
        let len = |axis: usize| division.points(axis).len();
        let (blocks, points) = (len(block_axis), len(AXIS));
        let bundles = len(bundle_axis).div_ceil(LANES);
        let lag = 2 * division.parts_after(AXIS);
        let (slots, room) = if division.is_cut(AXIS) {
            let bundles = division.points_max(bundle_axis).div_ceil(LANES);
            (division.points_max(block_axis), bundles)
        } else {
            (0, 0)
        };
        let forward = vec![room * S::Forward::VALUES; slots];
        let backward = vec![room * S::Backward::VALUES; slots];
        Ok(Sweep {
            block_axis,
            blocks,
            bundles,
            points,
            lag,
            before: division.before(AXIS),
            after: division.after(AXIS),
            mailbox: Mailbox::new(pe, &[forward, backward].concat())?,
            slots,
            message: vec![0.0; room * S::Forward::VALUES.max(S::Backward::VALUES)],
            kept: vec![S::Kept::ZERO; blocks.min(lag + 1) * bundles * points],
            solver: PhantomData,
        })
    }

    /// How many steps it takes to solve all lines.
    pub(crate) fn steps(&self) -> usize {
        self.blocks + self.lag
    }

    /// Eliminates a block's lines, and substitutes in those of an earlier one.
    pub(crate) fn step(&mut self, solver: &S, fields: &mut Fields, step: usize) -> Result<()> {
        if step < self.blocks {
            self.eliminate(solver, fields, step)?;
        }
        if let Some(block) = step.checked_sub(self.lag) {
            self.substitute(solver, fields, block)?;
        }
        Ok(())
    }

    fn eliminate(&mut self, solver: &S, fields: &Fields, block: usize) -> Result<()> {
        let len = S::Forward::VALUES;
        if self.before.is_some() {
            let message = &mut self.message[..self.bundles * len];
            self.mailbox.take(block, message)?;
        }
        for bundle in 0..self.bundles {
            let mut carry = S::Forward::ZERO;
            if self.before.is_some() {
                carry = S::Forward::unpack(&self.message[bundle * len..]);
            }
            let lines = self.lines(fields, block, bundle);
            let kept = self.kept(block, bundle);
            solver.eliminate::<AXIS>(fields, lines, &mut carry, kept);
            if self.after.is_some() {
                carry.pack(&mut self.message[bundle * len..]);
            }
        }
        if let Some(after) = self.after {
            let message = &self.message[..self.bundles * len];
            self.mailbox.send(block, after, message)?;
        }
        Ok(())
    }

    fn substitute(&mut self, solver: &S, fields: &mut Fields, block: usize) -> Result<()> {
        let len = S::Backward::VALUES;
        if self.after.is_some() {
            let message = &mut self.message[..self.bundles * len];
            self.mailbox.take(self.slots + block, message)?;
        }
        for bundle in 0..self.bundles {
            let mut carry = S::Backward::ZERO;
            if self.after.is_some() {
                carry = S::Backward::unpack(&self.message[bundle * len..]);
            }
            let lines = self.lines(fields, block, bundle);
            let kept = self.kept(block, bundle);
            solver.substitute::<AXIS>(fields, lines, &mut carry, kept);
            if self.before.is_some() {
                carry.pack(&mut self.message[bundle * len..]);
            }
        }
        if let Some(before) = self.before {
            let message = &self.message[..self.bundles * len];
            self.mailbox.send(self.slots + block, before, message)?;
        }
        Ok(())
    }

    fn lines(&self, fields: &Fields, block: usize, bundle: usize) -> Lines {
        let mut point = [1, GHOSTS, GHOSTS];
        point[self.block_axis] += block;
        point[3 - AXIS - self.block_axis] += bundle * LANES;
        Lines {
            point,
            first: fields.division.points(AXIS).start,
        }
    }

    /// What is kept of a few lines. It is used again for later blocks, after substitution.
    fn kept(&mut self, block: usize, bundle: usize) -> &mut [S::Kept] {
        let place = block % (self.lag + 1) * self.bundles + bundle;
        &mut self.kept[place * self.points..][..self.points]
    }
}
