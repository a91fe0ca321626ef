//! MINLOC and MAXLOC: the least or greatest value, and its least index.

use std::cmp::Ordering;

use super::Op;
use super::wide::{LongDouble, Wide};
use crate::datatype::{Basic, Format};

/// Combines pairs.
pub(super) fn combine(op: Op, basic: Basic, into: &mut [u8], other: &[u8]) {
    let wanted = match op {
        Op::Minloc => Ordering::Less,
        _ => Ordering::Greater,
    };
    let (value, index) = (basic.part(), basic.index_offset());
    let end = index + basic.index_part();
    let extent = basic.extent();
    let fortran = match basic {
        Basic::TwoReal | Basic::TwoDoublePrecision => Format::Ieee,
        _ => Format::Signed,
    };
    for (into, other) in into
        .chunks_exact_mut(extent)
        .zip(other.chunks_exact(extent))
    {
        let order = compare(basic.format(), &other[..value], &into[..value]);
        if order == Some(wanted) {
            into[..value].copy_from_slice(&other[..value]);
        }
        let lower = || compare(fortran, &other[index..end], &into[index..end]);
        if order == Some(wanted)
            || (order == Some(Ordering::Equal) && lower() == Some(Ordering::Less))
        {
            into[index..end].copy_from_slice(&other[index..end]);
        }
    }
}

/// How two numbers compare. NaN compares with nothing.
fn compare(format: Format, one: &[u8], other: &[u8]) -> Option<Ordering> {
    fn array<const BYTES: usize>(bytes: &[u8]) -> [u8; BYTES] {
        let mut array = [0; BYTES];
        array.copy_from_slice(bytes);
        array
    }
    match (format, one.len()) {
        (Format::Ieee, 4) => {
            let read = |bytes| f32::from_ne_bytes(array(bytes));
            read(one).partial_cmp(&read(other))
        }
        (Format::Ieee, _) => {
            let read = |bytes| f64::from_ne_bytes(array(bytes));
            read(one).partial_cmp(&read(other))
        }
        (Format::Signed, 2) => {
            let read = |bytes| i16::from_ne_bytes(array(bytes));
            Some(read(one).cmp(&read(other)))
        }
        (Format::Signed, 4) => {
            let read = |bytes| i32::from_ne_bytes(array(bytes));
            Some(read(one).cmp(&read(other)))
        }
        (Format::Signed, _) => {
            let read = |bytes| i64::from_ne_bytes(array(bytes));
            Some(read(one).cmp(&read(other)))
        }
        _ => LongDouble::compare(array(one), array(other)),
    }
}
