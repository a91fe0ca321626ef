//! How batches of records travel between processes, and how values of all of them become one.
//!
//! | model | batches | bits of vertices | sums |
//! |---|---|---|---|
//! | MPI | messages, taken from any source (`messages`) | no | MPI |
//! | OpenSHMEM | puts with signals to places that the receiver has for each sender (`one_sided`) | puts (`bits`) | OpenSHMEM |
//! | GASNet | active messages, whose handlers keep them (`active`) | no | OpenSHMEM |
//! | hybrid | as OpenSHMEM | puts (`bits`) | MPI |
//!
//! Each way bounds the batches of a sender that its receiver has not taken. A sender beyond the bound takes what came for
//! itself meanwhile.

mod active;
mod bits;
mod messages;
mod one_sided;

use std::cell::Cell;
use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::Result;
use farreach::mpi::{Communicator, Op, Session};
use farreach::shmem::{Pe, Reduction};

use crate::options::{Model, Options};

/// What is done while there is no room for a batch: returns whether something came.
pub(crate) type Idle<'a> = &'a mut dyn FnMut() -> Result<bool>;
/// Where batches go that came.
pub(crate) type Apply<'a> = &'a mut dyn FnMut(&[u32]);

/// How values of all processes become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    /// The sum, which may wrap around.
    Sum,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

/// A way of batches.
trait Way {
    /// The number of words of a full batch: a multiple of 12, so that records of 1 to 4 words fill it.
    fn batch_words(&self) -> usize;
    /// Sends a batch, which the caller may then change. A batch that is not full is the last one of the step.
    fn post(&self, to: u32, batch: &[u32], idle: Idle<'_>) -> Result<()>;
    /// Passes on what came. Returns whether something came.
    fn take(&self, apply: Apply<'_>) -> Result<bool>;
    /// The number of processes whose last batches of the step, and all before, have come.
    fn ended(&self) -> u32;
    /// Waits until something has come, if the step has not ended.
    fn wait(&self) -> Result<()>;
    /// Forgets the step that has ended.
    fn restart(&self);
}

/// The words that have a bit for each of `vertices` vertices.
pub(crate) fn words(vertices: u64) -> usize {
    vertices.div_ceil(u64::from(u64::BITS)) as usize
}

/// How values are folded.
enum Sums<'a> {
    OneSided(&'a Pe),
    Messages(Communicator<'a>),
}

/// Where time went that was not spent on records.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    /// In sending and taking batches.
    pub(crate) moving: Duration,
    /// In waiting for batches of others, and in folds, which wait for all.
    pub(crate) waiting: Duration,
}

/// Carries batches to and from all other processes.
pub(crate) struct Carrier<'a> {
    rank: u32,
    size: u32,
    way: Box<dyn Way + 'a>,
    sums: Sums<'a>,
    bits: Option<bits::Bits<'a>>,
    spent: Cell<Spent>,
    /// What records have taken that came.
    applying: Cell<Duration>,
    is_posting: Cell<bool>,
}

impl<'a> Carrier<'a> {
    /// The carrier of a model. Collective.
    pub(crate) fn open(
        options: &Options,
        pe: &'a Pe,
        mpi: Option<&'a Session>,
    ) -> Result<Carrier<'a>> {
        let model = options.model;
        let sums = mpi.map_or(Sums::OneSided(pe), |mpi| Sums::Messages(mpi.world()));
        let way: Box<dyn Way> = match (model, mpi) {
            (Model::Mpi, Some(mpi)) => Box::new(messages::Messages::new(mpi)?),
            (Model::Gasnet, _) => Box::new(active::Active::new(pe)?),
            _ => Box::new(one_sided::OneSided::new(pe)?),
        };
        let bits = match model {
            Model::Shmem | Model::Hybrid => Some(bits::Bits::new(pe, words(1 << options.scale))?),
            Model::Mpi | Model::Gasnet => None,
        };
        Ok(Carrier {
            bits,
            rank: pe.my_pe(),
            size: pe.n_pes(),
            way,
            sums,
            spent: Cell::default(),
            applying: Cell::default(),
            is_posting: Cell::new(false),
        })
    }

