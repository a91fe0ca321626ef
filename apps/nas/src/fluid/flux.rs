//! The right-hand side: differences of the fluxes along each axis, with viscosity and heat conduction, the dissipation of fourth
//! order that keeps the scheme stable, and the forcing (RNR-94-007, 3.2).

#![expect(
    clippy::inline_always,
    reason = "numbers stay in registers, and loops over lanes become vector instructions, where all is one function"
)]

use super::fields::{
    DENSITY, ENERGY, Fields, GAMMA, GHOSTS, Grid, INVERSE, KINETIC, MOMENTUM, PRESSURE, STATE,
    VARIABLES, VELOCITY,
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

/// Weights with which points along an axis, of that two before to that two after, change what is at an inner point: by
/// dissipation of second and of fourth order.
fn smoothing(axis: usize, point: usize, inner: usize) -> [f64; 5] {
    let second = SMOOTHING[axis] * Differences::new(inner).second;
    let mut weights = [0.0, second, -2.0 * second, second, 0.0];
    for (weight, fourth) in weights.iter_mut().zip(fourth_difference(point, inner)) {
        *weight -= DISSIPATION * fourth;
    }
    weights
}

/// Computes right-hand sides.
pub(crate) struct Fluxes {
    differences: Differences,
    /// Where lanes begin along x, and their weights of smoothing.
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
                let of = smoothing(0, first + lane, inner);
                for (weight, of) in weights.iter_mut().zip(of) {
                    weight[lane] = of;
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
    /// which stand at a place in the state, before it is stored. It is called by its address, so that the fluxes, which are
    /// much code, are compiled once.
    pub(crate) fn plane(
        &self,
        fields: &mut Fields,
        plane: usize,
        finish: &dyn Fn(&Grid, usize, &mut [Lanes; VARIABLES]),
    ) {
        let Fields {
            division,
            state,
            change,
            forcing,
        } = fields;
        let weights = |axis: usize, own: usize| {
            let point = division.points(axis).start + own;
            smoothing(axis, point, division.inner()).map(Lanes::splat)
        };
        let along_z = weights(2, plane);
        for row in 0..division.points(1).len() {
            let along_y = weights(1, row);
            let first = [0, GHOSTS + row, GHOSTS + plane];
            let (at, to) = (state.layout.at(0, first), change.layout.at(0, first));
            let here = state.row::<STATE>(at);
            let beside_x = Beside::new(state, at, state.layout.step(0));
            let beside_y = Beside::new(state, at, state.layout.step(1));
            let beside_z = Beside::new(state, at, state.layout.step(2));
            for &(x, along_x) in &self.along_x {
                let x = 1 + x;
                let mut sums = forcing.variables(2, to + x);
                self.add::<0>(&here, &beside_x, x, &along_x, &mut sums);
                self.add::<1>(&here, &beside_y, x, &along_y, &mut sums);
                self.add::<2>(&here, &beside_z, x, &along_z, &mut sums);
                finish(state, at + x, &mut sums);
                for (number, sum) in sums.iter().enumerate() {
                    sum.store(&mut change.values, to + x + number * change.layout.part());
                }
            }
        }
    }

    /// Adds what flows along an axis at a few points of a row, from `x` on.
    #[inline(always)]
    fn add<const AXIS: usize>(
        &self,
        here: &[&[f64]; STATE],
        beside: &Beside,
        x: usize,
        weights: &[Lanes; 5],
        sums: &mut [Lanes; VARIABLES],
    ) {
        let Differences { second, central } = self.differences;
        let viscosity = VISCOSITY * second;
        let speed = beside.near(here, x, VELOCITY + AXIS);
        // In full, so that sums stay in registers.
        sums[DENSITY] += beside.smooth(here, x, weights, DENSITY);
        sums[MOMENTUM] += beside.smooth(here, x, weights, MOMENTUM);
        sums[MOMENTUM + 1] += beside.smooth(here, x, weights, MOMENTUM + 1);
        sums[MOMENTUM + 2] += beside.smooth(here, x, weights, MOMENTUM + 2);
        sums[ENERGY] += beside.smooth(here, x, weights, ENERGY);
        let density = beside.near(here, x, DENSITY);
        let energy = beside.near(here, x, ENERGY);
        let kinetic = beside.near(here, x, KINETIC);
        let inverse = beside.near(here, x, INVERSE);
        let (work_before, work_after) = (density[0] * kinetic[0], density[2] * kinetic[2]);
        for axis in 0..3 {
            let momentum = beside.near(here, x, MOMENTUM + axis);
            let sum = &mut sums[MOMENTUM + axis];
            let mut flow = momentum[2] * speed[2] - momentum[0] * speed[0];
            if axis == AXIS {
                sums[DENSITY] -= central * (momentum[2] - momentum[0]);
                flow += PRESSURE * ((energy[2] - work_after) - (energy[0] - work_before));
                sums[MOMENTUM + axis] += (FOUR_THIRDS * viscosity) * bend(speed) - central * flow;
            } else {
                *sum += viscosity * bend(beside.near(here, x, VELOCITY + axis)) - central * flow;
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

/// The rows beside one along an axis. For x, these are the row itself, a point further: where that is beyond the boundary, as
/// for other axes, the weight is zero.
struct Beside<'a> {
    two_before: [&'a [f64]; VARIABLES],
    before: [&'a [f64]; STATE],
    after: [&'a [f64]; STATE],
    two_after: [&'a [f64]; VARIABLES],
}

impl<'a> Beside<'a> {
    /// Of the row that begins at a place.
    #[inline(always)]
    fn new(state: &'a Grid, at: usize, step: usize) -> Beside<'a> {
        Beside {
            two_before: state.row(at - 2 * step),
            before: state.row(at - step),
            after: state.row(at + step),
            two_after: state.row(at + 2 * step),
        }
    }

    /// How a variable is smoothed at a few points.
    #[inline(always)]
    fn smooth(
        &self,
        here: &[&[f64]; STATE],
        x: usize,
        weights: &[Lanes; 5],
        number: usize,
    ) -> Lanes {
        weights[0] * Lanes::load(self.two_before[number], x)
            + weights[1] * Lanes::load(self.before[number], x)
            + weights[2] * Lanes::load(here[number], x)
            + weights[3] * Lanes::load(self.after[number], x)
            + weights[4] * Lanes::load(self.two_after[number], x)
    }

    /// A part before, at and after a few points.
    #[inline(always)]
    fn near(&self, here: &[&[f64]; STATE], x: usize, part: usize) -> [Lanes; 3] {
        [
            Lanes::load(self.before[part], x),
            Lanes::load(here[part], x),
            Lanes::load(self.after[part], x),
        ]
    }
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
