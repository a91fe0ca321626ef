//! The physics: the potential, the box, the first state, and the sequential run.

use std::ops::Range;

/// Beyond this distance particles don't feel each other.
const CUTOFF: f64 = 2.5;
/// The first temperature.
const TEMPERATURE: f64 = 1.0;

/// A liquid in a periodic cube. Positions, velocities and forces are rows of three numbers.
#[derive(Clone, Debug)]
pub(crate) struct Fluid {
    pub(crate) particles: usize,
    /// The length of the cube's side.
    pub(crate) side: f64,
    pub(crate) dt: f64,
    cutoff: f64,
    /// The potential and the force at the cutoff, which are subtracted, so that both end there in 0.
    potential_at_cutoff: f64,
    force_at_cutoff: f64,
}

/// The energy of all particles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Energy {
    pub(crate) kinetic: f64,
    pub(crate) potential: f64,
}

impl Energy {
    pub(crate) fn total(self) -> f64 {
        self.kinetic + self.potential
    }
}

/// The potential of Lennard and Jones, and the force: minus its derivative.
fn lennard_jones(distance: f64) -> (f64, f64) {
    let sixth = distance.powi(-6);
    (
        4.0 * sixth * (sixth - 1.0),
        24.0 * sixth * (2.0 * sixth - 1.0) / distance,
    )
}

impl Fluid {
    pub(crate) fn new(particles: usize, density: f64, dt: f64) -> Fluid {
        let side = (particles as f64 / density).cbrt();
        // A particle feels only the nearest image of another one.
        let cutoff = CUTOFF.min(side / 2.0);
        let (potential_at_cutoff, force_at_cutoff) = lennard_jones(cutoff);
        Fluid {
            particles,
            side,
            dt,
            cutoff,
            potential_at_cutoff,
            force_at_cutoff,
        }
    }

    /// Particles on a cubic lattice.
    pub(crate) fn first_positions(&self, range: Range<usize>) -> Vec<f64> {
        let mut edge = 1;
        while edge * edge * edge < self.particles {
            edge += 1;
        }
        let spacing = self.side / edge as f64;
        let places = range.flat_map(|at| [at / (edge * edge), at / edge % edge, at % edge]);
        places.map(|place| (place as f64 + 0.5) * spacing).collect()
    }

    /// Velocities of the first temperature, whose sum is 0.
    pub(crate) fn first_velocities(&self, range: Range<usize>) -> Vec<f64> {
        let all = 0..3 * self.particles;
        let mut mean = [0.0; 3];
        for at in all.clone() {
            mean[at % 3] += random(at) / self.particles as f64;
        }
        let centred = |at: usize| random(at) - mean[at % 3];
        let square: f64 = all.map(|at| centred(at).powi(2)).sum();
        let factor = (3.0 * self.particles as f64 * TEMPERATURE / square).sqrt();
        (3 * range.start..3 * range.end)
            .map(|at| centred(at) * factor)
            .collect()
    }

    /// Half a step's change of velocities.
    pub(crate) fn kick(&self, velocities: &mut [f64], forces: &[f64]) {
        for (velocity, force) in velocities.iter_mut().zip(forces) {
            *velocity += 0.5 * self.dt * force;
        }
    }

    /// A step's change of positions.
    pub(crate) fn drift(&self, positions: &mut [f64], velocities: &[f64]) {
        for (position, velocity) in positions.iter_mut().zip(velocities) {
            *position = (*position + self.dt * velocity).rem_euclid(self.side);
        }
    }

    /// Adds the forces between the particles of two parts, or of one part if `b` is `None`. Returns their potential.
    pub(crate) fn interact(&self, a: (&[f64], &mut [f64]), b: Option<(&[f64], &mut [f64])>) -> f64 {
        let mut potential = 0.0;
        let (positions, forces) = a;
        let (rows, _) = positions.as_chunks::<3>();
        match b {
            None => {
                for (at, own) in rows.iter().enumerate() {
                    for (other, position) in rows.iter().enumerate().skip(at + 1) {
                        let Some((energy, force)) = self.pair(own, position) else {
                            continue;
                        };
                        potential += energy;
                        for axis in 0..3 {
                            forces[3 * at + axis] += force[axis];
                            forces[3 * other + axis] -= force[axis];
                        }
                    }
                }
            }
            Some((other_positions, other_forces)) => {
                let (others, _) = other_positions.as_chunks::<3>();
                for (own, total) in rows.iter().zip(forces.as_chunks_mut::<3>().0) {
                    for (position, back) in others.iter().zip(other_forces.as_chunks_mut::<3>().0) {
                        let Some((energy, force)) = self.pair(own, position) else {
                            continue;
                        };
                        potential += energy;
                        for axis in 0..3 {
                            total[axis] += force[axis];
                            back[axis] -= force[axis];
                        }
                    }
                }
            }
        }
        potential
    }

