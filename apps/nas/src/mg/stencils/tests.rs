//! The stencils against their definition, point by point.

use super::{Grid, Sums, interpolate, residual, restrict, smooth};
use crate::random::Generator;

const POINTS: [usize; 3] = [8, 4, 6];

fn random(seed: u64, points: [usize; 3]) -> Grid {
    let mut grid = Grid::new(points);
    let mut generator = Generator::new(seed);
    for z in 0..grid.sizes()[2] {
        generator.fill(grid.plane_mut(z));
    }
    grid
}

fn sums() -> Sums {
    Sums::new(POINTS[0] + 2)
}

/// The sum of a point's neighbours, each times the weight of its distance: how many axes it differs in.
fn weighted(grid: &Grid, [x, y, z]: [usize; 3], weights: [f64; 4]) -> f64 {
    let mut sum = 0.0;
    for dz in 0..3 {
        for dy in 0..3 {
            for dx in 0..3 {
                let distance = [dx, dy, dz].iter().filter(|&&d| d != 1).count();
                sum += weights[distance] * grid.row(y + dy - 1, z + dz - 1)[x + dx - 1];
            }
        }
    }
    sum
}

/// Compares all own points of a grid with what they should be.
#[track_caller]
fn assert_points(grid: &Grid, wanted: impl Fn([usize; 3]) -> f64) {
    let [xs, ys, zs] = grid.points();
    for z in 1..=zs {
        for y in 1..=ys {
            for x in 1..=xs {
                let (found, wanted) = (grid.row(y, z)[x], wanted([x, y, z]));
                assert!((found - wanted).abs() < 1e-13, "{x} {y} {z}");
            }
        }
    }
}

#[test]
fn residuals_subtract_the_operator() {
    let operator = [-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0];
    let (u, v) = (random(1, POINTS), random(3, POINTS));
    let mut r = Grid::new(POINTS);
    residual(&u, Some(&v), &mut r, &mut sums());
    let wanted = |[x, y, z]: [usize; 3]| v.row(y, z)[x] - weighted(&u, [x, y, z], operator);
    assert_points(&r, wanted);
    let mut in_place = v.clone();
    residual(&u, None, &mut in_place, &mut sums());
    assert_points(&in_place, wanted);
}

#[test]
fn smoothing_adds_the_weighted_residual() {
    let (r, before) = (random(1, POINTS), random(3, POINTS));
    let mut u = before.clone();
    smooth(&r, &mut u, [0.5, 0.25, -0.125], &mut sums());
    assert_points(&u, |[x, y, z]| {
        before.row(y, z)[x] + weighted(&r, [x, y, z], [0.5, 0.25, -0.125, 0.0])
    });
}

#[test]
fn restriction_weighs_by_distance() {
    let fine = random(1, POINTS);
    let mut coarse = Grid::new(POINTS.map(|points| points / 2));
    restrict(&fine, &mut coarse, &mut sums());
    assert_points(&coarse, |place| {
        weighted(&fine, place.map(|at| 2 * at), [0.5, 0.25, 0.125, 0.0625])
    });
}

#[test]
fn interpolation_is_exact_for_linear_values() {
    let mut coarse = Grid::new(POINTS.map(|points| points / 2));
    let [xs, ys, zs] = coarse.sizes();
    for z in 0..zs {
        for y in 0..ys {
            for (x, value) in coarse.row_mut(y, z)[..xs].iter_mut().enumerate() {
                *value = 2.0 * x as f64 + 20.0 * y as f64 + 200.0 * z as f64;
            }
        }
    }
    let mut fine = random(1, POINTS);
    let before = fine.clone();
    interpolate(&coarse, &mut fine, &mut sums());
    assert_points(&fine, |[x, y, z]| {
        before.row(y, z)[x] + x as f64 + 10.0 * y as f64 + 100.0 * z as f64
    });
    // Ghosts as well.
    assert!((fine.row(0, 0)[9] - before.row(0, 0)[9] - 9.0).abs() < 1e-13);
}
