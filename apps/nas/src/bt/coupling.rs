//! The blocks of a line's matrix: Jacobians of the fluxes. Variables are in an order that is the same for all axes: the density,
//! the momentum along the axis, both others, the energy.

#![expect(
    clippy::inline_always,
    reason = "numbers stay in registers, and loops over lanes become vector instructions, where all is one function"
)]

use crate::fluid::fields::{
    ENERGY, GAMMA, Grid, INVERSE, KINETIC, MOMENTUM, PRESSURE, VARIABLES, VELOCITY,
};
use crate::fluid::flux::{CONDUCTION, FOUR_THIRDS, VISCOSITY};
use crate::fluid::lanes::Lanes;

/// The variables' numbers, in the order for an axis.
pub(super) fn order(axis: usize) -> [usize; VARIABLES] {
    let along = |turn: usize| MOMENTUM + (axis + turn) % 3;
    [0, along(0), along(1), along(2), ENERGY]
}

/// What the blocks need of a few points.
#[derive(Clone, Copy)]
pub(super) struct Gas {
    inverse: Lanes,
    /// Along the axis, then along both others.
    velocity: [Lanes; 3],
    kinetic: Lanes,
    /// Energy per mass.
    energy: Lanes,
}

impl Gas {
    /// At a few points.
    #[inline(always)]
    pub(super) fn at(axis: usize, state: &Grid, at: usize) -> Gas {
        let of = |part: usize| state.across(axis, at + part * state.layout.part());
        let along = |turn: usize| of(VELOCITY + (axis + turn) % 3);
        let inverse = of(INVERSE);
        Gas {
            inverse,
            velocity: [along(0), along(1), along(2)],
            kinetic: of(KINETIC),
            energy: inverse * of(ENERGY),
        }
    }
}

/// A block beside the diagonal: how a point's equations depend on a neighbour. Of the rows of both other momenta, and of that of
/// the density, most places are zero.
pub(super) struct Coupling {
    /// Of the density: on density and momentum along the axis.
    mass: [f64; 2],
    along: [Lanes; VARIABLES],
    /// Of both other momenta: on density, on the momentum along the axis; and, the same for both, on themselves.
    beside: [[Lanes; 2]; 2],
    itself: Lanes,
    energy: [Lanes; VARIABLES],
}

impl Coupling {
    /// With weights of the flux, of diffusion and of second-order dissipation.
    #[inline(always)]
    pub(super) fn new(gas: &Gas, flux: f64, diffusion: f64, smoothing: f64) -> Coupling {
        let &Gas {
            inverse,
            velocity: [n, a, b],
            kinetic,
            energy,
        } = gas;
        let viscosity = diffusion * VISCOSITY;
        let viscous = viscosity * inverse;
        let viscous_along = FOUR_THIRDS * viscous;
        let conduction = CONDUCTION * viscous;
        let (along_rest, rest) = (viscous_along - conduction, viscous - conduction);
        let constant = Lanes::splat(-smoothing);
        let turn = flux * n;
        Coupling {
            mass: [-smoothing, flux],
            along: [
                (flux * PRESSURE) * kinetic - turn * n + viscous_along * n,
                (2.0 - PRESSURE) * turn - viscous_along + constant,
                (-flux * PRESSURE) * a,
                (-flux * PRESSURE) * b,
                Lanes::splat(flux * PRESSURE),
            ],
            beside: [
                [(viscous - turn) * a, flux * a],
                [(viscous - turn) * b, flux * b],
            ],
            itself: turn - viscous + constant,
            energy: [
                turn * (2.0 * PRESSURE * kinetic - GAMMA * energy)
                    + along_rest * (n * n)
                    + rest * (a * a + b * b)
                    + conduction * energy,
                flux * (GAMMA * energy - PRESSURE * (n * n + kinetic)) - along_rest * n,
                (-PRESSURE) * (turn * a) - rest * a,
                (-PRESSURE) * (turn * b) - rest * b,
                GAMMA * turn - conduction + constant,
            ],
        }
    }

    /// A column of the block.
    #[inline(always)]
    pub(super) fn column(&self, number: usize) -> [Lanes; VARIABLES] {
        let zero = Lanes::ZERO;
        let [mass, first, second] = match number {
            0 => [
                Lanes::splat(self.mass[0]),
                self.beside[0][0],
                self.beside[1][0],
            ],
            1 => [
                Lanes::splat(self.mass[1]),
                self.beside[0][1],
                self.beside[1][1],
            ],
            2 => [zero, self.itself, zero],
            3 => [zero, zero, self.itself],
            _ => [zero; 3],
        };
        [mass, self.along[number], first, second, self.energy[number]]
    }

    /// Subtracts the block's product with a column from another one.
    #[inline(always)]
    pub(super) fn subtract(&self, column: &[Lanes; VARIABLES], from: &mut [Lanes; VARIABLES]) {
        let [c0, c1, c2, c3, _] = *column;
        from[0] -= self.mass[0] * c0 + self.mass[1] * c1;
        from[1] -= dot(&self.along, column);
        from[2] -= self.beside[0][0] * c0 + self.beside[0][1] * c1 + self.itself * c2;
        from[3] -= self.beside[1][0] * c0 + self.beside[1][1] * c1 + self.itself * c3;
        from[4] -= dot(&self.energy, column);
    }
}

#[inline(always)]
fn dot(row: &[Lanes; VARIABLES], column: &[Lanes; VARIABLES]) -> Lanes {
    row[0] * column[0]
        + row[1] * column[1]
        + row[2] * column[2]
        + row[3] * column[3]
        + row[4] * column[4]
}

/// The block on the diagonal: of diffusion and dissipation alone.
#[inline(always)]
pub(super) fn diagonal(
    gas: &Gas,
    diffusion: f64,
    smoothing: f64,
) -> [[Lanes; VARIABLES]; VARIABLES] {
    // The couplings to both neighbours without their fluxes, and what makes each column's sum one.
    let coupling = Coupling::new(gas, 0.0, -2.0 * diffusion, -2.0 * smoothing);
    let mut columns = [[Lanes::ZERO; VARIABLES]; VARIABLES];
    for (number, column) in columns.iter_mut().enumerate() {
        *column = coupling.column(number);
        column[number] = 1.0 + column[number];
    }
    columns
}
