//! The trait of a device.

use alloc::boxed::Box;
use core::ops::BitOr;
use core::time::Duration;

use thiserror::Error;

use crate::domain::{DomainId, SrqNumber, XrcDomain};
use crate::memory::Memory;
use crate::queue::{
    Completion, CqId, Lkey, PdId, QpInit, QpNumber, QpState, QpTransition, ReceiveRequest,
    RemoteAddress, Rkey, SendRequest, Sge, SrqId, Transport,
};
use crate::{AdapterAddress, Change, Time};

/// An RDMA device. The device owns all objects of one adapter.
///
/// No method blocks. Posting only queues work. [`Device::progress`] moves packets and runs timers.
/// A software device relies on calls of `progress`; on a device with its own processor `progress`
/// does nothing.
pub trait Device {
    /// The memory that can be registered.
    type Memory: Memory;

    /// The device's capabilities and limits.
    fn attributes(&self) -> Attributes;

    /// The address at which peers reach the device.
    fn address(&self) -> AdapterAddress;

    /// Sends and receives packets, runs the timers that are due and fills completion queues.
    /// Returns the number of packets that were received and sent. Zero means that there was nothing
    /// to do.
    fn progress(&mut self, now: Time) -> usize;

    /// When [`Device::progress`] must be called even if no packet arrives.
    fn next_deadline(&self) -> Option<Time>;

    /// The largest payload of a packet that the path to the adapter at `to` carries. `None` if this
    /// is not known yet: ask again after the next [`Device::progress`] with work. A device that
    /// trusts its link has the same answer for all adapters.
    fn path_mtu(&mut self, _now: Time, _to: AdapterAddress) -> Option<u32> {
        Some(self.attributes().max_mtu)
    }

    /// Creates a protection domain.
    fn create_pd(&mut self) -> Result<PdId, DeviceError>;

