//! The sizes of `node`'s layout that the algorithms use, small enough to be explored.

/// Bytes of data of an inbound ring: four units.
pub(crate) const RING_DATA: u64 = 256;
/// The number of lines of a box of messages.
pub(crate) const BOX_LINES: u64 = 3;
/// The most lines of a message in a box, beside its first.
pub(crate) const BOX_MESSAGE_LINES: usize = 1;
/// A pair of processes that has exchanged so many messages gets a box.
pub(crate) const TALKS: u32 = 3;
