//! Initial fields from files. The format is chosen by the file's extension.

mod csv;
mod npy;
mod pgm;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::field::{Field, MAX_MAGNITUDE, is_usable};

/// Why a file gives no field: where, what, and what would be right.
#[derive(Debug, thiserror::Error)]
#[error("{}{place}: {problem}; accepted: {accepted}", file.display())]
pub struct InputError {
    /// The file as it was named.
    pub file: PathBuf,
    /// Where in it.
    pub place: InputPlace,
    /// What is wrong there.
    pub problem: String,
    /// What the format's reader takes.
    pub accepted: &'static str,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputPlace {
    /// The file as a whole.
    File,
    /// A byte, from 0.
    Byte(usize),
    /// A line and a value of it, both from 1.
    Line(usize, usize),
}

impl fmt::Display for InputPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputPlace::File => Ok(()),
            InputPlace::Byte(offset) => write!(formatter, ", byte {offset}"),
            InputPlace::Line(line, value) => write!(formatter, ", line {line}, value {value}"),
        }
    }
}

/// What a format's reader found wrong, before it is known in which file.
#[derive(Debug, PartialEq)]
struct Fault {
    place: InputPlace,
    problem: String,
}

impl Fault {
    fn new(place: InputPlace, problem: impl Into<String>) -> Self {
        Self {
            place,
            problem: problem.into(),
        }
    }
}

const ACCEPTED_FILES: &str = "a readable .npy, .pgm or .csv file";

/// Reads a field from a `.npy`, `.pgm` or `.csv` file.
pub fn read(file: &Path) -> Result<Field, InputError> {
    let extension = file
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase());
    let contents = || {
        fs::read(file).map_err(|error| {
            fault_in(
                file,
                Fault::new(InputPlace::File, error.to_string()),
                ACCEPTED_FILES,
            )
        })
    };
    match extension.as_deref() {
        Some("npy") => {
            npy::parse(&contents()?).map_err(|fault| fault_in(file, fault, npy::ACCEPTED))
        }
        Some("pgm") => {
            pgm::parse(&contents()?).map_err(|fault| fault_in(file, fault, pgm::ACCEPTED))
        }
        Some("csv") => {
            csv::parse(&contents()?).map_err(|fault| fault_in(file, fault, csv::ACCEPTED))
        }
        _ => {
            let problem = "its extension names no known format";
            Err(fault_in(
                file,
                Fault::new(InputPlace::File, problem),
                ACCEPTED_FILES,
            ))
        }
    }
}

fn fault_in(file: &Path, fault: Fault, accepted: &'static str) -> InputError {
    InputError {
        file: file.to_owned(),
        place: fault.place,
        problem: fault.problem,
        accepted,
    }
}

/// Refuses a value that the scheme can't compute with.
fn usable(value: f64, place: InputPlace) -> Result<f64, Fault> {
    if is_usable(value) {
        Ok(value)
    } else {
        Err(Fault::new(
            place,
            format!("the value {value} is not a number within ±{MAX_MAGNITUDE:e}"),
        ))
    }
}

/// A field of values that were checked one by one.
fn field(rows: usize, cols: usize, values: Vec<f64>) -> Result<Field, Fault> {
    Field::new(rows, cols, values).map_err(|error| Fault::new(InputPlace::File, error.to_string()))
}

#[cfg(test)]
mod tests;
