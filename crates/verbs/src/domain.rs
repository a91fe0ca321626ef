//! XRC domains: what the processes of a node share, so that one connection reaches all of them.
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
//! The device asks the domain who owns a shared receive queue. What is for a queue of its own process it carries out as
//! a reliable connection does. For another process it touches the shared segments itself and never that process's
//! queues: messages are forwarded whole, and the owner's device takes them from the domain into its own receives.

use alloc::vec::Vec;

use crate::AdapterAddress;
use crate::queue::Rkey;

/// An XRC domain that a device has opened.
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
/// A process's queues are numbered in the order in which they are made (numbers of queues that were destroyed come
/// again). So peers that agree on what each process makes need not tell each other the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SrqNumber(pub u32);

impl SrqNumber {
    /// The most processes of a domain.
    pub const PROCESSES_MAX: u32 = 1 << 16;
    /// The most queues of a process.
    pub const QUEUES_MAX: u32 = 255;

    /// The number of a process's `nth` queue, counted from 1.
    ///
    /// # Panics
    /// If there are no such numbers.
    pub const fn of(process: u32, nth: u32) -> SrqNumber {
        assert!(
            process < Self::PROCESSES_MAX && nth >= 1 && nth <= Self::QUEUES_MAX,
            "no such process or queue"
        );
        SrqNumber(process << 8 | nth)
    }

    /// The process that it belongs to.
    pub const fn process(self) -> u32 {
        self.0 >> 8
    }

    /// Which of that process's queues it is, from 1; 0 is none's.
    pub const fn nth(self) -> u32 {
        self.0 & 0xff
    }
}

/// Where the memory of a domain's processes is, for peers: that of process `i` begins at `base + i · stride`, and one remote
/// key is good for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedSegments {
    /// The remote key.
    pub rkey: Rkey,
    /// The address of the first process's first byte.
    pub base: u64,
    /// The distance between two processes' first bytes.
    pub stride: u64,
}

/// Whose shared receive queue a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// This process's.
    Own,
    /// Another process's.
    Other,
    /// Another process's, which has not made its queues yet: to be asked again.
    NotYet,
}

/// What a forwarded message was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForwardedKind {
    /// A send: its bytes come with it.
    Send,
    /// An RDMA write with immediate of so many bytes, which are in memory.
    WriteImm(u32),
}

/// What is forwarded beside the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForwardedMessage {
    /// The queue that it is for.
    pub srq: SrqNumber,
    /// What it was.
    pub kind: ForwardedKind,
    /// The immediate that came with it.
    pub imm: Option<u32>,
}

/// What became of a message that was to be forwarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forwarded {
    /// The owner will find it. If it sleeps until a packet comes, one is to be sent there.
    Done(Option<AdapterAddress>),
    /// There is no room: the sender is to try again.
    Full,
}

/// What the processes of a node share, as one of them sees it. The node's memory implements it, and a simulator.
///
/// Nothing blocks, and nothing that another process does, or leaves undone because it died, makes a method fail.
pub trait XrcDomain<M>: Send {
    /// Where the segments of all processes are.
    fn segments(&self) -> SharedSegments;

    /// The memory of all segments, whose first byte is at the base.
    fn memory(&self) -> M;

    /// A number for another queue of this process; `None` if all are taken.
    fn new_srq(&mut self) -> Option<SrqNumber>;

    /// Gives a number of this process back.
    fn release_srq(&mut self, srq: SrqNumber);

    /// Whose queue it is; `None` if there is no such queue.
    fn owner(&self, srq: SrqNumber) -> Option<Owner>;

    /// The most bytes of a message that can be forwarded.
    fn forward_max(&self) -> u32;

    /// Hands a message to the process that owns the queue.
    fn forward(&mut self, message: &ForwardedMessage, bytes: &[u8]) -> Forwarded;

    /// The next message that others forwarded to this process; its bytes replace those in `bytes`. Messages of one
    /// process come in the order in which it forwarded them.
    fn take(&mut self, bytes: &mut Vec<u8>) -> Option<ForwardedMessage>;

    /// The memory of the process that owns the queue was written: wakes it if it sleeps until that happens.
    fn touched(&self, srq: SrqNumber);

    /// From here on, until something was forwarded, this process sleeps until a packet comes: whoever forwards something
    /// is told to send one. Returns whether something waits already: then don't sleep.
    fn sleep_until_packet(&mut self) -> bool;
}
