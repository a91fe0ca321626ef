//! The processes that compute together, and how they communicate.

use anyhow::{Result, ensure};
use clap::ValueEnum;
use farreach::mpi::{self, Communicator, Op};
use farreach::shmem::{self, Pe, Reduction, Scan};

/// How processes communicate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Model {
    /// By one-sided operations (OpenSHMEM)
    #[default]
    Shmem,
    /// By messages (MPI)
    Mpi,
}

impl Model {
    /// The name in the result.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Model::Shmem => "shmem",
            Model::Mpi => "mpi",
        }
    }
}

/// A number that both models fold and carry.
pub(crate) trait Number: shmem::Reducible + mpi::Element {}

impl<T: shmem::Reducible + mpi::Element> Number for T {}

/// A process's part of the job.
pub(crate) struct Job<'s> {
    /// What one-sided communication goes through, and all that is not timed.
    pub(crate) pe: &'s Pe,
    /// What messages go through, if the model is [`Model::Mpi`].
    pub(crate) messages: Option<Communicator<'s>>,
}

impl Job<'_> {
    pub(crate) fn rank(&self) -> usize {
        self.pe.my_pe() as usize
    }

    pub(crate) fn size(&self) -> usize {
        self.pe.n_pes() as usize
    }

    /// Waits for all processes. Collective.
    pub(crate) fn barrier(&self) -> Result<()> {
        match &self.messages {
            Some(all) => all.barrier()?,
            None => self.pe.barrier_all()?,
        }
        Ok(())
    }

    /// Sums values over all processes. Collective.
    pub(crate) fn sum<T: Number>(&self, values: &mut [T]) -> Result<()> {
        match &self.messages {
            Some(all) => values.copy_from_slice(&all.all_reduce(values, Op::Sum)?),
            None => self.pe.all_reduce(values, Reduction::Sum)?,
        }
        Ok(())
    }

    /// Sums values over the processes of lower ranks. Collective.
    pub(crate) fn sum_of_lower<T: Number>(&self, values: &mut [T]) -> Result<()> {
        if let Some(all) = &self.messages {
            let zeros = vec![T::new_zeroed(); values.len()];
            let sums = all.exclusive_scan(values, Op::Sum)?;
            values.copy_from_slice(sums.as_ref().unwrap_or(&zeros));
        } else {
            let team = self.pe.team_world();
            team.scan(values, Reduction::Sum, Scan::Exclusive)?;
        }
        Ok(())
    }

    /// The values of all processes, in the order of their ranks. Collective.
    pub(crate) fn all_gather<T: Number>(&self, own: &[T]) -> Result<Vec<T>> {
        if let Some(all) = &self.messages {
            return Ok(all.all_gather(own)?);
        }
        let mut all = vec![T::new_zeroed(); own.len() * self.size()];
        self.pe.team_world().all_gather(own, &mut all)?;
        Ok(all)
    }
}

const TAG: u32 = 0;

/// Sends a slice to each of some processes, and receives one from each, all at the same time. The slices to receive follow
/// each other in `arrivals`: `lens` has the sender of each and its length. Collective.
pub(crate) fn exchange<T: mpi::Element>(
    all: &Communicator<'_>,
    departures: &[(usize, &[T])],
    arrivals: &mut [T],
    lens: impl IntoIterator<Item = (usize, usize)>,
) -> Result<()> {
    all.scope(|scope| {
        let mut rest = arrivals;
        let mut receiving = Vec::new();
        for (from, len) in lens {
            let (piece, behind) = rest.split_at_mut(len);
            rest = behind;
            // This process has what it would send to itself.
            if from != all.rank() as usize {
                receiving.push((len, scope.receive(piece, from as u32, TAG)?));
            }
        }
        for (to, departure) in departures {
            scope.send(departure, *to as u32, TAG)?;
        }
        for (len, receiving) in receiving {
            let (_, received) = receiving.wait()?;
            ensure!(
                received.count::<T>()? == len,
                "rank {} sent {} bytes where {len} values were expected",
                received.source,
                received.bytes
            );
        }
        Ok(())
    })
}
