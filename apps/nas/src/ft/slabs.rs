//! The values in space and in the space of frequencies, divided among processes, and the transforms between them.
//!
//! ```text
//!   space      [z of this process][y][x]     cut along z: lines along x and y are whole
//!   spectrum   [z][y of this process][x]     cut along y: lines along z are whole
//!   arrivals   [z][y of this process][x]     what others put for the transform into the spectrum
//!              [y][z of this process][x]     what others put for the transform back
//! ```
//!
//! What a process has already is not put: the places for it in the arrivals are not used.

use std::ops::Range;

use anyhow::Result;
use rustfft::FftDirection;

use super::Complex;
use super::pencils::{Pencils, TOGETHER};
use super::transport::Transport;
use crate::job::Job;
use crate::random::Generator;
use crate::share::share;

const SEED: u64 = 314_159_265;
/// Of the diffusion, times the unit of time.
const ALPHA: f64 = 1e-6;

/// This process's slabs.
pub(super) struct Slabs<'a> {
    axes: [usize; 3],
    own_y: Range<usize>,
    own_z: Range<usize>,
    space: Vec<Complex>,
    spectrum: Vec<Complex>,
    /// The decay of a frequency along each axis in a unit of time: their product is that of a point.
    decay: [Vec<f64>; 3],
    /// The lines along x at one y, for all z.
    rows: Vec<Complex>,
    forward: [Pencils; 3],
    backward: [Pencils; 3],
    transport: Transport<'a>,
}

impl<'a> Slabs<'a> {
    /// Slabs of zeros. Collective.
    pub(super) fn new(job: &'a Job<'a>, axes: [usize; 3]) -> Result<Slabs<'a>> {
        let [x, y, z] = axes;
        let (size, rank) = (job.size(), job.rank());
        let (own_y, own_z) = (share(y, size, rank), share(z, size, rank));
        let zero = [0.0; 2];
        Ok(Slabs {
            space: vec![zero; own_z.len() * y * x],
            spectrum: vec![zero; z * own_y.len() * x],
            decay: axes.map(decay),
            rows: vec![zero; z * x],
            forward: axes.map(|len| Pencils::new(len, FftDirection::Forward)),
            backward: axes.map(|len| Pencils::new(len, FftDirection::Inverse)),
            transport: Transport::new(job, own_z.len() * y * x)?,
            axes,
            own_y,
            own_z,
        })
    }

    /// The values at the beginning: random ones.
    pub(super) fn begin(&mut self) {
        let plane = self.axes[0] * self.axes[1];
        let before = 2 * plane * self.own_z.start;
        let mut generator = Generator::new(SEED).skip(before as u64);
        generator.fill(self.space.as_flattened_mut());
    }

    /// The value at a point in space, if this process has it.
    pub(super) fn value(&self, [x, y, z]: [usize; 3]) -> Option<Complex> {
        let plane = z.checked_sub(self.own_z.start)?;
        let place = (plane * self.axes[1] + y) * self.axes[0] + x;
        self.space.get(place).copied()
    }

    /// Transforms the values into the spectrum.
    pub(super) fn transform(&mut self) -> Result<()> {
        let [x, y, _] = self.axes;
        self.transport.begin();
        for (plane, z) in self.space.chunks_exact_mut(x * y).zip(self.own_z.clone()) {
            let [along_x, along_y, _] = &mut self.forward;
            for line in plane.chunks_exact_mut(x) {
                along_x.transform_line(line);
            }
            transform_columns(along_y, plane, x);
            for to in self.transport.others() {
                let theirs = share(y, self.transport.size, to);
                let place = z * theirs.len() * x;
                self.transport
                    .put(to, place, &plane[theirs.start * x..theirs.end * x])?;
            }
        }
        // What a process puts is in one piece at its receiver: its planes of the receiver's lines.
        let width = self.own_y.len() * x;
        let (size, z) = (self.transport.size, self.axes[2]);
        self.transport.complete(|from| {
            let planes = share(z, size, from);
            planes.start * width..planes.end * width
        })?;
        for y in self.own_y.clone() {
            self.transform_into_spectrum(y)?;
        }
        Ok(())
    }

    /// Transforms the lines along z at one y.
    fn transform_into_spectrum(&mut self, y: usize) -> Result<()> {
        let [x, all_y, z] = self.axes;
        let stride = self.own_y.len() * x;
        let first = (y - self.own_y.start) * x;
        for (z, row) in self.rows.chunks_exact_mut(x).enumerate() {
            if self.own_z.contains(&z) {
                let place = ((z - self.own_z.start) * all_y + y) * x;
                row.copy_from_slice(&self.space[place..place + x]);
            } else {
                self.transport.take(z * stride + first, row)?;
            }
        }
        let along_z = &mut self.forward[2];
        for x_first in (0..x).step_by(TOGETHER) {
            for (z, row) in self.rows.chunks_exact(x).enumerate() {
                along_z.set(z, some(row, x_first));
            }
            along_z.transform();
            for z in 0..z {
                let place = z * stride + first + x_first;
                along_z.get(z, some_mut(&mut self.spectrum, place));
            }
        }
        Ok(())
    }

    /// Advances the spectrum by a unit of time, and transforms it back into space.
    pub(super) fn evolve(&mut self) -> Result<()> {
        let [x, y, _] = self.axes;
        self.transport.begin();
        for y in self.own_y.clone() {
            self.evolve_from_spectrum(y)?;
        }
        let planes = self.own_z.len();
        let (size, width) = (self.transport.size, planes * x);
        self.transport.complete(|from| {
            let lines = share(y, size, from);
            lines.start * width..lines.end * width
        })?;
        for (number, plane) in self.space.chunks_exact_mut(x * y).enumerate() {
            for (y, line) in plane.chunks_exact_mut(x).enumerate() {
                if !self.own_y.contains(&y) {
                    self.transport.take((y * planes + number) * x, line)?;
                }
            }
            let [along_x, along_y, _] = &mut self.backward;
            transform_columns(along_y, plane, x);
            for line in plane.chunks_exact_mut(x) {
                along_x.transform_line(line);
            }
        }
        Ok(())
    }

    /// Advances the spectrum at one y, transforms it along z, and puts the lines where they belong.
    fn evolve_from_spectrum(&mut self, y: usize) -> Result<()> {
        let [x, all_y, all_z] = self.axes;
        let stride = self.own_y.len() * x;
        let first = (y - self.own_y.start) * x;
        let [decay_x, decay_y, decay_z] = &self.decay;
        let along_z = &mut self.backward[2];
        for x_first in (0..x).step_by(TOGETHER) {
            let decay_x = some(decay_x, x_first);
            for (z, decay_z) in decay_z.iter().enumerate() {
                let values = some_mut(&mut self.spectrum, z * stride + first + x_first);
                decay_by(values, decay_y[y] * decay_z, decay_x);
                along_z.set(z, values);
            }
            along_z.transform();
            for (z, row) in self.rows.chunks_exact_mut(x).enumerate() {
                let row = if self.own_z.contains(&z) {
                    let place = ((z - self.own_z.start) * all_y + y) * x;
                    &mut self.space[place..place + x]
                } else {
                    row
                };
                along_z.get(z, some_mut(row, x_first));
            }
        }
        for to in self.transport.others() {
            let theirs = share(all_z, self.transport.size, to);
            let place = y * theirs.len() * x;
            self.transport
                .put(to, place, &self.rows[theirs.start * x..theirs.end * x])?;
        }
        Ok(())
    }
}

