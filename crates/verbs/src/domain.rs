//! XRC domains: what the processes of a node share, so that one connection reaches all of these
//! processes.
//!
//! ```text
//!                        node
//!           ┌─────────────────────────────────────────────────────────────┐
//!   request │  process 0          process 1            process 2          │
//!   for     │  ┌────────┐         ┌────────┐           ┌────────┐         │
//!   SRQ of 2│  │ target │         │        │           │ SRQ    │         │
//!   ────────┼─▶│        │─────┐   │        │     ┌────▶│ number │         │
//!           │  └────────┘     │   └────────┘     │     └────────┘         │
//!           │        write, read, atomic      send: forward, take         │
//!           │  ┌──────────────▼──────────────────┴─────────────────────┐  │
//!           │  │ domain: segments of all, numbers of SRQs, and rings   │  │
//!           │  └───────────────────────────────────────────────────────┘  │
//!           └─────────────────────────────────────────────────────────────┘
//! ```
//!
//! The device asks the domain which process owns a shared receive queue (SRQ). A request for an SRQ
//! of its own process is executed as on a reliable connection. For a request to another process,
//! the device accesses the shared segments itself and never that process's queues. It forwards
//! whole messages, and the owner's device takes them from the domain into its own receives.
//!
//! So it is where a device has [`crate::Attributes::shares_segments`]. Other devices have XRC as the standard has it: the adapter
//! itself delivers each request to the process that owns the named queue, and checks it against what that process has registered.
//! Such a device only asks the domain for its [`file`](XrcDomain::file), by which the kernel knows the domain. A software device that
//! stands in for one tells the domain of each region that peers may access, and learns those of the other processes from the domain.

use alloc::vec::Vec;
use core::ffi::c_int;

use crate::queue::Rkey;
use crate::{Access, AdapterAddress};

/// The handle of an XRC domain that a device has opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DomainId(pub u32);

/// The number of a shared receive queue in its XRC domain, 24 bits.
///
/// ```text
///   23                           8 7             0
///  ┌──────────────────────────────┬───────────────┐
///  │ process of the domain        │ nth, from 1   │
///  └──────────────────────────────┴───────────────┘
/// ```
/// The queues of a process are numbered in the order of their creation. Numbers of destroyed queues
/// are reused. Peers that agree on the queues that each process creates therefore need not exchange
/// the numbers.
///
/// A device without [`crate::Attributes::shares_segments`] chooses the numbers, so that peers have to be told them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SrqNumber(pub u32);

impl SrqNumber {
    /// The largest number of processes of a domain.
    pub const PROCESSES_MAX: u32 = 1 << 16;
    /// The largest number of queues of a process.
    pub const QUEUES_MAX: u32 = 255;

    /// The number of the `nth` queue of `process`, counted from 1.
    ///
    /// # Panics
    /// If `process` or `nth` is out of range.
    pub const fn of(process: u32, nth: u32) -> SrqNumber {
        assert!(
            process < Self::PROCESSES_MAX && nth >= 1 && nth <= Self::QUEUES_MAX,
            "no such process or queue"
        );
        SrqNumber(process << 8 | nth)
    }

    /// The process that owns the queue.
    pub const fn process(self) -> u32 {
        self.0 >> 8
    }

    /// The index of the queue among its process's queues, from 1. No queue has index 0.
    pub const fn nth(self) -> u32 {
        self.0 & 0xff
    }
}

/// The remote addresses of the segments of a domain's processes. The segment of process `i` begins
/// at `base + i · stride`. One remote key covers all segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedSegments {
    /// The remote key.
    pub rkey: Rkey,
    /// The address of the first byte of process 0's segment.
    pub base: u64,
    /// The distance between the segments of two processes.
    pub stride: u64,
}

/// A region of a process of a domain, which peers may access through the process's queues.
#[derive(Clone, Debug)]
pub struct DomainRegion<M> {
    /// The remote key.
    pub rkey: Rkey,
    /// The address of the first byte.
    pub base: u64,
    /// The permitted accesses.
    pub access: Access,
    /// The memory, as this process has it. `None`: the registration has ended.
    pub memory: Option<M>,
}

/// The owner of a shared receive queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// This process.
    Own,
    /// Another process.
    Other,
    /// Another process, which has not created its queues yet. Ask again later.
    NotYet,
}

/// The kind of a forwarded message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForwardedKind {
    /// A send, whose bytes are forwarded.
    Send,
    /// An RDMA write with immediate. The number is the length of the write, whose bytes are already
    /// in memory.
    WriteImm(u32),
}

/// A forwarded message without its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForwardedMessage {
    /// The destination queue.
    pub srq: SrqNumber,
    /// The message's kind.
    pub kind: ForwardedKind,
    /// The message's immediate.
    pub imm: Option<u32>,
}

/// The result of forwarding a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forwarded {
    /// The owner will find the message. If an address is given, the owner sleeps until a packet
    /// arrives: send it a packet.
    Done(Option<AdapterAddress>),
    /// There is no room. The sender must try again.
    Full,
}

/// A node's XRC domain as one of its processes sees it. The node's memory implements this trait,
/// and so does a simulator.
///
/// No method blocks. Nothing that another process does, or leaves undone because it died, makes a
/// method fail.
pub trait XrcDomain<M>: Send {
    /// The remote addresses of all segments.
    fn segments(&self) -> SharedSegments;

    /// The memory of all segments. Its first byte has the address `base`.
    fn memory(&self) -> M;

    /// Allocates a number for another queue of this process. `None` if all numbers are taken.
    fn new_srq(&mut self) -> Option<SrqNumber>;

    /// Frees a number of this process.
    fn release_srq(&mut self, srq: SrqNumber);

    /// The owner of a queue. `None` if there is no such queue.
    fn owner(&self, srq: SrqNumber) -> Option<Owner>;

    /// The largest message that can be forwarded, in bytes.
    fn forward_max(&self) -> u32;

    /// Forwards a message to the process that owns the queue.
    fn forward(&mut self, message: &ForwardedMessage, bytes: &[u8]) -> Forwarded;

    /// Takes the next message that was forwarded to this process. The message's bytes replace the
    /// contents of `bytes`. Messages from one process arrive in the order of their forwarding.
    fn take(&mut self, bytes: &mut Vec<u8>) -> Option<ForwardedMessage>;

    /// Notes a write to the memory of the process that owns the queue. Wakes that process if it
    /// sleeps until such a write.
    fn touched(&self, srq: SrqNumber);

    /// The descriptor of a file that the processes of the node share, and no other process. It is open as long as the domain. `None` if
    /// there is no such file: then no other process is in the domain.
    fn file(&self) -> Option<c_int> {
        None
    }

    /// Tells the other processes of a region of this process, or of its end. Only software devices without
    /// [`crate::Attributes::shares_segments`] do so. What is provided tells nobody.
    fn tell(&mut self, _region: &DomainRegion<M>) {}

    /// Takes what another process has told, in the order of telling, with that process. What is provided has nothing.
    fn told(&mut self) -> Option<(u32, DomainRegion<M>)> {
        None
    }

    /// Announces that this process sleeps until a packet arrives. A process that forwards the next
    /// message to it is told to send a packet. Returns whether a message is waiting already; then
    /// do not sleep.
    fn sleep_until_packet(&mut self) -> bool;
}
