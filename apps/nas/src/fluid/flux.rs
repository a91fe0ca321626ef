//! The right-hand side: differences of the fluxes along each axis, with viscosity and heat conduction, the dissipation of fourth
//! order that keeps the scheme stable, and the forcing (RNR-94-007, 3.2).

#![expect(
    clippy::inline_always,
    reason = "numbers stay in registers, and loops over lanes become vector instructions, where all is one function"
)]

use super::fields::{
    DENSITY, ENERGY, Fields, GAMMA, GHOSTS, Grid, INVERSE, KINETIC, MOMENTUM, PRESSURE, VARIABLES,
    VELOCITY,
};
use super::lanes::{LANES, Lanes};

/// Viscosity times a constant of the scaling.
pub(crate) const VISCOSITY: f64 = 0.1;
pub(crate) const FOUR_THIRDS: f64 = 4.0 / 3.0;
/// The ratio of heat capacities times the reciprocal of Prandtl's number.
pub(crate) const CONDUCTION: f64 = GAMMA * 1.4;
/// Second-order dissipation along x, y and z.
pub(crate) const SMOOTHING: [f64; 3] = [0.75, 0.75, 1.0];
/// Fourth-order dissipation.
pub(crate) const DISSIPATION: f64 = 0.25;

/// Differences between points: reciprocals of their distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Differences {
    /// Of second differences.
    pub(crate) second: f64,
    /// Of central differences over two distances.
    pub(crate) central: f64,
}

impl Differences {
    /// Between the points of a grid with `inner` points between its boundaries.
    pub(crate) fn new(inner: usize) -> Differences {
        let per_length = (inner + 1) as f64;
        Differences {
            second: per_length * per_length,
            central: 0.5 * per_length,
        }
    }
}

/// Weights of the fourth difference at an inner point, of the point two before to that two after: one-sided at the boundaries.
pub(crate) fn fourth_difference(point: usize, inner: usize) -> [f64; 5] {
    match (point, inner - 1 - point) {
        (0, _) => [0.0, 0.0, 5.0, -4.0, 1.0],
        (1, _) => [0.0, -4.0, 6.0, -4.0, 1.0],
        (_, 0) => [1.0, -4.0, 5.0, 0.0, 0.0],
        (_, 1) => [1.0, -4.0, 6.0, -4.0, 0.0],
        _ => [1.0, -4.0, 6.0, -4.0, 1.0],
    }
}

/// Weights of dissipation from those of the fourth difference.
#[inline(always)]
fn dissipation(weights: [f64; 5]) -> [Lanes; 5] {
    let mut lanes = [Lanes::ZERO; 5];
    for (lanes, weight) in lanes.iter_mut().zip(weights) {
        *lanes = Lanes::splat(DISSIPATION * weight);
    }
    lanes
}

/// Computes right-hand sides.
pub(crate) struct Fluxes {
    differences: Differences,
    /// Where lanes begin along x, and their weights of dissipation.
    along_x: Vec<(usize, [Lanes; 5])>,
}

impl Fluxes {
    /// For a grid with so many inner points along each axis.
    pub(crate) fn new(inner: usize) -> Fluxes {
        let begin = |x: usize| {
            // The last ones are done twice: what they become depends on nothing that they change.
            let first = x.min(inner - LANES);
            let mut weights = [[0.0; LANES]; 5];
            for lane in 0..LANES {
                for (weight, of) in weights
                    .iter_mut()
                    .zip(fourth_difference(first + lane, inner))
                {
                    weight[lane] = DISSIPATION * of;
                }
            }
            (first, weights.map(|weights| Lanes::load(&weights, 0)))
        };
        Fluxes {
            differences: Differences::new(inner),
            along_x: (0..inner).step_by(LANES).map(begin).collect(),
        }
    }

