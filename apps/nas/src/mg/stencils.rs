//! What multigrid does at each point: sums over its 26 neighbours with a weight for each distance.
//!
//! Neighbours are summed row by row. For a row along x, `sides` are the sums of the four rows that share a side with it, and
//! `edges` of the four that share an edge; both are made of `pairs`, the sums of the rows before and after along z, which
//! three rows use. A point's neighbours are then a few places of these sums.

use super::grid::Grid;

/// Weights of Poisson's operator: of the point itself, of neighbours across an edge, and across a corner. Those across a face
/// have none.
const OPERATOR: [f64; 3] = [-8.0 / 3.0, 1.0 / 6.0, 1.0 / 12.0];

/// Room for sums of rows.
pub(super) struct Sums {
    sides: Vec<f64>,
    edges: Vec<f64>,
    pairs: [Vec<f64>; 3],
}

impl Sums {
    /// For rows of up to `len` places.
    pub(super) fn new(len: usize) -> Sums {
        let row = vec![0.0; len];
        Sums {
            sides: row.clone(),
            edges: row.clone(),
            pairs: [row.clone(), row.clone(), row],
        }
    }

    /// Sums the rows around a place.
    fn around(&mut self, grid: &Grid, y: usize, z: usize) {
        let len = grid.sizes()[0];
        for (pair, y) in self.pairs.iter_mut().zip(y - 1..) {
            add_rows(grid.row(y, z - 1), grid.row(y, z + 1), pair);
        }
        let [before, here, after] = &self.pairs;
        add_rows(before, after, &mut self.edges[..len]);
        add_rows(
            grid.row(y - 1, z),
            grid.row(y + 1, z),
            &mut self.sides[..len],
        );
        for (side, pair) in self.sides[..len].iter_mut().zip(here) {
            *side += pair;
        }
    }
}

/// Adds a stencil of `grid` to `start`, or to `out` itself, with the result in `out`. From a place and the sums of sides and
/// edges there, `central` makes what a point adds to itself, `lateral` what it adds to the points before and after.
fn apply(
    grid: &Grid,
    start: Option<&Grid>,
    out: &mut Grid,
    sums: &mut Sums,
    central: impl Fn(f64, f64, f64) -> f64,
    lateral: impl Fn(f64, f64, f64) -> f64,
) {
    let [points, ys, zs] = grid.points();
    let len = points + 2;
    let Sums {
        sides: centre,
        edges: beside,
        pairs,
    } = sums;
    for z in 1..=zs {
        for y in 0..=ys + 1 {
            // Rows are done when the pair after them is known.
            pairs.rotate_left(1);
            add_rows(grid.row(y, z - 1), grid.row(y, z + 1), &mut pairs[2]);
            let Some(y) = y.checked_sub(1).filter(|&y| y > 0) else {
                continue;
            };
            let [pair_before, pair, pair_after] = pairs.each_ref().map(|pair| &pair[..len]);
            let (before, after) = (&grid.row(y - 1, z)[..len], &grid.row(y + 1, z)[..len]);
            let here = &grid.row(y, z)[..len];
            let (centre, beside) = (&mut centre[..len], &mut beside[..len]);
            for x in 0..len {
                let sides = pair[x] + (before[x] + after[x]);
                let edges = pair_before[x] + pair_after[x];
                centre[x] = central(here[x], sides, edges);
                beside[x] = lateral(here[x], sides, edges);
            }
            let out = &mut out.row_mut(y, z)[1..=points];
            let centre = &centre[1..=points];
            let (first, second) = (&beside[..points], &beside[2..]);
            if let Some(start) = start {
                let start = &start.row(y, z)[1..=points];
                for x in 0..points {
                    out[x] = start[x] + centre[x] + (first[x] + second[x]);
                }
            } else {
                for x in 0..points {
                    out[x] += centre[x] + (first[x] + second[x]);
                }
            }
        }
    }
}

/// Subtracts Poisson's operator of `u` from `r`, or from `v` with the result in `r`.
pub(super) fn residual(u: &Grid, v: Option<&Grid>, r: &mut Grid, sums: &mut Sums) {
    let [point, edge, corner] = OPERATOR;
    let central = |here: f64, _, edges: f64| -(point * here + edge * edges);
    let lateral = |_, sides: f64, edges: f64| -(edge * sides + corner * edges);
    apply(u, v, r, sums, central, lateral);
}

/// Adds the smoother of `r` to `u`. Its weights are of the point itself, and of neighbours across a face and across an edge.
pub(super) fn smooth(r: &Grid, u: &mut Grid, weights: [f64; 3], sums: &mut Sums) {
    let [point, face, edge] = weights;
    let central = |here, sides, edges| point * here + face * sides + edge * edges;
    let lateral = |here, sides, _: f64| face * here + edge * sides;
    apply(r, None, u, sums, central, lateral);
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
        ..
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
