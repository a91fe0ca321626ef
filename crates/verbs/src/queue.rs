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
    /// Extended reliable connection (XRC), sending end. Each request names the destination SRQ at
    /// the other side. The states are those of RC. An initiator receives no requests.
    XrcInitiator,
    /// Extended reliable connection (XRC), receiving end for all processes of its domain. RESET →
    /// INIT → RTR suffices; RTS changes nothing. Sends can't be posted.
    XrcTarget,
}

impl Transport {
    /// Whether the service is reliable and connected.
    pub fn is_connected(self) -> bool {
        self != Transport::Ud
    }

    /// Whether the service is an end of an extended reliable connection.
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
    /// Send queue drained: work posted before continues, later work waits.
    Sqd,
    /// Error: all work is flushed.
    Error,
}

/// The parameters of a new queue pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QpInit {
    /// The transport service.
    pub transport: Transport,
    /// The protection domain of the regions that the queue pair may access.
    pub pd: PdId,
    /// The completion queue of sends.
    pub send_cq: CqId,
    /// The completion queue of receives.
    pub recv_cq: CqId,
    /// The shared receive queue, if receives are not taken from the queue pair's own queue.
    pub srq: Option<SrqId>,
    /// The most outstanding send requests.
    pub max_send: u32,
    /// The most outstanding receive requests. Ignored with an SRQ.
    pub max_recv: u32,
    /// The domain of an XRC queue pair. `None` for other transports.
    pub domain: Option<DomainId>,
    /// For an XRC initiator: the partner target, created before, which is the other half of this
    /// end of a connection. Both lead to one peer, whose two halves are partners as well, over one
    /// path and with one packet check. A device may keep partners as one object: packets of one
    /// half acknowledge the other's, and both break and are reset together.
    pub partner: Option<QpNumber>,
}

/// A state transition of a queue pair, with the attributes that it requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::enum_variant_names,
    reason = "the prefix says which way the transition goes"
)]
pub enum QpTransition {
    /// RESET → INIT.
    ToInit {
        /// The remote requests that this queue pair may execute (RC).
        access: crate::Access,
        /// The Q_Key that incoming datagrams must carry (UD).
        qkey: u32,
    },
    /// INIT → RTR. UD pairs use [`QpTransition::ToRtrUd`].
    ToRtr {
        /// The peer's adapter. Packets from other addresses are dropped.
        remote: AdapterAddress,
        /// The peer's queue pair.
        remote_qp: QpNumber,
        /// The PSN of the first incoming request packet, 24 bits.
        expected_psn: u32,
        /// Payload bytes of a full packet. Both sides must use the same value.
        mtu: u32,
        /// The most outstanding reads and atomics of the peer.
        max_dest_rd_atomic: u8,
        /// How long the peer waits after an RNR NAK from this side.
        min_rnr_timer: Duration,
        /// The packet check. Both sides must use the same check.
        check: PacketCheck,
    },
    /// INIT → RTR of a UD queue pair.
    ToRtrUd,
    /// RTR → RTS. Also SQD → RTS, where only the state changes.
    ToRts {
        /// The PSN of the first outgoing request packet, 24 bits.
        psn: u32,
        /// The most outstanding reads and atomics of this side.
        max_rd_atomic: u8,
        /// The first retransmission timeout. The device adapts the timeout to measured round trips.
        timeout: Duration,
        /// When to give up on a peer that does not answer.
        retry: Retry,
        /// When to give up on a peer that has no receive posted.
        rnr_retry: Retry,
    },
    /// RTS → SQD.
    ToSqd,
    /// Any state → ERROR. All posted work is flushed.
    ToError,
    /// Any state → RESET. All posted work is forgotten.
    ToReset,
}

/// When to give up retrying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// After this number of retries without progress, as the standard defines it. For foreign
    /// adapters.
    Count(u8),
    /// After this time without progress. For Farreach's own adapters, where loss may be heavy.
    For(Duration),
}

/// The check of a connection's packets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PacketCheck {
    /// The invariant CRC (ICRC) over the whole packet, as RoCEv2 requires. It finds damage. Whoever
    /// forges a packet can compute it.
    Icrc,
    /// A 32-bit keyed hash over the transport headers instead of the ICRC. Between Farreach's own
    /// adapters only. It finds damaged, forged and replayed headers, and does not cover the payload. What
    /// carries the packets has to guard payloads where somebody could change them.
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

/// A scatter/gather element: a range of locally registered memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sge {
    /// The region's local key.
    pub lkey: Lkey,
    /// The address of the first byte: the region's base plus an offset.
    pub addr: u64,
    /// The length in bytes.
    pub len: u32,
}

