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

use anyhow::Result;
use farreach_entry::enter;

use crate::options::Options;

/// Runs the exchanges as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<()> {
    enter(
        "exchange",
        arguments,
        |pe, options: &Options| options.exchange(pe.n_pes(), pe.world().nodes()),
        |pe, options, exchange| exchange::run(pe, options, &exchange),
    )
}
