//! The charges: 1 where the ten largest of a sequence of random numbers are, one number for each point, and -1 where the ten
//! smallest are (RNR-94-007, 2.2.4).

use anyhow::Result;

use super::grid::Grid;
use super::halo::Division;
use crate::job::Job;
use crate::random::Generator;

const SEED: u64 = 314_159_265;
/// Charges of each sign.
const EACH: usize = 10;

/// A random number and its point, as a number in the order x, y, z.
type Candidate = [f64; 2];

/// The charges of this process's block of a grid with `side` points along each axis. Collective.
pub(super) fn charges(job: &Job<'_>, division: &Division, side: usize) -> Result<Grid> {
    let own = candidates(division, side);
    let all = job.all_gather(own.as_flattened())?;
    let mut all = all.as_chunks::<2>().0.to_vec();
    all.sort_by(|[a, _], [b, _]| a.total_cmp(b));
    // Where a process has few points, it fills up with some between the numbers.
    let (smallest, largest) = (&all[..EACH], &all[all.len() - EACH..]);
    let mut grid = Grid::new(division.points(side));
    for (charge, points) in [(-1.0, smallest), (1.0, largest)] {
        for [_, point] in points {
            let point = *point as usize;
            let places = [point % side, point / side % side, point / (side * side)];
            set(&mut grid, division.first(side), places, charge);
        }
    }
    Ok(grid)
}

/// Sets a point of the whole grid, if it is of this block.
fn set(grid: &mut Grid, first: [usize; 3], place: [usize; 3], charge: f64) {
    let points = grid.points();
    let inside = |axis: usize| (first[axis]..first[axis] + points[axis]).contains(&place[axis]);
    if (0..3).all(inside) {
        let [x, y, z] = [0, 1, 2].map(|axis| place[axis] - first[axis] + 1);
        grid.row_mut(y, z)[x] = charge;
    }
}

/// The smallest and the largest numbers of this process's block.
fn candidates(division: &Division, side: usize) -> Vec<Candidate> {
    let [xs, ys, zs] = division.points(side);
    let [x, y, z] = division.first(side);
    let sequence = Generator::new(SEED);
    let mut numbers = vec![0.0; xs];
    let mut smallest = Best::new(1.0);
    let mut largest = Best::new(-1.0);
    for z in z..z + zs {
        for y in y..y + ys {
            let first = (z * side + y) * side + x;
            sequence.skip(first as u64).fill(&mut numbers);
            for (number, point) in numbers.iter().zip(first..) {
                smallest.offer(*number, point);
                largest.offer(*number, point);
            }
        }
    }
    let mut all = smallest.candidates;
    all.extend(largest.candidates);
    all
}

/// The candidates with the smallest numbers, or with the largest ones.
struct Best {
    /// 1 for the smallest, -1 for the largest.
    sign: f64,
    candidates: Vec<Candidate>,
}

impl Best {
    fn new(sign: f64) -> Best {
        // Half is what neither of them wants.
        Best {
            sign,
            candidates: vec![[0.5, 0.0]; EACH],
        }
    }

    fn offer(&mut self, number: f64, point: usize) {
        let worst = self.candidates[EACH - 1][0];
        if self.sign * number < self.sign * worst {
            let better = |[other, _]: &Candidate| self.sign * other < self.sign * number;
            let place = self.candidates.partition_point(better);
            self.candidates.pop();
            self.candidates.insert(place, [number, point as f64]);
        }
    }
}