    /// Registers all of `memory` under `pd`. Work requests and peers address the first byte as
    /// [`Region::base`], which is `base` where the device leaves the choice, and where `base` has the place in its page
    /// that the memory has. Elsewhere it differs from `base` by less than a page. Remote keys are unpredictable and are reused as late as possible. A region without
    /// remote access has the remote key zero.
    fn register(
        &mut self,
        pd: PdId,
        memory: Self::Memory,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError>;

    /// Ends a registration. Afterwards no access by either key succeeds.
    fn deregister(&mut self, lkey: Lkey) -> Result<(), DeviceError>;

    /// Begins to watch `len` bytes of this process's memory from the address `start` on, so that [`Device::hear_changes`] tells when
    /// the addresses get other memory. `false` if nothing can tell. Then no registration of the bytes may outlive the use of them that
    /// it was made for.
    fn watch(&mut self, _start: u64, _len: u64) -> bool {
        false
    }

    /// Hands over the changes of watched memory that happened since the last call, oldest first. What was replaced before the call is
    /// among them. `false` if the device can't tell at this time whether there are more.
    fn hear_changes(&mut self, _report: &mut dyn FnMut(Change)) -> bool {
        false
    }

    /// Creates a completion queue with room for at least `capacity` unpolled completions.
    fn create_cq(&mut self, capacity: u32) -> Result<CqId, DeviceError>;

    /// Destroys a completion queue. Fails if a queue pair uses the queue.
    fn destroy_cq(&mut self, cq: CqId) -> Result<(), DeviceError>;

    /// Creates a shared receive queue for `capacity` receives.
    fn create_srq(&mut self, pd: PdId, capacity: u32) -> Result<SrqId, DeviceError>;

    /// Destroys a shared receive queue. Fails if a queue pair uses the queue. A queue of an XRC
    /// domain can always be destroyed; a later request for it is an invalid request.
    fn destroy_srq(&mut self, srq: SrqId) -> Result<(), DeviceError>;

    /// Opens the XRC domain that this process shares with others of its node. From then on peers
    /// can reach the domain's [`segments`](XrcDomain::segments) through XRC pairs of the domain, if the device
    /// has [`Attributes::shares_segments`].
    fn open_xrc_domain(
        &mut self,
        domain: Box<dyn XrcDomain<Self::Memory>>,
    ) -> Result<DomainId, DeviceError>;

    /// Creates a shared receive queue of an XRC domain for `capacity` receives, which complete on
    /// `cq`. Peers name the queue by its SRQ number, whichever of the domain's targets they are
    /// connected to. Requests for the queue can access the regions under `pd` and the domain's
    /// segments, if the device shares these.
    fn create_xrc_srq(
        &mut self,
        pd: PdId,
        domain: DomainId,
        cq: CqId,
        capacity: u32,
    ) -> Result<(SrqId, SrqNumber), DeviceError>;

    /// Creates a queue pair in RESET.
    fn create_qp(&mut self, init: &QpInit) -> Result<QpNumber, DeviceError>;

    /// Moves a queue pair to another state. A UD queue pair also goes through RESET → INIT → RTR →
    /// RTS.
    fn modify_qp(&mut self, qp: QpNumber, transition: &QpTransition) -> Result<(), DeviceError>;

    /// The state of a queue pair.
    fn qp_state(&self, qp: QpNumber) -> Result<QpState, DeviceError>;

    /// How long the peer of a connected queue pair has owed an answer. `None` if nothing is
    /// outstanding.
    fn silent_for(&self, qp: QpNumber, now: Time) -> Option<Duration>;

    /// Destroys a queue pair in any state. Posted work requests are forgotten.
    fn destroy_qp(&mut self, qp: QpNumber) -> Result<(), DeviceError>;

    /// Queues a send request.
    fn post_send(&mut self, qp: QpNumber, request: &SendRequest) -> Result<(), DeviceError>;

    /// Queues a receive request on a queue pair without SRQ.
    fn post_recv(&mut self, qp: QpNumber, request: &ReceiveRequest) -> Result<(), DeviceError>;

    /// Queues a receive request on a shared receive queue.
    fn post_srq_recv(&mut self, srq: SrqId, request: &ReceiveRequest) -> Result<(), DeviceError>;

    /// Takes the oldest completion of those that had come at the last [`Device::progress`]. Later ones may be among them.
    fn poll_cq(&mut self, cq: CqId) -> Option<Completion>;

    /// The memory that the device's objects use now.
    fn footprint(&self) -> Footprint;
}

/// Capabilities and limits of a device.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an ability of its own"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attributes {
    /// A short name: `soft`, `sim`, or the name of an adapter.
    pub name: &'static str,
    /// The largest payload of a packet to an adapter of equal kind.
    pub max_mtu: u32,
    /// The largest UD payload.
    pub max_ud_payload: u32,
    /// The largest message of a connected queue pair.
    pub max_message: u32,
    /// The most queue pairs.
    pub max_qp: u32,
    /// The most outstanding reads and atomics of a queue pair, in each direction.
    pub max_rd_atomic: u8,
    /// The requests that a connection's send queue holds, of those that it is useful to have. More cost memory in each queue pair.
    pub send_depth: u32,
    /// The most unpolled completions of a completion queue.
    pub max_cqe: u32,
    /// Whether remote atomics are atomic with respect to the node's CPUs.
    pub coherent_atomics: bool,
    /// Whether the device has all operations of [`crate::AtomicOp`] in both widths. Otherwise it
    /// has the standard two.
    pub extended_atomics: bool,
    /// Whether the device has XRC.
    pub xrc: bool,
    /// Whether one remote key covers the segments of all processes of an XRC domain, and the numbers of queues follow from the order
    /// of their creation. Otherwise XRC is the standard's: a request for a queue accesses what the queue's process has registered
    /// under the queue's protection domain, by that process's keys, and the device chooses the numbers.
    pub shares_segments: bool,
    /// Whether the device has [`crate::PacketCheck::Keyed`].
    pub keyed_check: bool,
    /// The most bytes of a [`crate::SendOp::WriteList`]. Zero if the device has no write lists.
    pub write_list: u32,
    /// Whether the device has [`crate::SendOp::ReadBlocks`] and [`crate::SendOp::WriteBlocks`].
    pub blocks: bool,
    /// The most scatter/gather entries of a send or write ([`crate::Data::Gathered`]). Less than 2 if the device takes no such request.
    pub max_sge: u32,
    /// The most scatter/gather entries of a read ([`crate::SendOp::ReadScattered`]). Less than 2 if the device takes no such request.
    pub max_sge_rd: u32,
    /// Whether registered memory takes real memory only where it is used. Otherwise each page of a region is there and stays there,
    /// so that no more should be registered than is used.
    pub registers_sparsely: bool,
    /// Whether a process that sleeps until something arrives wakes when a peer has written to its memory. Otherwise
    /// only a write with an immediate wakes it, and whoever waits for another write has to look again and again.
    pub announces_writes: bool,
    /// A suitable first retransmission timeout.
    pub timeout: Duration,
}

