//! Selection: the record of the process whose number is the greatest or the least.

use farreach_runtime::collectives::{Collectives, Operator, Order, Target};

use crate::{Error, Reducible};

/// Which number is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The least.
    Least,
    /// The greatest.
    Greatest,
}

/// Bytes in front of a record: whether there is one.
const HEAD: usize = 8;

/// Gives all members the record of the member whose number is the greatest or the least. A record
/// begins with a number of type `T`; all records have one length. Members that do not contribute
/// only get the record. If no member contributes, the records stay as they are.
///
/// Of equal numbers any may be selected, the same one everywhere.
pub fn select<T: Reducible + PartialOrd>(
    collectives: &Collectives<'_>,
    extreme: Extreme,
    record: &mut [u8],
    contributes: bool,
) -> Result<(), Error> {
    let len = record.len();
    let mut own = vec![0; HEAD + len];
    own[0] = u8::from(contributes);
    if contributes {
        own[HEAD..].copy_from_slice(record);
    }
    let number = |record: &[u8]| {
        let bytes = record.get(HEAD..HEAD + size_of::<T>());
        bytes.and_then(|bytes| T::read_from_bytes(bytes).ok())
    };
    let is_better = |a: &[u8], b: &[u8]| match (a[0], b[0], number(a), number(b)) {
        (1, 0, ..) => true,
        (1, 1, Some(a), Some(b)) if extreme == Extreme::Least => a < b,
        (1, 1, Some(a), Some(b)) => a > b,
        _ => false,
    };
    let combine = |into: &mut [u8], other: &[u8]| {
        let records = into
            .chunks_exact_mut(HEAD + len)
            .zip(other.chunks_exact(HEAD + len));
        for (into, other) in records {
            if is_better(other, into) {
                into.copy_from_slice(other);
            }
        }
    };
    let none = vec![0; HEAD + len];
    let operator = Operator {
        unit: HEAD + len,
        combine: &combine,
        identity: &none,
        order: Order::Any,
    };
    collectives.all_reduce(Target::Private(&mut own), &operator)?;
    if own[0] == 1 {
        record.copy_from_slice(&own[HEAD..]);
    }
    Ok(())
}
