//! What multigrid does at each point: sums over its 26 neighbours with a weight for each distance.
//!
//! Neighbours are summed row by row: `sides` has, for each place along x, the four rows that share a side with this one, and
//! `edges` the four that share an edge. A point's neighbours at each distance are then a few places of three rows.

use super::grid::Grid;

/// Weights of Poisson's operator: of the point itself, of neighbours across an edge, and across a corner. Those across a face
/// have none.
const OPERATOR: [f64; 3] = [-8.0 / 3.0, 1.0 / 6.0, 1.0 / 12.0];

/// The sums of neighbouring rows.
pub(super) struct Sums {
    sides: Vec<f64>,
    edges: Vec<f64>,
}

impl Sums {
    /// Room for rows of up to `len` places.
    pub(super) fn new(len: usize) -> Sums {
        Sums {
            sides: vec![0.0; len],
            edges: vec![0.0; len],
        }
    }

    /// Sums the rows around a place.
    fn around(&mut self, grid: &Grid, y: usize, z: usize) {
        let len = grid.sizes()[0];
        let four = |a: &[f64], b: &[f64], c: &[f64], d: &[f64], sums: &mut [f64]| {
            let (a, b, c, d) = (&a[..len], &b[..len], &c[..len], &d[..len]);
            let sums = &mut sums[..len];
            for x in 0..len {
                sums[x] = (a[x] + b[x]) + (c[x] + d[x]);
            }
        };
        four(
            grid.row(y - 1, z),
            grid.row(y + 1, z),
            grid.row(y, z - 1),
            grid.row(y, z + 1),
            &mut self.sides,
        );
        four(
            grid.row(y - 1, z - 1),
            grid.row(y + 1, z - 1),
            grid.row(y - 1, z + 1),
            grid.row(y + 1, z + 1),
            &mut self.edges,
        );
    }
}

/// The places before, at, and after each own point of a row.
fn three(row: &[f64], points: usize) -> (&[f64], &[f64], &[f64]) {
    (&row[..points], &row[1..=points], &row[2..points + 2])
}

/// Subtracts Poisson's operator of `u` from `r`, or from `v` with the result in `r`.
pub(super) fn residual(u: &Grid, v: Option<&Grid>, r: &mut Grid, sums: &mut Sums) {
    let [len, ys, zs] = u.points();
    for z in 1..=zs {
        for y in 1..=ys {
            sums.around(u, y, z);
            let (_, here, _) = three(u.row(y, z), len);
            let (sides_before, _, sides_after) = three(&sums.sides, len);
            let (edges_before, edges, edges_after) = three(&sums.edges, len);
            let out = &mut r.row_mut(y, z)[1..=len];
            if let Some(v) = v {
                out.copy_from_slice(&v.row(y, z)[1..=len]);
            }
            for x in 0..len {
                let across_edge = edges[x] + (sides_before[x] + sides_after[x]);
                let across_corner = edges_before[x] + edges_after[x];
                out[x] = out[x]
                    - OPERATOR[0] * here[x]
                    - OPERATOR[1] * across_edge
                    - OPERATOR[2] * across_corner;
            }
        }
    }
}

/// Adds the smoother of `r` to `u`. Its weights are of the point itself, and of neighbours across a face and across an edge.
pub(super) fn smooth(r: &Grid, u: &mut Grid, weights: [f64; 3], sums: &mut Sums) {
    let [len, ys, zs] = r.points();
    for z in 1..=zs {
        for y in 1..=ys {
            sums.around(r, y, z);
            let (before, here, after) = three(r.row(y, z), len);
            let (sides_before, sides, sides_after) = three(&sums.sides, len);
            let (_, edges, _) = three(&sums.edges, len);
            let out = &mut u.row_mut(y, z)[1..=len];
            for x in 0..len {
                let across_face = sides[x] + (before[x] + after[x]);
                let across_edge = edges[x] + (sides_before[x] + sides_after[x]);
                out[x] = out[x]
                    + weights[0] * here[x]
                    + weights[1] * across_face
                    + weights[2] * across_edge;
            }
        }
    }
}

/// Projects `fine` onto a grid with half as many points along each axis: weights fall by half with each step away.
pub(super) fn restrict(fine: &Grid, coarse: &mut Grid, sums: &mut Sums) {
    let [len, ys, zs] = coarse.points();
    for z in 1..=zs {
        for y in 1..=ys {
            sums.around(fine, 2 * y, 2 * z);
            let row = fine.row(2 * y, 2 * z);
            let out = &mut coarse.row_mut(y, z)[1..=len];
            for (x, out) in out.iter_mut().enumerate() {
                let at = 2 * (x + 1);
                let [before, here, after] = near(row, at);
                let [sides_before, sides, sides_after] = near(&sums.sides, at);
                let [edges_before, edges, edges_after] = near(&sums.edges, at);
                *out = 0.5 * here
                    + 0.25 * (sides + (before + after))
                    + 0.125 * (edges + (sides_before + sides_after))
                    + 0.0625 * (edges_before + edges_after);
            }
        }
    }
}

/// The places before, at and after one.
fn near(row: &[f64], at: usize) -> [f64; 3] {
    let near = &row[at - 1..at + 2];
    [near[0], near[1], near[2]]
}

/// Adds to `fine`, ghosts and all, what `coarse` is between its points, by trilinear interpolation.
pub(super) fn interpolate(coarse: &Grid, fine: &mut Grid, sums: &mut Sums) {
    let [len, ys, zs] = coarse.sizes();
    let Sums {
        sides: first,
        edges: second,
    } = sums;
    let (first, second) = (&mut first[..len], &mut second[..len]);
    for z in 0..zs - 1 {
        for y in 0..ys - 1 {
            let here = coarse.row(y, z);
            add_between(here, 1.0, fine.row_mut(2 * y, 2 * z));
            add_rows(here, coarse.row(y + 1, z), first);
            add_between(first, 0.5, fine.row_mut(2 * y + 1, 2 * z));
            add_rows(here, coarse.row(y, z + 1), second);
            add_between(second, 0.5, fine.row_mut(2 * y, 2 * z + 1));
            add_rows(coarse.row(y, z + 1), coarse.row(y + 1, z + 1), second);
            for (second, first) in second.iter_mut().zip(&*first) {
                *second += first;
            }
            add_between(second, 0.25, fine.row_mut(2 * y + 1, 2 * z + 1));
        }
    }
}

fn add_rows(a: &[f64], b: &[f64], sums: &mut [f64]) {
    for ((a, b), sum) in a.iter().zip(b).zip(sums) {
        *sum = a + b;
    }
}

/// Adds to a row with twice as many points what lies at and between those of `coarse`, times `weight`.
fn add_between(coarse: &[f64], weight: f64, fine: &mut [f64]) {
    let half = 0.5 * weight;
    let pairs = coarse.iter().zip(&coarse[1..]);
    for ((here, next), fine) in pairs.zip(fine.as_chunks_mut::<2>().0) {
        fine[0] += weight * here;
        fine[1] += half * (here + next);
    }
}

#[cfg(test)]
mod tests;
