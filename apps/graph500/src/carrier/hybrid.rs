//! Two models in one program: batches are put, as one-sided operations, and sums are MPI's.

use anyhow::Result;
use farreach::mpi::{Communicator, Session};
use farreach::shmem::Pe;

use super::one_sided::OneSided;
use super::{Apply, Carrier, Fold, Idle, fold_by_mpi};

/// Carries batches to and from all other processes.
pub(super) struct Hybrid<'a> {
    data: OneSided<'a>,
    all: Communicator<'a>,
}

impl<'a> Hybrid<'a> {
    /// Collective.
    pub(super) fn new(pe: &'a Pe, mpi: &'a Session) -> Result<Self> {
        Ok(Hybrid {
            data: OneSided::new(pe)?,
            all: mpi.world(),
        })
    }
}

impl Carrier for Hybrid<'_> {
    fn rank(&self) -> u32 {
        self.all.rank()
    }

    fn size(&self) -> u32 {
        self.all.size()
    }

    fn batch_words(&self) -> usize {
        self.data.batch_words()
    }

    fn post(&self, to: u32, batch: &[u32], idle: Idle<'_>) -> Result<()> {
        self.data.post(to, batch, idle)
    }

    fn take(&self, apply: Apply<'_>) -> Result<bool> {
        self.data.take(apply)
    }

    fn has_ended(&self) -> bool {
        self.data.has_ended()
    }

    fn wait(&self) -> Result<()> {
        self.data.wait()
    }

    fn restart(&self) {
        self.data.restart();
    }

    fn fold(&self, values: &mut [u64], fold: Fold) -> Result<()> {
        fold_by_mpi(&self.all, values, fold)
    }
}
