//! The five pentadiagonal systems of a line. Three of the five have the same matrix, whose waves go with the gas; in the others
//! they go with it and with sound, or against sound.

#![expect(
    clippy::inline_always,
    clippy::needless_range_loop,
    reason = "numbers stay in registers, and loops over lanes become vector instructions, in one function with counted loops"
)]

use super::eigen;
use crate::fluid::fields::{Fields, Grid, INVERSE, SOUND, VARIABLES, VELOCITY};
use crate::fluid::flux::{
    CONDUCTION, DISSIPATION, Differences, SMOOTHING, VISCOSITY, fourth_difference,
};
use crate::fluid::lanes::Lanes;
use crate::fluid::sweep::{Lines, Solver};
use crate::fluid::{Problem, Scheme};

/// Matrices of a line.
const MATRICES: usize = 3;

/// Lanes of a row.
const ROW: usize = 2 * MATRICES + VARIABLES;

/// Solves the systems of SP.
pub(crate) struct Pentadiagonal {
    inner: usize,
    time_step: f64,
    differences: Differences,
}

/// An equation after elimination, solved for its point: coefficients of the next point and of that after it for each matrix, then
/// the right-hand sides.
type Row = [Lanes; ROW];

/// What the equations of a line need of a few points.
#[derive(Clone, Copy)]
struct Wave {
    /// Times the time step over two distances: of the gas.
    speed: Lanes,
    /// As much, of sound.
    sound: Lanes,
    /// Second-order dissipation and diffusion.
    smoothing: Lanes,
}

impl Pentadiagonal {
    /// What the equations along an axis need of a point.
    #[inline(always)]
    fn wave(&self, axis: usize, state: &Grid, at: usize) -> Wave {
        let part = state.layout.part();
        let of = |number: usize| state.across(axis, at + number * part);
        let central = self.time_step * self.differences.central;
        let second = self.time_step * self.differences.second;
        // Of all diffusivities that of heat is the largest.
        Wave {
            speed: central * of(VELOCITY + axis),
            sound: central * of(SOUND),
            smoothing: second * (SMOOTHING[axis] + (VISCOSITY * CONDUCTION) * of(INVERSE)),
        }
    }
}

impl Solver for Pentadiagonal {
    type Kept = Row;
    type Forward = [Lanes; 2 * ROW];
    type Backward = [Lanes; 2 * VARIABLES];

    fn eliminate(
        &self,
        axis: usize,
        fields: &Fields,
        lines: Lines,
        carry: &mut Self::Forward,
        kept: &mut [Row],
    ) {
        match axis {
            0 => self.eliminate_along::<0>(fields, lines, carry, kept),
            1 => self.eliminate_along::<1>(fields, lines, carry, kept),
            _ => self.eliminate_along::<2>(fields, lines, carry, kept),
        }
    }

    fn substitute(
        &self,
        axis: usize,
        fields: &mut Fields,
        lines: Lines,
        carry: &mut Self::Backward,
        kept: &[Row],
    ) {
        match axis {
            0 => Self::substitute_along::<0>(fields, lines, carry, kept),
            1 => Self::substitute_along::<1>(fields, lines, carry, kept),
            _ => Self::substitute_along::<2>(fields, lines, carry, kept),
        }
    }
}

/// A point of a line is little work here, in which the choice of an axis would count: each axis has code of its own.
impl Pentadiagonal {
    #[inline(never)]
    fn eliminate_along<const AXIS: usize>(
        &self,
        fields: &Fields,
        lines: Lines,
        carry: &mut [Lanes; 2 * ROW],
        kept: &mut [Row],
    ) {
        let (state, change) = (&fields.state, &fields.change);
        let at = state.layout.at(0, lines.point);
        let step = state.layout.step(AXIS);
        let from = change.layout.at(0, lines.point);
        if AXIS == 2 {
            change.touch(from, &[0, 1, 2, 3, 4], kept.len());
            state.touch(at, &[INVERSE, VELOCITY + AXIS, SOUND], kept.len() + 1);
        }
        let mut waves = [
            self.wave(AXIS, state, at - step),
            self.wave(AXIS, state, at - step),
            self.wave(AXIS, state, at),
        ];
        let ([earlier, last], _) = carry.as_chunks::<ROW>() else {
            unreachable!("two rows are carried");
        };
        for place in 0..kept.len() {
            waves = [
                waves[1],
                waves[2],
                self.wave(AXIS, state, at + (place + 1) * step),
            ];
            let right = change.variables(AXIS, from + place * change.layout.step(AXIS));
            let mut weights = fourth_difference(lines.first + place, self.inner);
            for weight in &mut weights {
                *weight *= self.time_step * DISSIPATION;
            }
            let (done, rest) = kept.split_at_mut(place);
            let (earlier, last) = match done {
                [] => (earlier, last),
                [first] => (last, &*first),
                [.., earlier, last] => (&*earlier, &*last),
            };
            eliminate_in(weights, &waves, &right, earlier, last, &mut rest[0]);
        }
        let carried = [*earlier, *last];
        let mut rows = carried.iter().chain(&*kept).rev();
        if let (Some(last), Some(earlier)) = (rows.next(), rows.next()) {
            carry[..ROW].copy_from_slice(earlier);
            carry[ROW..].copy_from_slice(last);
        }
    }

