//! Where the words and the data of collectives lie in the internal area of every process's segment.
//!
//! ```text
//!  context 0 (the world) │ context 1 │ … │ context 31        a context per set that a process is a member of
//!    ├── 0     words of the node's barrier (at the node's leader), 256 B
//!    ├── 256   fan-in signals, a word for each slot │ 512 fan-out signal
//!    ├── 1K    flag of the steps that are ended, then a word about cores
//!    ├── 4K    signals of the mail, a word for each place
//!    ├── 8K    a member's part and, at the node's leader, the result of a collective that leaders do: 32 KiB each
//!    ├── 72K   board: 128 slots' flags with small data in their company, 64 B each
//!    ├── 128K  window: two halves of 512 KiB, for what passes through
//!    └── 1152K mail: 4 times 24 places of 32 KiB
//! ```
//!
//! A set whose members share memory uses its board alone, see `local/mod.rs`, and has the board's data where others have
//! parts (16 times 2 KiB) or window and mail (4 times 64 KiB, then 16 times 128 KiB).
//!
//! A page that no collective used is not there: address space alone costs nothing.

/// Sets that a process can be a member of at the same time, the world included.
pub(super) const CONTEXTS: u32 = 32;
/// Bytes of a context.
pub(super) const CONTEXT_BYTES: usize = MAIL + DEPTH as usize * PLACES * MAIL_BYTES;
/// Bytes of the internal area that collectives use.
pub(crate) const INTERNAL_BYTES: usize = CONTEXTS as usize * CONTEXT_BYTES;

/// The node barrier's words.
pub(super) const BARRIER: usize = 0;
/// The signals of the tree's children.
pub(super) const FAN_IN: usize = 256;
/// The signal of the tree's parent.
pub(super) const FAN_OUT: usize = 512;
/// The flags of the board's slots, each with small data behind it.
pub(super) const BOARD: usize = RESULT + MAIL_BYTES;
/// Slots of the board.
pub(super) const SLOTS: u64 = 128;
/// How many of them have room for little data.
pub(super) const LITTLE_SLOTS: u64 = 16;
/// How many have room for all of a larger collective.
pub(super) const WHOLE_SLOTS: u64 = 4;
/// How many have room for pieces.
pub(super) const PIECE_SLOTS: u64 = 16;
/// Bytes of a slot's flag and small data.
pub(super) const LINE_BYTES: usize = 64;
/// The flag of the steps that are ended.
pub(super) const ENDED: usize = 1 << 10;
/// A word by which a node's members agree whether each process has a core.
pub(super) const CORES: usize = ENDED + LINE_BYTES;
/// The most bytes of a slot's data where it is little.
pub(super) const LITTLE_BYTES: usize = 2 << 10;
/// The most bytes of a slot's data where that is all.
pub(super) const WHOLE_BYTES: usize = 64 << 10;
/// The most bytes of a slot's data where it is one piece of several.
pub(super) const PIECE_BYTES: usize = 128 << 10;
/// Where the slots' pieces are.
pub(super) const PIECES: usize = WINDOW + WHOLE_SLOTS as usize * WHOLE_BYTES;
/// The signals of the mail.
const MAIL_SIGNALS: usize = 4 << 10;
/// A member's part of a collective that leaders do.
pub(super) const PART: usize = 8 << 10;
/// Its result, at the leaders.
pub(super) const RESULT: usize = PART + MAIL_BYTES;
/// The window.
pub(super) const WINDOW: usize = 128 << 10;
/// Bytes of each half of the window.
pub(super) const HALF: usize = 512 << 10;
/// Mail: data that leaders put into each other's segments.
const MAIL: usize = WINDOW + 2 * HALF;
/// How many collectives mail is kept apart for.
pub(super) const DEPTH: u64 = 4;
/// Places for the mail of a collective: one for each level of a tree, and one for what comes from its root.
const PLACES: usize = LEVELS + 1;
/// The place for what comes from the tree's root.
pub(super) const FROM_ROOT: usize = LEVELS;
/// Levels that there are places for.
const LEVELS: usize = 23;
/// The most nodes that those are enough for.
pub(crate) const NODES_MAX: u32 = 1 << LEVELS;
/// The most bytes of a piece of mail.
pub(super) const MAIL_BYTES: usize = 32 << 10;

const _: () = assert!(FAN_IN + 8 * LEVELS <= FAN_OUT);
const _: () = assert!(FAN_OUT + 8 <= ENDED);
const _: () = assert!(CORES + 4 <= MAIL_SIGNALS);
const _: () = assert!(BOARD + SLOTS as usize * LINE_BYTES <= WINDOW);
const _: () = assert!(LITTLE_SLOTS as usize * LITTLE_BYTES <= MAIL_BYTES);
const _: () = assert!(PIECES + PIECE_SLOTS as usize * PIECE_BYTES <= CONTEXT_BYTES);
const _: () = assert!(MAIL_SIGNALS + DEPTH as usize * PLACES * 8 <= PART);
const _: () = assert!(RESULT + MAIL_BYTES <= WINDOW);

/// The offset of a context in the segment.
pub(super) fn context(number: u32) -> usize {
    assert!(number < CONTEXTS);
    number as usize * CONTEXT_BYTES
}

/// Where the signal and the data of the mail of the collective `number` at a place are in a context.
pub(super) fn mail(number: u64, place: usize) -> (usize, usize) {
    assert!(place < PLACES);
    let index = (number % DEPTH) as usize * PLACES + place;
    (MAIL_SIGNALS + 8 * index, MAIL + MAIL_BYTES * index)
}
