//! The parallel run: symmetric memory, one-sided halo exchange, scatter and gather.
//!
//! ```text
//!   cells     one block, packed row by row: scattered into by process 0, gathered from by process 0
//!   edges     2 parities × 4 sides × slot values: the neighbours put their edges here
//!   arrivals  4 sides × 8 words, of which the first counts the edges that have arrived from that side
//! ```
//!
//! A neighbour's edge of step k goes into parity k mod 2 and sets the side's counter to k + 1. It can't
//! overwrite an edge that is still needed: to send its edge of step k + 2 the neighbour must have
//! received ours of step k + 1, which we send after we took its edge of step k. So two parities and a
//! counter are enough, and nobody waits for anyone but its neighbours.

use std::time::{Duration, Instant};

use farreach::shmem::{Compare, Error, Pe, Symmetric};

use crate::block::Block;
use crate::decomposition::{Decomposition, Side};
use crate::field::Field;
use crate::step::{Exchange, Stepper};

/// Values in a cache line: what different processes write lies in different ones.
const LINE: usize = 8;
/// How often process 0 says how far it is.
const PROGRESS_PERIOD: Duration = Duration::from_secs(5);

/// What a parallel run gives on process 0.
pub(crate) struct Run {
    /// The final field; on the other processes nothing.
    pub(crate) last: Option<Field>,
    /// How the field was cut.
    pub(crate) decomposition: Decomposition,
    /// Wall time of the steps on this process, without scatter and gather.
    pub(crate) stepping: Duration,
}

/// Runs `steps` steps on all processes. Process 0 gives the field, all give its shape. Collective.
pub(crate) fn run(
    pe: &Pe,
    (rows, cols): (usize, usize),
    initial: Option<&Field>,
    steps: u64,
    alpha: f64,
) -> Result<Run, Error> {
    let cut = Decomposition::new(rows, cols, pe.n_pes() as usize);
    let cells = pe.alloc::<f64>(cut.max_cells())?;
    let mut halos = Halos::new(pe, cut.max_side())?;
    if let Some(initial) = initial {
        scatter(pe, &cut, initial, &cells)?;
    }
    pe.barrier_all()?;
    let own = pe.my_pe() as usize;
    let mut stepping = Duration::ZERO;
    if let Some(part) = cut.part(own) {
        let mut block = Block::new(part.height(), part.width());
        for row in 0..part.height() {
            pe.read(cells.range(row * part.width()..), block.row_mut(row))?;
        }
        let mut stepper = Stepper::new(block, cut.neighbours(own), alpha);
        let begun = Instant::now();
        let mut progress = Progress::new(own == 0, steps);
        for step in 0..steps {
            stepper.begin(&mut halos)?;
            stepper.finish(&mut halos)?;
            progress.at(step + 1);
        }
        stepping = begun.elapsed();
        for row in 0..part.height() {
            pe.write(cells.range(row * part.width()..), stepper.block().row(row))?;
        }
    }
    pe.barrier_all()?;
    let last = initial
        .map(|initial| gather(pe, &cut, initial, &cells))
        .transpose()?;
    Ok(Run {
        last,
        decomposition: cut,
        stepping,
    })
}

/// Puts each process's block into its `cells`.
fn scatter(
    pe: &Pe,
    cut: &Decomposition,
    field: &Field,
    cells: &Symmetric<f64>,
) -> Result<(), Error> {
    let mut packed = Vec::with_capacity(cut.max_cells());
    for process in 0..cut.blocks() {
        let Some(part) = cut.part(process) else { break };
        packed.clear();
        for row in part.rows.clone() {
            packed.extend_from_slice(&field.row(row)[part.cols.clone()]);
        }
        pe.put_slice(cells.on(process as u32), &packed)?;
    }
    Ok(())
}

/// Gets each process's block from its `cells`, into a copy of a field of the same shape.
fn gather(
    pe: &Pe,
    cut: &Decomposition,
    initial: &Field,
    cells: &Symmetric<f64>,
) -> Result<Field, Error> {
    let mut last = initial.clone();
    let mut packed = vec![0.0; cut.max_cells()];
    for process in 0..cut.blocks() {
        let Some(part) = cut.part(process) else { break };
        let packed = &mut packed[..part.height() * part.width()];
        pe.get_slice(cells.on(process as u32), packed)?;
        for (row, values) in part.rows.clone().zip(packed.chunks_exact(part.width())) {
            last.row_mut(row)[part.cols.clone()].copy_from_slice(values);
        }
    }
    Ok(last)
}

/// The symmetric memory through which edges travel.
struct Halos<'a> {
    pe: &'a Pe,
    edges: Symmetric<f64>,
    arrivals: Symmetric<u64>,
    /// Values kept for one edge.
    slot: usize,
}

impl<'a> Halos<'a> {
    /// Collective.
    fn new(pe: &'a Pe, max_side: usize) -> Result<Self, Error> {
        let slot = max_side.next_multiple_of(LINE);
        let edges = pe.alloc(2 * Side::ALL.len() * slot)?;
        let arrivals = pe.alloc(Side::ALL.len() * LINE)?;
        Ok(Self {
            pe,
            edges,
            arrivals,
            slot,
        })
    }

    /// Where the edge that arrives from `side` in step `step` lies, and its counter.
    fn place(&self, step: u64, side: Side) -> (usize, usize) {
        let parity = (step % 2) as usize;
        (
            (parity * Side::ALL.len() + side.index()) * self.slot,
            side.index() * LINE,
        )
    }
}

impl Exchange for Halos<'_> {
    type Error = Error;

    fn send(&mut self, step: u64, side: Side, neighbour: usize, edge: &[f64]) -> Result<(), Error> {
        let (at, counter) = self.place(step, side.opposite());
        let to = neighbour as u32;
        self.pe.put_signal(
            self.edges.range(at..).on(to),
            edge,
            self.arrivals.at(counter).signal().set(step + 1),
        )
    }

    fn receive(&mut self, step: u64, side: Side, ghosts: &mut [f64]) -> Result<(), Error> {
        let (at, counter) = self.place(step, side);
        self.pe
            .wait_until(self.arrivals.at(counter), Compare::Ge, step + 1)?;
        self.pe.read(self.edges.range(at..), ghosts)
    }
}

/// Says on standard error how far a long run is.
struct Progress {
    steps: u64,
    /// Nothing when somebody else says it.
    next: Option<Instant>,
}

impl Progress {
    fn new(speaks: bool, steps: u64) -> Self {
        Self {
            steps,
            next: speaks.then(|| Instant::now() + PROGRESS_PERIOD),
        }
    }

    fn at(&mut self, step: u64) {
        if let Some(next) = self.next
            && Instant::now() >= next
        {
            eprintln!("heat2d: step {step} of {}", self.steps);
            self.next = Some(Instant::now() + PROGRESS_PERIOD);
        }
    }
}
