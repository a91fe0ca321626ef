//! The kernels of the NAS Parallel Benchmarks over OpenSHMEM for Rust: a bundled program of Farreach.
//!
//! ```text
//!   options ─▶ kernel: ep · is · cg · mg · ft · bt · sp ─▶ outcome ─▶ rank 0 prints the benchmark's result lines
//!                 │
//!                 ├ random      the benchmarks' generator, whose numbers all of them start from
//!                 ├ fluid       the flow that BT and SP compute, each with a solver of its own
//!                 └ mailbox     what partners put to each other with signals, turn by turn
//! ```
//!
//! What is computed, its sizes and the values that verify it are those of D. Bailey et al., "The NAS Parallel Benchmarks",
//! RNR-94-007 (1994), D. Bailey et al., "The NAS Parallel Benchmarks 2.0", NAS-95-020 (1995), which says how the problems
//! are divided among processes and what is timed, and the documentation of NPB 3.4. The code is our own.
//!
//! Invariants:
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
mod mailbox;
mod mg;
mod options;
mod random;
mod report;
mod share;
mod sp;
mod timing;

use std::ffi::OsString;

use anyhow::{Result, anyhow};
use clap::error::ErrorKind;
use farreach::shmem::{self, Pe};

use crate::options::Options;

/// Runs a kernel as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<()> {
    let options = Options::parse_arguments(arguments);
    let pe = shmem::init()?;
    // All processes got the same arguments: one of them says what is wrong.
    let speaks = pe.my_pe() == 0;
    let outcome = match options.map(|options| (options.check(pe.n_pes()), options)) {
        Ok((Ok(()), options)) => compute(&pe, &options),
        Ok((Err(error), _)) if speaks => Err(error),
        Err(error) if speaks => refuse(&error),
        Ok((Err(_), _)) | Err(_) => Ok(()),
    };
    // What was found wrong is worth more than an error in leaving.
    let left = pe.finalize();
    outcome?;
    Ok(left?)
}

/// Runs the kernel; rank 0 prints its result. Ends the process if something went wrong: leaving in order would wait for the
/// others, who wait for this one.
fn compute(pe: &Pe, options: &Options) -> Result<()> {
    match options.kernel.run(pe, options.class) {
        Ok(outcome) if pe.my_pe() == 0 => report::print(pe, options, &outcome),
        Ok(_) => Ok(()),
        Err(error) => {
            // In one call, since another rank's end may kill this process.
            let line = format!("farreach: nas: rank {}: {error:#}\n", pe.my_pe());
            eprint!("{line}");
            std::process::exit(1);
        }
    }
}

/// The answer to arguments that ask for help, or that don't exist.
fn refuse(error: &clap::Error) -> Result<()> {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        print!("{error}");
        return Ok(());
    }
    let text = error.to_string();
    Err(anyhow!(
        "nas: {}",
        text.trim_start_matches("error: ").trim_end()
    ))
}
