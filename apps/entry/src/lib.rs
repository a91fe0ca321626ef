//! How bundled programs begin and end: their arguments are read, the job is joined, and mistakes are told once.
//!
//! ```text
//!   arguments ─▶ Options ─▶ shmem::init ─▶ prepare ─▶ run ─▶ finalize
//!                   │                         │        └ an error ends this process, and so the job
//!                   └─────── an error is the same on all processes: process 0 returns it, all leave in order
//! ```
//!
//! Invariants:
//! - a mistake in the arguments is told by one process;
//! - a process that can't go on does not wait for others.
//!
//! Entry: [`enter`].

use std::ffi::OsString;

use anyhow::{Result, anyhow};
use clap::Parser;
use clap::error::ErrorKind;
use farreach::shmem::{self, Pe};

/// Runs the program `name` as one process of its job. `arguments` are those after the program's name.
///
/// `prepare` checks the options for this number of processes, and fails on all processes or on none. `run` does the work.
///
/// # Errors
/// On process 0, if the arguments are wrong. A failure of `run` ends the process with a message.
pub fn enter<O: Parser, P>(
    name: &str,
    arguments: impl IntoIterator<Item = OsString>,
    prepare: impl FnOnce(&Pe, &O) -> Result<P>,
    run: impl FnOnce(&Pe, &O, P) -> Result<()>,
) -> Result<()> {
    let options = O::try_parse_from(arguments);
    if let Err(error) = &options
        && asks(error)
    {
        // For this no job is needed.
        print!("{error}");
        return Ok(());
    }
    let pe = shmem::init()?;
    // All processes have the same arguments: process 0 says what is wrong.
    let speaks = pe.my_pe() == 0;
    let outcome = match &options {
        Ok(options) => match prepare(&pe, options) {
            Ok(prepared) => {
                if let Err(error) = run(&pe, options, prepared) {
                    fail(name, &pe, &error);
                }
                Ok(())
            }
            Err(error) if speaks => Err(error),
            Err(_) => Ok(()),
        },
        Err(error) if speaks => refuse(name, error),
        Err(_) => Ok(()),
    };
    let left = pe.finalize();
    outcome?;
    Ok(left?)
}

/// Ends this process with a message. Leaving in order would wait for the others, who wait for this process.
pub fn fail(name: &str, pe: &Pe, error: &anyhow::Error) -> ! {
    // In one call, since another rank's end may kill this process.
    let line = format!("farreach: {name}: rank {}: {error:#}\n", pe.my_pe());
    eprint!("{line}");
    std::process::exit(1);
}

/// Checks that the host has the memory that a process wants because of `option`, such as `--size 1024`.
///
/// # Errors
/// If `bytes` are more than all memory of the host. Less may be available: then the kernel ends a process.
pub fn fits(option: &str, bytes: u128) -> Result<()> {
    let Ok(table) = std::fs::read_to_string("/proc/meminfo") else {
        return Ok(());
    };
    match memory(&table) {
        Some(memory) if bytes > memory => Err(anyhow!(
            "{option}: a process wants {bytes} bytes, and the host has {memory} bytes of memory"
        )),
        _ => Ok(()),
    }
}

/// The bytes of memory that the kernel's table tells.
fn memory(table: &str) -> Option<u128> {
    let line = table
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes = line.trim().strip_suffix(" kB")?;
    Some(kibibytes.trim().parse::<u128>().ok()? << 10)
}

/// Whether arguments ask for help or for the version.
fn asks(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    )
}

/// The answer to arguments that ask for help or for the version, or that don't exist.
pub fn refuse(name: &str, error: &clap::Error) -> Result<()> {
    if asks(error) {
        print!("{error}");
        return Ok(());
    }
    let text = error.to_string();
    Err(anyhow!(
        "{name}: {}",
        text.trim_start_matches("error: ").trim_end()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_what_the_table_tells() {
        assert_eq!(
            memory("MemFree: 1 kB\nMemTotal:    24 kB\n"),
            Some(24 << 10)
        );
        assert_eq!(memory("MemTotal: ? kB"), None);
        assert!(fits("--size 1", 1).is_ok());
        let refused = fits("--size 9", u128::MAX)
            .expect_err("too much")
            .to_string();
        assert!(
            refused.starts_with("--size 9: a process wants 3402"),
            "{refused}"
        );
    }
}
