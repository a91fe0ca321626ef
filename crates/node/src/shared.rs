//! The words of an arena. Every one is an atomic, so that references to these structures are sound whatever the other
//! processes do. The layouts are part of the arena's format: a change needs a new version in `layout.rs`.

use std::sync::atomic::{AtomicU32, AtomicU64};

/// The head of the directory section.
///
/// ```text
///   0 ready u32 │ 4 version u32 (futex word) │ 8 waiters u32 │ 12 no_expedited_fence u32 │ 16 globals u64 │
///   24 sharing u32 (futex word) │ pad to 64
/// ```
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct DirectoryControl {
    /// 1 when every rank's entry is final.
    pub(crate) ready: AtomicU32,
    /// Counts announcements; waiters sleep on it.
    pub(crate) version: AtomicU32,
    /// How many sleep on `version`.
    pub(crate) waiters: AtomicU32,
    /// 1 if some process of the node may not use membarrier: sleeps are then bounded (see `doorbell.rs`).
    pub(crate) no_expedited_fence: AtomicU32,
    /// The stamp of the programs whose variables are shared (see `globals/table.rs`), 0 before the first shares.
    pub(crate) globals: AtomicU64,
    /// How many processes of the node share their variables.
    pub(crate) sharing: AtomicU32,
}

/// What the node knows about one rank of the job.
///
/// ```text
///   0 state u32 │ 4 node u32 │ 8 local index u32 │ 12 queue pair u32 │ 16 Q_Key u32 │ 20 port u32 │ 24 GID 16 B (2 words)
/// ```
#[derive(Debug)]
#[repr(C, align(8))]
pub(crate) struct DirectoryEntry {
    /// Bit 0: node and local index are valid. Bit 1: the endpoint is. Written last, with release.
    pub(crate) state: AtomicU32,
    pub(crate) node: AtomicU32,
    pub(crate) local_index: AtomicU32,
    pub(crate) qp: AtomicU32,
    pub(crate) qkey: AtomicU32,
    pub(crate) port: AtomicU32,
    /// The bytes of the GID in network order, each word read as memory order.
    pub(crate) gid: [AtomicU64; 2],
}

/// The control block of one process of the node.
///
/// ```text
///    0 pid u32 │ 4 state u32 │ 8 lent u32 │ pad to 64      written rarely
///   64 doorbell u32 (futex word; bit 0: somebody sleeps)   read by every putter, written when somebody sleeps or wakes
///  128 calls u64 │ 136 heap in use u64 │ pad to 192        written often, by the process alone
/// ```
#[derive(Debug)]
#[repr(C, align(64))]
pub struct ProcessControl {
    pub(crate) identity: Identity,
    pub(crate) doorbell: DoorbellLine,
    pub(crate) counters: Counters,
}

#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Identity {
    pub(crate) pid: AtomicU32,
    pub(crate) state: AtomicU32,
    /// 1 once another process may store into the segment without ringing.
    pub(crate) lent: AtomicU32,
}

#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct DoorbellLine {
    pub(crate) word: AtomicU32,
}

#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Counters {
    pub(crate) calls: AtomicU64,
    pub(crate) heap_in_use: AtomicU64,
}

/// The words of the node barrier and of the node's leader, each on a cache line of its own.
///
/// ```text
///    0 arrivals u32 (futex word of the leader) │  4 leader sleeps u32
///   64 generation u32 (futex word of the others)
///  128 sleepers u32
///  192 leader's data, 8 words
/// ```
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct CollectiveControl {
    pub(crate) arrivals: ArrivalLine,
    pub(crate) generation: WordLine,
    pub(crate) sleepers: WordLine,
    pub(crate) leader_data: [AtomicU64; 8],
}

#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct ArrivalLine {
    pub(crate) count: AtomicU32,
    pub(crate) leader_sleeps: AtomicU32,
}

#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct WordLine {
    pub(crate) word: AtomicU32,
}

/// The head of the XRC domain's section.
///
/// ```text
///   0 remote key u32, 0 = not drawn │ 4 queue pairs of the node u32 │ pad to 64
/// ```
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct DomainControl {
    pub(crate) rkey: AtomicU32,
    /// How many queue pairs the node's processes have, where they are limited.
    pub(crate) queue_pairs: AtomicU32,
}

/// A process's entry of the XRC domain, after the head.
///
/// ```text
///   0 is open u32 │ 4 armed u32: it sleeps until a packet comes │ 8 queue numbers in use, a bit each, 4 words │ pad to 64
/// ```
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct DomainProcess {
    pub(crate) is_open: AtomicU32,
    pub(crate) armed: AtomicU32,
    pub(crate) queues: [AtomicU64; 4],
}

const _: () = assert!(size_of::<DomainControl>() == 64, "part of the format");
const _: () = assert!(size_of::<DomainProcess>() == 64, "part of the format");
const _: () = assert!(size_of::<DirectoryControl>() == 64, "part of the format");
const _: () = assert!(size_of::<DirectoryEntry>() == 40, "part of the format");
const _: () = assert!(size_of::<ProcessControl>() == 192, "part of the format");
const _: () = assert!(size_of::<CollectiveControl>() == 256, "part of the format");