    /// Where time has gone since the last call.
    pub(crate) fn spent(&self) -> Spent {
        self.spent.take()
    }

    /// Counts what a call takes without the records that it applies.
    fn moving<R>(&self, call: impl FnOnce() -> R) -> R {
        let (begun, applied) = (Instant::now(), self.applying.get());
        let result = call();
        let records = self.applying.get().saturating_sub(applied);
        let mut spent = self.spent.get();
        spent.moving += begun.elapsed().saturating_sub(records);
        self.spent.set(spent);
        result
    }

    /// Counts what a call takes.
    fn waiting<R>(&self, call: impl FnOnce() -> R) -> R {
        let begun = Instant::now();
        let result = call();
        let mut spent = self.spent.get();
        spent.waiting += begun.elapsed();
        self.spent.set(spent);
        result
    }

    /// This process's rank.
    pub(crate) fn rank(&self) -> u32 {
        self.rank
    }

    /// The number of processes.
    pub(crate) fn size(&self) -> u32 {
        self.size
    }

    /// The number of words of a full batch.
    pub(crate) fn batch_words(&self) -> usize {
        self.way.batch_words()
    }

    /// Sends a batch, which the caller may then change. A batch that is not full is the last one of the step.
    pub(crate) fn post(&self, to: u32, batch: &[u32], idle: Idle<'_>) -> Result<()> {
        self.is_posting.set(true);
        let posted = self.moving(|| self.way.post(to, batch, idle));
        self.is_posting.set(false);
        posted
    }

    /// Passes on what came. Returns whether something came.
    pub(crate) fn take(&self, apply: Apply<'_>) -> Result<bool> {
        let mut apply = |words: &[u32]| {
            let begun = Instant::now();
            apply(words);
            self.applying.set(self.applying.get() + begun.elapsed());
        };
        if self.is_posting.get() {
            // The post counts it.
            return self.way.take(&mut apply);
        }
        self.moving(|| self.way.take(&mut apply))
    }

    /// Whether all batches of the step have come from all other processes.
    pub(crate) fn has_ended(&self) -> bool {
        self.way.ended() + 1 == self.size
    }

    /// Waits until something has come, if the step has not ended.
    pub(crate) fn wait(&self) -> Result<()> {
        self.waiting(|| self.way.wait())
    }

    /// Forgets the step that has ended.
    pub(crate) fn restart(&self) {
        self.way.restart();
    }

    /// Whether bits of all vertices can be shared.
    pub(crate) fn has_bits(&self) -> bool {
        self.bits.is_some()
    }

    /// Completes the bits of all vertices, of which this process has the `own` words. A fold lies between two calls. Collective.
    pub(crate) fn share(&self, all: &mut [u64], own: Range<usize>) -> Result<()> {
        let bits = self.bits.as_ref().expect("a model that shares bits");
        self.moving(|| bits.share(all, own))
    }

    /// Folds values over all processes. Collective.
    pub(crate) fn fold(&self, values: &mut [u64], fold: Fold) -> Result<()> {
        self.waiting(|| self.fold_all(values, fold))
    }

    fn fold_all(&self, values: &mut [u64], fold: Fold) -> Result<()> {
        match &self.sums {
            Sums::OneSided(pe) => {
                let reduction = match fold {
                    Fold::Sum => Reduction::Sum,
                    Fold::Min => Reduction::Min,
                    Fold::Max => Reduction::Max,
                };
                pe.all_reduce(values, reduction)?;
            }
            Sums::Messages(all) => {
                let op = match fold {
                    Fold::Sum => Op::Sum,
                    Fold::Min => Op::Min,
                    Fold::Max => Op::Max,
                };
                values.copy_from_slice(&all.all_reduce(values, op)?);
            }
        }
        Ok(())
    }
}
