//! The device.

use alloc::boxed::Box;
use core::ops::BitOr;
use core::time::Duration;

use thiserror::Error;

use crate::domain::{DomainId, SrqNumber, XrcDomain};
use crate::memory::Memory;
use crate::queue::{
    Completion, CqId, Lkey, PdId, QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, Rkey,
    SendRequest, SrqId, Transport,
};
use crate::{AdapterAddress, Time};

/// An RDMA device: every object of one adapter, owned by whoever owns the device.
///
/// Nothing blocks. Posting only queues work; [`Device::progress`] moves packets and timers. Software
/// devices need it called; devices with their own processor make it a no-op.
pub trait Device {
    /// What can be registered.
    type Memory: Memory;

    /// What the device can do.
    fn attributes(&self) -> Attributes;

    /// Where others reach it.
    fn address(&self) -> AdapterAddress;

    /// Lets packets flow in and out, runs the timers that are due and fills completion queues.
    /// Returns how many packets came in and went out: zero means that nothing was there to do.
    fn progress(&mut self, now: Time) -> usize;

    /// When [`Device::progress`] must be called even if no packet comes.
    fn next_deadline(&self) -> Option<Time>;

    /// Makes a protection domain.
    fn create_pd(&mut self) -> Result<PdId, DeviceError>;

    /// Registers all of `memory` under `pd`. Work requests and remote peers address its first byte as `base`.
    /// Remote keys are unpredictable, and reused as late as possible; a region without remote access has none (zero).
    fn register(
        &mut self,
        pd: PdId,
        memory: Self::Memory,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError>;

    /// Ends a registration: no access through either key succeeds from here on.
    fn deregister(&mut self, lkey: Lkey) -> Result<(), DeviceError>;

    /// Makes a completion queue for at least `capacity` completions that were not polled.
    fn create_cq(&mut self, capacity: u32) -> Result<CqId, DeviceError>;

    /// Destroys a completion queue that no queue pair uses.
    fn destroy_cq(&mut self, cq: CqId) -> Result<(), DeviceError>;

    /// Makes a shared receive queue for `capacity` receives.
    fn create_srq(&mut self, pd: PdId, capacity: u32) -> Result<SrqId, DeviceError>;

    /// Destroys a shared receive queue that no queue pair uses. Those of XRC domains always can be: what arrives for them
    /// later is an invalid request.
    fn destroy_srq(&mut self, srq: SrqId) -> Result<(), DeviceError>;

    /// Opens the XRC domain that this process shares with others of its node. What the domain's
    /// [`segments`](XrcDomain::segments) are is from here on within reach of peers, through XRC pairs of the domain.
    fn open_xrc_domain(
        &mut self,
        domain: Box<dyn XrcDomain<Self::Memory>>,
    ) -> Result<DomainId, DeviceError>;

    /// Makes a shared receive queue of an XRC domain, for `capacity` receives that complete on `cq`. Peers name it by its
    /// number, whichever of the domain's targets they are connected to; requests for it reach what is registered under
    /// `pd`, and the domain's segments.
    fn create_xrc_srq(
        &mut self,
        pd: PdId,
        domain: DomainId,
        cq: CqId,
        capacity: u32,
    ) -> Result<(SrqId, SrqNumber), DeviceError>;

    /// Makes a queue pair, in RESET.
    fn create_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError>;

    /// Moves a queue pair to another state. UD: RESET → INIT → RTR → RTS as well.
    fn modify_qp(&mut self, qp: QpNumber, transition: &QpTransition) -> Result<(), DeviceError>;

    /// The state of a queue pair.
    fn qp_state(&self, qp: QpNumber) -> Result<QpState, DeviceError>;

    /// For how long the peer of a connected pair has owed it an answer, as far as the device knows: nothing else arrives from a
    /// peer that it could count. `None` if nothing is outstanding.
    fn silent_for(&self, qp: QpNumber, now: Time) -> Option<Duration>;

    /// Destroys a queue pair in any state; what was posted is forgotten.
    fn destroy_qp(&mut self, qp: QpNumber) -> Result<(), DeviceError>;

    /// Queues a send request.
    fn post_send(&mut self, qp: QpNumber, request: &SendRequest) -> Result<(), DeviceError>;

    /// Queues a receive request on a pair without SRQ.
    fn post_recv(&mut self, qp: QpNumber, request: &ReceiveRequest) -> Result<(), DeviceError>;

    /// Queues a receive request on a shared receive queue.
    fn post_srq_recv(&mut self, srq: SrqId, request: &ReceiveRequest) -> Result<(), DeviceError>;

    /// Takes the oldest completion.
    fn poll_cq(&mut self, cq: CqId) -> Option<Completion>;

    /// What the objects cost at this moment.
    fn footprint(&self) -> Footprint;
}

/// What a device can do.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an ability of its own"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attributes {
    /// A short name: `soft`, `sim`, an adapter's own.
    pub name: &'static str,
    /// The largest payload of a packet on a path to `AdapterAddress`es like its own.
    pub max_mtu: u32,
    /// The largest UD payload.
    pub max_ud_payload: u32,
    /// The largest message of a connected pair.
    pub max_message: u32,
    /// The most queue pairs.
    pub max_qp: u32,
    /// The most reads and atomics outstanding on a pair, either way.
    pub max_rd_atomic: u8,
    /// Whether remote atomics are atomic toward the CPUs of the node as well.
    pub coherent_atomics: bool,
    /// Whether all operations of [`crate::AtomicOp`] in both widths are offered, and not only the standard two.
    pub extended_atomics: bool,
    /// Whether XRC is offered.
    pub xrc: bool,
    /// Whether [`crate::PacketCheck::Keyed`] is offered.
    pub keyed_check: bool,
    /// The most bytes of a [`crate::SendOp::WriteList`]; zero if there are none.
    pub write_list: u32,
    /// The first retransmission timeout that suits the device.
    pub timeout: Duration,
}

