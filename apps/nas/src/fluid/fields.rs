//! The variables at the points of a process.
//!
//! ```text
//!   [plane z][row y][part][x]      parts: the rows of x of all variables of a place stand beside each other
//! ```
//!
//! Planes and rows are the process's own with two ghosts before and two behind: of neighbours, or the boundary and beyond it.
//! Rows have all x, the boundary as well. Behind rows, and behind the planes' last row, there is room for whole [`Lanes`]; what
//! stands there is computed with, but changes nothing.

#![expect(
    clippy::inline_always,
    reason = "numbers stay in registers, and loops over lanes become vector instructions, where all is one function"
)]

use std::hint::black_box;

use super::division::Division;
use super::exact::{exact, initial};
use super::lanes::{LANES, Lanes};

/// Planes and rows of ghosts on each side.
pub(crate) const GHOSTS: usize = 2;

/// Variables of the flow: the density, momenta along x, y and z, the energy.
pub(crate) const VARIABLES: usize = 5;

/// Parts of the state.
pub(crate) const DENSITY: usize = 0;
pub(crate) const MOMENTUM: usize = 1;
pub(crate) const ENERGY: usize = 4;
/// The reciprocal of the density.
pub(crate) const INVERSE: usize = 5;
/// Velocities along x, y and z.
pub(crate) const VELOCITY: usize = 6;
/// Kinetic energy per mass.
pub(crate) const KINETIC: usize = 9;
/// The speed of sound.
pub(crate) const SOUND: usize = 10;
pub(crate) const STATE: usize = 11;

/// Of the gas: heat capacities' ratio, and what the pressure is of the inner energy.
pub(crate) const GAMMA: f64 = 1.4;
pub(crate) const PRESSURE: f64 = GAMMA - 1.0;

/// A place in a grid, and how far the next one is along each axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    width: usize,
    parts: usize,
    rows: usize,
}

impl Layout {
    /// Where a part is at a point, all three counted with ghosts and boundary.
    pub(crate) fn at(&self, part: usize, [x, y, z]: [usize; 3]) -> usize {
        ((z * self.rows + y) * self.parts + part) * self.width + x
    }

    /// From one part to the next.
    pub(crate) fn part(&self) -> usize {
        self.width
    }

    /// From a point to the next one along an axis.
    pub(crate) fn step(&self, axis: usize) -> usize {
        match axis {
            0 => 1,
            1 => self.parts * self.width,
            _ => self.rows * self.parts * self.width,
        }
    }
}

/// Values at the points of a process.
pub(crate) struct Grid {
    pub(crate) layout: Layout,
    pub(crate) values: Vec<f64>,
}

impl Grid {
    fn new(extent: [usize; 3], parts: usize, value: f64) -> Grid {
        let [width, rows, planes] = extent;
        let layout = Layout { width, parts, rows };
        Grid {
            layout,
            values: vec![value; planes * layout.step(2)],
        }
    }

    /// The values of a few points: neighbours along x, but along y for axis x, so that they are on as many lines.
    #[inline(always)]
    pub(crate) fn across(&self, axis: usize, at: usize) -> Lanes {
        if axis == 0 {
            Lanes::gather(&self.values, at, self.layout.step(1))
        } else {
            Lanes::load(&self.values, at)
        }
    }

    /// The first parts of a row that begins at a place, as slices of the same length: what is within one is within all, and has
    /// to be checked once.
    #[inline(always)]
    pub(crate) fn row<const PARTS: usize>(&self, at: usize) -> [&[f64]; PARTS] {
        let width = self.layout.width;
        let mut row: [&[f64]; PARTS] = [&[]; PARTS];
        for (part, slice) in row.iter_mut().enumerate() {
            *slice = &self.values[at + part * width..][..width];
        }
        row
    }

    /// Reads something of parts of a few points and of those behind them along z, so that they are in the cache. Each is in
    /// another line, which the core would wait for at each point: here it reads many at a time.
    #[inline(always)]
    pub(crate) fn touch(&self, at: usize, parts: &[usize], planes: usize) {
        let mut bits = 0;
        for plane in 0..planes {
            let at = at + plane * self.layout.step(2) + (LANES - 1);
            for part in parts {
                bits ^= self.values[at + part * self.layout.part()].to_bits();
            }
        }
        black_box(bits);
    }

    /// The first parts of a few points, one for each variable.
    #[inline(always)]
    pub(crate) fn variables(&self, axis: usize, at: usize) -> [Lanes; VARIABLES] {
        let mut variables = [Lanes::ZERO; VARIABLES];
        for (part, lanes) in variables.iter_mut().enumerate() {
            *lanes = self.across(axis, at + part * self.layout.part());
        }
        variables
    }

    /// Replaces the values of a few points.
    #[inline(always)]
    pub(crate) fn set_across(&mut self, axis: usize, at: usize, lanes: Lanes) {
        if axis == 0 {
            let step = self.layout.step(1);
            lanes.scatter(&mut self.values, at, step);
        } else {
            lanes.store(&mut self.values, at);
        }
    }
}

/// All that a process computes with.
pub(crate) struct Fields {
    pub(crate) division: Division,
    /// The variables, and what is derived from them.
    pub(crate) state: Grid,
    /// The right-hand side, which solving turns into what is added to the variables.
    pub(crate) change: Grid,
    /// What keeps the exact solution as it is.
    pub(crate) forcing: Grid,
}

