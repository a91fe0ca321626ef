//! The benches: what each rank of a task's job does.

pub(crate) mod adapters;
mod am;
pub(crate) mod armci;
mod atomics;
mod bandwidth;
mod barrier;
mod begun;
pub(crate) mod budget;
pub(crate) mod buffers;
pub(crate) mod collectives;
mod connect;
mod cost;
pub(crate) mod flood;
pub(crate) mod hybrid;
mod incast;
pub(crate) mod io;
pub(crate) mod kernels;
mod latency;
pub(crate) mod loss;
pub(crate) mod many_to_many;
pub(crate) mod memory;
mod mpi;
pub(crate) mod nas;
pub(crate) mod next_peer;
pub(crate) mod peers;
mod programs;
mod rate;
pub(crate) mod reach;
pub(crate) mod set_up;
pub(crate) mod startup;
mod tagged;
pub(crate) mod threads;
pub(crate) mod verbs;

use anyhow::{Result, bail};

use crate::task::Bench;
use crate::worker::Session;

/// Runs this rank's part of the session's task.
pub(crate) fn run(session: &Session) -> Result<()> {
    match session.task.bench {
        Bench::Latency => latency::run(session),
        Bench::Rate => rate::run(session),
        Bench::Atomics => atomics::run(session),
        Bench::Armci => armci::run(session),
        Bench::Am => am::run(session),
        Bench::Tagged => tagged::run(session),
        Bench::Mpi => mpi::run(session),
        Bench::Io => io::run(session),
        Bench::Flood => flood::run(session),
        Bench::Bandwidth => bandwidth::run(session),
        Bench::Barrier => barrier::run(session),
        Bench::Collectives => collectives::run(session),
        Bench::Connect => connect::run(session),
        Bench::Startup => {
            startup::run(session);
            Ok(())
        }
        Bench::Reach => reach::run(session),
        Bench::ManyToMany | Bench::Budget => many_to_many::run(session),
        Bench::Buffers => buffers::run(session),
        Bench::Threads => threads::run(session),
        Bench::Memory => bail!("a process measures its memory before it has a session"),
        Bench::Nas => bail!("kernels are run by the program nas"),
        Bench::Hybrid | Bench::Kernels => bail!("kernels are run by bundled programs"),
        Bench::Adapters => adapters::run(session),
        Bench::Verbs => bail!("work requests are measured by the driver"),
        Bench::Peers => bail!("peers are counted by the program exchange"),
    }
}
