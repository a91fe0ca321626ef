//! Solving the systems of all lines along an axis: elimination from the first point to the last one, substitution back.
//!
//! ```text
//!   process 0   e0 e1 e2 .. e8 s0 e9 s1 ..   e: eliminates the lines of a piece, hands on to the next process
//!   process 1      e0 s0 e1 s1 ..            s: substitutes in the lines of a piece, hands back to the one before
//! ```
//!
//! Lines are done block by block. Where the axis is cut, these are done piece by piece, so that all processes work at once. Each
//! substitutes a piece some pieces after eliminating it: more than the way to the last process and back is long, so that a
//! process that is held up for a moment holds up no other one. As pieces are small, what is kept of those between stays in the
//! cache.

use std::marker::PhantomData;
use std::ops::Range;

use anyhow::Result;

use super::division::Division;
use super::fields::{Fields, GHOSTS};
use super::lanes::{LANES, Pack};
use crate::job::Job;
use crate::mailbox::Mailbox;
use crate::share::share;

/// Pieces of a block where the axis is cut.
const PIECES: usize = 4;
/// How many pieces a process is ahead of the next one, and so substitutes behind it. Two would do if none were ever held up.
const AHEAD: usize = 8;

/// A few lines along an axis, as many as there are lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// The process's first point on the first of them, counted with ghosts and boundary.
    pub(crate) point: [usize; 3],
    /// How many inner points of the line come before.
    pub(crate) first: usize,
}

/// How a line's system is made and solved.
///
/// The axis is a value, so that code that is long for each point is compiled once.
pub(crate) trait Solver {
    /// What is kept of each point from elimination for substitution.
    type Kept: Pack;
    /// What elimination hands on at the end of a process's points.
    type Forward: Pack;
    /// What substitution hands back.
    type Backward: Pack;

    /// Makes the equations of a process's points and eliminates in them what comes before. `carry` comes from the points before
    /// and goes to those after.
    fn eliminate(
        &self,
        axis: usize,
        fields: &Fields,
        lines: Lines,
        carry: &mut Self::Forward,
        kept: &mut [Self::Kept],
    );

    /// Substitutes, from the last point to the first. `carry` comes from the points after and goes to those before.
    fn substitute(
        &self,
        axis: usize,
        fields: &mut Fields,
        lines: Lines,
        carry: &mut Self::Backward,
        kept: &[Self::Kept],
    );
}

/// The lines along an axis.
pub(crate) struct Sweep<'a, S: Solver> {
    axis: usize,
    /// The axis that blocks are counted along: each is a plane or a row of lines.
    block_axis: usize,
    blocks: usize,
    /// Into how many pieces blocks are cut.
    pieces: usize,
    /// Lines in a block, as many at once as there are lanes.
    bundles: usize,
    points: usize,
    /// How many pieces a substitution comes after its elimination.
    lag: usize,
    before: Option<usize>,
    after: Option<usize>,
    /// A slot for each piece's elimination, then one for each piece's substitution.
    mailbox: Mailbox<'a>,
    slots: usize,
    message: Vec<f64>,
    kept: Vec<S::Kept>,
    solver: PhantomData<S>,
}

