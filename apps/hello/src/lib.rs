//! Prints each process's rank, the size of the job, and its node: a bundled program of Farreach, and the
//! smallest one that there can be.
//!
//! ```text
//!   init ─► rank 3 of 16 on node 0 (myhost) ─► finalize
//! ```
//!
//! Invariant: it communicates with nobody, so it makes no connection. Entry: [`main`].

use std::ffi::OsString;
use std::io::Write;

use clap::Parser;
use farreach::shmem::Pe;
use farreach_entry::enter;

/// Prints each process's rank, the size of the job, and its node.
#[derive(Clone, Debug, Parser)]
#[command(name = "hello", no_binary_name = true, version)]
pub struct Options {}

/// Runs hello as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> anyhow::Result<()> {
    enter(
        "hello",
        arguments,
        |_, _: &Options| Ok(()),
        |pe, _, ()| greet(pe),
    )
}

fn greet(pe: &Pe) -> anyhow::Result<()> {
    let world = pe.world();
    let (rank, size, node) = (pe.my_pe(), pe.n_pes(), world.node());
    // In one write, so that lines of processes that share a terminal don't mix.
    let line = format!("rank {rank} of {size} on node {node} ({})\n", world.host());
    std::io::stdout().lock().write_all(line.as_bytes())?;
    Ok(())
}
