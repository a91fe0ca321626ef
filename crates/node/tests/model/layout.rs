//! The sizes of `node`'s layout that the algorithms use, small enough to be explored.

/// Bytes of data of an inbound ring: four units.
pub(crate) const RING_DATA: u64 = 256;
