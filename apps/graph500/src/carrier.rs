//! How batches of records travel between processes.
//!
//! | module | batches | sums |
//! |---|---|---|
//! | `messages` | messages of MPI, taken from any source | MPI |
//! | `one_sided` | puts with signals to places that the receiver has for each sender | OpenSHMEM |
//! | `active` | active messages, whose handlers keep them | OpenSHMEM |
//! | `hybrid` | as `one_sided` | MPI |

mod active;
mod hybrid;
mod messages;
mod one_sided;

use anyhow::Result;
use farreach::mpi::{Communicator, Op, Session};
use farreach::shmem::{Pe, Reduction};

use crate::options::Model;

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

/// Carries batches.
pub(crate) trait Carrier {
    /// This process's rank.
    fn rank(&self) -> u32;
    /// The number of processes.
    fn size(&self) -> u32;
    /// The number of words of a full batch: a multiple of 12, so that records of 1 to 4 words fill it.
    fn batch_words(&self) -> usize;
    /// Sends a batch, which the caller may then change. A batch that is not full is the last one of the step.
    fn post(&self, to: u32, batch: &[u32], idle: Idle<'_>) -> Result<()>;
    /// Passes on what came. Returns whether something came.
    fn take(&self, apply: Apply<'_>) -> Result<bool>;
    /// Whether the last batches of the step have come from all other processes.
    fn has_ended(&self) -> bool;
    /// Waits until something has come, if the step has not ended.
    fn wait(&self) -> Result<()>;
    /// Forgets the step that has ended.
    fn restart(&self);
    /// Folds values over all processes. Collective.
    fn fold(&self, values: &mut [u64], fold: Fold) -> Result<()>;
}

/// The carrier of a model. Collective.
pub(crate) fn open<'a>(
    model: Model,
    pe: &'a Pe,
    mpi: Option<&'a Session>,
) -> Result<Box<dyn Carrier + 'a>> {
    Ok(match (model, mpi) {
        (Model::Mpi, Some(mpi)) => Box::new(messages::Messages::new(mpi)?),
        (Model::Hybrid, Some(mpi)) => Box::new(hybrid::Hybrid::new(pe, mpi)?),
        (Model::Gasnet, _) => Box::new(active::Active::new(pe)?),
        _ => Box::new(one_sided::OneSided::new(pe)?),
    })
}

/// Folds by MPI.
fn fold_by_mpi(all: &Communicator<'_>, values: &mut [u64], fold: Fold) -> Result<()> {
    let op = match fold {
        Fold::Sum => Op::Sum,
        Fold::Min => Op::Min,
        Fold::Max => Op::Max,
    };
    values.copy_from_slice(&all.all_reduce(values, op)?);
    Ok(())
}

/// Folds by OpenSHMEM.
fn fold_by_shmem(pe: &Pe, values: &mut [u64], fold: Fold) -> Result<()> {
    let reduction = match fold {
        Fold::Sum => Reduction::Sum,
        Fold::Min => Reduction::Min,
        Fold::Max => Reduction::Max,
    };
    Ok(pe.all_reduce(values, reduction)?)
}