    #[inline(never)]
    fn substitute_along<const AXIS: usize>(
        fields: &mut Fields,
        lines: Lines,
        carry: &mut [Lanes; 2 * VARIABLES],
        kept: &[Row],
    ) {
        let Fields { state, change, .. } = fields;
        let at = state.layout.at(0, lines.point);
        let to = change.layout.at(0, lines.point);
        if AXIS == 2 {
            state.touch(at, &eigen::FROM_Z, kept.len());
        }
        let ([next, later], _) = carry.as_chunks::<VARIABLES>() else {
            unreachable!("two solutions are carried");
        };
        let (mut next, mut later) = (*next, *later);
        for (place, row) in kept.iter().enumerate().rev() {
            let mut solution = [Lanes::ZERO; VARIABLES];
            for (number, solution) in solution.iter_mut().enumerate() {
                let matrix = number.saturating_sub(2);
                *solution = row[2 * MATRICES + number]
                    - row[2 * matrix] * next[number]
                    - row[2 * matrix + 1] * later[number];
            }
            (later, next) = (next, solution);
            let to = to + place * change.layout.step(AXIS);
            if AXIS < 2 {
                let solution = if AXIS == 0 {
                    eigen::x_to_y(&solution)
                } else {
                    eigen::y_to_z(&solution)
                };
                for (part, lanes) in solution.iter().enumerate() {
                    change.set_across(AXIS, to + part * change.layout.part(), *lanes);
                }
            } else {
                let at = at + place * state.layout.step(AXIS);
                let solution = eigen::from_z(state, at, &solution);
                for (part, lanes) in solution.iter().enumerate() {
                    let at = at + part * state.layout.part();
                    let sum = Lanes::load(&state.values, at) + *lanes;
                    sum.store(&mut state.values, at);
                }
            }
        }
        let (solutions, _) = carry.as_chunks_mut();
        solutions.copy_from_slice(&[next, later]);
    }
}

/// Makes the equations of a point, and eliminates the two points before in them.
#[inline(always)]
fn eliminate_in(
    weights: [f64; 5],
    [before, here, after]: &[Wave; 3],
    right: &[Lanes; VARIABLES],
    earlier: &Row,
    last: &Row,
    row: &mut Row,
) {
    let first = Lanes::splat(weights[0]);
    let fifth = Lanes::splat(weights[4]);
    let middle = (1.0 + weights[2]) + 2.0 * here.smoothing;
    let second = weights[1] + (-before.speed - before.smoothing);
    let fourth = weights[3] + (after.speed - after.smoothing);
    let none = Lanes::ZERO;
    let sounds = [
        (none, none),
        (before.sound, after.sound),
        (-before.sound, -after.sound),
    ];
    for matrix in 0..MATRICES {
        let (sound_before, sound_after) = sounds[matrix];
        let (near, far) = (2 * matrix, 2 * matrix + 1);
        let second = second - sound_before - first * earlier[near];
        let middle = middle - first * earlier[far] - second * last[near];
        let inverse = middle.recip();
        row[near] = inverse * (fourth + sound_after - second * last[far]);
        row[far] = inverse * fifth;
        let numbers = if matrix == 0 {
            0..3
        } else {
            matrix + 2..matrix + 3
        };
        for number in numbers {
            let place = 2 * MATRICES + number;
            row[place] = inverse * (right[number] - first * earlier[place] - second * last[place]);
        }
    }
}

impl Scheme for Pentadiagonal {
    fn new(problem: &Problem) -> Self {
        Pentadiagonal {
            inner: problem.points - 2,
            time_step: problem.time_step,
            differences: Differences::new(problem.points - 2),
        }
    }

    #[inline(always)]
    fn prepare(&self, state: &Grid, at: usize, change: &mut [Lanes; VARIABLES]) {
        *change = eigen::to_x(state, at, change);
    }
}
