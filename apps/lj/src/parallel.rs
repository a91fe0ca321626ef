//! The simulation by all processes of a job.

use std::cell::Cell;
use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::Result;
use farreach::armci::{self, Armci};
use farreach::arrays::{Array, Begun, Layout};
use farreach::shmem::{Pe, Reduction};

use crate::fluid::{Energy, Fluid, kinetic};
use crate::options::Options;

/// What a run found. Positions are at process 0.
pub(crate) struct Run {
    pub(crate) positions: Vec<f64>,
    /// The energies before the first step and after the last one.
    pub(crate) energies: [Energy; 2],
    pub(crate) times: Times,
    /// The tasks that this process drew.
    pub(crate) tasks: u64,
}

/// Seconds of this process.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times {
    pub(crate) compute: f64,
    pub(crate) communication: f64,
}

/// What the processes share, and how the forces are divided.
struct Shared<'a> {
    fluid: &'a Fluid,
    positions: Array<'a, f64>,
    forces: Array<'a, f64>,
    counter: Array<'a, i64>,
    blocks: usize,
    processes: u32,
    /// What the counter had when the step began.
    base: Cell<i64>,
}

/// A task that was drawn: two parts of the particles, whose positions are on their way.
struct Task<'a> {
    parts: [Range<usize>; 2],
    positions: [Option<Begun<'a, f64>>; 2],
}

/// Runs the simulation.
pub(crate) fn run(pe: &Pe, fluid: &Fluid, options: &Options) -> Result<Run> {
    let armci = armci::init()?;
    let shared = Shared::new(&armci, fluid, options)?;
    let own = shared.own();
    let mut positions = fluid.first_positions(own.clone());
    let mut velocities = fluid.first_velocities(own.clone());
    pe.barrier_all()?;
    let begun = Instant::now();
    let mut computing = Duration::ZERO;
    let mut tasks = 0;
    let (mut forces, mut potential) = shared.interact(&positions, &mut computing, &mut tasks)?;
    let first = energy(pe, &velocities, potential)?;
    for _ in 0..options.steps {
        let moving = Instant::now();
        fluid.kick(&mut velocities, &forces);
        fluid.drift(&mut positions, &velocities);
        computing += moving.elapsed();
        (forces, potential) = shared.interact(&positions, &mut computing, &mut tasks)?;
        fluid.kick(&mut velocities, &forces);
    }
    let last = energy(pe, &velocities, potential)?;
    let all = begun.elapsed();
    let mut everywhere = Vec::new();
    if pe.my_pe() == 0 {
        everywhere = shared.positions.get(&[0..fluid.particles, 0..3])?;
    }
    shared.free()?;
    armci.finalize()?;
    Ok(Run {
        positions: everywhere,
        energies: [first, last],
        times: Times {
            compute: computing.as_secs_f64(),
            communication: all.saturating_sub(computing).as_secs_f64(),
        },
        tasks,
    })
}

fn energy(pe: &Pe, velocities: &[f64], potential: f64) -> Result<Energy> {
    let mut sums = [kinetic(velocities), potential];
    pe.all_reduce(&mut sums, Reduction::Sum)?;
    Ok(Energy {
        kinetic: sums[0],
        potential: sums[1],
    })
}