    /// The potential of two particles, and the force on the first. `None` beyond the cutoff.
    #[inline]
    fn pair(&self, a: &[f64; 3], b: &[f64; 3]) -> Option<(f64, [f64; 3])> {
        let mut apart = [0.0; 3];
        for axis in 0..3 {
            let way = a[axis] - b[axis];
            // Both are inside of the box, so the nearest image is at most one side away.
            apart[axis] = if way > 0.5 * self.side {
                way - self.side
            } else if way < -0.5 * self.side {
                way + self.side
            } else {
                way
            };
        }
        let square = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
        if square >= self.cutoff * self.cutoff {
            return None;
        }
        let distance = square.sqrt();
        let (potential, force) = lennard_jones(distance);
        let energy =
            potential - self.potential_at_cutoff + (distance - self.cutoff) * self.force_at_cutoff;
        let factor = (force - self.force_at_cutoff) / distance;
        Some((energy, apart.map(|apart| factor * apart)))
    }

    /// The positions after a run by this process alone.
    pub(crate) fn run_alone(&self, steps: u64) -> Vec<f64> {
        let mut positions = self.first_positions(0..self.particles);
        let mut velocities = self.first_velocities(0..self.particles);
        let mut forces = vec![0.0; 3 * self.particles];
        self.interact((&positions, &mut forces), None);
        for _ in 0..steps {
            self.kick(&mut velocities, &forces);
            self.drift(&mut positions, &velocities);
            forces.fill(0.0);
            self.interact((&positions, &mut forces), None);
            self.kick(&mut velocities, &forces);
        }
        positions
    }

    /// The greatest distance between positions along an axis, in lengths of the box.
    pub(crate) fn deviation(&self, a: &[f64], b: &[f64]) -> f64 {
        let apart = a.iter().zip(b).map(|(a, b)| {
            let apart = (a - b).abs();
            apart.min(self.side - apart) / self.side
        });
        apart.fold(0.0, f64::max)
    }
}

/// The kinetic energy of particles.
pub(crate) fn kinetic(velocities: &[f64]) -> f64 {
    velocities
        .iter()
        .map(|velocity| 0.5 * velocity * velocity)
        .sum()
}

/// A number between -0.5 and 0.5, the same one for the same `at`: a finalizer of SplitMix64 (Steele, Lea, Flood, 2014).
fn random(at: usize) -> f64 {
    let mut bits = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forces_are_the_slope_of_the_potential() {
        let fluid = Fluid::new(100, 0.5, 0.001);
        for distance in [0.9, 1.1, 1.5, 2.4] {
            let at = |distance: f64| {
                let near = [fluid.side - 0.1, 1.0, 1.0];
                let far = [(fluid.side - 0.1 + distance) % fluid.side, 1.0, 1.0];
                fluid.pair(&far, &near).expect("inside of the cutoff")
            };
            let slope = (at(distance + 1e-6).0 - at(distance - 1e-6).0) / 2e-6;
            let force = at(distance).1;
            assert!(
                (slope + force[0]).abs() < 1e-5 * slope.abs().max(1.0),
                "{distance}"
            );
            assert!(force[1] == 0.0 && force[2] == 0.0);
        }
        let (energy, force) = fluid
            .pair(&[0.0; 3], &[CUTOFF - 1e-9, 0.0, 0.0])
            .expect("inside");
        assert!(energy.abs() < 1e-8 && force[0].abs() < 1e-8);
        assert_eq!(fluid.pair(&[0.0; 3], &[CUTOFF + 1e-9, 0.0, 0.0]), None);
    }

    #[test]
    fn two_parts_interact_as_one() {
        let fluid = Fluid::new(60, 0.9, 0.001);
        let mut positions = fluid.first_positions(0..60);
        fluid.drift(&mut positions, &fluid.first_velocities(0..60));
        let mut whole = vec![0.0; 180];
        let energy = fluid.interact((&positions, &mut whole), None);
        let (a, b) = positions.split_at(75);
        let mut parts = vec![0.0; 180];
        let (fa, fb) = parts.split_at_mut(75);
        let sum = fluid.interact((a, fa), None)
            + fluid.interact((b, fb), None)
            + fluid.interact((a, fa), Some((b, fb)));
        assert!((sum - energy).abs() < 1e-12 * energy.abs());
        for (part, whole) in parts.iter().zip(&whole) {
            assert!((part - whole).abs() < 1e-11, "{part} {whole}");
        }
        let total: f64 = fluid.first_velocities(0..60).iter().sum();
        assert!(total.abs() < 1e-12);
        assert!((kinetic(&fluid.first_velocities(0..60)) - 90.0).abs() < 1e-9);
    }
}
