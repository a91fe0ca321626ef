//! Changes of watched memory.

use core::ops::Range;

/// What happened to memory that a device [watches](crate::Device::watch). The addresses are those of the process. They may be more than
/// what was watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The addresses have other memory, or none.
    Replaced(Range<u64>),
    /// The pages at the addresses are given back to the system, or will be at an unknown time after the report.
    Emptied(Range<u64>),
}