/// Remote memory that a work request reads, writes or updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteAddress {
    /// The remote key.
    pub rkey: Rkey,
    /// The address of the first byte at the peer.
    pub addr: u64,
}

/// Inline data: up to [`InlineData::MAX`] bytes inside of the work request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct InlineData {
    len: u8,
    bytes: [u8; InlineData::MAX],
}

impl InlineData {
    /// The most bytes of inline data.
    pub const MAX: usize = 128;

    /// A copy of `bytes`. `None` if there are too many.
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

/// The source of the bytes of a send or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// The work request itself.
    Inline(InlineData),
    /// Registered memory, which must not change until the request completes.
    Sge(Sge),
    /// Equal blocks of registered memory, one behind the other: the scatter/gather entries of one request. At most
    /// [`crate::Attributes::max_sge`] of them, and on connected queue pairs only.
    Gathered(Entries),
}

/// Equal blocks of registered memory at equal distances: the scatter/gather entries of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entries {
    /// The bytes from the first block to the end of the last one.
    pub span: Sge,
    /// The blocks.
    pub spacing: Spacing,
    /// The length of all blocks. The last block may be cut short.
    pub len: u32,
}

impl Entries {
    /// The number of blocks.
    pub fn count(&self) -> u32 {
        self.len.div_ceil(self.spacing.block.max(1))
    }

    /// Each block.
    pub fn each(&self) -> impl Iterator<Item = Sge> {
        let Entries { span, spacing, len } = *self;
        let starts = (0..len).step_by(spacing.block.max(1) as usize);
        starts.zip(0..).map(move |(done, at): (u32, u64)| Sge {
            addr: span.addr + at * spacing.stride,
            len: spacing.block.min(len - done),
            ..span
        })
    }
}

impl Data {
    /// The number of bytes.
    pub fn len(&self) -> usize {
        match self {
            Data::Inline(inline) => inline.as_slice().len(),
            Data::Sge(sge) => sge.len as usize,
            Data::Gathered(entries) => entries.len as usize,
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The destination of a datagram: address handle, queue pair and Q_Key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UdDestination {
    /// The adapter.
    pub address: AdapterAddress,
    /// The destination queue pair.
    pub qp: QpNumber,
    /// The destination's Q_Key.
    pub qkey: u32,
}

/// The source of a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UdSource {
    /// The adapter.
    pub address: AdapterAddress,
    /// The source queue pair.
    pub qp: QpNumber,
}

/// A send request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendRequest {
    /// The identifier, which the completion returns.
    pub id: u64,
    /// The operation.
    pub op: SendOp,
    /// Whether success makes a completion. Failure always does.
    pub signaled: bool,
    /// Whether the request waits until all earlier reads and atomics of this queue pair have
    /// completed.
    pub fence: bool,
    /// Whether the acknowledgement may be late: the peer may send it milliseconds later, together
    /// with another packet.
    pub patient: bool,
    /// On an XRC initiator, the destination SRQ, which also selects the process whose memory is
    /// accessed. `None` on other queue pairs.
    pub srq: Option<SrqNumber>,
}

impl SendRequest {
    /// A signaled request without fence, which is acknowledged promptly.
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

    /// This request with the destination SRQ `srq`, for an XRC initiator.
    pub fn to_srq(self, srq: SrqNumber) -> Self {
        SendRequest {
            srq: Some(srq),
            ..self
        }
    }
}

/// Equal blocks at equal distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spacing {
    /// Bytes of a block, at least 1.
    pub block: u32,
    /// Bytes from the start of a block to the start of the next one, at least `block`.
    pub stride: u64,
}

impl Spacing {
    /// The distance of byte `at` of the blocks from the start of the first block. `None` beyond any
    /// address.
    #[inline]
    pub fn place(&self, at: u64) -> Option<u64> {
        let block = u64::from(self.block);
        let start = (at / block).checked_mul(self.stride)?;
        start.checked_add(at % block)
    }

    /// Where `len` bytes of the blocks from byte `at` on lie, relative to the start of the first
    /// block: the distance of the first of them, and the bytes from there to the end of the last.
    /// `None` beyond any address, or if the spacing is invalid.
    pub fn span(&self, at: u64, len: u64) -> Option<(u64, u64)> {
        if self.block == 0 || self.stride < u64::from(self.block) {
            return None;
        }
        let first = self.place(at)?;
        let Some(last) = len.checked_sub(1) else {
            return Some((first, 0));
        };
        let last = self.place(at.checked_add(last)?)?;
        Some((first, (last - first).checked_add(1)?))
    }
}