/// What a memory region or queue pair permits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access(u8);

impl Access {
    /// Local reads only.
    pub const NONE: Access = Access(0);
    /// Receives, reads and atomics of ours may land here.
    pub const LOCAL_WRITE: Access = Access(1);
    /// Peers may RDMA-write.
    pub const REMOTE_WRITE: Access = Access(2);
    /// Peers may RDMA-read.
    pub const REMOTE_READ: Access = Access(4);
    /// Peers may do atomics.
    pub const REMOTE_ATOMIC: Access = Access(8);
    /// All of it.
    pub const ALL: Access = Access(15);

    /// Whether any of `other` is permitted.
    pub fn intersects(self, other: Access) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of `other` is permitted.
    pub fn contains(self, other: Access) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Access {
    type Output = Access;

    fn bitor(self, rhs: Access) -> Access {
        Access(self.0 | rhs.0)
    }
}

/// A registered memory region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// For work requests of this process.
    pub lkey: Lkey,
    /// For peers; zero if the access flags let none in.
    pub rkey: Rkey,
}

/// Bytes that a device's objects cost, as allocated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// RC queue pairs.
    pub rc_qps: usize,
    /// Ends of XRC connections: an initiator and a target that are partners count as one.
    pub xrc_qps: usize,
    /// UD queue pairs.
    pub ud_qps: usize,
    /// Bytes of queue pairs and their queues.
    pub qp_bytes: usize,
    /// Bytes of completion queues, SRQs, region tables and buffers.
    pub other_bytes: usize,
}

/// Why the device refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// No such object.
    #[error("no {kind} with number {number:#x}")]
    NotFound {
        /// What was looked for.
        kind: &'static str,
        /// Its number or key.
        number: u32,
    },
    /// The object is used by another.
    #[error("{kind} {number:#x} is still in use")]
    InUse {
        /// What kind of object.
        kind: &'static str,
        /// Its number.
        number: u32,
    },
    /// A limit is reached.
    #[error("no room for another {kind}: {limit} is the limit")]
    Exhausted {
        /// What kind of object.
        kind: &'static str,
        /// How many there can be.
        limit: u32,
    },
    /// The queue pair's state does not allow it.
    #[error("queue pair {qp:?} is in {state:?}, which does not allow {what}")]
    InvalidState {
        /// The queue pair.
        qp: QpNumber,
        /// Its state.
        state: QpState,
        /// What was tried.
        what: &'static str,
    },
    /// The transport does not offer it.
    #[error("{transport:?} does not offer {what}")]
    NotOffered {
        /// The queue pair's transport.
        transport: Transport,
        /// What was tried.
        what: &'static str,
    },
    /// An argument is out of its range.
    #[error("{what} of {value} is outside {min}..={max}")]
    OutOfRange {
        /// The argument.
        what: &'static str,
        /// Its value.
        value: u64,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// A local key does not cover the range or forbids the access.
    #[error("local key {lkey:#x} does not permit {len} bytes at {addr:#x}")]
    Protection {
        /// The key.
        lkey: u32,
        /// The first byte.
        addr: u64,
        /// Bytes.
        len: u32,
    },
    /// The link below failed.
    #[error("the link failed: {what} (os error {code})")]
    Link {
        /// What was tried.
        what: &'static str,
        /// The operating system's error number.
        code: i32,
    },
}
