//! The layout of collectives' words and data in the internal area of every process's segment.
//!
//! ```text
//!  context 0 (the world) │ context 1 │ …                     a context per set that a process is a member of
//!    ├── 0     words of the node's barrier (at the node's first member), 256 B
//!    ├── 1K    flag of the steps that are ended, then a word about cores, and one that counts readers
//!    ├── 2K    in the world's context, the slots by which active sets meet, 16 B each, then the set that is waited for
//!    ├── 4K    signals of the channels, a cache line for each; 7K their credits, a word for each
//!    ├── 8K    data of the board's slots where it is little: 16 times 2 KiB
//!    ├── 40K   at the node's first member, the result of the member that combines last: 32 KiB
//!    ├── 72K   board: 128 slots' flags with small data in their company, 64 B each
//!    ├── 128K  data of the slots: wholes of 64 KiB, then pieces of 128 KiB
//!    ├── …     rings of the channels
//!    └── …     what other nodes send of the share that is combined here
//!
//!               contexts   wholes  pieces  ring     shares   bytes
//!    large      49         4       16      64 KiB   1 MiB    6.4 MiB
//!    small      992        none    2       4 KiB    64 KiB   640 KiB
//! ```
//!
//! A small context does the same as a large one. Large data passes through it in more parts.
//!
//! A process has 1,024 contexts for sets that are made, the world included. The first 32 are large.
//! Active sets have 16 further large contexts, and the processes of a node have one.
//!
//! The members on one node use the board (see `local/mod.rs`). The leaders of the nodes have
//! channels (see `channel.rs`).
//!
//! A page that no collective has used is not allocated. Address space alone costs nothing.

/// The number of sets with large contexts that a process can be a member of, the world included.
pub const CONTEXTS: u32 = 32;
/// The number of contexts for active sets, which follow.
pub const ACTIVE_CONTEXTS: u32 = 16;
/// The context of the processes of a node, which follows.
pub const NODE_CONTEXT: u32 = CONTEXTS + ACTIVE_CONTEXTS;
/// The number of small contexts, which follow.
const SMALL_CONTEXTS: u32 = 992;
/// All contexts.
pub const ALL_CONTEXTS: u32 = NODE_CONTEXT + 1 + SMALL_CONTEXTS;
/// Sets that a process can be a member of at the same time, the world included.
pub const SETS: u32 = CONTEXTS + SMALL_CONTEXTS;
/// Bytes of the internal area that collectives use.
pub const INTERNAL_BYTES: usize = Area::of(ALL_CONTEXTS - 1).end();

/// The context of the n-th set that a process can be a member of.
pub(crate) fn context_of_set(set: u32) -> u32 {
    assert!(set < SETS, "set {set} of {SETS}");
    if set < CONTEXTS {
        set
    } else {
        set + ACTIVE_CONTEXTS + 1
    }
}

/// The number of the set with this context, which inverts [`context_of_set`].
pub(crate) fn set_of_context(context: u32) -> u32 {
    assert!(
        !(CONTEXTS..=NODE_CONTEXT).contains(&context),
        "context {context} is no set's"
    );
    if context < CONTEXTS {
        context
    } else {
        context - ACTIVE_CONTEXTS - 1
    }
}

/// The place of a context, and the sizes of its parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    /// The offset of the context.
    pub(crate) base: usize,
    /// The number of slots with room for all data of a larger collective.
    pub(crate) whole_slots: u64,
    /// The number of slots with room for a piece.
    pub(crate) piece_slots: u64,
    /// Bytes of a channel's ring.
    pub(crate) ring_bytes: usize,
    /// Bytes for other nodes' contributions to a share.
    pub(crate) shares_bytes: usize,
}

impl Area {
    const LARGE: Area = Area {
        base: 0,
        whole_slots: 4,
        piece_slots: 16,
        ring_bytes: 64 << 10,
        shares_bytes: 1 << 20,
    };

    const SMALL: Area = Area {
        base: (NODE_CONTEXT as usize + 1) * Area::LARGE.end(),
        whole_slots: 0,
        piece_slots: 2,
        ring_bytes: 4 << 10,
        shares_bytes: 64 << 10,
    };

    /// The area of a context.
    pub(crate) const fn of(context: u32) -> Area {
        assert!(context < ALL_CONTEXTS);
        let (first, number) = if context <= NODE_CONTEXT {
            (Area::LARGE, context)
        } else {
            (Area::SMALL, context - NODE_CONTEXT - 1)
        };
        let bytes = first.end() - first.base;
        Area {
            base: first.base + number as usize * bytes,
            ..first
        }
    }

    /// The offset of the slots' pieces in the context.
    pub(crate) const fn pieces(&self) -> usize {
        WHOLES + self.whole_slots as usize * WHOLE_BYTES
    }

    const fn rings(&self) -> usize {
        self.base + self.pieces() + self.piece_slots as usize * PIECE_BYTES
    }

