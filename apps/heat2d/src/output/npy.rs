//! NumPy's array file, format version 1.0, float64, little-endian, C order.

use std::io::{self, Write};

use crate::field::Field;

/// The values begin at a multiple of this, as NumPy has it.
const ALIGNMENT: usize = 64;
/// Magic, version and length of the header.
const PREFIX: usize = 10;

/// Writes the values of a field.
pub(super) fn write(field: &Field, sink: &mut impl Write) -> io::Result<()> {
    let (rows, cols) = (field.rows(), field.cols());
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {cols}), }}");
    let length = (PREFIX + header.len() + 1).next_multiple_of(ALIGNMENT) - PREFIX;
    sink.write_all(b"\x93NUMPY\x01\x00")?;
    sink.write_all(&(length as u16).to_le_bytes())?;
    writeln!(sink, "{header:<0$}", length - 1)?;
    for value in field.values() {
        sink.write_all(&value.to_le_bytes())?;
    }
    Ok(())
}
