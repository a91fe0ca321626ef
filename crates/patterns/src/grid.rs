//! Patterns of neighbours in a grid of processes.
//!
//! A grid names its sides with the slowest dimension first: in a grid of 4x8 ranks 0 to 7 are one
//! row.

use std::collections::BTreeSet;

use crate::{Exchange, Step};

/// The sides as text, such as `4x8`.
pub(crate) fn text(grid: &[u32]) -> String {
    let sides: Vec<String> = grid.iter().map(u32::to_string).collect();
    sides.join("x")
}

/// The grid of `size` places whose sides differ least, the longest first.
pub(crate) fn balanced(size: u32, dimensions: usize) -> Vec<u32> {
    match dimensions {
        0 => Vec::new(),
        1 => vec![size],
        _ => {
            // The shortest side is the largest divisor up to the root.
            let root = f64::from(size).powf(1.0 / dimensions as f64).round() as u32;
            let side = (1..=root.max(1)).rev().find(|side| {
                size.is_multiple_of(*side)
                    && u64::from(*side).pow(dimensions as u32) <= u64::from(size)
            });
            let side = side.unwrap_or(1);
            let mut grid = balanced(size / side, dimensions - 1);
            grid.push(side);
            grid
        }
    }
}

/// The longest side of a cube of patches: its cube is four times the most processes.
const PATCHES_SIDE_MAX: u32 = 2581;

/// The cube of patches with about four patches for each process.
pub(crate) fn patches_for(size: u32) -> Vec<u32> {
    let side =
        (1..=PATCHES_SIDE_MAX).find(|side: &u32| u64::from(*side).pow(3) >= 4 * u64::from(size));
    vec![side.unwrap_or(PATCHES_SIDE_MAX); 3]
}

/// A place in a grid.
pub(crate) struct Place<'a> {
    grid: &'a [u32],
    at: Vec<u32>,
}

impl<'a> Place<'a> {
    pub(crate) fn new(grid: &'a [u32], rank: u32) -> Place<'a> {
        let mut rest = rank;
        let mut at = vec![0; grid.len()];
        for (coordinate, side) in at.iter_mut().zip(grid).rev() {
            *coordinate = rest % side;
            rest /= side;
        }
        Place { grid, at }
    }

    pub(crate) fn at(&self, axis: usize) -> u32 {
        self.at[axis]
    }

    /// The rank in the distance `by`, unless that is outside.
    pub(crate) fn moved(&self, by: &[i64]) -> Option<u32> {
        let mut rank = 0;
        for ((&at, &side), &distance) in self.at.iter().zip(self.grid).zip(by) {
            let there = i64::from(at) + distance;
            if !(0..i64::from(side)).contains(&there) {
                return None;
            }
            rank = rank * side + there as u32;
        }
        Some(rank)
    }

    /// The rank in the distance `by`, wrapping around.
    pub(crate) fn wrapped(&self, by: &[i64]) -> u32 {
        let sides = self.at.iter().zip(self.grid).zip(by);
        sides.fold(0, |rank, ((&at, &side), &distance)| {
            let there = (i64::from(at) + distance).rem_euclid(i64::from(side));
            rank * side + there as u32
        })
    }
}

/// A step with a neighbour that may be missing.
fn beside(partner: Option<u32>, bytes: u64) -> Step {
    partner.map_or(Step::NOTHING, |partner| Step::with(partner, bytes))
}

/// The neighbours along each axis, without wrapping around. Even places begin forward and odd ones
/// backward, so that two who meet meet each other.
pub(crate) fn faces(exchange: &Exchange, rank: u32) -> Vec<Step> {
    along(&exchange.grid, rank, exchange.options.bytes)
}

/// [`faces`] in any grid.
pub(crate) fn along(grid: &[u32], rank: u32, bytes: u64) -> Vec<Step> {
    let place = Place::new(grid, rank);
    let mut steps = Vec::new();
    for axis in (0..grid.len()).rev() {
        let first = if place.at(axis).is_multiple_of(2) {
            1
        } else {
            -1
        };
        for distance in [first, -first] {
            let mut by = vec![0; grid.len()];
            by[axis] = distance;
            steps.push(beside(place.moved(&by), bytes));
        }
    }
    steps
}

/// All neighbours, over faces, edges and corners, without wrapping around.
pub(crate) fn around(exchange: &Exchange, rank: u32) -> Vec<Step> {
    let grid = &exchange.grid;
    let place = Place::new(grid, rank);
    neighbourhood(grid.len())
        .into_iter()
        .map(|by| {
            let back: Vec<i64> = by.iter().map(|distance| -distance).collect();
            let bytes = exchange.options.bytes;
            Step::messages(place.moved(&by), place.moved(&back), bytes)
        })
        .collect()
}

/// All distances of at most 1 along each axis, but none.
fn neighbourhood(dimensions: usize) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for _ in 0..dimensions {
        all = all
            .into_iter()
            .flat_map(|by| [-1, 0, 1].map(|distance| [&by[..], &[distance]].concat()))
            .collect();
    }
    all.retain(|by| by.iter().any(|&distance| distance != 0));
    all
}

/// The owners of the patches next to the own ones. Patches are dealt out in blocks.
pub(crate) fn patches(exchange: &Exchange, rank: u32) -> Vec<Step> {
    let size = exchange.places().size();
    let grid = &exchange.grid;
    let count: u64 = grid.iter().map(|&side| u64::from(side)).product();
    let begin = |rank: u64| (count * rank / u64::from(size)) as u32;
    let owner = |patch: u32| {
        let after = (u64::from(patch) + 1) * u64::from(size);
        (after.div_ceil(count) - 1) as u32
    };
    let own = begin(rank.into())..begin(u64::from(rank) + 1);
    let mut others = BTreeSet::new();
    for patch in own {
        let place = Place::new(grid, patch);
        let near = neighbourhood(grid.len());
        others.extend(near.iter().filter_map(|by| place.moved(by)).map(owner));
    }
    others.remove(&rank);
    let known = |other: u32| others.contains(&other).then_some(other);
    (1..size)
        .map(|away| {
            let [to, from] = [away, size - away].map(|away| known((rank + away) % size));
            Step::messages(to, from, exchange.options.bytes)
        })
        .collect()
}

/// The others of the own row and of the own column of processes.
pub(crate) fn rows_and_columns(exchange: &Exchange, rank: u32) -> Vec<Step> {
    let grid = &exchange.grid;
    let place = Place::new(grid, rank);
    let bytes = exchange.options.bytes;
    let row = (1..i64::from(grid[1])).map(|away| [0, away]);
    let column = (1..i64::from(grid[0])).map(|away| [away, 0]);
    row.chain(column)
        .map(|[down, across]| {
            let to = place.wrapped(&[down, across]);
            let from = place.wrapped(&[-down, -across]);
            Step::messages(Some(to), Some(from), bytes)
        })
        .collect()
}
