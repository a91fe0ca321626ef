//! Changes between the variables and those in which the system of an axis is diagonal: products with the eigenvectors of the
//! fluxes' Jacobians. Between two axes, two of them become one of constants.

#![expect(
    clippy::inline_always,
    reason = "numbers stay in registers, and loops over lanes become vector instructions, where all is one function"
)]

use std::f64::consts::FRAC_1_SQRT_2;

use crate::fluid::fields::{
    DENSITY, ENERGY, Grid, INVERSE, KINETIC, MOMENTUM, PRESSURE, SOUND, VARIABLES, VELOCITY,
};
use crate::fluid::lanes::Lanes;

/// What is to be added to the variables of a few points, in one of the bases.
type Change = [Lanes; VARIABLES];

/// From the variables to the basis of x.
#[inline(always)]
pub(super) fn to_x(state: &Grid, at: usize, &[r1, r2, r3, r4, r5]: &Change) -> Change {
    let of = |part: usize| Lanes::load(&state.values, at + part * state.layout.part());
    let (inverse, kinetic, sound) = (of(INVERSE), of(KINETIC), of(SOUND));
    let (u, v, w) = (of(VELOCITY), of(VELOCITY + 1), of(VELOCITY + 2));
    let pressure =
        Lanes::splat(PRESSURE) / (sound * sound) * (kinetic * r1 - u * r2 - v * r3 - w * r4 + r5);
    let flow = FRAC_1_SQRT_2 * inverse * (u * r1 - r2);
    let wave = FRAC_1_SQRT_2 * inverse * sound * pressure;
    [
        r1 - pressure,
        inverse * (r4 - w * r1),
        inverse * (v * r1 - r3),
        wave - flow,
        wave + flow,
    ]
}

/// From the basis of x to that of y.
#[inline(always)]
pub(super) fn x_to_y(&[r1, r2, r3, r4, r5]: &Change) -> Change {
    let flow = FRAC_1_SQRT_2 * r3;
    let mean = 0.5 * (r4 + r5);
    [-r2, r1, FRAC_1_SQRT_2 * (r4 - r5), mean - flow, mean + flow]
}

/// From the basis of y to that of z.
#[inline(always)]
pub(super) fn y_to_z(&[r1, r2, r3, r4, r5]: &Change) -> Change {
    let flow = FRAC_1_SQRT_2 * r1;
    let mean = 0.5 * (r4 + r5);
    [FRAC_1_SQRT_2 * (r4 - r5), -r3, r2, mean - flow, mean + flow]
}

/// The parts of the state that the way from the basis of z needs, and those that it changes.
pub(super) const FROM_Z: [usize; 10] = [
    DENSITY,
    MOMENTUM,
    MOMENTUM + 1,
    MOMENTUM + 2,
    ENERGY,
    VELOCITY,
    VELOCITY + 1,
    VELOCITY + 2,
    KINETIC,
    SOUND,
];

/// From the basis of z to the variables.
#[inline(always)]
pub(super) fn from_z(state: &Grid, at: usize, &[r1, r2, r3, r4, r5]: &Change) -> Change {
    let of = |part: usize| Lanes::load(&state.values, at + part * state.layout.part());
    let (density, kinetic, sound) = (of(DENSITY), of(KINETIC), of(SOUND));
    let (u, v, w) = (of(VELOCITY), of(VELOCITY + 1), of(VELOCITY + 2));
    let scaled = FRAC_1_SQRT_2 * density;
    let wave = scaled / sound * (r4 + r5);
    let flow = scaled * (r4 - r5);
    let mass = r3 + wave;
    [
        mass,
        u * mass - density * r2,
        density * r1 + v * mass,
        w * mass + flow,
        density * (v * r1 - u * r2)
            + kinetic * mass
            + (1.0 / PRESSURE) * (sound * sound) * wave
            + w * flow,
    ]
}
