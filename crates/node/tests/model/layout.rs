//! The sizes of `node`'s layout that the algorithms use, small enough to be explored.

/// Bytes of data of an inbound ring: four units.
pub(crate) const RING_DATA: u64 = 256;
/// The number of lines of a box of messages.
pub(crate) const BOX_LINES: u64 = 3;
/// The most lines of a message in a box, beside its first.
pub(crate) const BOX_MESSAGE_LINES: usize = 1;
/// The most bytes of a message in a box.
pub(crate) const BOX_MESSAGE_MAX: usize = 192;
/// Bytes for long messages in a box: two of the longest.
pub(crate) const BOX_LONG: u64 = 512;
/// A pair of processes that has exchanged so many messages gets a box.
pub(crate) const TALKS: u32 = 3;
