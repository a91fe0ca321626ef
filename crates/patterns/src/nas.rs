//! The NAS Parallel Benchmarks (NPB 3, MPI), from their algorithms. Bytes are those of one message
//! in the step.
//!
//! | pattern | exchanges, in order |
//! |---|---|
//! | `cg` | sums over a row of processes by recursive doubling, and over all; then with the transposed process |
//! | `mg` | faces with both neighbours in each dimension, on each grid from the finest; then a norm over all |
//! | `ep` | sums over all |
//! | `lu` | with the neighbours in a grid, without wrapping around; then a norm over all |
//! | `sp`, `bt` | multipartition on a square: along columns, rows and diagonals, wrapping around; then a norm over all |
//! | `ft` | the transpose: with every other process, pairwise |
//! | `is` | sums over all, then keys to every other process, in the order of their distance |
//!
//! In each step a process has one partner where the algorithm allows it, so that the two who meet
//! for the first time meet each other.

use crate::grid::{Place, along};
use crate::sums::doubling;
use crate::{Class, Exchange, Pattern, Step};

/// The planes of FT's cube, which its processes share.
pub(crate) fn ft_planes(class: Class) -> u32 {
    match class {
        Class::S => 64,
        Class::W => 32,
        Class::A => 128,
        Class::B => 256,
        Class::C => 512,
        Class::D => 1024,
    }
}

/// The points along a side of MG's cube.
fn mg_points(class: Class) -> u32 {
    match class {
        Class::S => 32,
        Class::W => 128,
        Class::A | Class::B => 256,
        Class::C => 512,
        Class::D => 1024,
    }
}

/// The points along a side of the cube of LU, SP and BT (those of C and D differ little).
fn fluid_points(class: Class) -> u64 {
    match class {
        Class::S => 12,
        Class::W => 33,
        Class::A => 64,
        Class::B => 102,
        Class::C => 162,
        Class::D => 408,
    }
}

/// The rows of CG's matrix.
fn cg_rows(class: Class) -> u64 {
    match class {
        Class::S => 1_400,
        Class::W => 7_000,
        Class::A => 14_000,
        Class::B => 75_000,
        Class::C => 150_000,
        Class::D => 1_500_000,
    }
}

/// The keys of IS.
fn is_keys(class: Class) -> u64 {
    match class {
        Class::S => 1 << 16,
        Class::W => 1 << 20,
        Class::A => 1 << 23,
        Class::B => 1 << 25,
        Class::C => 1 << 27,
        Class::D => 1 << 31,
    }
}

/// The points of FT's cube.
fn ft_points(class: Class) -> u64 {
    match class {
        Class::S => 1 << 18,
        Class::W => 1 << 19,
        Class::A => 1 << 23,
        Class::B => 1 << 25,
        Class::C => 1 << 27,
        Class::D => 1 << 31,
    }
}

pub(crate) fn steps(exchange: &Exchange, pattern: Pattern, rank: u32) -> Vec<Step> {
    let size = exchange.places().size();
    let class = exchange.options.class;
    let count = u64::from(size);
    match pattern {
        Pattern::Cg => cg(exchange, rank),
        Pattern::Mg => mg(exchange, rank),
        Pattern::Ep => exchange.sums(rank, 80),
        Pattern::Lu => {
            let across = 1 << size.ilog2().div_ceil(2);
            let side = fluid_points(class) / u64::from(across);
            let mut steps = along(&[size / across, across], rank, 5 * 8 * side.max(1));
            steps.extend(exchange.sums(rank, 40));
            steps
        }
        Pattern::Sp | Pattern::Bt => {
            let side = fluid_points(class) / u64::from(size.isqrt());
            let mut steps = multipartition(rank, size.isqrt(), 5 * 8 * 2 * side.max(1).pow(2));
            steps.extend(exchange.sums(rank, 40));
            steps
        }
        Pattern::Ft => {
            let bytes = 16 * ft_points(class) / count.pow(2);
            (1..size)
                .map(|other| Step::with(rank ^ other, bytes.max(16)))
                .collect()
        }
        _ => {
            let bytes = 4 * is_keys(class) / count.pow(2);
            let mut steps = exchange.sums(rank, 4 << 10);
            steps.extend(crate::all::by_distance(rank, size, bytes.max(4)));
            steps
        }
    }
}

