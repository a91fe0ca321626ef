//! The block-tridiagonal system of a line, by elimination without pivoting.

#![expect(
    clippy::inline_always,
    clippy::needless_range_loop,
    reason = "numbers stay in registers, and loops over lanes become vector instructions, in one function with counted loops"
)]

use super::coupling::{Coupling, Gas, diagonal, order};
use crate::fluid::fields::{Fields, Grid, VARIABLES};
use crate::fluid::flux::{Differences, SMOOTHING};
use crate::fluid::lanes::Lanes;
use crate::fluid::sweep::{Lines, Solver};
use crate::fluid::{Problem, Scheme};

/// Solves the systems of BT.
pub(crate) struct BlockTridiagonal {
    time_step: f64,
    differences: Differences,
}

type Column = [Lanes; VARIABLES];

/// Equations after elimination, solved for their point: the columns of the block for the next point, then the right-hand side.
type Rows = [Lanes; VARIABLES * (VARIABLES + 1)];

impl Solver for BlockTridiagonal {
    type Kept = Rows;
    type Forward = Rows;
    type Backward = Column;

    #[inline(never)]
    fn eliminate(
        &self,
        axis: usize,
        fields: &Fields,
        lines: Lines,
        carry: &mut Rows,
        kept: &mut [Rows],
    ) {
        let (state, change) = (&fields.state, &fields.change);
        let at = state.layout.at(0, lines.point);
        let step = state.layout.step(axis);
        let from = change.layout.at(0, lines.point);
        let flux = self.time_step * self.differences.central;
        let diffusion = self.time_step * self.differences.second;
        let smoothing = diffusion * SMOOTHING[axis];
        let mut before = Gas::at(axis, state, at - step);
        let mut here = Gas::at(axis, state, at);
        for place in 0..kept.len() {
            let after = Gas::at(axis, state, at + (place + 1) * step);
            let (done, rest) = kept.split_at_mut(place);
            let (last, _) = done.last().unwrap_or(carry).as_chunks::<VARIABLES>();
            let (rows, _) = rest[0].as_chunks_mut::<VARIABLES>();
            let mut block = diagonal(&here, diffusion, smoothing);
            let coupling = Coupling::new(&before, -flux, diffusion, smoothing);
            for column in 0..VARIABLES {
                coupling.subtract(&last[column], &mut block[column]);
            }
            factor(&mut block);
            let mut right = [Lanes::ZERO; VARIABLES];
            let from = from + place * change.layout.step(axis);
            for (lanes, part) in right.iter_mut().zip(order(axis)) {
                *lanes = change.across(axis, from + part * change.layout.part());
            }
            coupling.subtract(&last[VARIABLES], &mut right);
            divide(&block, &mut right);
            rows[VARIABLES] = right;
            let coupling = Coupling::new(&after, flux, diffusion, smoothing);
            for number in 0..VARIABLES {
                let mut column = coupling.column(number);
                divide(&block, &mut column);
                rows[number] = column;
            }
            (before, here) = (here, after);
        }
        *carry = *kept.last().unwrap_or(carry);
    }

    #[inline(never)]
    fn substitute(
        &self,
        axis: usize,
        fields: &mut Fields,
        lines: Lines,
        carry: &mut Column,
        kept: &[Rows],
    ) {
        let Fields { state, change, .. } = fields;
        let at = state.layout.at(0, lines.point);
        let to = change.layout.at(0, lines.point);
        let mut next = *carry;
        for (place, rows) in kept.iter().enumerate().rev() {
            let (columns, _) = rows.as_chunks::<VARIABLES>();
            let mut solution = columns[VARIABLES];
            for column in 0..VARIABLES {
                for row in 0..VARIABLES {
                    solution[row] -= columns[column][row] * next[column];
                }
            }
            next = solution;
            for (part, lanes) in order(axis).into_iter().zip(&next) {
                if axis < 2 {
                    let to = to + place * change.layout.step(axis);
                    change.set_across(axis, to + part * change.layout.part(), *lanes);
                } else {
                    let at = at + place * state.layout.step(axis) + part * state.layout.part();
                    let sum = Lanes::load(&state.values, at) + *lanes;
                    sum.store(&mut state.values, at);
                }
            }
        }
        *carry = next;
    }
}

/// Factors a block, given by columns, into a lower triangle with ones on its diagonal and an upper one, whose diagonal is kept
/// as reciprocals.
#[inline(always)]
fn factor(block: &mut [Column; VARIABLES]) {
    for pivot in 0..VARIABLES {
        let reciprocal = block[pivot][pivot].recip();
        block[pivot][pivot] = reciprocal;
        for row in pivot + 1..VARIABLES {
            block[pivot][row] = block[pivot][row] * reciprocal;
        }
        for column in pivot + 1..VARIABLES {
            let value = block[column][pivot];
            for row in pivot + 1..VARIABLES {
                let product = block[pivot][row] * value;
                block[column][row] -= product;
            }
        }
    }
}

/// Divides a column by a factored block.
#[inline(always)]
fn divide(block: &[Column; VARIABLES], column: &mut Column) {
    for pivot in 0..VARIABLES {
        let value = column[pivot];
        for row in pivot + 1..VARIABLES {
            column[row] -= block[pivot][row] * value;
        }
    }
    for pivot in (0..VARIABLES).rev() {
        let value = column[pivot] * block[pivot][pivot];
        column[pivot] = value;
        for row in 0..pivot {
            column[row] -= block[pivot][row] * value;
        }
    }
}

impl Scheme for BlockTridiagonal {
    fn new(problem: &Problem) -> Self {
        BlockTridiagonal {
            time_step: problem.time_step,
            differences: Differences::new(problem.points - 2),
        }
    }

    #[inline(always)]
    fn prepare(&self, _: &Grid, _: usize, _: &mut Column) {}
}
