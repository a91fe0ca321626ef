//! The words of an arena. Each word is an atomic, so that references to these structures are sound
//! whatever other processes do. The layouts are part of the arena's format: a change needs a new
//! version in `layout.rs`.

use std::sync::atomic::{AtomicU32, AtomicU64};

/// The head of the directory section.
///
/// ```text
///   0 no_expedited_fence u32 │ 4 sharing u32 (futex word) │ 8 globals u64 │ pad to 64
/// ```
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct DirectoryControl {
    /// 1 if a process of the node may not use `membarrier`. Sleeps are then bounded (see
    /// `doorbell.rs`).
    pub(crate) no_expedited_fence: AtomicU32,
    /// The number of processes of the node that share their variables.
    pub(crate) sharing: AtomicU32,
    /// The stamp of the programs whose variables are shared (see `globals/table.rs`). 0 before the
    /// first process shares.
    pub(crate) globals: AtomicU64,
}

/// The directory entry of one rank of the job.
///
/// ```text
///   0 published u32 │ 4 queue pair u32 │ 8 Q_Key u32 │ 12 port u16, device u16 │ 16 GID 16 B (2 words)
/// ```
#[derive(Debug)]
#[repr(C, align(8))]
pub(crate) struct DirectoryEntry {
    /// 1 when the entry is complete. Written last, with release.
    pub(crate) published: AtomicU32,
    pub(crate) qp: AtomicU32,
    pub(crate) qkey: AtomicU32,
    /// The UDP port, and in the upper half what the device is.
    pub(crate) port_and_device: AtomicU32,
    /// The bytes of the GID in network order, as two words of the node's byte order.
    pub(crate) gid: [AtomicU64; 2],
}

/// The control block of one process of the node.
///
/// ```text
///    0 lent u32 │ 4 has_cores u32 │ pad to 64         each written once
///   64 doorbell u32 (futex word; bit 0: a sleeper)   read by every putter, written when a thread sleeps or wakes
///  128 cores [u64; 8]                                written once, before has_cores
/// ```
#[derive(Debug)]
#[repr(C, align(64))]
pub struct ProcessControl {
    pub(crate) once: OnceLine,
    pub(crate) doorbell: WordLine,
    pub(crate) cores: CoresLine,
}

/// What a process says once.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct OnceLine {
    /// 1 once another process may store into the segment without ringing.
    pub(crate) lent: AtomicU32,
    /// 1 once the process has said on which cores it may run.
    pub(crate) has_cores: AtomicU32,
}

/// The cores that a process may run on, a bit for each, by their number modulo 512.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct CoresLine {
    pub(crate) bits: [AtomicU64; 8],
}

/// The words of a barrier of processes of the node, each group on a cache line of its own.
///
/// ```text
///    0 arrivals u32 (futex word of the leader) │  4 leader sleeps u32
///   64 generation u32 (futex word of the others)
///  128 sleepers u32
/// ```
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct CollectiveControl {
    pub(crate) arrivals: ArrivalLine,
    pub(crate) generation: WordLine,
    pub(crate) sleepers: WordLine,
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
    /// The number of the node's queue pairs, counted where queue pairs are limited.
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
const _: () = assert!(size_of::<DirectoryEntry>() == 32, "part of the format");
const _: () = assert!(size_of::<ProcessControl>() == 192, "part of the format");
const _: () = assert!(size_of::<CollectiveControl>() == 192, "part of the format");
