//! The command line of lu.

use clap::Parser;

/// Solves a system of linear equations with a random dense matrix, by LU factorization with partial pivoting. Checks the
/// residual as the benchmark HPL does.
#[derive(Clone, Debug, Parser)]
#[command(name = "lu", no_binary_name = true, version)]
pub(crate) struct Options {
    /// The number of equations.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = positive)]
    pub(crate) size: usize,
    /// Rows and columns of a block.
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = positive)]
    pub(crate) block: usize,
    /// Rows and columns of the grid of processes, such as 2x4 [default: as square as possible].
    #[arg(long, value_name = "PxQ", value_parser = grid)]
    pub(crate) grid: Option<[usize; 2]>,
    /// Print the figures as a JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The most that a size may be: its square has to fit.
const MAX: usize = 1 << 24;

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=MAX) => Ok(number),
        _ => Err(format!("it wants a number from 1 to {MAX}")),
    }
}

fn grid(text: &str) -> Result<[usize; 2], String> {
    let (rows, cols) = text
        .split_once('x')
        .ok_or("it wants two numbers, as in 2x4")?;
    Ok([positive(rows)?, positive(cols)?])
}