impl<'a> Shared<'a> {
    fn new(armci: &'a Armci, fluid: &'a Fluid, options: &Options) -> Result<Shared<'a>> {
        let layout = Layout::regular(&[fluid.particles, 3]).grid(&[armci.size() as usize, 1]);
        Ok(Shared {
            fluid,
            positions: Array::new(armci, &layout)?,
            forces: Array::new(armci, &layout)?,
            counter: Array::new(armci, &Layout::regular(&[1]))?,
            blocks: options.blocks,
            processes: armci.size(),
            base: Cell::new(0),
        })
    }

    fn free(self) -> Result<()> {
        self.counter.free()?;
        self.forces.free()?;
        Ok(self.positions.free()?)
    }

    /// The particles that this process moves, if it has any.
    fn own(&self) -> Range<usize> {
        let mut regions = self.positions.own_regions().into_iter();
        regions.next().map_or(0..0, |region| region[0].clone())
    }

    /// The number of tasks: blocks on and above the diagonal.
    fn tasks(&self) -> usize {
        self.blocks * (self.blocks + 1) / 2
    }

    /// The particles of part `block`.
    fn part(&self, block: usize) -> Range<usize> {
        let cut = |block: usize| block * self.fluid.particles / self.blocks;
        cut(block)..cut(block + 1)
    }

    /// Computes the forces of all particles together with the other processes. Returns those of this process's own
    /// particles, and the potential of the tasks that this process drew.
    fn interact(
        &self,
        own_positions: &[f64],
        computing: &mut Duration,
        tasks: &mut u64,
    ) -> Result<(Vec<f64>, f64)> {
        let own = [self.own(), 0..3];
        let mut forces = vec![0.0; own_positions.len()];
        self.positions.put(&own, own_positions)?;
        self.forces.put(&own, &forces)?;
        self.positions.sync()?;
        let mut potential = 0.0;
        let mut next = self.draw()?;
        while let Some(task) = next {
            // The positions of the next task come while this one is computed.
            next = self.draw()?;
            potential += self.compute(task, computing)?;
            *tasks += 1;
        }
        self.forces.sync()?;
        // Each process has drawn once in vain.
        let drawn = self.tasks() as i64 + i64::from(self.processes);
        self.base.set(self.base.get() + drawn);
        self.forces.get_into(&own, &mut forces)?;
        Ok((forces, potential))
    }

    /// Draws a task, and begins to get its positions. `None` if all are drawn.
    fn draw(&self) -> Result<Option<Task<'_>>> {
        let number = (self.counter.fetch_add(&[0], 1)? - self.base.get()) as usize;
        if number >= self.tasks() {
            return Ok(None);
        }
        let (row, col) = place(number, self.blocks);
        let parts = [self.part(row), self.part(col)];
        let get = |part: &Range<usize>| self.positions.begin_get(&[part.clone(), 0..3]);
        let second = if row == col {
            None
        } else {
            Some(get(&parts[1])?)
        };
        Ok(Some(Task {
            positions: [Some(get(&parts[0])?), second],
            parts,
        }))
    }

    /// Computes a task, and adds its forces to those of all. Returns its potential.
    fn compute(&self, task: Task<'_>, computing: &mut Duration) -> Result<f64> {
        let wait = |begun: Option<Begun<'_, f64>>| begun.map(Begun::wait).transpose();
        let [first, second] = task.positions;
        let (first, second) = (wait(first)?.unwrap_or_default(), wait(second)?);
        let begun = Instant::now();
        let mut forces = vec![0.0; first.len()];
        let mut back = vec![0.0; second.as_ref().map_or(0, Vec::len)];
        let other = second
            .as_ref()
            .map(|second| (second.as_slice(), back.as_mut_slice()));
        let potential = self.fluid.interact((&first, &mut forces), other);
        *computing += begun.elapsed();
        let [rows, cols] = task.parts;
        self.forces.accumulate(&[rows, 0..3], 1.0, &forces)?;
        if second.is_some() {
            self.forces.accumulate(&[cols, 0..3], 1.0, &back)?;
        }
        Ok(potential)
    }
}

/// The row and column of a block on or above the diagonal of `blocks` x `blocks`, by its number row after row.
fn place(number: usize, blocks: usize) -> (usize, usize) {
    let (mut row, mut first) = (0, 0);
    while number >= first + blocks - row {
        first += blocks - row;
        row += 1;
    }
    (row, row + number - first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_block_has_a_number() {
        for blocks in 1..9 {
            let all = (0..blocks).flat_map(|row| (row..blocks).map(move |col| (row, col)));
            for (number, block) in all.enumerate() {
                assert_eq!(place(number, blocks), block, "{number} of {blocks}");
            }
        }
    }
}
