//! The command line of exchange.

use std::ffi::OsString;

use anyhow::{Result, ensure};
use clap::Parser;

use crate::pattern::Pattern;

/// The exchanges of a NAS Parallel Benchmark without its arithmetic: checks what arrives, and counts with how many others a
/// process talks and over how many queue pairs. The published figures are of 64 processes on 8 nodes.
#[derive(Clone, Debug, Parser)]
#[command(name = "exchange", no_binary_name = true, version)]
pub(crate) struct Options {
    /// Whose exchanges.
    #[arg(long, value_enum)]
    pub(crate) pattern: Pattern,
    /// How often all of them.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) iterations: u32,
    /// Bytes of one.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) bytes: u32,
    /// The figures as a line of JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Options {
    /// Reads arguments (without the program's name).
    pub(crate) fn parse_arguments(
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<Self, clap::Error> {
        Self::try_parse_from(arguments)
    }

    /// Whether a job of so many processes can do it.
    pub(crate) fn check(&self, size: u32) -> Result<()> {
        ensure!(
            self.pattern.fits(size),
            "exchange: {:?} needs as many processes as {}, and there are {size}: choose another -n",
            self.pattern,
            self.pattern.needs(),
        );
        Ok(())
    }
}
