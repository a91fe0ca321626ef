//! The exchanges of parallel programs without their arithmetic: a bundled program of Farreach that counts with how many
//! others a process talks, and over how many queue pairs.
//!
//! ```text
//!   pattern ─▶ steps of a rank ─▶ exchange: put with signal to one, wait for one, check ─▶ figures ─▶ rank 0 prints
//! ```
//!
//! Invariants:
//! - the steps are those of the algorithms; nothing else is sent, neither before nor after: the figures are gathered over
//!   pairs that the pattern has connected anyway;
//! - every byte that arrives is compared with what its sender must have sent;
//! - figures are counted by those who exchange and by the device, not computed from the pattern.
//!
//! Entry: [`main`]; the patterns are those of `farreach-patterns`, which `farreach sim` counts and simulates.

mod exchange;
mod figures;
mod options;
mod slots;

use std::ffi::OsString;

use anyhow::{Result, anyhow};
use clap::error::ErrorKind;
use farreach::shmem::{self, Pe};
use farreach_patterns::Exchange;

use crate::options::Options;

/// Runs the exchanges as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<()> {
    let options = Options::parse_arguments(arguments);
    let pe = shmem::init()?;
    // All processes got the same arguments: one of them says what is wrong.
    let speaks = pe.my_pe() == 0;
    let nodes = pe.world().nodes();
    let outcome = match options.map(|options| (options.exchange(pe.n_pes(), nodes), options)) {
        Ok((Ok(exchange), options)) => {
            exchange_all(&pe, &options, &exchange);
            Ok(())
        }
        Ok((Err(error), _)) if speaks => Err(error),
        Err(error) if speaks => refuse(&error),
        Ok((Err(_), _)) | Err(_) => Ok(()),
    };
    let left = pe.finalize();
    outcome?;
    Ok(left?)
}

/// Ends the process if something went wrong: leaving in order would wait for the others, who wait for this one.
fn exchange_all(pe: &Pe, options: &Options, exchange: &Exchange) {
    if let Err(error) = exchange::run(pe, options, exchange) {
        // In one call, since another rank's end may kill this process.
        let line = format!("farreach: exchange: rank {}: {error:#}\n", pe.my_pe());
        eprint!("{line}");
        std::process::exit(1);
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
        "exchange: {}",
        text.trim_start_matches("error: ").trim_end()
    ))
}
