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

use anyhow::anyhow;
use clap::Parser;
use clap::error::ErrorKind;
use farreach::shmem::{self, Pe};

/// Prints each process's rank, the size of the job, and its node.
#[derive(Clone, Debug, Parser)]
#[command(name = "hello", no_binary_name = true, version)]
pub struct Options {}

/// Runs hello as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> anyhow::Result<()> {
    let options = Options::try_parse_from(arguments);
    let pe = shmem::init()?;
    let outcome = match options {
        Ok(Options {}) => greet(&pe),
        // All processes got the same arguments: one of them says what is wrong.
        Err(error) if pe.my_pe() == 0 => refuse(&error),
        Err(_) => Ok(()),
    };
    let left = pe.finalize();
    outcome?;
    Ok(left?)
}

/// The answer to arguments that ask for help, or that don't exist.
fn refuse(error: &clap::Error) -> anyhow::Result<()> {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        print!("{error}");
        return Ok(());
    }
    let text = error.to_string();
    Err(anyhow!(
        "hello: {}",
        text.trim_start_matches("error: ").trim_end()
    ))
}

fn greet(pe: &Pe) -> anyhow::Result<()> {
    let world = pe.world();
    let (rank, size, node) = (pe.my_pe(), pe.n_pes(), world.node());
    // In one write, so that lines of processes that share a terminal don't mix.
    let line = format!("rank {rank} of {size} on node {node} ({})\n", world.host());
    std::io::stdout().lock().write_all(line.as_bytes())?;
    Ok(())
}
