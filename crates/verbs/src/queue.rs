//! Queue pairs, work requests and completions, as plain data.

use core::fmt;
use core::time::Duration;

use crate::AdapterAddress;
use crate::domain::{DomainId, SrqNumber};
use crate::memory::{AtomicOp, AtomicWidth};

/// A protection domain of one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PdId(pub u32);

/// A completion queue of one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CqId(pub u32);

/// A shared receive queue of one device, by its SRQ number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SrqId(pub u32);

/// The local key of a memory region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lkey(pub u32);

/// The remote key of a memory region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rkey(pub u32);

/// A queue pair number, 24 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QpNumber(pub u32);

impl fmt::Debug for QpNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "qp{:06x}", self.0)
    }
}

/// The transport service of a queue pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transport {
    /// Reliable connection.
    Rc,
    /// Unreliable datagram.
    Ud,
    /// Extended reliable connection, the end that sends: each of its requests names the shared receive queue at the other
    /// side that it is for. States as those of RC, but it receives nothing.
    XrcInitiator,
    /// Extended reliable connection, the end that receives, for all processes of its domain. RESET → INIT → RTR is all that
    /// it needs (RTS changes nothing); sends can't be posted.
    XrcTarget,
}

impl Transport {
    /// Whether it is one of the reliable, connected services.
    pub fn is_connected(self) -> bool {
        self != Transport::Ud
    }

    /// Whether it is one end of an extended reliable connection.
    pub fn is_xrc(self) -> bool {
        matches!(self, Transport::XrcInitiator | Transport::XrcTarget)
    }
}

/// The states of a queue pair (IBTA volume 1, 10.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QpState {
    /// Just created: nothing can be posted.
    Reset,
    /// Receives can be posted.
    Init,
    /// Ready to receive.
    Rtr,
    /// Ready to send.
    Rts,
    /// Send queue drained: work posted before goes on, later work waits.
    Sqd,
    /// Broken: all work is flushed.
    Error,
}

/// What a queue pair is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QpInit {
    /// The transport service.
    pub transport: Transport,
    /// The protection domain of the regions that it may touch.
    pub pd: PdId,
    /// Where completions of sends go.
    pub send_cq: CqId,
    /// Where completions of receives go.
    pub recv_cq: CqId,
    /// Receives are taken from here, if given, instead of from the pair's own queue.
    pub srq: Option<SrqId>,
    /// How many send requests can be outstanding.
    pub max_send: u32,
    /// How many receive requests can be outstanding (ignored with an SRQ).
    pub max_recv: u32,
    /// The domain of an XRC pair; `None` for others.
    pub domain: Option<DomainId>,
    /// For an initiator: the target pair, made before, that is the other half of this end of a connection. Both lead to
    /// the same peer, whose two are partners as well, over the same path and check; a device may then keep them as one,
    /// let one's packets acknowledge the other's, and break and reset them together.
    pub partner: Option<QpNumber>,
}

/// A transition of a queue pair with the attributes that it requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::enum_variant_names,
    reason = "the prefix says which way the transition goes"
)]
pub enum QpTransition {
    /// RESET → INIT.
    ToInit {
        /// What remote requests this pair may carry out (RC).
        access: crate::Access,
        /// The Q_Key that datagrams must carry (UD).
        qkey: u32,
    },
    /// INIT → RTR. UD pairs use [`QpTransition::ToRtrUd`].
    ToRtr {
        /// The other side's adapter. Packets from elsewhere are dropped.
        remote: AdapterAddress,
        /// The other side's queue pair.
        remote_qp: QpNumber,
        /// The PSN of the first request packet to come, 24 bits.
        expected_psn: u32,
        /// Bytes of payload in a full packet; the same on both sides.
        mtu: u32,
        /// How many reads and atomics of the other side may be outstanding here.
        max_dest_rd_atomic: u8,
        /// How long the other side waits after an RNR NAK of ours.
        min_rnr_timer: Duration,
        /// How packets are guarded; the same on both sides.
        check: PacketCheck,
    },
    /// INIT → RTR of a UD pair.
    ToRtrUd,
    /// RTR → RTS, or back from SQD to RTS (where only state changes).
    ToRts {
        /// The PSN of the first request packet that we send, 24 bits.
        psn: u32,
        /// How many reads and atomics we may have outstanding.
        max_rd_atomic: u8,
        /// The first retransmission timeout; the device adapts it to what it measures.
        timeout: Duration,
        /// When to give up on a peer that does not answer.
        retry: Retry,
        /// When to give up on a peer that has no receive posted.
        rnr_retry: Retry,
    },
    /// RTS → SQD.
    ToSqd,
    /// Any state → ERROR: everything posted is flushed.
    ToError,
    /// Any state → RESET: everything posted is forgotten.
    ToReset,
}