/// What a memory region or queue pair permits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access(u8);

impl Access {
    /// Local reads only.
    pub const NONE: Access = Access(0);
    /// The device may write here: receives, and results of reads and atomics.
    pub const LOCAL_WRITE: Access = Access(1);
    /// Peers may write by RDMA.
    pub const REMOTE_WRITE: Access = Access(2);
    /// Peers may read by RDMA.
    pub const REMOTE_READ: Access = Access(4);
    /// Peers may apply atomics.
    pub const REMOTE_ATOMIC: Access = Access(8);
    /// All accesses.
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
    /// The key for work requests of this process.
    pub lkey: Lkey,
    /// The key for peers. Zero if the access flags permit no remote access.
    pub rkey: Rkey,
    /// The address of the first byte, for work requests of this process and of peers.
    pub base: u64,
}

impl Region {
    /// `len` bytes of the region from `offset` on, for work requests of this process.
    #[inline]
    pub fn sge(&self, offset: u64, len: u32) -> Sge {
        Sge {
            lkey: self.lkey,
            addr: self.base + offset,
            len,
        }
    }

    /// The byte at `offset`, for work requests of peers.
    #[inline]
    pub fn remote(&self, offset: u64) -> RemoteAddress {
        RemoteAddress {
            rkey: self.rkey,
            addr: self.base + offset,
        }
    }
}

/// The allocated bytes of a device's objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// The number of RC queue pairs.
    pub rc_qps: usize,
    /// The number of ends of XRC connections. An initiator and its partner target count as one.
    pub xrc_qps: usize,
    /// The number of UD queue pairs.
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
    /// The object does not exist.
    #[error("no {kind} with number {number:#x}")]
    NotFound {
        /// The kind of object.
        kind: &'static str,
        /// Its number or key.
        number: u32,
    },
    /// Another object uses this object.
    #[error("{kind} {number:#x} is still in use")]
    InUse {
        /// The kind of object.
        kind: &'static str,
        /// Its number.
        number: u32,
    },
    /// A limit is reached.
    #[error("no room for another {kind}: {limit} is the limit")]
    Exhausted {
        /// The kind of object.
        kind: &'static str,
        /// The largest number of such objects.
        limit: u32,
    },
    /// The queue pair's state does not allow it.
    #[error("queue pair {qp:?} is in {state:?}, which does not allow {what}")]
    InvalidState {
        /// The queue pair.
        qp: QpNumber,
        /// Its state.
        state: QpState,
        /// The operation.
        what: &'static str,
    },
    /// The transport does not have the operation.
    #[error("{transport:?} does not offer {what}")]
    NotOffered {
        /// The queue pair's transport.
        transport: Transport,
        /// The operation.
        what: &'static str,
    },
    /// An argument is out of its range.
    #[error("{what} of {value} is outside {min}..={max}")]
    OutOfRange {
        /// The argument's name.
        what: &'static str,
        /// Its value.
        value: u64,
        /// The least allowed value.
        min: u64,
        /// The largest allowed value.
        max: u64,
    },
    /// A local key does not cover the range or forbids the access.
    #[error("local key {lkey:#x} does not permit {len} bytes at {addr:#x}")]
    Protection {
        /// The key.
        lkey: u32,
        /// The first address.
        addr: u64,
        /// The length in bytes.
        len: u32,
    },
    /// The driver of an adapter refused.
    #[error("the adapter's driver refuses {what} (os error {code})")]
    Driver {
        /// What was asked for.
        what: &'static str,
        /// The operating system's error number.
        code: i32,
    },
    /// The adapter's driver pins no more memory for this process.
    #[error(
        "the adapter {adapter} can't pin {bytes} B of memory: this process has pinned {pinned} B and may lock {limit} B; raise the limit \
         (ulimit -l unlimited, LimitMEMLOCK=infinity), or use FARREACH_DEVICE=soft"
    )]
    NotPinned {
        /// The adapter.
        adapter: &'static str,
        /// The length of the memory in bytes.
        bytes: u64,
        /// Bytes that the process has pinned.
        pinned: u64,
        /// Bytes that it may lock.
        limit: u64,
    },
    /// The link below the device failed.
    #[error("the link failed: {what} (os error {code})")]
    Link {
        /// The operation.
        what: &'static str,
        /// The operating system's error number.
        code: i32,
    },
}
