//! HPCC's RandomAccess: a bundled program of Farreach that updates words of a shared table at random places.
//!
//! ```text
//!   stream: each process has its part of the   ─▶ up to 1,024 updates wait, ─▶ table: each process
//!   random numbers, found by jumping ahead        sorted by their owners       has a part of the words
//! ```
//!
//! The table's words, the numbers and the limit on updates that wait are those of the HPC Challenge benchmark (Dongarra and
//! Luszczek, "Introduction to the HPCChallenge Benchmark Suite", 2005). The code is our own.
//!
//! Invariants:
//! - no update is lost, whichever way it takes: HPCC allows 1 % of wrong words, this program none;
//! - the check computes the whole table of a process from the stream again, without communication.
//!
//! Entry: [`main`]; the ways are in `ways.rs`.

mod options;
mod stream;
mod table;
mod ways;

use std::ffi::OsString;
use std::time::Instant;

use anyhow::{Result, ensure};
use farreach::shmem::{Pe, Reduction};
use farreach_entry::{enter, fits};
use serde::Serialize;

use crate::options::Options;
use crate::table::Table;

/// The figures as JSON.
#[derive(Serialize)]
struct Figures {
    by: &'static str,
    processes: u32,
    words: u64,
    updates: u64,
    seconds: f64,
    gups: f64,
    wrong: u64,
}

/// Updates the table as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<()> {
    enter(
        "random-access",
        arguments,
        |_, _| Ok(()),
        |pe, options, ()| run(pe, options),
    )
}

fn run(pe: &Pe, options: &Options) -> Result<()> {
    let table = Table::new(pe.my_pe(), pe.n_pes(), options);
    let bytes = u128::from(table.share_max()) * size_of::<u64>() as u128;
    fits(&format!("--log2 {}", options.log2), bytes)?;
    let updated = ways::update(pe, options.by, &table)?;
    let begun = Instant::now();
    let mut wrong = [table.wrong(&updated.words, options.by)];
    pe.all_reduce(&mut wrong, Reduction::Sum)?;
    let mut seconds = [updated.seconds];
    pe.all_reduce(&mut seconds, Reduction::Max)?;
    let [seconds] = seconds;
    let figures = Figures {
        by: options.by.name(),
        processes: pe.n_pes(),
        words: table.words(),
        updates: table.updates(),
        seconds,
        gups: table.updates() as f64 / seconds / 1e9,
        wrong: wrong[0],
    };
    if pe.my_pe() == 0 {
        let result = format!(
            "{} words, {} updates by {} in {seconds:.3} s, {:.6} GUPS, {} words wrong",
            figures.words, figures.updates, figures.by, figures.gups, figures.wrong
        );
        if options.json {
            println!("{}", serde_json::to_string(&figures)?);
        } else {
            println!(
                "{result}; checked in {:.3} s",
                begun.elapsed().as_secs_f64()
            );
        }
        pe.world().set_result(result);
    }
    ensure!(
        wrong[0] == 0,
        "{} of {} words are wrong",
        wrong[0],
        table.words()
    );
    Ok(())
}
