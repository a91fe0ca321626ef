//! The command line of random-access.

use clap::{Parser, ValueEnum};

/// The longest table of a process: 2 to this power words.
const LOG2_MAX: u32 = 34;

/// Updates words of a table that all processes share, at random places. Prints the rate in GUPS: billions of updates
/// a second.
#[derive(Clone, Debug, Parser)]
#[command(name = "random-access", no_binary_name = true, version)]
pub(crate) struct Options {
    /// How updates are made.
    #[arg(long, value_enum, default_value = "messages")]
    pub(crate) by: By,
    /// The table has at least 2 to this power words of 8 bytes for each process.
    #[arg(long, default_value_t = 16, value_name = "POWER", value_parser = clap::value_parser!(u32).range(1..=i64::from(LOG2_MAX)))]
    pub(crate) log2: u32,
    /// Updates for each word of the table.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub(crate) updates: u64,
    /// Print the figures as a JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How updates are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// By accumulates, which add (ARMCI)
    Accumulate,
    /// By atomic operations, exclusive or
    Atomics,
    /// By active messages, whose handlers apply exclusive or
    Messages,
}

impl By {
    pub(crate) fn name(self) -> &'static str {
        match self {
            By::Accumulate => "accumulate",
            By::Atomics => "atomics",
            By::Messages => "messages",
        }
    }
}
