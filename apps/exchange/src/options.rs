//! The command line of exchange.

use std::str::FromStr;

use anyhow::{Context, Result};
use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use farreach_patterns::{Class, Exchange, Options as Choices, Pattern, Places, Sums, VariantNames};

/// The exchanges of a parallel program without its arithmetic: checks what arrives, and counts with how many others a
/// process talks and over how many queue pairs. `farreach sim run` predicts the same counts.
#[derive(Clone, Debug, Parser)]
#[command(name = "exchange", no_binary_name = true, version)]
pub(crate) struct Options {
    /// The pattern of exchanges.
    #[arg(long, value_parser = named::<Pattern>())]
    pub(crate) pattern: Pattern,
    /// The algorithm of sums over all.
    #[arg(long, default_value = "recursive-doubling", value_parser = named::<Sums>())]
    sums: Sums,
    /// The grid of processes, the slowest dimension first, such as 4x8 [default: the one nearest to a square or a cube].
    #[arg(long, value_name = "SIDES", value_delimiter = 'x')]
    grid: Vec<u32>,
    /// The number of partners of many-to-many.
    #[arg(long, default_value_t = 32, value_name = "N")]
    degree: u32,
    /// The seed of many-to-many.
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// How often the exchanges are made.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) iterations: u32,
    /// Bytes of a message.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) bytes: u32,
    /// The figures as a line of JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A parser of the names of a choice, which help lists.
fn named<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantNames + FromStr + Clone + Send + Sync + 'static,
    T::Err: std::fmt::Debug,
{
    let names = PossibleValuesParser::new(T::VARIANTS);
    names.try_map(|name| name.parse::<T>().map_err(|error| format!("{error:?}")))
}

impl Options {
    /// The pattern for a job of this size, if it fits.
    pub(crate) fn exchange(&self, size: u32, nodes: u32) -> Result<Exchange> {
        let choices = Choices {
            class: Class::C,
            sums: self.sums,
            grid: (!self.grid.is_empty()).then(|| self.grid.clone()),
            degree: self.degree,
            seed: self.seed,
            bytes: self.bytes.into(),
        };
        let places = Places::new(size, nodes).context("exchange")?;
        Exchange::new(self.pattern, places, choices)
            .with_context(|| "exchange: choose another -n or pattern")
    }
}
