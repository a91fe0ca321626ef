//! What a process does: the steps of its pattern, again and again, then the figures of all.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use anyhow::{Result, ensure};
use farreach::shmem::Pe;

use crate::figures::{Figures, Report};
use crate::options::Options;
use crate::pattern::{Step, doubling};
use crate::slots::Slots;

/// All of it; rank 0 prints the figures.
pub(crate) fn run(pe: &Pe, options: &Options) -> Result<()> {
    let (rank, size) = (pe.my_pe(), pe.n_pes());
    let steps = options.pattern.steps(rank, size);
    let bytes = options.bytes as usize;
    let slots = Slots::new(pe, steps.len(), bytes)?;
    let mut peers = BTreeSet::new();
    for iteration in 0..options.iterations {
        for (number, step) in steps.iter().enumerate() {
            let step = Turn {
                iteration,
                number,
                step,
                bytes,
            };
            step.take(pe, &slots, &mut peers)?;
        }
    }
    pe.quiet()?;
    let all = gather(pe, &slots, |pe| Figures::of(pe, peers.len()))?;
    if rank == 0 {
        let report = Report::new(pe, options, &all);
        report.print(options)?;
    }
    Ok(())
}

/// One step of one iteration.
struct Turn<'a> {
    iteration: u32,
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

/// What all have counted when all have done their steps, by rank: recursive doubling, whose pairs are part of each pattern.
fn gather(pe: &Pe, slots: &Slots, count: impl FnOnce(&Pe) -> Figures) -> Result<Vec<Figures>> {
    let (rank, size) = (pe.my_pe(), pe.n_pes());
    let rounds: Vec<u32> = doubling(rank, size)
        .iter()
        .filter_map(|step| step.to)
        .collect();
    for (round, &partner) in rounds.iter().enumerate() {
        let flag = slots.flag_of_round(round);
        pe.world()
            .direct()
            .put_signal(partner, flag, &[], flag, 1)?;
        await_flag(pe, flag, 1)?;
    }
    // Nobody makes a connection any more.
    let own = count(pe);
    pe.world()
        .own_segment()
        .copy_in(slots.figures(rank), &own.to_bytes())?;
    for (round, &partner) in rounds.iter().enumerate() {
        let known = 1 << round;
        let first = rank & !(known - 1);
        let offset = slots.figures(first);
        let mut bytes = vec![0; slots.figures(first + known) - offset];
        pe.world().own_segment().copy_out(offset, &mut bytes)?;
        let flag = slots.flag_of_round(rounds.len() + round);
        pe.world()
            .direct()
            .put_signal(partner, offset, &bytes, flag, 1)?;
        await_flag(pe, flag, 1)?;
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