impl Fields {
    /// For a process's part of the grid.
    pub(crate) fn new(division: Division) -> Fields {
        let inner = division.inner();
        let [rows, planes] = [1, 2].map(|axis| division.points(axis).len());
        let extent = [
            (inner + 2).max(1 + inner.next_multiple_of(LANES)),
            (rows + 2 * GHOSTS).max(GHOSTS + rows.next_multiple_of(LANES)),
            planes + 2 * GHOSTS,
        ];
        Fields {
            state: Grid::new(extent, STATE, 1.0),
            change: Grid::new(extent, VARIABLES, 0.0),
            forcing: Grid::new(extent, VARIABLES, 0.0),
            division,
        }
    }

    /// Points of the process along an axis.
    pub(crate) fn len(&self, axis: usize) -> usize {
        self.division.points(axis).len()
    }

    /// The process's first point, counted with ghosts and boundary.
    pub(crate) fn first() -> [usize; 3] {
        [1, GHOSTS, GHOSTS]
    }

    /// Sets the variables to where the iteration starts from.
    pub(crate) fn set_initial(&mut self) {
        self.set(initial);
    }

    /// Sets the variables to the exact solution.
    pub(crate) fn set_exact(&mut self) {
        self.set(exact);
    }

    fn set(&mut self, of: fn([f64; 3]) -> [f64; VARIABLES]) {
        let inner = self.division.inner();
        let [_, rows, planes] = [0, 1, 2].map(|axis| self.len(axis) + 2 * GHOSTS);
        for z in 0..planes {
            for y in 0..rows {
                let (Some(place_y), Some(place_z)) = (self.place(1, y), self.place(2, z)) else {
                    continue;
                };
                for x in 0..inner + 2 {
                    let place_x = x as f64 / (inner + 1) as f64;
                    let values = of([place_x, place_y, place_z]);
                    for (part, value) in values.into_iter().enumerate() {
                        let at = self.state.layout.at(part, [x, y, z]);
                        self.state.values[at] = value;
                    }
                }
            }
        }
    }

    /// Where a row or plane is in the unit cube, if it is not beyond.
    fn place(&self, axis: usize, number: usize) -> Option<f64> {
        let inner = self.division.inner();
        let points = (self.division.points(axis).start + number + 1).checked_sub(GHOSTS)?;
        (points <= inner + 1).then(|| points as f64 / (inner + 1) as f64)
    }

    /// Derives from the variables what depends on them, on one of the process's planes, or on a ghost beside them; and on the
    /// ghosts beside its rows.
    pub(crate) fn derive(&mut self, plane: usize) {
        let width = self.division.inner() + 2;
        for row in GHOSTS - 1..=GHOSTS + self.len(1) {
            let row = self.state.layout.at(0, [0, row, plane]);
            for x in (0..width).step_by(LANES) {
                // The last ones may be done twice.
                self.derive_at(row + x.min(width - LANES));
            }
        }
    }

    #[inline(always)]
    fn derive_at(&mut self, at: usize) {
        let part = self.state.layout.part();
        let values = &mut self.state.values;
        let variable = |number: usize| Lanes::load(values, at + number * part);
        let (density, energy) = (variable(DENSITY), variable(ENERGY));
        let (x, y, z) = (
            variable(MOMENTUM),
            variable(MOMENTUM + 1),
            variable(MOMENTUM + 2),
        );
        let inverse = density.recip();
        let kinetic = 0.5 * (x * x + y * y + z * z) * inverse;
        let sound = (GAMMA * PRESSURE * inverse * (energy - kinetic)).sqrt();
        inverse.store(values, at + INVERSE * part);
        (x * inverse).store(values, at + VELOCITY * part);
        (y * inverse).store(values, at + (VELOCITY + 1) * part);
        (z * inverse).store(values, at + (VELOCITY + 2) * part);
        (kinetic * inverse).store(values, at + KINETIC * part);
        sound.store(values, at + SOUND * part);
    }

    /// The root of the mean square of the process's values, by variable, of all that differs from the exact solution.
    pub(crate) fn squared_error(&self) -> [f64; VARIABLES] {
        let inner = self.division.inner();
        let places = |axis: usize| {
            let first = self.division.points(axis).start;
            let number = move |own: usize| (first + own + 1) as f64 / (inner + 1) as f64;
            (0..self.len(axis)).map(number).enumerate()
        };
        let [first_x, first_y, first_z] = Fields::first();
        let mut sums = [0.0; VARIABLES];
        for (z, place_z) in places(2) {
            for (y, place_y) in places(1) {
                for (x, place_x) in places(0) {
                    let point = [first_x + x, first_y + y, first_z + z];
                    let exact = exact([place_x, place_y, place_z]);
                    for (part, sum) in sums.iter_mut().enumerate() {
                        let value = self.state.values[self.state.layout.at(part, point)];
                        *sum += (value - exact[part]).powi(2);
                    }
                }
            }
        }
        sums
    }

    /// The sums of the squares of the right-hand side.
    pub(crate) fn squared_change(&self) -> [f64; VARIABLES] {
        let [x, y, z] = Fields::first();
        let mut sums = [0.0; VARIABLES];
        for z in z..z + self.len(2) {
            for y in y..y + self.len(1) {
                for (part, sum) in sums.iter_mut().enumerate() {
                    let at = self.change.layout.at(part, [x, y, z]);
                    let row = &self.change.values[at..at + self.len(0)];
                    *sum += row.iter().map(|value| value * value).sum::<f64>();
                }
            }
        }
        sums
    }
}
