//! Transforms of many lines of values that don't lie in one piece: a few at a time, copied side by side.

use std::sync::Arc;

use rustfft::num_complex::Complex as Number;
use rustfft::{Fft, FftDirection, FftPlanner};

use super::Complex;

/// Lines that are transformed together, so that whole cache lines are read and written.
pub(super) const TOGETHER: usize = 16;
/// Values between lines, without which all of them would want the same places of the cache.
const PADDING: usize = 4;

/// Room for a few lines of one length, in which they are transformed in one direction.
pub(super) struct Pencils {
    fft: Arc<dyn Fft<f64>>,
    values: Vec<Number<f64>>,
    scratch: Vec<Number<f64>>,
}

impl Pencils {
    /// For lines of `len` values.
    pub(super) fn new(len: usize, direction: FftDirection) -> Pencils {
        let fft = FftPlanner::new().plan_fft(len, direction);
        let zero = Number::new(0.0, 0.0);
        Pencils {
            values: vec![zero; TOGETHER * (len + PADDING)],
            scratch: vec![zero; fft.get_inplace_scratch_len()],
            fft,
        }
    }

    fn stride(&self) -> usize {
        self.fft.len() + PADDING
    }

    /// Sets the value `at` of each line.
    pub(super) fn set(&mut self, at: usize, row: &[Complex; TOGETHER]) {
        let stride = self.stride();
        let values = &mut self.values[at..];
        for (number, [real, imaginary]) in row.iter().enumerate() {
            values[number * stride] = Number::new(*real, *imaginary);
        }
    }

    /// Gets the value `at` of each line.
    pub(super) fn get(&self, at: usize, row: &mut [Complex; TOGETHER]) {
        let stride = self.stride();
        let values = &self.values[at..];
        for (number, value) in row.iter_mut().enumerate() {
            let Number { re, im } = values[number * stride];
            *value = [re, im];
        }
    }

    /// Transforms all lines.
    pub(super) fn transform(&mut self) {
        let stride = self.stride();
        for line in self.values.chunks_exact_mut(stride) {
            let line = &mut line[..stride - PADDING];
            self.fft.process_with_scratch(line, &mut self.scratch);
        }
    }

    /// Transforms a line that lies in one piece.
    pub(super) fn transform_line(&mut self, line: &mut [Complex]) {
        let values = &mut self.values[..line.len()];
        for (value, [real, imaginary]) in values.iter_mut().zip(&*line) {
            *value = Number::new(*real, *imaginary);
        }
        self.fft.process_with_scratch(values, &mut self.scratch);
        for (old, value) in line.iter_mut().zip(values) {
            *old = [value.re, value.im];
        }
    }
}
