//! The faults of transfers, in terms of the arguments of OpenSHMEM's functions.

use std::ffi::c_int;

pub(crate) use farreach_c::Fault;
use farreach_runtime::{Error, Local};

/// The fault of a PE number that does not exist.
#[cold]
pub(crate) fn no_such_pe(pe: c_int, size: u32) -> Fault {
    Fault::none_such("pe", "PE", i64::from(pe), size)
}

/// The fault of a transfer toward `pe`, whose runtime error is expressed in terms of the
/// arguments.
#[cold]
pub(crate) fn of_transfer(error: Error, pe: c_int) -> Fault {
    match error {
        Error::NoSuchRank { size, .. } => no_such_pe(pe, size),
        Error::NotMapped {
            local,
            first,
            len,
            hole,
            ..
        } => {
            let name = match local {
                Local::Source => "source",
                Local::Target => "dest",
            };
            let what =
                format!("{first:#x} with {len} bytes is no memory of this PE from {hole:#x} on");
            Fault::argument(name, what)
        }
        other => Fault::from(other),
    }
}

/// The fault of an operation on one word toward `pe`, whose runtime error is expressed in terms
/// of the arguments.
#[cold]
pub(crate) fn of_word<T>(error: Error, pe: c_int, word: *const T, name: &'static str) -> Fault {
    match error {
        Error::Misaligned { .. } => Fault::misaligned(name, word),
        other => of_transfer(other, pe),
    }
}
