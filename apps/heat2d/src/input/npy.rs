//! NumPy's array file, format versions 1 to 3
//! (<https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>).
//!
//! ```text
//!   0      6      8            8 + L
//!   ├──────┼──────┼─────────────┼──────────────────┬──────────
//!   │\x93NUMPY│major minor│header length L│header: {'descr': '<f8', 'fortran_order': False,
//!   │      │      │ u16 (v1), u32 │ 'shape': (rows, cols), } spaces, newline │ values, row by row
//! ```

use super::{Fault, InputPlace, field, usable};
use crate::field::{Field, cells};

pub(super) const ACCEPTED: &str =
    "a NumPy file of a 2-dimensional float32 or float64 array, little-endian, C order";

const MAGIC: &[u8] = b"\x93NUMPY";

/// Reads the contents of a `.npy` file.
pub(super) fn parse(bytes: &[u8]) -> Result<Field, Fault> {
    let (header, data_start) = split_header(bytes)?;
    let header_start = data_start - header.len();
    let header = Header::parse(header, header_start)?;
    let whole = |problem: String| Fault::new(InputPlace::Byte(header_start), problem);
    let width = match header.descr.as_str() {
        "<f4" => 4,
        "<f8" => 8,
        other => return Err(whole(format!("values of type '{other}'"))),
    };
    if header.fortran_order {
        return Err(whole("the array is in Fortran order".to_owned()));
    }
    let [rows, cols] = header.shape[..] else {
        return Err(whole(format!(
            "an array of {} dimensions",
            header.shape.len()
        )));
    };
    let count = cells(rows, cols).map_err(|error| whole(error.to_string()))?;
    let data = &bytes[data_start..];
    if data.len() != count * width {
        let problem = format!(
            "{} bytes of values, where {rows} x {cols} need {}",
            data.len(),
            count * width
        );
        return Err(Fault::new(InputPlace::Byte(data_start), problem));
    }
    let values = data.chunks_exact(width).enumerate().map(|(index, value)| {
        let value = match *value {
            [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => f64::NAN,
        };
        usable(value, InputPlace::Byte(data_start + index * width))
    });
    field(rows, cols, values.collect::<Result<_, _>>()?)
}

/// The header's bytes, and the offset of the values behind it.
fn split_header(bytes: &[u8]) -> Result<(&[u8], usize), Fault> {
    let short = |at: usize| Fault::new(InputPlace::Byte(at), "the file ends inside its header");
    if !bytes.starts_with(MAGIC) {
        return Err(Fault::new(
            InputPlace::Byte(0),
            "it does not begin with \\x93NUMPY",
        ));
    }
    let length_at = MAGIC.len() + 2;
    let (length, start) = match bytes.get(MAGIC.len()).ok_or_else(|| short(bytes.len()))? {
        1 => {
            let length = bytes
                .get(length_at..length_at + 2)
                .ok_or_else(|| short(bytes.len()))?;
            (
                usize::from(u16::from_le_bytes([length[0], length[1]])),
                length_at + 2,
            )
        }
        2 | 3 => {
            let length = bytes
                .get(length_at..length_at + 4)
                .ok_or_else(|| short(bytes.len()))?;
            let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
            (length as usize, length_at + 4)
        }
        other => {
            return Err(Fault::new(
                InputPlace::Byte(MAGIC.len()),
                format!("format version {other}"),
            ));
        }
    };
    let header = bytes[start..]
        .get(..length)
        .ok_or_else(|| short(bytes.len()))?;
    Ok((header, start + length))
}

/// The header's dictionary, a Python literal.
struct Header {
    descr: String,
    fortran_order: bool,
    shape: Vec<usize>,
}

impl Header {
    fn parse(bytes: &[u8], offset: usize) -> Result<Self, Fault> {
        let mut reader = Literal {
            bytes,
            at: 0,
            offset,
        };
        let (mut descr, mut fortran_order, mut shape) = (None, None, None);
        reader.expect(b'{')?;
        while !reader.accept(b'}') {
            let key = reader.string()?;
            reader.expect(b':')?;
            match key.as_str() {
                "descr" => descr = Some(reader.string()?),
                "fortran_order" => fortran_order = Some(reader.boolean()?),
                "shape" => shape = Some(reader.tuple()?),
                other => return Err(reader.fault(format!("unknown key '{other}'"))),
            }
            if !reader.accept(b',') {
                reader.expect(b'}')?;
                break;
            }
        }
        let missing = |key: &str| reader.fault(format!("the header has no '{key}'"));
        Ok(Self {
            descr: descr.ok_or_else(|| missing("descr"))?,
            fortran_order: fortran_order.ok_or_else(|| missing("fortran_order"))?,
            shape: shape.ok_or_else(|| missing("shape"))?,
        })
    }
}

/// Reads the few kinds of Python literals that a header consists of.
struct Literal<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Of `bytes` in the file.
    offset: usize,
}

impl Literal<'_> {
    fn fault(&self, problem: String) -> Fault {
        Fault::new(InputPlace::Byte(self.offset + self.at), problem)
    }

    fn skip_spaces(&mut self) {
        self.take_while(|byte| byte.is_ascii_whitespace());
    }

    fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> &[u8] {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(|byte| accept(*byte)) {
            self.at += 1;
        }
        &self.bytes[start..self.at]
    }

    fn accept(&mut self, wanted: u8) -> bool {
        self.skip_spaces();
        let found = self.bytes.get(self.at) == Some(&wanted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: u8) -> Result<(), Fault> {
        if self.accept(wanted) {
            return Ok(());
        }
        Err(self.fault(format!("the header has no '{}' here", char::from(wanted))))
    }

    fn string(&mut self) -> Result<String, Fault> {
        let quote = if self.accept(b'"') { b'"' } else { b'\'' };
        if quote == b'\'' {
            self.expect(quote)?;
        }
        let text = self.take_while(|byte| byte != quote);
        let text = String::from_utf8_lossy(text).into_owned();
        self.expect(quote)?;
        Ok(text)
    }

    fn boolean(&mut self) -> Result<bool, Fault> {
        self.skip_spaces();
        match self.take_while(|byte| byte.is_ascii_alphabetic()) {
            b"True" => Ok(true),
            b"False" => Ok(false),
            _ => Err(self.fault("the header has neither True nor False here".to_owned())),
        }
    }

    fn tuple(&mut self) -> Result<Vec<usize>, Fault> {
        let mut numbers = Vec::new();
        self.expect(b'(')?;
        while !self.accept(b')') {
            self.skip_spaces();
            let digits = String::from_utf8_lossy(self.take_while(|byte| byte.is_ascii_digit()));
            let number = digits.parse();
            numbers.push(number.map_err(|_| self.fault("the shape has no size here".to_owned()))?);
            if !self.accept(b',') {
                self.expect(b')')?;
                break;
            }
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests;
