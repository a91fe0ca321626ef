//! What a process does: the steps of its pattern, again and again, then the figures of all.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use anyhow::{Result, ensure};
use farreach::shmem::Pe;
use farreach::{AtomicOp, AtomicWidth};

use farreach_patterns::{Exchange, Kind, Step};

use crate::figures::{FIGURES_BYTES, Figures, Report};
use crate::options::Options;
use crate::slots::Slots;

/// All of it; rank 0 prints the figures.
pub(crate) fn run(pe: &Pe, options: &Options, exchange: &Exchange) -> Result<()> {
    let rank = pe.my_pe();
    let steps = exchange.steps(rank);
    let bytes = options.bytes as usize;
    let slots = Slots::new(pe, steps.len(), bytes)?;
    let mut peers = BTreeSet::new();
    for iteration in 0..options.iterations {
        for (number, step) in steps.iter().enumerate() {
            let step = Turn {
                iteration,
                iterations: options.iterations,
                number,
                step,
                bytes,
            };
            step.take(pe, &slots, &mut peers)?;
        }
    }
    pe.quiet()?;
    let all = gather(pe, &slots, exchange, peers.len())?;
    if rank == 0 {
        let report = Report::new(pe, options, &all);
        report.print(options)?;
    }
    Ok(())
}

/// One step of one iteration.
struct Turn<'a> {
    iteration: u32,
    /// All of them.
    iterations: u32,
    number: usize,
    step: &'a Step,
    bytes: usize,
}

impl Turn<'_> {
    /// Sends, waits and checks; notes whom it was done with.
    fn take(&self, pe: &Pe, slots: &Slots, peers: &mut BTreeSet<u32>) -> Result<()> {
        let data = slots.data(self.iteration, self.number);
        let flag = slots.flag(self.number);
        let count = u64::from(self.iteration) + 1;
        if self.step.kind == Kind::Update {
            peers.extend(self.step.to);
            return self.draw(pe, slots);
        }
        if let Some(to) = self.step.to {
            let bytes = self.payload(pe.my_pe());
            pe.world()
                .direct()
                .put_signal(to, data, &bytes, flag, count)?;
        }
        if let Some(from) = self.step.from {
            await_flag(pe, flag, count)?;
            let mut came = vec![0; self.bytes];
            pe.world().own_segment().copy_out(data, &mut came)?;
            let expected = self.payload(from);
            let wrong = came.iter().zip(&expected).position(|(a, b)| a != b);
            ensure!(
                wrong.is_none(),
                "iteration {}, step {}: byte {} of {} from rank {from} is wrong",
                self.iteration,
                self.number,
                wrong.unwrap_or(0),
                self.bytes
            );
            peers.insert(from);
        }
        // Whoever does not answer in this step may in another.
        peers.extend(self.step.to);
        Ok(())
    }

    /// Draws a number from the counter of the other: everybody's numbers are different and ascend, and none is too large.
    fn draw(&self, pe: &Pe, slots: &Slots) -> Result<()> {
        let Some(to) = self.step.to else {
            return Ok(());
        };
        let draw = || AtomicOp::Add(1);
        let direct = pe.world().direct();
        let number = direct.atomic(to, slots.counter(), AtomicWidth::W64, draw)?;
        let memory = pe.world().own_segment();
        let least = memory.load_u64(slots.drawn())?;
        // Others may be some iterations ahead.
        let draws = u64::from(self.iterations) * slots.steps() as u64;
        let most = draws * u64::from(pe.n_pes());
        ensure!(
            (least..most).contains(&number),
            "iteration {}, step {}: the number {number} of rank {to} is none from {least} to {most}",
            self.iteration,
            self.number
        );
        memory.copy_in(slots.drawn(), &(number + 1).to_ne_bytes())?;
        Ok(())
    }

    /// What `sender` sends: no two of them, and no two turns, the same.
    fn payload(&self, sender: u32) -> Vec<u8> {
        let seed =
            (u64::from(sender) << 32 | u64::from(self.iteration)) ^ (self.number as u64) << 20;
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut bytes = Vec::with_capacity(self.bytes + 8);
        while bytes.len() < self.bytes {
            // A linear congruential generator's upper bits are good enough to tell bytes apart.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            bytes.extend_from_slice(&state.rotate_right(32).to_le_bytes());
        }
        bytes.truncate(self.bytes);
        bytes
    }
}

/// What all have counted, by rank, at process 0. The figures move along a tree over pairs of the
/// pattern, so that they make no connection that the pattern has not made.
///
/// A process counts when all that it awaits has come, all that it sent is acknowledged, and those below it in the tree have counted. Every
/// connection of its own is up then, since each was made for one of these, or for an update by one of them.
fn gather(pe: &Pe, slots: &Slots, exchange: &Exchange, peers: usize) -> Result<Vec<Figures>> {
    let (rank, size) = (pe.my_pe(), pe.n_pes());
    let memory = pe.world().own_segment();
    let tree = exchange.tree();
    // Whether the way of `from`'s figures to process 0 leads through this process.
    let passes = |from: u32| {
        let mut at = Some(from);
        while let Some(here) = at.filter(|&here| here != rank) {
            at = tree[here as usize];
        }
        at.is_some()
    };
    let below: Vec<u32> = (0..size).filter(|&from| passes(from)).collect();
    for &from in below.iter().filter(|&&from| from != rank) {
        await_flag(pe, slots.flag_of_figures(from), 1)?;
    }
    let own = Figures::of(pe, peers);
    memory.copy_in(slots.figures(rank), &own.to_bytes())?;
    if let Some(parent) = tree[rank as usize] {
        for &from in &below {
            let offset = slots.figures(from);
            let mut bytes = vec![0; FIGURES_BYTES];
            memory.copy_out(offset, &mut bytes)?;
            let flag = slots.flag_of_figures(from);
            pe.world()
                .direct()
                .put_signal(parent, offset, &bytes, flag, 1)?;
        }
        pe.quiet()?;
        return Ok(Vec::new());
    }
    (0..size)
        .map(|rank| Figures::read(pe, slots.figures(rank)))
        .collect()
}

/// Waits until the flag has counted so far.
fn await_flag(pe: &Pe, flag: usize, count: u64) -> Result<()> {
    let flag = pe.world().own_segment().atomic_u64(flag)?;
    pe.world()
        .wait_until("an exchange", || flag.load(Ordering::Acquire) >= count);
    Ok(())
}
