//! The command line of heat2d.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;

use crate::block::MAX_ALPHA;
use crate::field::{Field, cells};
use crate::output::Output;
use crate::{initial, input};

/// Rows and columns of the built-in field unless said otherwise.
const DEFAULT_SIDE: usize = 512;

/// 2D heat diffusion: an explicit five-point scheme with insulated borders, cut into blocks over all
/// processes. The result has the same bits for any number of processes.
#[derive(Clone, Debug, Parser)]
#[command(name = "heat2d", no_binary_name = true, version)]
pub struct Options {
    /// Number of time steps.
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub steps: u64,

    /// Rows of the built-in initial field [default: 512].
    #[arg(long, value_name = "N", conflicts_with = "input")]
    pub rows: Option<usize>,

    /// Columns of the built-in initial field [default: 512].
    #[arg(long, value_name = "N", conflicts_with = "input")]
    pub cols: Option<usize>,

    /// Initial field from a .npy (float32, float64), .pgm or .csv file instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,

    /// How much of a difference flows in a step: diffusivity x time step / cell size squared, at most 0.25.
    #[arg(long, default_value_t = 0.2, value_name = "A", value_parser = parse_alpha)]
    pub alpha: f64,

    /// Writes the final field: .npy (float64) or .png (picture). May be given several times.
    #[arg(long, value_name = "FILE", value_parser = parse_output)]
    pub output: Vec<Output>,

    /// Draws into pictures the blocks of the processes, with thick lines between nodes, and a colour bar beside the field.
    #[arg(long, requires = "output")]
    pub blocks: bool,

    /// Compares the result with a sequential run bit for bit, and the total with the initial one.
    #[arg(long)]
    pub check: bool,
}

impl Options {
    /// Reads arguments (without the program's name), and refuses what can't be computed.
    pub fn parse_arguments(
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<Self, clap::Error> {
        let options = Self::try_parse_from(arguments)?;
        let (rows, cols) = options.built_in_shape();
        cells(rows, cols).map_err(|error| {
            let message = format!("{error}; choose other --rows and --cols\n");
            clap::Error::raw(clap::error::ErrorKind::ValueValidation, message)
        })?;
        Ok(options)
    }

    /// Rows and columns of the built-in field.
    fn built_in_shape(&self) -> (usize, usize) {
        (
            self.rows.unwrap_or(DEFAULT_SIDE),
            self.cols.unwrap_or(DEFAULT_SIDE),
        )
    }

    /// The initial field: read, or computed.
    pub fn initial_field(&self) -> anyhow::Result<Field> {
        if let Some(file) = &self.input {
            return Ok(input::read(file)?);
        }
        let (rows, cols) = self.built_in_shape();
        Ok(Field::from_fn(rows, cols, |row, col| {
            initial::temperature(rows, cols, row, col)
        })?)
    }
}

fn parse_alpha(text: &str) -> Result<f64, String> {
    let alpha: f64 = text.parse().map_err(|error| format!("{error}"))?;
    if (0.0..=MAX_ALPHA).contains(&alpha) {
        Ok(alpha)
    } else {
        Err(format!(
            "it must lie between 0 and {MAX_ALPHA}, or the scheme is unstable"
        ))
    }
}

fn parse_output(text: &str) -> Result<Output, String> {
    Output::new(text)
}