/// When to give up retrying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// After so many tries without progress, as the standard says (toward foreign adapters).
    Count(u8),
    /// After so long without progress (between our own adapters, where loss may be heavy).
    For(Duration),
}

/// How the packets of a connection are guarded against corruption and forgery.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PacketCheck {
    /// The invariant CRC over the whole packet, as RoCEv2 requires.
    Icrc,
    /// Between our own adapters: a 32-bit keyed hash over the transport headers in the CRC's place.
    Keyed([u8; 16]),
}

impl fmt::Debug for PacketCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PacketCheck::Icrc => "Icrc",
            PacketCheck::Keyed(_) => "Keyed(..)",
        })
    }
}

/// A range of locally registered memory: scatter/gather element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sge {
    /// The region's local key.
    pub lkey: Lkey,
    /// The first byte's address (the region's base plus an offset).
    pub addr: u64,
    /// Bytes.
    pub len: u32,
}

/// Remote memory that a work request reads, writes or updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteAddress {
    /// The remote key.
    pub rkey: Rkey,
    /// The first byte's address there.
    pub addr: u64,
}

/// Up to [`InlineData::MAX`] bytes that travel inside the work request itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct InlineData {
    len: u8,
    bytes: [u8; InlineData::MAX],
}

impl InlineData {
    /// The most bytes that can be inline.
    pub const MAX: usize = 128;

    /// A copy of `bytes`, or `None` if there are too many.
    pub fn new(bytes: &[u8]) -> Option<Self> {
        if bytes.len() > Self::MAX {
            return None;
        }
        let mut data = InlineData {
            len: bytes.len() as u8,
            bytes: [0; Self::MAX],
        };
        data.bytes[..bytes.len()].copy_from_slice(bytes);
        Some(data)
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl fmt::Debug for InlineData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Inline({} B)", self.len)
    }
}

/// Where the bytes of a send or write come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// From the request itself.
    Inline(InlineData),
    /// From registered memory, which must not change until the request completes.
    Sge(Sge),
}

impl Data {
    /// The number of bytes.
    pub fn len(&self) -> usize {
        match self {
            Data::Inline(inline) => inline.as_slice().len(),
            Data::Sge(sge) => sge.len as usize,
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The destination of a datagram: address handle, queue pair and Q_Key in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UdDestination {
    /// The adapter.
    pub address: AdapterAddress,
    /// The queue pair there.
    pub qp: QpNumber,
    /// Its Q_Key.
    pub qkey: u32,
}

/// Where a datagram came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UdSource {
    /// The adapter.
    pub address: AdapterAddress,
    /// The queue pair there.
    pub qp: QpNumber,
}

/// A send request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendRequest {
    /// Comes back in the completion.
    pub id: u64,
    /// What to do.
    pub op: SendOp,
    /// Whether success makes a completion (failure always does).
    pub signaled: bool,
    /// Whether to wait first until all earlier reads and atomics of this pair have completed.
    pub fence: bool,
    /// Whether nobody waits for the other side's acknowledgement: it may come milliseconds later, with something else.
    pub patient: bool,
    /// On an XRC initiator, the shared receive queue at the other side that the request is for: it says whose memory is
    /// meant as well. `None` on other pairs.
    pub srq: Option<SrqNumber>,
}

impl SendRequest {
    /// A request that makes a completion, waits for no other, and whose acknowledgement is waited for.
    pub fn new(id: u64, op: SendOp) -> Self {
        SendRequest {
            id,
            op,
            signaled: true,
            fence: false,
            patient: false,
            srq: None,
        }
    }

