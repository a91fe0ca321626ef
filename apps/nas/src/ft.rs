//! FT, a partial differential equation by Fourier transforms: the diffusion of random values in a periodic box, solved in the
//! space of frequencies and transformed back at each time (RNR-94-007, 2.2.5; division among processes of NAS-95-020, 3.3: in
//! slabs; checksums of NPB 3.4).

mod known;
mod pencils;
mod slabs;
mod transport;

use anyhow::Result;

use crate::class::Class;
use crate::ft::known::checksums;
use crate::ft::slabs::Slabs;
use crate::job::Job;
use crate::report::Outcome;
use crate::timing::timed;

const TOLERANCE: f64 = 1e-12;
/// Points that a checksum adds.
const POINTS: usize = 1024;

/// A complex number: real and imaginary part.
type Complex = [f64; 2];

/// Points along the three axes, x first.
pub(crate) fn points(class: Class) -> [usize; 3] {
    class.of([
        [64, 64, 64],
        [128, 128, 32],
        [256, 256, 128],
        [512, 256, 256],
    ])
}

/// The largest number of slabs: they are cut along z, and along y after a transposition.
pub(crate) fn slabs_max(class: Class) -> usize {
    let [_, y, z] = points(class);
    y.min(z)
}

/// FT of a class.
pub(crate) fn run(job: &Job<'_>, class: Class) -> Result<Outcome> {
    let points = points(class);
    let known = checksums(class);
    let mut slabs = Slabs::new(job, points)?;
    // Officially untimed, so that all memory has been touched. What it computes is officially timed as well.
    slabs.begin();
    slabs.transform()?;
    let (sums, seconds) = timed(job, || {
        slabs.begin();
        slabs.transform()?;
        // Others may send back before this process has used what it got.
        job.barrier()?;
        let times = known.iter().map(|_| {
            slabs.evolve()?;
            checksum(job, &slabs, points)
        });
        times.collect::<Result<Vec<Complex>>>()
    })?;
    let [x, y, z] = points;
    let lines = sums.iter().zip(1..).map(|([real, imaginary], time)| {
        format!("T = {time:>4}     Checksum = {real:>21.12e} {imaginary:>21.12e}")
    });
    Ok(Outcome {
        size: format!("{x:>4}x{y:>4}x{z:>4}"),
        iterations: known.len(),
        seconds,
        millions: operations(points, known.len()) * 1e-6,
        operation: "floating point",
        verified: sums
            .iter()
            .zip(known)
            .all(|(sum, known)| close(*sum, *known)),
        result: lines.collect(),
    })
}

/// The mean of some of the values, scaled back after both transforms. It is the same for all processes.
fn checksum(job: &Job<'_>, slabs: &Slabs<'_>, [x, y, z]: [usize; 3]) -> Result<Complex> {
    let mut sum = [0.0; 2];
    for number in 1..=POINTS {
        let point = [number % x, 3 * number % y, 5 * number % z];
        if let Some([real, imaginary]) = slabs.value(point) {
            sum[0] += real;
            sum[1] += imaginary;
        }
    }
    job.sum(&mut sum)?;
    Ok(sum.map(|part| part / (x * y * z) as f64))
}

/// Whether the error is as small as it must be, relative to the known value.
fn close(sum: Complex, known: Complex) -> bool {
    let error = (sum[0] - known[0]).hypot(sum[1] - known[1]);
    error <= TOLERANCE * known[0].hypot(known[1])
}

/// The benchmark's count of floating-point operations.
fn operations(points: [usize; 3], iterations: usize) -> f64 {
    let total = points.iter().product::<usize>() as f64;
    let log = total.ln();
    total * (14.8157 + 7.19641 * log + (5.23518 + 7.21113 * log) * iterations as f64)
}