impl<'a, S: Solver> Sweep<'a, S> {
    /// Along an axis, for the grids of a division. Collective.
    pub(crate) fn new(job: &'a Job<'a>, division: &Division, axis: usize) -> Result<Sweep<'a, S>> {
        let (block_axis, bundle_axis) = [(2, 1), (2, 0), (1, 0)][axis];
        let len = |axis: usize| division.points(axis).len();
        let (blocks, points) = (len(block_axis), len(axis));
        let bundles = len(bundle_axis).div_ceil(LANES);
        let lag = AHEAD * division.parts_after(axis);
        let (pieces, slots, room) = if division.is_cut(axis) {
            // Mailboxes are the same everywhere, but only those along the same lines have as many of them.
            let bundles_max = division.points_max(bundle_axis).div_ceil(LANES);
            let slots = division.points_max(block_axis) * PIECES;
            (PIECES.min(bundles), slots, bundles_max.div_ceil(PIECES))
        } else {
            (1, 0, 0)
        };
        let forward = vec![room * S::Forward::VALUES; slots];
        let backward = vec![room * S::Backward::VALUES; slots];
        let kept = (blocks * pieces).min(lag + 1) * bundles.div_ceil(pieces);
        Ok(Sweep {
            axis,
            block_axis,
            blocks,
            pieces,
            bundles,
            points,
            lag,
            before: division.before(axis),
            after: division.after(axis),
            mailbox: Mailbox::new(job, &[forward, backward].concat())?,
            slots,
            message: vec![0.0; room * S::Forward::VALUES.max(S::Backward::VALUES)],
            kept: vec![S::Kept::ZERO; kept * points],
            solver: PhantomData,
        })
    }

    /// How many steps it takes to solve all lines.
    pub(crate) fn steps(&self) -> usize {
        self.blocks + self.lag.div_ceil(self.pieces)
    }

    /// Eliminates a block's lines, and substitutes in earlier ones.
    pub(crate) fn step(&mut self, solver: &S, fields: &mut Fields, step: usize) -> Result<()> {
        let end = self.blocks * self.pieces;
        for piece in step * self.pieces..(step + 1) * self.pieces {
            if piece < end {
                self.eliminate(solver, fields, piece)?;
            }
            if let Some(piece) = piece.checked_sub(self.lag).filter(|piece| *piece < end) {
                self.substitute(solver, fields, piece)?;
            }
        }
        Ok(())
    }

    fn eliminate(&mut self, solver: &S, fields: &Fields, piece: usize) -> Result<()> {
        let len = S::Forward::VALUES;
        let bundles = self.bundles_of(piece);
        if self.before.is_some() {
            let message = &mut self.message[..bundles.len() * len];
            self.mailbox.take(piece, message)?;
        }
        for (place, bundle) in bundles.clone().enumerate() {
            let mut carry = S::Forward::ZERO;
            if self.before.is_some() {
                carry = S::Forward::unpack(&self.message[place * len..]);
            }
            let lines = self.lines(fields, piece, bundle);
            let (axis, kept) = (self.axis, self.kept(piece, place));
            solver.eliminate(axis, fields, lines, &mut carry, kept);
            if self.after.is_some() {
                carry.pack(&mut self.message[place * len..]);
            }
        }
        if let Some(after) = self.after {
            let message = &self.message[..bundles.len() * len];
            self.mailbox.send(piece, after, message)?;
        }
        Ok(())
    }

    fn substitute(&mut self, solver: &S, fields: &mut Fields, piece: usize) -> Result<()> {
        let len = S::Backward::VALUES;
        let bundles = self.bundles_of(piece);
        if self.after.is_some() {
            let message = &mut self.message[..bundles.len() * len];
            self.mailbox.take(self.slots + piece, message)?;
        }
        for (place, bundle) in bundles.clone().enumerate() {
            let mut carry = S::Backward::ZERO;
            if self.after.is_some() {
                carry = S::Backward::unpack(&self.message[place * len..]);
            }
            let lines = self.lines(fields, piece, bundle);
            let (axis, kept) = (self.axis, self.kept(piece, place));
            solver.substitute(axis, fields, lines, &mut carry, kept);
            if self.before.is_some() {
                carry.pack(&mut self.message[place * len..]);
            }
        }
        if let Some(before) = self.before {
            let message = &self.message[..bundles.len() * len];
            self.mailbox.send(self.slots + piece, before, message)?;
        }
        Ok(())
    }

    /// The bundles of a piece, counted in its block.
    fn bundles_of(&self, piece: usize) -> Range<usize> {
        share(self.bundles, self.pieces, piece % self.pieces)
    }

    fn lines(&self, fields: &Fields, piece: usize, bundle: usize) -> Lines {
        let mut point = [1, GHOSTS, GHOSTS];
        point[self.block_axis] += piece / self.pieces;
        point[3 - self.axis - self.block_axis] += bundle * LANES;
        Lines {
            point,
            first: fields.division.points(self.axis).start,
        }
    }

    /// What is kept of the lines of a piece's bundle. It is used again for later pieces, after substitution.
    fn kept(&mut self, piece: usize, bundle: usize) -> &mut [S::Kept] {
        let bundles = self.bundles.div_ceil(self.pieces);
        let place = piece % (self.lag + 1) * bundles + bundle;
        &mut self.kept[place * self.points..][..self.points]
    }
}
