//! Portable graymap, plain and raw (<https://netpbm.sourceforge.net/doc/pgm.html>).
//!
//! ```text
//!   P2 or P5 · width · height · maximum · pixels
//!            separated by white space, with comments from # to the end of a line;
//!            P2: decimal numbers; P5: after one white space 1 byte each, or 2 (big-endian) above 255
//! ```

use super::{Fault, InputPlace, field};
use crate::field::{Field, cells};

pub(super) const ACCEPTED: &str =
    "a portable graymap, P2 or P5, with a maximum between 1 and 65535";

/// Reads the contents of a `.pgm` file. The values are the pixels' as they stand.
pub(super) fn parse(bytes: &[u8]) -> Result<Field, Fault> {
    let is_plain = match bytes.get(..2) {
        Some(b"P2") => true,
        Some(b"P5") => false,
        _ => {
            return Err(Fault::new(
                InputPlace::Byte(0),
                "it begins neither with P2 nor with P5",
            ));
        }
    };
    let mut reader = Numbers { bytes, at: 2 };
    let cols = reader.next("width")? as usize;
    let rows = reader.next("height")? as usize;
    let maximum_at = reader.at;
    let maximum = reader.next("maximum")?;
    if !(1..=65535).contains(&maximum) {
        return Err(Fault::new(
            InputPlace::Byte(maximum_at),
            format!("a maximum of {maximum}"),
        ));
    }
    let count =
        cells(rows, cols).map_err(|error| Fault::new(InputPlace::Byte(2), error.to_string()))?;
    let values = if is_plain {
        reader.plain_pixels(count, maximum)?
    } else {
        raw_pixels(bytes, reader.at, count, maximum)?
    };
    field(rows, cols, values)
}

fn raw_pixels(bytes: &[u8], at: usize, count: usize, maximum: u32) -> Result<Vec<f64>, Fault> {
    if !bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        return Err(Fault::new(
            InputPlace::Byte(at),
            "no white space before the pixels",
        ));
    }
    let width = if maximum > 255 { 2 } else { 1 };
    let start = at + 1;
    let data = &bytes[start..];
    if data.len() != count * width {
        let problem = format!(
            "{} bytes of pixels, where {} are needed",
            data.len(),
            count * width
        );
        return Err(Fault::new(InputPlace::Byte(start), problem));
    }
    data.chunks_exact(width)
        .enumerate()
        .map(|(index, pixel)| {
            let value = pixel
                .iter()
                .fold(0, |value, byte| value << 8 | u32::from(*byte));
            checked_pixel(value, maximum, start + index * width)
        })
        .collect()
}

fn checked_pixel(value: u32, maximum: u32, at: usize) -> Result<f64, Fault> {
    if value > maximum {
        return Err(Fault::new(
            InputPlace::Byte(at),
            format!("a pixel of {value} above {maximum}"),
        ));
    }
    Ok(f64::from(value))
}

/// Reads decimal numbers between white space and comments.
struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Numbers<'_> {
    /// Skips white space and comments, and says whether there was any.
    fn skip_gap(&mut self) -> bool {
        let start = self.at;
        while let Some(byte) = self.bytes.get(self.at) {
            if *byte == b'#' {
                let rest = &self.bytes[self.at..];
                self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                break;
            }
        }
        self.at > start
    }

    fn next(&mut self, what: &str) -> Result<u32, Fault> {
        let is_apart = self.skip_gap();
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        let digits = String::from_utf8_lossy(&self.bytes[start..self.at]);
        match digits.parse() {
            Ok(number) if is_apart => Ok(number),
            _ => Err(Fault::new(
                InputPlace::Byte(start),
                format!("no {what} here"),
            )),
        }
    }

    fn plain_pixels(&mut self, count: usize, maximum: u32) -> Result<Vec<f64>, Fault> {
        // A pixel takes two bytes at least: don't reserve what a wrong header claims.
        let mut values = Vec::with_capacity(count.min(self.bytes.len() / 2));
        for _ in 0..count {
            let value = self.next("pixel")?;
            values.push(checked_pixel(value, maximum, self.at)?);
        }
        self.skip_gap();
        if self.at < self.bytes.len() {
            return Err(Fault::new(
                InputPlace::Byte(self.at),
                format!("more than {count} pixels"),
            ));
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests;