    /// Computes the right-hand side on one of the process's planes. `finish` may change what it is at a few points,
    /// which stand at a place in the state, before it is stored.
    #[inline(always)]
    pub(crate) fn plane(
        &self,
        fields: &mut Fields,
        plane: usize,
        finish: impl Fn(&Grid, usize, &mut [Lanes; VARIABLES]),
    ) {
        let Fields {
            division,
            state,
            change,
            forcing,
        } = fields;
        let weights = |axis: usize, own: usize| {
            let point = division.points(axis).start + own;
            dissipation(fourth_difference(point, division.inner()))
        };
        let along_z = weights(2, plane);
        for row in 0..division.points(1).len() {
            let along_y = weights(1, row);
            for (x, along_x) in &self.along_x {
                let point = [1 + x, GHOSTS + row, GHOSTS + plane];
                let (at, to) = (state.layout.at(0, point), change.layout.at(0, point));
                let part = change.layout.part();
                let mut sums = forcing.variables::<2>(to);
                self.add::<0>(state, at, along_x, &mut sums);
                self.add::<1>(state, at, &along_y, &mut sums);
                self.add::<2>(state, at, &along_z, &mut sums);
                finish(state, at, &mut sums);
                for (number, sum) in sums.iter().enumerate() {
                    sum.store(&mut change.values, to + number * part);
                }
            }
        }
    }

    /// Adds what flows along an axis.
    #[inline(always)]
    fn add<const AXIS: usize>(
        &self,
        state: &Grid,
        at: usize,
        weights: &[Lanes; 5],
        sums: &mut [Lanes; VARIABLES],
    ) {
        let step = state.layout.step(AXIS);
        let part = state.layout.part();
        let Differences { second, central } = self.differences;
        let smoothing = SMOOTHING[AXIS] * second;
        let viscosity = VISCOSITY * second;
        let speed = near::<AXIS>(state, at, VELOCITY + AXIS);
        for (number, sum) in sums.iter_mut().enumerate() {
            let values = near::<AXIS>(state, at, number);
            let at = at + number * part;
            let before = Lanes::load(&state.values, at - 2 * step);
            let after = Lanes::load(&state.values, at + 2 * step);
            *sum += smoothing * bend(values)
                - (weights[0] * before
                    + weights[1] * values[0]
                    + weights[2] * values[1]
                    + weights[3] * values[2]
                    + weights[4] * after);
        }
        let density = near::<AXIS>(state, at, DENSITY);
        let energy = near::<AXIS>(state, at, ENERGY);
        let kinetic = near::<AXIS>(state, at, KINETIC);
        let inverse = near::<AXIS>(state, at, INVERSE);
        let (work_before, work_after) = (density[0] * kinetic[0], density[2] * kinetic[2]);
        for axis in 0..3 {
            let momentum = near::<AXIS>(state, at, MOMENTUM + axis);
            let sum = &mut sums[MOMENTUM + axis];
            let mut flow = momentum[2] * speed[2] - momentum[0] * speed[0];
            if axis == AXIS {
                sums[DENSITY] -= central * (momentum[2] - momentum[0]);
                flow += PRESSURE * ((energy[2] - work_after) - (energy[0] - work_before));
                sums[MOMENTUM + axis] += (FOUR_THIRDS * viscosity) * bend(speed) - central * flow;
            } else {
                *sum += viscosity * bend(near::<AXIS>(state, at, VELOCITY + axis)) - central * flow;
            }
        }
        let enthalpy_before = GAMMA * energy[0] - PRESSURE * work_before;
        let enthalpy_after = GAMMA * energy[2] - PRESSURE * work_after;
        sums[ENERGY] += viscosity * ((1.0 - CONDUCTION) * bend(kinetic))
            + (viscosity / 6.0) * bend(each(speed, speed))
            + (viscosity * CONDUCTION) * bend(each(energy, inverse))
            - central * (enthalpy_after * speed[2] - enthalpy_before * speed[0]);
    }
}

/// A part of the state before, at and after a few points along an axis.
#[inline(always)]
fn near<const AXIS: usize>(state: &Grid, at: usize, part: usize) -> [Lanes; 3] {
    let at = at + part * state.layout.part();
    let step = state.layout.step(AXIS);
    [
        Lanes::load(&state.values, at - step),
        Lanes::load(&state.values, at),
        Lanes::load(&state.values, at + step),
    ]
}

/// The second difference.
#[inline(always)]
fn bend([before, here, after]: [Lanes; 3]) -> Lanes {
    after - 2.0 * here + before
}

#[inline(always)]
fn each(a: [Lanes; 3], b: [Lanes; 3]) -> [Lanes; 3] {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

#[cfg(test)]
mod tests;
