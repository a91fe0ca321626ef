//! Where the words and the data of collectives lie in the internal area of every process's segment.
//!
//! ```text
//!  context 0 (the world) │ context 1 │ … │ context 31        a context per set that a process is a member of
//!    ├── 0     words of the node's barrier (at the node's leader), 256 B
//!    ├── 256   fan-in signals, a word for each slot │ 512 fan-out signal
//!    └── 256K  window: two halves of 512 KiB, for what passes through
//! ```
//!
//! A process's page that no collective used is not there: address space alone costs nothing.

/// Sets that a process can be a member of at the same time, the world included.
pub(super) const CONTEXTS: u32 = 32;
/// Bytes of a context.
pub(super) const CONTEXT_BYTES: usize = WINDOW + 2 * HALF;
/// Bytes of the internal area that collectives use.
pub(crate) const INTERNAL_BYTES: usize = CONTEXTS as usize * CONTEXT_BYTES;

/// The node barrier's words.
pub(super) const BARRIER: usize = 0;
/// The signals of the tree's children.
pub(super) const FAN_IN: usize = 256;
/// The signal of the tree's parent.
pub(super) const FAN_OUT: usize = 512;
/// The window.
pub(super) const WINDOW: usize = 256 << 10;
/// Bytes of each half of the window.
pub(super) const HALF: usize = 512 << 10;
/// Levels of the tree that there are signals for: enough for 2^32 nodes.
pub(super) const LEVELS: usize = 32;

const _: () = assert!(FAN_IN + 8 * LEVELS <= FAN_OUT);

/// The offset of a context in the segment.
pub(super) fn context(number: u32) -> usize {
    assert!(number < CONTEXTS);
    number as usize * CONTEXT_BYTES
}
