//! Numbers separated by commas, one line per row. Empty lines and lines that begin with `#` don't count.

use super::{Fault, InputPlace, field, usable};
use crate::field::{Field, MAX_CELLS};

pub(super) const ACCEPTED: &str =
    "decimal numbers separated by commas, as many in each line, without a line of names";

/// Reads the contents of a `.csv` file.
pub(super) fn parse(bytes: &[u8]) -> Result<Field, Fault> {
    // Spreadsheets put a byte order mark in front.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut values = Vec::new();
    let (mut rows, mut cols) = (0, 0);
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let before = values.len();
        for (position, text) in line.split(|byte| *byte == b',').enumerate() {
            values.push(number(text, InputPlace::Line(index + 1, position + 1))?);
        }
        let found = values.len() - before;
        rows += 1;
        if rows == 1 {
            cols = found;
        } else if found != cols {
            let problem = format!("{found} values, where the first row has {cols}");
            return Err(Fault::new(
                InputPlace::Line(index + 1, found.min(cols) + 1),
                problem,
            ));
        }
        if values.len() > MAX_CELLS {
            let problem = format!("more than {MAX_CELLS} values");
            return Err(Fault::new(InputPlace::Line(index + 1, 1), problem));
        }
    }
    if rows == 0 {
        return Err(Fault::new(InputPlace::File, "it holds no values"));
    }
    field(rows, cols, values)
}

fn number(text: &[u8], place: InputPlace) -> Result<f64, Fault> {
    let text = String::from_utf8_lossy(text.trim_ascii());
    let value = text.parse().map_err(|_| {
        let start: String = text.chars().take(40).collect();
        Fault::new(place, format!("{start:?} is not a number"))
    })?;
    usable(value, place)
}

#[cfg(test)]
mod tests;
