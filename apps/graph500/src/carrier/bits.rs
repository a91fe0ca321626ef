//! Bits of all vertices, which each process has of its own and puts to all others.
//!
//! A process puts its words where each other process has them, with a signal behind them. It does so again only when all have
//! joined a fold since, and so have read what came.

use std::cell::Cell;
use std::ops::Range;

use anyhow::Result;
use farreach::shmem::{Compare, Pe, Symmetric};

/// The bits of all vertices, in words.
pub(super) struct Bits<'a> {
    pe: &'a Pe,
    words: Symmetric<u64>,
    /// How often the words of each process have come.
    came: Symmetric<u64>,
    shared: Cell<u64>,
}

impl<'a> Bits<'a> {
    /// Collective.
    pub(super) fn new(pe: &'a Pe, words: usize) -> Result<Self> {
        let came = pe.alloc_zeroed(pe.n_pes() as usize)?;
        pe.barrier_all()?;
        Ok(Bits {
            pe,
            words: pe.alloc(words)?,
            came,
            shared: Cell::new(0),
        })
    }

    /// Puts the `own` ones of all words to all others, and reads what they have put. Collective.
    pub(super) fn share(&self, all: &mut [u64], own: Range<usize>) -> Result<()> {
        let (pe, me, size) = (self.pe, self.pe.my_pe(), self.pe.n_pes());
        self.shared.set(self.shared.get() + 1);
        let times = self.shared.get();
        let others = (1..size).map(|distance| (me + distance) % size);
        for other in others.clone() {
            let place = self.words.range(own.clone()).on(other);
            let signal = self.came.at(me as usize).signal().set(times);
            pe.put_signal(place, &all[own.clone()], signal)?;
        }
        let others = others.map(|other| other as usize);
        pe.wait_until_all(&self.came, others, Compare::Ge, times)?;
        let (before, rest) = all.split_at_mut(own.start);
        let behind = &mut rest[own.len()..];
        pe.read(self.words.range(..own.start), before)?;
        pe.read(self.words.range(own.end..), behind)?;
        Ok(())
    }
}
