//! Entries of the send queue.

use farreach_verbs::{
    AtomicOp, AtomicWidth, CompletionOp, Lkey, Spacing, SrqNumber, UdDestination,
};

pub(crate) use crate::config::PACKET_OVERHEAD;

/// Bytes of a cache line. A copy that begins at a line boundary is faster.
const LINE: u32 = 64;

/// A send work queue entry: a posted send request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wqe {
    pub(crate) id: u64,
    /// The PSN of the first packet (RC).
    pub(crate) psn: u64,
    /// The number of PSNs: request packets, or response packets of a read.
    pub(crate) packets: u32,
    /// Bytes by which the first of several packets is shorter than a full packet.
    pub(crate) short: u32,
    /// The length in bytes.
    pub(crate) len: u32,
    pub(crate) source: Source,
    pub(crate) remote_addr: u64,
    pub(crate) rkey: u32,
    pub(crate) imm: Option<u32>,
    /// The destination SRQ (XRC).
    pub(crate) srq: Option<SrqNumber>,
    pub(crate) kind: WqeKind,
    pub(crate) signaled: bool,
    pub(crate) fence: bool,
    pub(crate) patient: bool,
    pub(crate) detail: Detail,
}

/// The source of the bytes, or the target of a response.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// A buffer of the inline store.
    Inline(u32),
    /// Registered memory.
    Region { lkey: Lkey, addr: u64 },
}

/// The operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WqeKind {
    Send,
    Write,
    WriteList,
    WriteBlocks,
    Read,
    Atomic,
}

/// Attributes that only some operations have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Detail {
    None,
    Atomic {
        width: AtomicWidth,
        op: AtomicOp,
    },
    /// The number of packets that one request asks for, and the blocks.
    Read {
        part: u32,
        blocks: Blocks,
    },
    /// The entries of a send's or write's source.
    Gathered(Spacing),
    /// The blocks of a write of blocks: at the source, and the distance at the target.
    Blocks {
        here: Spacing,
        stride: u64,
    },
    Datagram(UdDestination),
}

/// The blocks of a read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Blocks {
    /// Bytes in a row, on both sides.
    None,
    /// Blocks of the peer, of a read of blocks.
    There(Spacing),
    /// Scatter/gather entries of the target.
    Here(Spacing),
}

impl WqeKind {
    pub(crate) fn completion_op(self) -> CompletionOp {
        match self {
            WqeKind::Send => CompletionOp::Send,
            WqeKind::Write | WqeKind::WriteList | WqeKind::WriteBlocks => CompletionOp::Write,
            WqeKind::Read => CompletionOp::Read,
            WqeKind::Atomic => CompletionOp::Atomic,
        }
    }

    /// Whether the operation has a response of its own and counts against `max_rd_atomic`.
    pub(crate) fn has_response(self) -> bool {
        matches!(self, WqeKind::Read | WqeKind::Atomic)
    }
}

impl Wqe {
    /// The PSN after the last packet.
    #[inline]
    pub(crate) fn end(&self) -> u64 {
        self.psn + u64::from(self.packets)
    }

    /// The number of packets of a read that one request asks for.
    #[inline]
    pub(crate) fn part(&self) -> u64 {
        match self.detail {
            Detail::Read { part, .. } => u64::from(part),
            _ => 1,
        }
    }

    /// Sets the number of packets of a read that one request asks for.
    pub(crate) fn set_part(&mut self, packets: u32) {
        if let Detail::Read { part, .. } = &mut self.detail {
            *part = packets;
        }
    }

    /// The number of packets of a read that are requested at once from `psn` on. It is small enough
    /// that several parts fit into the window.
    ///
    /// Parts always end at the same PSNs. A repeated request therefore never reaches beyond what
    /// the responder knows.
    #[inline]
    pub(crate) fn part_from(&self, psn: u64) -> u32 {
        let part = self.part();
        let within = (psn - self.psn) % part;
        (self.end() - psn).min(part - within) as u32
    }

    /// Makes the first of several packets the short one, rounded up to whole cache lines. A
    /// receiver then knows the targets of all other packets before they arrive. Does nothing if the
    /// last packet would need a pad, which full packets don't have.
    pub(crate) fn shorten_first(&mut self, mtu: u32) {
        let spare = u64::from(self.packets) * u64::from(mtu) - u64::from(self.len);
        if self.packets > 1 && spare.is_multiple_of(4) {
            self.short = spare as u32 / LINE * LINE;
        }
    }

    /// The offset of the first byte of packet `psn`. For the packet after the last, the length.
    #[inline]
    pub(crate) fn offset(&self, psn: u64, mtu: u32) -> u32 {
        if psn == self.psn {
            return 0;
        }
        let offset = (psn - self.psn) * u64::from(mtu) - u64::from(self.short);
        offset.min(u64::from(self.len)) as u32
    }

    /// The number of bytes in the packet that begins at `offset`.
    #[inline]
    pub(crate) fn carried(&self, offset: u32, mtu: u32) -> u32 {
        let most = if offset == 0 { mtu - self.short } else { mtu };
        (self.len - offset).min(most)
    }

    /// What the packets `from` to `to`, without `to`, charge to the windows: payload and overhead.
    #[inline]
    pub(crate) fn charge(&self, from: u64, to: u64, mtu: u32) -> u64 {
        let offset = self.offset(from, mtu);
        let bytes = if to == from + 1 {
            self.carried(offset, mtu)
        } else {
            self.offset(to, mtu) - offset
        };
        u64::from(bytes) + (to - from) * PACKET_OVERHEAD
    }
}

/// The number of packets for `len` bytes, at least 1.
pub(crate) fn packets(len: u32, mtu: u32) -> u32 {
    len.div_ceil(mtu).max(1)
}