    /// The same for the shared receive queue `srq` at the other side of an XRC connection.
    pub fn to_srq(self, srq: SrqNumber) -> Self {
        SendRequest {
            srq: Some(srq),
            ..self
        }
    }
}

/// The operations of a send request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendOp {
    /// A message into a receive of the other side.
    Send {
        /// The message.
        data: Data,
        /// Delivered in the receiver's completion.
        imm: Option<u32>,
        /// Where to, on a UD pair; `None` on a connected one.
        to: Option<UdDestination>,
    },
    /// RDMA write.
    Write {
        /// What to write.
        data: Data,
        /// Where to.
        remote: RemoteAddress,
        /// Consumes a receive of the other side and is delivered in its completion.
        imm: Option<u32>,
    },
    /// Many small writes, and atomics of which nobody wants the old word, carried out and visible in their order. The first that the
    /// remote key does not permit fails the request; those before it have happened. For pairs whose packets are guarded by [`PacketCheck::Keyed`], on
    /// devices with [`crate::Attributes::write_list`].
    WriteList {
        /// The list, as [`crate::ListedOp`] says; it must not change until the request completes. It fits in one packet.
        list: Sge,
        /// What the offsets of the list begin at.
        remote: RemoteAddress,
    },
    /// RDMA read.
    Read {
        /// Where the bytes go; its length is the read's.
        local: Sge,
        /// Where from.
        remote: RemoteAddress,
    },
    /// An atomic on a remote word. `Add` and `CompareSwap` of 64 bits are the standard's
    /// FetchAdd and CmpSwap; the others need [`crate::Attributes::extended_atomics`].
    Atomic {
        /// Where the old word goes: `width` bytes in host order.
        local: Sge,
        /// The word, aligned to its width.
        remote: RemoteAddress,
        /// The word's width.
        width: AtomicWidth,
        /// What to do.
        op: AtomicOp,
    },
}

/// A receive request: room for one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveRequest {
    /// Comes back in the completion.
    pub id: u64,
    /// Where the message goes.
    pub local: Sge,
}

/// What completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompletionOp {
    /// A send.
    Send,
    /// An RDMA write, or a list of them.
    Write,
    /// An RDMA read.
    Read,
    /// An atomic.
    Atomic,
    /// A receive that a send consumed.
    Receive,
    /// A receive that an RDMA write with immediate consumed.
    ReceiveWriteImm,
}

/// How it ended (IBTA volume 1, 11.6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompletionStatus {
    /// Done.
    Success,
    /// A message was longer than its receive, or a request longer than allowed.
    LocalLength,
    /// The request itself was inconsistent.
    LocalQpOperation,
    /// A local key did not cover the range or forbade the access.
    LocalProtection,
    /// The queue pair went to ERROR before this was done.
    Flushed,
    /// The responder did not understand the request.
    RemoteInvalidRequest,
    /// The remote key did not cover the range or forbade the access.
    RemoteAccess,
    /// The responder failed.
    RemoteOperation,
    /// The peer did not answer.
    RetryExceeded,
    /// The peer never had a receive posted.
    RnrRetryExceeded,
}

/// A completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The request's identifier.
    pub id: u64,
    /// The queue pair; zero for a receive whose message came through another process of the XRC domain.
    pub qp: QpNumber,
    /// How it ended. All else but `id` and `qp` is meaningful only for success.
    pub status: CompletionStatus,
    /// What it was.
    pub op: CompletionOp,
    /// Bytes received (receives, reads, atomics).
    pub bytes: u32,
    /// The immediate that came with it.
    pub imm: Option<u32>,
    /// Where a datagram came from.
    pub source: Option<UdSource>,
}
