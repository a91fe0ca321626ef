//! Ranges of a file as processes send them to each other: rows of equal ranges at equal distances.
//!
//! ```text
//!   row    0 … 8   8 … 16   16 … 24   24 … 32
//!          place   length   distance  count
//! ```

use crate::data::Data;
use crate::datatype::{Basic, Datatype, TypeError};
use crate::error::{Class, Failure, Result};

/// Bytes of a row.
pub(super) const ROW: usize = 32;

/// Equal ranges at equal distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    place: u64,
    len: u64,
    distance: u64,
    count: u64,
}

impl Row {
    fn ranges(self) -> impl Iterator<Item = (u64, u64)> {
        (0..self.count).map(move |at| (self.place + at * self.distance, self.len))
    }

    /// Whether the ranges are inside `from..to`, in ascending order.
    fn is_inside(self, from: u64, to: u64) -> bool {
        let last = (self.count.max(1) - 1).checked_mul(self.distance);
        let end = last.and_then(|last| self.place.checked_add(last)?.checked_add(self.len));
        self.place >= from && end.is_some_and(|end| end <= to)
    }
}

/// The rows of ranges, which ascend.
pub(super) fn rows(ranges: impl Iterator<Item = (u64, u64)>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (place, len) in ranges {
        if let Some(last) = rows.last_mut()
            && last.len == len
        {
            if last.count == 1 {
                last.distance = place - last.place;
                last.count = 2;
                continue;
            }
            if place == last.place + last.count * last.distance {
                last.count += 1;
                continue;
            }
        }
        rows.push(Row {
            place,
            len,
            distance: 0,
            count: 1,
        });
    }
    rows
}

pub(super) fn to_bytes(rows: &[Row]) -> Vec<u8> {
    let words = |row: &Row| [row.place, row.len, row.distance, row.count];
    let words = rows.iter().flat_map(words);
    words.flat_map(u64::to_ne_bytes).collect()
}

/// The rows of bytes. `None` if one is not inside `from..to`.
pub(super) fn of_bytes(bytes: &[u8], from: u64, to: u64) -> Option<Vec<Row>> {
    let word = |row: &[u8], at: usize| {
        let word = row[8 * at..][..8].try_into().expect("8 bytes");
        u64::from_ne_bytes(word)
    };
    let rows = bytes.chunks_exact(ROW).map(|row| Row {
        place: word(row, 0),
        len: word(row, 1),
        distance: word(row, 2),
        count: word(row, 3),
    });
    rows.map(|row| row.is_inside(from, to).then_some(row))
        .collect()
}

/// The ranges of rows.
pub(super) fn ranges(rows: &[Row]) -> impl Iterator<Item = (u64, u64)> {
    rows.iter().flat_map(|row| row.ranges())
}

/// Rows up to this number are a structure of vectors. Rows that are more have few ranges each.
const FEW: usize = 8;

/// The ranges of rows in a buffer, whose first byte is byte `base` of the file.
pub(super) fn in_buffer(rows: &[Row], base: u64, buffer: &Data) -> Result<Data> {
    let wrong = |error: TypeError| Failure::new(Class::Intern, error.to_string());
    let byte = Datatype::basic(Basic::Byte);
    let offset = |place: u64| (place - base) as isize;
    let datatype = if rows.len() <= FEW {
        let vector = |row: &Row| {
            let distance = row.distance as isize;
            Datatype::hvector(row.count as usize, row.len as usize, distance, &byte)
        };
        let vectors: std::result::Result<Vec<_>, _> = rows.iter().map(vector).collect();
        let offsets: Vec<isize> = rows.iter().map(|row| offset(row.place)).collect();
        Datatype::structure(&vec![1; rows.len()], &offsets, &vectors.map_err(wrong)?)
    } else {
        let (offsets, lengths): (Vec<isize>, Vec<usize>) = ranges(rows)
            .map(|(place, len)| (offset(place), len as usize))
            .unzip();
        Datatype::hindexed(&lengths, &offsets, &byte)
    };
    let part = buffer.element_at(0, &datatype.map_err(wrong)?);
    Ok(part.expect("a buffer lies in a row"))
}

/// The ranges of several processes, joined where they touch, overlap, or are at most `gap` bytes apart, and the sum of their
/// lengths before.
pub(super) fn joined(mut all: Vec<(u64, u64)>, gap: u64) -> (Vec<(u64, u64)>, u64) {
    let sum = all.iter().map(|(_, len)| len).sum();
    // Each process's ranges ascend, so the sort merges runs.
    all.sort_by_key(|(place, _)| *place);
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for (place, len) in all {
        match joined.last_mut() {
            Some((from, length)) if place <= *from + *length + gap => {
                *length = (*length).max(place + len - *from);
            }
            _ => joined.push((place, len)),
        }
    }
    (joined, sum)
}
