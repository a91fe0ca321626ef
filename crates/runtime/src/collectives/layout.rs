//! Where the words and the data of collectives lie in the internal area of every process's segment.
//!
//! ```text
//!  context 0 (the world) │ context 1 │ … │ context 48        a context per set that a process is a member of
//!    ├── 0     words of the node's barrier (at the node's first member), 256 B
//!    ├── 1K    flag of the steps that are ended, then a word about cores, and one that counts readers
//!    ├── 2K    in the world's context, the slots by which active sets meet, 16 B each, then the set that is waited for
//!    ├── 4K    signals of the channels, a cache line for each; 7K their credits, a word for each
//!    ├── 8K    data of the board's slots where it is little: 16 times 2 KiB
//!    ├── 40K   at the node's first member, the result of whoever came last: 32 KiB
//!    ├── 72K   board: 128 slots' flags with small data in their company, 64 B each
//!    ├── 128K  data of the slots: 4 times 64 KiB, then 16 times 128 KiB
//!    ├── 2432K rings of the channels, 64 KiB each
//!    └── 5504K what other nodes send of the share that is combined here: 1 MiB
//! ```
//!
//! The members on one node use the board, see `local/mod.rs`; the first members of the nodes have channels, see `channel.rs`.
//!
//! A page that no collective used is not there: address space alone costs nothing.

/// Sets that a process can be a member of at the same time, the world included.
pub(super) const CONTEXTS: u32 = 32;
/// Contexts behind these, for active sets.
pub(super) const ACTIVE_CONTEXTS: u32 = 16;
/// The context behind these, of the processes of a node.
pub(super) const NODE_CONTEXT: u32 = CONTEXTS + ACTIVE_CONTEXTS;
/// Bytes of a context.
pub(super) const CONTEXT_BYTES: usize = SHARES + SHARES_BYTES;
/// Bytes of the internal area that collectives use.
pub(crate) const INTERNAL_BYTES: usize = (NODE_CONTEXT + 1) as usize * CONTEXT_BYTES;

/// The node barrier's words.
pub(super) const BARRIER: usize = 0;
/// The flags of the board's slots, each with small data behind it.
pub(super) const BOARD: usize = RESULT + RESULT_BYTES;
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
/// A word that counts those who have read what this member had for them.
pub(super) const DONE: usize = CORES + LINE_BYTES;
/// The slots by which active sets meet: one for each child in a tree, and one for the parent.
const MEETINGS: usize = 2 << 10;
/// How many there are.
pub(super) const MEETING_SLOTS: u32 = u32::BITS + 1;
/// Bytes of each.
const MEETING_BYTES: usize = 16;
/// The set whose members this process waits for, in the words of a slot.
pub(super) const MEETING: usize = MEETINGS + MEETING_SLOTS as usize * MEETING_BYTES;
/// The most bytes of a slot's data where it is little.
pub(super) const LITTLE_BYTES: usize = 2 << 10;
/// The most bytes of a slot's data where that is all.
pub(super) const WHOLE_BYTES: usize = 64 << 10;
/// The most bytes of a slot's data where it is one piece of several.
pub(super) const PIECE_BYTES: usize = 128 << 10;
/// Where the slots' pieces are.
pub(super) const PIECES: usize = WHOLES + WHOLE_SLOTS as usize * WHOLE_BYTES;
/// The signals of the channels.
const SIGNALS: usize = 4 << 10;
/// Their credits.
const CREDITS: usize = 7 << 10;
/// The slots' data where it is little.
pub(super) const LITTLE: usize = 8 << 10;
/// The result of whoever came last.
pub(super) const RESULT: usize = LITTLE + RESULT_BYTES;
/// The slots' data.
pub(super) const WHOLES: usize = 128 << 10;
/// The channels' rings.
const RINGS: usize = PIECES + PIECE_SLOTS as usize * PIECE_BYTES;
/// Bytes of a ring.
pub(super) const RING_BYTES: usize = 64 << 10;
/// What other nodes send of the share that is combined here.
pub(super) const SHARES: usize = RINGS + CHANNELS * RING_BYTES;
/// The most bytes of it.
pub(super) const SHARES_BYTES: usize = 1 << 20;
/// Distances between nodes that there are channels for, one in each direction: powers of two.
const LEVELS: usize = 23;
/// The level of another distance, of [`EXTRA_DISTANCE`]: with it each of up to eight nodes has a channel to each other.
pub(super) const EXTRA_LEVEL: usize = LEVELS;
/// That distance.
pub(super) const EXTRA_DISTANCE: u32 = 3;
/// So many nodes have a channel from each to each.
pub(super) const DIRECT_MAX: u32 = 8;
/// Channels that a process receives by, and sends by.
pub(super) const CHANNELS: usize = 2 * (LEVELS + 1);
/// The most nodes that those are enough for.
pub(crate) const NODES_MAX: u32 = 1 << LEVELS;
/// The most bytes of a result.
pub(super) const RESULT_BYTES: usize = 32 << 10;

/// Each has a bit in a word.
const _: () = assert!(NODE_CONTEXT < u64::BITS);
const _: () = assert!(DONE + 8 <= MEETINGS);
const _: () = assert!(MEETING + MEETING_BYTES <= SIGNALS);
const _: () = assert!(BOARD + SLOTS as usize * LINE_BYTES <= WHOLES);
const _: () = assert!(LITTLE_SLOTS as usize * LITTLE_BYTES <= RESULT_BYTES);
const _: () = assert!(SIGNALS + CHANNELS * LINE_BYTES <= CREDITS);
const _: () = assert!(CREDITS + 8 * CHANNELS <= LITTLE);
const _: () = assert!(RESULT + RESULT_BYTES <= WHOLES);

/// The offset of a context in the segment.
pub(super) fn context(number: u32) -> usize {
    assert!(number <= NODE_CONTEXT);
    number as usize * CONTEXT_BYTES
}

/// Where a slot is by which active sets meet: in the world's context, at the segment's beginning.
pub(super) fn meeting(slot: u32) -> usize {
    assert!(slot < MEETING_SLOTS);
    MEETINGS + slot as usize * MEETING_BYTES
}

/// Where the signal of a channel is in its receiver's context.
pub(super) fn signal(channel: usize) -> usize {
    assert!(channel < CHANNELS);
    SIGNALS + LINE_BYTES * channel
}

/// Where the credit of a channel is in its sender's context.
pub(super) fn credit(channel: usize) -> usize {
    assert!(channel < CHANNELS);
    CREDITS + 8 * channel
}

/// Where the ring of a channel is in its receiver's context.
pub(super) fn ring(channel: usize) -> usize {
    assert!(channel < CHANNELS);
    RINGS + RING_BYTES * channel
}