    /// The offset of a channel's ring in its receiver's segment.
    pub(crate) fn ring(&self, channel: usize) -> usize {
        assert!(channel < CHANNELS);
        self.rings() + self.ring_bytes * channel
    }

    /// The offset of a channel's signal in its receiver's segment.
    pub(crate) fn signal(&self, channel: usize) -> usize {
        assert!(channel < CHANNELS);
        self.base + SIGNALS + LINE_BYTES * channel
    }

    /// The offset of a channel's credit in its sender's segment.
    pub(crate) fn credit(&self, channel: usize) -> usize {
        assert!(channel < CHANNELS);
        self.base + CREDITS + 8 * channel
    }

    /// The offset of the room for other nodes' contributions to a share.
    pub(crate) const fn shares(&self) -> usize {
        self.rings() + CHANNELS * self.ring_bytes
    }

    const fn end(&self) -> usize {
        self.shares() + self.shares_bytes
    }
}

/// The words of the node's barrier.
pub const BARRIER: usize = 0;
/// The flags of the board's slots. Each is followed by small data.
pub const BOARD: usize = RESULT + RESULT_BYTES;
/// The number of slots of the board.
pub const SLOTS: u64 = 128;
/// The number of slots with room for little data.
pub const LITTLE_SLOTS: u64 = 16;
/// Bytes of a slot's flag and of the small data behind it.
pub const LINE_BYTES: usize = 64;
/// The flag with the number of the last step that has ended.
pub const ENDED: usize = 1 << 10;
/// The word by which a node's members agree whether each process has a core.
pub const CORES: usize = ENDED + LINE_BYTES;
/// The word that counts the readers of this member's buffers.
pub const DONE: usize = CORES + LINE_BYTES;
/// The slots by which active sets meet: one for each child in a tree, and one for the parent.
const MEETINGS: usize = 2 << 10;
/// The number of these slots.
pub const MEETING_SLOTS: u32 = u32::BITS + 1;
/// Bytes of each of these slots.
const MEETING_BYTES: usize = 16;
/// The active set whose members this process waits for, in the format of a slot.
pub const MEETING: usize = MEETINGS + MEETING_SLOTS as usize * MEETING_BYTES;
/// The most bytes of little data of a slot.
pub const LITTLE_BYTES: usize = 2 << 10;
/// The most bytes of a slot's data that is not split.
pub const WHOLE_BYTES: usize = 64 << 10;
/// The most bytes of a piece of a slot's data.
pub const PIECE_BYTES: usize = 128 << 10;
/// The signals of the channels.
const SIGNALS: usize = 4 << 10;
/// The credits of the channels.
const CREDITS: usize = 7 << 10;
/// The little data of slots.
pub const LITTLE: usize = 8 << 10;
/// The result of the member that combines last.
pub const RESULT: usize = LITTLE + RESULT_BYTES;
/// The data of slots that is not split.
pub const WHOLES: usize = 128 << 10;
/// The number of distances with channels in each direction: powers of two.
const LEVELS: usize = 23;
/// The index of the additional distance [`EXTRA_DISTANCE`]. Because of it each of up to eight nodes
/// has a channel to each other.
pub const EXTRA_LEVEL: usize = LEVELS;
/// The additional distance.
pub const EXTRA_DISTANCE: u32 = 3;
/// Up to this many nodes have a channel from each to each.
pub const DIRECT_MAX: u32 = 8;
/// The number of channels that a process receives by. It sends by as many.
pub const CHANNELS: usize = 2 * (LEVELS + 1);
/// The most nodes that the channels reach.
pub const NODES_MAX: u32 = 1 << LEVELS;
/// The most bytes of the result of the member that combines last.
pub const RESULT_BYTES: usize = 32 << 10;

const _: () = assert!(DONE + 8 <= MEETINGS);
const _: () = assert!(MEETING + MEETING_BYTES <= SIGNALS);
const _: () = assert!(BOARD + SLOTS as usize * LINE_BYTES <= WHOLES);
const _: () = assert!(LITTLE_SLOTS as usize * LITTLE_BYTES <= RESULT_BYTES);
const _: () = assert!(SIGNALS + CHANNELS * LINE_BYTES <= CREDITS);
const _: () = assert!(CREDITS + 8 * CHANNELS <= LITTLE);
const _: () = assert!(RESULT + RESULT_BYTES <= WHOLES);

/// The offset of a slot by which active sets meet. It is in the world's context, at the begin of
/// the segment.
pub fn meeting(slot: u32) -> usize {
    assert!(slot < MEETING_SLOTS);
    MEETINGS + slot as usize * MEETING_BYTES
}

/// Whether an offset is that of a credit in the world's context. Simulations lose some credits on
/// purpose.
pub fn is_credit_of_world(offset: usize) -> bool {
    (CREDITS..CREDITS + 8 * CHANNELS).contains(&offset)
}
