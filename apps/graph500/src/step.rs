//! A step: processes send records to each other, which the receivers apply at once, until all have been applied.
//!
//! Records are gathered into batches, one for each receiver. A batch that is not full is the last one of its sender in the
//! step, so that each process sends each other one such batch.

use anyhow::Result;

use crate::carrier::{Carrier, Fold};

/// What records are applied to.
pub(crate) trait Sink {
    /// Applies records, one behind the other.
    fn apply(&mut self, words: &[u32]);
}

/// The records of a step that have not been sent.
pub(crate) struct Step<'c> {
    carrier: &'c Carrier<'c>,
    full: usize,
    batches: Vec<Vec<u32>>,
}

impl<'c> Step<'c> {
    /// No records for anybody.
    pub(crate) fn new(carrier: &'c Carrier<'c>) -> Step<'c> {
        Step {
            full: carrier.batch_words(),
            batches: vec![Vec::new(); carrier.size() as usize],
            carrier,
        }
    }

    /// Sends a record to another process. Applies some of those that came.
    #[inline]
    pub(crate) fn send<const N: usize>(
        &mut self,
        to: u32,
        record: [u32; N],
        sink: &mut impl Sink,
    ) -> Result<()> {
        let batch = &mut self.batches[to as usize];
        batch.extend_from_slice(&record);
        if batch.len() == self.full {
            self.post(to, sink)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn post(&mut self, to: u32, sink: &mut impl Sink) -> Result<()> {
        let carrier = self.carrier;
        let batch = &mut self.batches[to as usize];
        let mut take = || carrier.take(&mut |words| sink.apply(words));
        carrier.post(to, batch, &mut take)?;
        batch.clear();
        take()?;
        Ok(())
    }

    /// Sends what has not been sent, and applies what comes until all processes have finished the step. Returns the fold of
    /// what `values` says of each of them then. Collective.
    pub(crate) fn finish<S: Sink, const N: usize>(
        &mut self,
        sink: &mut S,
        fold: Fold,
        values: impl FnOnce(&S) -> [u64; N],
    ) -> Result<[u64; N]> {
        let (me, size) = (self.carrier.rank(), self.carrier.size());
        for distance in 1..size {
            self.post((me + distance) % size, sink)?;
        }
        while !self.carrier.has_ended() {
            if !self.carrier.take(&mut |words| sink.apply(words))? && !self.carrier.has_ended() {
                self.carrier.wait()?;
            }
        }
        self.carrier.restart();
        // Nobody begins the next step before all have come here: so nothing of it can come earlier.
        let mut values = values(sink);
        self.carrier.fold(&mut values, fold)?;
        Ok(values)
    }
}
