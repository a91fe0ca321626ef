//! EP, embarrassingly parallel: pairs of Gaussian deviates by Marsaglia's polar method, counted by the square annulus that they
//! are in (RNR-94-007, 2.2.1; classes and sums of NPB 3.4).
//!
//! The sequence of random numbers is cut into batches, and each process takes an equal share of them. All that is exchanged is
//! the sum of the tallies.

use anyhow::Result;

use crate::class::Class;
use crate::job::Job;
use crate::random::Generator;
use crate::report::Outcome;
use crate::share::share;
use crate::timing::timed;

const SEED: u64 = 271_828_183;
/// Pairs that a process gets or does not get together.
const BATCH: usize = 1 << 16;
/// Pairs that are worked on together: their numbers stay in the cache.
const PIECE: usize = 1024;
const ANNULI: usize = 10;
const TOLERANCE: f64 = 1e-8;

/// What is summed: the deviates x and y, and how many pairs lie in each annulus.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tally {
    sums: [f64; 2],
    counts: [u64; ANNULI],
}

/// EP of a class.
pub(crate) fn run(job: &Job<'_>, class: Class) -> Result<Outcome> {
    let log_pairs: u32 = class.of([24, 25, 28, 30]);
    let batches = share((1 << log_pairs) / BATCH, job.size(), job.rank());
    let (tally, seconds) = timed(job, || {
        let mut tally = Tally::default();
        tally.add_pairs(batches.start * BATCH, batches.len() * BATCH);
        tally.sum_up(job)?;
        Ok(tally)
    })?;
    let known = class.of([
        [-3.24783465203474e3, -6.958407078382297e3],
        [-2.863319731645753e3, -6.320053679109499e3],
        [-4.295875165629892e3, -1.580732573678431e4],
        [4.033815542441498e4, -2.660669192809235e4],
    ]);
    let close = |(sum, known): (&f64, f64)| ((sum - known) / known).abs() <= TOLERANCE;
    let numbers = 1_u64 << (log_pairs + 1);
    Ok(Outcome {
        size: numbers.to_string(),
        iterations: 0,
        seconds,
        millions: numbers as f64 * 1e-6,
        operation: "Random numbers generated",
        verified: tally.sums.iter().zip(known).all(close),
        result: tally.lines(),
    })
}

/// Numbers of a piece: pairs that were accepted, and their squared radius.
struct Piece {
    uniform: [f64; 2 * PIECE],
    x: [f64; PIECE],
    y: [f64; PIECE],
    radius: [f64; PIECE],
}

impl Tally {
    /// Adds `count` pairs of the sequence, from the pair `first` on.
    fn add_pairs(&mut self, first: usize, count: usize) {
        let mut generator = Generator::new(SEED).skip(2 * first as u64);
        let mut piece = Box::new(Piece {
            uniform: [0.0; 2 * PIECE],
            x: [0.0; PIECE],
            y: [0.0; PIECE],
            radius: [0.0; PIECE],
        });
        for _ in 0..count / PIECE {
            generator.fill(&mut piece.uniform);
            let accepted = piece.accept();
            piece.transform(accepted);
            self.add(&piece.x[..accepted], &piece.y[..accepted]);
        }
    }

    /// Adds pairs of deviates.
    fn add(&mut self, x: &[f64], y: &[f64]) {
        let [mut sum_x, mut sum_y] = self.sums;
        for (x, y) in x.iter().zip(y) {
            sum_x += x;
            sum_y += y;
            // There is no pair beyond: the least number is 2^-46.
            self.counts[(x.abs().max(y.abs()) as usize).min(ANNULI - 1)] += 1;
        }
        self.sums = [sum_x, sum_y];
    }

    /// Makes it the sum of all processes' tallies.
    fn sum_up(&mut self, job: &Job<'_>) -> Result<()> {
        job.sum(&mut self.sums)?;
        job.sum(&mut self.counts)
    }

    fn lines(&self) -> Vec<String> {
        let pairs: u64 = self.counts.iter().sum();
        let [x, y] = self.sums;
        let mut lines = vec![
            format!("No. Gaussian Pairs = {pairs:>15}"),
            format!("Sums = {x:>25.15e} {y:>25.15e}"),
            "Counts:".to_owned(),
        ];
        let counts = self.counts.iter().enumerate();
        lines.extend(counts.map(|(annulus, count)| format!("{annulus:>3}{count:>15}")));
        lines
    }
}

impl Piece {
    /// Keeps the pairs of uniform numbers that are inside the unit circle; returns how many.
    fn accept(&mut self) -> usize {
        let mut accepted = 0;
        for pair in self.uniform.chunks_exact(2) {
            let (x, y) = (2.0 * pair[0] - 1.0, 2.0 * pair[1] - 1.0);
            let radius = x * x + y * y;
            // Every pair is written, and the next one over it if it was not accepted: a branch would be a coin's toss.
            self.x[accepted] = x;
            self.y[accepted] = y;
            self.radius[accepted] = radius;
            accepted += usize::from(radius <= 1.0);
        }
        accepted
    }

    /// Makes Gaussian deviates of the first `accepted` pairs.
    fn transform(&mut self, accepted: usize) {
        let radii = &mut self.radius[..accepted];
        for radius in &mut *radii {
            *radius = -2.0 * radius.ln() / *radius;
        }
        let pairs = self.x.iter_mut().zip(&mut self.y);
        for ((x, y), radius) in pairs.zip(radii) {
            let factor = radius.sqrt();
            *x *= factor;
            *y *= factor;
        }
    }
}

#[cfg(test)]
mod tests;