fn cg(exchange: &Exchange, rank: u32) -> Vec<Step> {
    let size = exchange.places().size();
    let across = 1u32 << size.ilog2().div_ceil(2);
    let down = size / across;
    let bytes = 8 * cg_rows(exchange.options.class) / u64::from(across);
    let first = rank / across * across;
    let within = doubling(rank - first, across, bytes);
    let moved = |other: Option<u32>| other.map(|other| other + first);
    let within = within.into_iter().map(|step| Step {
        to: moved(step.to),
        from: moved(step.from),
        ..step
    });
    // In a grid that is twice as wide as high, pairs of neighbours are transposed together.
    let transposed = if down == across {
        rank % down * down + rank / down
    } else {
        2 * (rank / 2 % down * down + rank / 2 / down) + rank % 2
    };
    let last = if transposed == rank {
        Step::NOTHING
    } else {
        Step::with(transposed, bytes)
    };
    let mut steps: Vec<Step> = within.collect();
    steps.extend(exchange.sums(rank, 8));
    steps.push(last);
    steps
}

/// Along each axis both neighbours on each grid. On a grid with fewer points than processes along
/// an axis only every second, fourth .. process has points, and its neighbours are as far away.
fn mg(exchange: &Exchange, rank: u32) -> Vec<Step> {
    let size = exchange.places().size();
    let log = size.ilog2();
    // The fastest dimension is the shortest.
    let fast = log / 3;
    let middle = (log - fast) / 2;
    let grid = [1 << (log - fast - middle), 1 << middle, 1 << fast];
    let place = Place::new(&grid, rank);
    let points = mg_points(exchange.options.class);
    let mut steps = Vec::new();
    for level in (1..=points.ilog2()).rev() {
        let points = 1u32 << level;
        let strides = grid.map(|side| (side / points).max(1));
        // The last process of each block has the point.
        let has_points = |axis: usize| (place.at(axis) + 1).is_multiple_of(strides[axis]);
        let is_active = (0..3).all(has_points);
        for axis in (0..3).rev() {
            let bytes: u64 = (0..3)
                .filter(|&other| other != axis)
                .map(|other| u64::from((points / grid[other]).max(1)) + 2)
                .product();
            let stride = strides[axis];
            let is_even = (place.at(axis) / stride).is_multiple_of(2);
            let first = i64::from(stride) * if is_even { 1 } else { -1 };
            for distance in [first, -first] {
                let mut by = [0; 3];
                by[axis] = distance;
                let partner = place.wrapped(&by);
                steps.push(if is_active && partner != rank {
                    Step::with(partner, 8 * bytes)
                } else {
                    Step::NOTHING
                });
            }
        }
    }
    steps.extend(exchange.sums(rank, 16));
    steps
}

/// Neighbours along columns, rows and diagonals of a square, wrapping around.
fn multipartition(rank: u32, side: u32, bytes: u64) -> Vec<Step> {
    let grid = [side, side];
    let place = Place::new(&grid, rank);
    let mut steps = Vec::new();
    for (axis, by) in [(0, [1, 0]), (1, [0, 1]), (0, [1, -1])] {
        if side.is_multiple_of(2) {
            // Both partners of a step name each other.
            let first = if place.at(axis).is_multiple_of(2) {
                1
            } else {
                -1
            };
            for sign in [first, -first] {
                let partner = place.wrapped(&by.map(|distance| sign * distance));
                steps.push(Step::with(partner, bytes));
            }
        } else {
            for sign in [1, -1] {
                let to = place.wrapped(&by.map(|distance| sign * distance));
                let from = place.wrapped(&by.map(|distance| -sign * distance));
                steps.push(Step::messages(Some(to), Some(from), bytes));
            }
        }
    }
    steps
}
