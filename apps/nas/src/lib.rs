//! The kernels of the NAS Parallel Benchmarks over OpenSHMEM or MPI for Rust: a bundled program of Farreach.
//!
//! ```text
//!   options ─▶ kernel: ep · is · cg · mg · ft · bt · sp ─▶ outcome ─▶ rank 0 prints the benchmark's result lines
//!                 │
//!                 ├ random      the benchmarks' generator, whose numbers all of them start from
//!                 ├ fluid       the flow that BT and SP compute, each with a solver of its own
//!                 └ job, mailbox    one-sided operations or messages: what partners send to each other, turn by turn
//! ```
//!
//! What is computed, its sizes and the values that verify it are those of D. Bailey et al., "The NAS Parallel Benchmarks",
//! RNR-94-007 (1994), D. Bailey et al., "The NAS Parallel Benchmarks 2.0", NAS-95-020 (1995), which says how the problems
//! are divided among processes and what is timed, and the documentation of NPB 3.4. The code is our own.
//!
//! Invariants:
//! - what is computed does not depend on how processes communicate;
//! - the timed section is the official one, from a barrier to the last result on the slowest process; initialisation and
//!   the untimed first iteration are outside where they are outside officially;
//! - symmetric memory is only what is exchanged; everything that is computed with is private;
//! - every process does the same number of exchanges with a partner, so that none of them needs an acknowledgement.
//!
//! Entry: [`main`]; a kernel is a module with a function `run`.

mod bt;
mod cg;
mod class;
mod ep;
mod fluid;
mod ft;
mod is;
mod job;
mod mailbox;
mod mg;
mod options;
mod random;
mod report;
mod share;
mod sp;
mod timing;

use std::ffi::OsString;

use anyhow::Result;
use farreach::mpi::{self, Session};
use farreach::shmem::Pe;
use farreach_entry::enter;

use crate::job::{Job, Model};
use crate::options::Options;

/// Runs a kernel as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<()> {
    enter(
        "nas",
        arguments,
        |pe, options: &Options| options.check(pe.n_pes()),
        |pe, options, ()| compute(pe, options),
    )
}

/// Runs the kernel; rank 0 prints its result.
fn compute(pe: &Pe, options: &Options) -> Result<()> {
    let mpi = match options.model {
        Model::Mpi => Some(mpi::init()?),
        Model::Shmem => None,
    };
    let job = Job {
        pe,
        messages: mpi.as_ref().map(Session::world),
    };
    let outcome = options.kernel.run(&job, options.class)?;
    if pe.my_pe() == 0 {
        report::print(pe, options, &outcome)?;
    }
    mpi.map_or(Ok(()), Session::finalize)?;
    Ok(())
}