/// The operations of a send request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendOp {
    /// Sends a message into a receive of the peer.
    Send {
        /// The message.
        data: Data,
        /// The immediate, which the receiver's completion returns.
        imm: Option<u32>,
        /// The destination on a UD queue pair. `None` on a connected one.
        to: Option<UdDestination>,
    },
    /// RDMA write.
    Write {
        /// The bytes to write.
        data: Data,
        /// The target.
        remote: RemoteAddress,
        /// The immediate. It consumes a receive of the peer, whose completion returns it.
        imm: Option<u32>,
    },
    /// Executes many small writes, and atomics whose old words are not needed, in their order.
    /// Their effects become visible in this order. The first entry that the remote key does not
    /// permit fails the request; earlier entries have been executed. Requires
    /// [`PacketCheck::Keyed`] and a device with [`crate::Attributes::write_list`].
    WriteList {
        /// The list, as [`crate::ListedOp`] defines it. The list must fit into one packet and must
        /// not change until the request completes.
        list: Sge,
        /// The address from which the list's offsets count.
        remote: RemoteAddress,
    },
    /// RDMA write of equal blocks at equal distances, to blocks of the same length at other
    /// distances. The bytes of the blocks fit into one packet. Requires [`PacketCheck::Keyed`] and a
    /// device with [`crate::Attributes::blocks`].
    WriteBlocks {
        /// The source, any number of blocks. They must not change until the request completes.
        from: Entries,
        /// The first block of the target.
        remote: RemoteAddress,
        /// Bytes from the start of a block of the target to the start of the next one.
        stride: u64,
    },
    /// RDMA read.
    Read {
        /// The target, whose length is the length of the read.
        local: Sge,
        /// The source.
        remote: RemoteAddress,
    },
    /// RDMA read of bytes that follow each other, to equal blocks.
    ReadScattered {
        /// The target: at most [`crate::Attributes::max_sge_rd`] blocks.
        into: Entries,
        /// The source.
        remote: RemoteAddress,
    },
    /// RDMA read of equal blocks at equal distances, one behind the other. Requires
    /// [`PacketCheck::Keyed`] and a device with [`crate::Attributes::blocks`].
    ReadBlocks {
        /// The target, whose length is the length of all blocks. The last block may be cut short.
        local: Sge,
        /// The first block.
        remote: RemoteAddress,
        /// The blocks.
        spacing: Spacing,
    },
    /// An atomic on a remote word. `Add` and `CompareSwap` of 64 bits are the standard's FetchAdd
    /// and CmpSwap. The others need [`crate::Attributes::extended_atomics`].
    Atomic {
        /// The target of the old word: `width` bytes in host order.
        local: Sge,
        /// The word, aligned to its width.
        remote: RemoteAddress,
        /// The word's width.
        width: AtomicWidth,
        /// The operation.
        op: AtomicOp,
    },
}

/// A receive request: a buffer for one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveRequest {
    /// The identifier, which the completion returns.
    pub id: u64,
    /// The buffer.
    pub local: Sge,
}

/// The operation of a completion.
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

/// The status of a completion (IBTA volume 1, 11.6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompletionStatus {
    /// Success.
    Success,
    /// A message was longer than its receive, or a request was longer than allowed.
    LocalLength,
    /// The request itself was inconsistent.
    LocalQpOperation,
    /// A local key did not cover the range or forbade the access.
    LocalProtection,
    /// The queue pair went to ERROR before this request completed.
    Flushed,
    /// The responder rejected the request as invalid.
    RemoteInvalidRequest,
    /// The remote key did not cover the range or forbade the access.
    RemoteAccess,
    /// The responder failed.
    RemoteOperation,
    /// The peer did not answer within the retry limit.
    RetryExceeded,
    /// The peer had no receive posted within the RNR retry limit.
    RnrRetryExceeded,
}

/// A completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The request's identifier.
    pub id: u64,
    /// The queue pair. Zero for a receive whose message came through another process of the XRC
    /// domain.
    pub qp: QpNumber,
    /// The status. Unless it is success, only `id` and `qp` are meaningful besides.
    pub status: CompletionStatus,
    /// The operation.
    pub op: CompletionOp,
    /// The number of received bytes (receives, reads, atomics).
    pub bytes: u32,
    /// The message's immediate.
    pub imm: Option<u32>,
    /// The source of a datagram.
    pub source: Option<UdSource>,
}
