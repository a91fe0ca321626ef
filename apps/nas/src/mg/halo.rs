//! Who has which block of a grid, and how ghosts get the values of their neighbours.
//!
//! The box is periodic: beyond its last block is the first one. Axes are done one after the other, so that ghosts of edges and
//! corners come along with those of faces.

use anyhow::Result;

use super::grid::Grid;
use crate::job::Job;
use crate::mailbox::Mailbox;

/// The division of a box among a power of two of processes, along each axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Division {
    /// How many blocks.
    blocks: [usize; 3],
    /// Which of them is this process's.
    own: [usize; 3],
}

impl Division {
    /// As even as possible; z has the most blocks, x the fewest.
    pub(super) fn new(size: usize, rank: usize) -> Division {
        let log = size.trailing_zeros();
        let log_x = log / 3;
        let log_y = (log - log_x) / 2;
        let blocks = [1 << log_x, 1 << log_y, 1 << (log - log_x - log_y)];
        let [x, y, _] = blocks;
        Division {
            blocks,
            own: [rank % x, rank / x % y, rank / (x * y)],
        }
    }

    /// The process whose block is `steps` further along an axis.
    fn neighbour(&self, axis: usize, steps: usize) -> usize {
        let mut place = self.own;
        place[axis] = (place[axis] + steps) % self.blocks[axis];
        let [x, y, _] = self.blocks;
        (place[2] * y + place[1]) * x + place[0]
    }

    /// The points of a block of a grid with `side` points along each axis.
    pub(super) fn points(&self, side: usize) -> [usize; 3] {
        self.blocks.map(|blocks| side / blocks)
    }

    /// The point before the block's first one: where its ghosts are in a whole grid that has ghosts as well.
    pub(super) fn first(&self, side: usize) -> [usize; 3] {
        let points = self.points(side);
        [0, 1, 2].map(|axis| self.own[axis] * points[axis])
    }
}

/// The exchange of ghosts. The mailbox has two slots for each axis: for what comes from before and from after.
pub(super) struct Halo<'a> {
    pub(super) division: Division,
    mailbox: Mailbox<'a>,
    face: Vec<f64>,
}

impl<'a> Halo<'a> {
    /// For grids of up to `side` points along each axis. Collective.
    pub(super) fn new(job: &'a Job<'a>, side: usize) -> Result<Halo<'a>> {
        let division = Division::new(job.size(), job.rank());
        let [x, y, z] = division.points(side).map(|points| points + 2);
        let faces = [y * z, x * z, x * y];
        let divided = |axis: usize| {
            if division.blocks[axis] > 1 {
                faces[axis]
            } else {
                0
            }
        };
        let rooms = [0, 0, 1, 1, 2, 2].map(divided);
        Ok(Halo {
            division,
            mailbox: Mailbox::new(job, &rooms)?,
            face: vec![0.0; faces.into_iter().max().unwrap_or(0)],
        })
    }

    /// Fills the ghosts of this process's block.
    pub(super) fn fill(&mut self, grid: &mut Grid) -> Result<()> {
        for axis in 0..3 {
            let last = grid.points()[axis];
            if self.division.blocks[axis] == 1 {
                copy_face(grid, axis, last, 0);
                copy_face(grid, axis, 1, last + 1);
                continue;
            }
            let (before, after) = (2 * axis, 2 * axis + 1);
            let next = self.division.neighbour(axis, 1);
            let previous = self
                .division
                .neighbour(axis, self.division.blocks[axis] - 1);
            self.send(grid, axis, last, before, next)?;
            self.send(grid, axis, 1, after, previous)?;
            self.take(grid, axis, 0, before)?;
            self.take(grid, axis, last + 1, after)?;
        }
        Ok(())
    }

    fn send(
        &mut self,
        grid: &Grid,
        axis: usize,
        place: usize,
        slot: usize,
        to: usize,
    ) -> Result<()> {
        if axis == 2 {
            return self.mailbox.send(slot, to, grid.plane(place));
        }
        let len = get_face(grid, axis, place, &mut self.face);
        self.mailbox.send(slot, to, &self.face[..len])
    }

    fn take(&mut self, grid: &mut Grid, axis: usize, place: usize, slot: usize) -> Result<()> {
        if axis == 2 {
            return self.mailbox.take(slot, grid.plane_mut(place));
        }
        let [x, y, z] = grid.sizes();
        let face = &mut self.face[..[y * z, x * z][axis]];
        self.mailbox.take(slot, face)?;
        set_face(grid, axis, place, face);
        Ok(())
    }
}

/// Fills the ghosts of a grid that is the whole box.
pub(super) fn wrap(grid: &mut Grid) {
    for axis in 0..3 {
        let last = grid.points()[axis];
        copy_face(grid, axis, last, 0);
        copy_face(grid, axis, 1, last + 1);
    }
}

/// Copies the points at one place of an axis to another one.
fn copy_face(grid: &mut Grid, axis: usize, from: usize, to: usize) {
    let [_, ys, zs] = grid.sizes();
    match axis {
        0 => {
            for z in 0..zs {
                for y in 0..ys {
                    let row = grid.row_mut(y, z);
                    row[to] = row[from];
                }
            }
        }
        1 => {
            for z in 0..zs {
                let plane = grid.plane_mut(z);
                let width = plane.len() / ys;
                plane.copy_within(from * width..(from + 1) * width, to * width);
            }
        }
        _ => grid.copy_plane(from, to),
    }
}

/// Copies the points at a place of the axis x or y; returns how many.
fn get_face(grid: &Grid, axis: usize, place: usize, face: &mut [f64]) -> usize {
    let [xs, ys, zs] = grid.sizes();
    if axis == 0 {
        for (z, column) in face.chunks_exact_mut(ys).take(zs).enumerate() {
            for (y, value) in column.iter_mut().enumerate() {
                *value = grid.row(y, z)[place];
            }
        }
        return ys * zs;
    }
    for (z, row) in face.chunks_exact_mut(xs).take(zs).enumerate() {
        row.copy_from_slice(grid.row(place, z));
    }
    xs * zs
}

/// Sets the points at a place of the axis x or y.
fn set_face(grid: &mut Grid, axis: usize, place: usize, face: &[f64]) {
    let [xs, ys, _] = grid.sizes();
    if axis == 0 {
        for (z, column) in face.chunks_exact(ys).enumerate() {
            for (y, value) in column.iter().enumerate() {
                grid.row_mut(y, z)[place] = *value;
            }
        }
        return;
    }
    for (z, row) in face.chunks_exact(xs).enumerate() {
        grid.row_mut(place, z).copy_from_slice(row);
    }
}

#[cfg(test)]
mod tests;