/// Transforms the columns of a plane whose lines have `width` values.
fn transform_columns(pencils: &mut Pencils, plane: &mut [Complex], width: usize) {
    for first in (0..width).step_by(TOGETHER) {
        for (at, line) in plane.chunks_exact(width).enumerate() {
            pencils.set(at, some(line, first));
        }
        pencils.transform();
        for (at, line) in plane.chunks_exact_mut(width).enumerate() {
            pencils.get(at, some_mut(line, first));
        }
    }
}

/// Multiplies values by a decay that is the same for all, and one for each.
fn decay_by(values: &mut [Complex; TOGETHER], same: f64, each: &[f64; TOGETHER]) {
    for ([real, imaginary], each) in values.iter_mut().zip(each) {
        let decay = same * each;
        *real *= decay;
        *imaginary *= decay;
    }
}

/// As many values of a line as are transformed together, from `first` on.
fn some<T>(line: &[T], first: usize) -> &[T; TOGETHER] {
    line[first..]
        .first_chunk()
        .expect("a line is a few of them")
}

fn some_mut(line: &mut [Complex], first: usize) -> &mut [Complex; TOGETHER] {
    let values = line[first..].first_chunk_mut();
    values.expect("a line is a few of them")
}

/// The decay of each frequency of an axis. Those above the middle are negative.
fn decay(len: usize) -> Vec<f64> {
    let rate = -4.0 * ALPHA * std::f64::consts::PI * std::f64::consts::PI;
    let frequencies = (0..len).map(|index| index.min(len - index) as f64);
    frequencies
        .map(|frequency| (rate * frequency * frequency).exp())
        .collect()
}
