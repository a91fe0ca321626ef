//! A posted send request as the queue keeps it.

use farreach_verbs::{AtomicOp, AtomicWidth, CompletionOp, Lkey, SrqNumber, UdDestination};

pub(crate) use crate::config::PACKET_OVERHEAD;

/// Bytes of a line of a cache: what begins at one is copied faster.
const LINE: u32 = 64;

/// A send work queue entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wqe {
    pub(crate) id: u64,
    /// The PSN of its first packet (RC).
    pub(crate) psn: u64,
    /// How many PSNs it takes: request packets, or response packets of a read.
    pub(crate) packets: u32,
    /// How much less than a full packet's bytes the first of several carries.
    pub(crate) short: u32,
    /// Bytes.
    pub(crate) len: u32,
    pub(crate) source: Source,
    pub(crate) remote_addr: u64,
    pub(crate) rkey: u32,
    pub(crate) imm: Option<u32>,
    /// The shared receive queue that it is for (XRC).
    pub(crate) srq: Option<SrqNumber>,
    pub(crate) kind: Kind,
    pub(crate) signaled: bool,
    pub(crate) fence: bool,
    pub(crate) patient: bool,
    pub(crate) detail: Detail,
}

/// Where the bytes come from, or go to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// A buffer of the inline store.
    Inline(u32),
    /// Registered memory.
    Region { lkey: Lkey, addr: u64 },
}

/// The operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Send,
    Write,
    WriteList,
    Read,
    Atomic,
}

/// What only some operations have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Detail {
    None,
    Atomic { width: AtomicWidth, op: AtomicOp },
    Datagram(UdDestination),
}

impl Kind {
    pub(crate) fn completion_op(self) -> CompletionOp {
        match self {
            Kind::Send => CompletionOp::Send,
            Kind::Write | Kind::WriteList => CompletionOp::Write,
            Kind::Read => CompletionOp::Read,
            Kind::Atomic => CompletionOp::Atomic,
        }
    }

    /// Whether it is answered by a response of its own and counts against `max_rd_atomic`.
    pub(crate) fn has_response(self) -> bool {
        matches!(self, Kind::Read | Kind::Atomic)
    }
}

impl Wqe {
    /// The PSN after its last.
    #[inline]
    pub(crate) fn end(&self) -> u64 {
        self.psn + u64::from(self.packets)
    }

    /// Lets the first of several packets be the one that is not full, rounded up to whole lines of a cache: a receiver knows the
    /// places of all others before they come. Not where the last would need a pad, which such packets don't have.
    pub(crate) fn shorten_first(&mut self, mtu: u32) {
        let spare = u64::from(self.packets) * u64::from(mtu) - u64::from(self.len);
        if self.packets > 1 && spare.is_multiple_of(4) {
            self.short = spare as u32 / LINE * LINE;
        }
    }

    /// The offset of the first byte that packet `psn` carries; of the one after the last, the length.
    #[inline]
    pub(crate) fn offset(&self, psn: u64, mtu: u32) -> u32 {
        if psn == self.psn {
            return 0;
        }
        let offset = (psn - self.psn) * u64::from(mtu) - u64::from(self.short);
        offset.min(u64::from(self.len)) as u32
    }

    /// How many bytes the packet carries that begins at this offset.
    #[inline]
    pub(crate) fn carried(&self, offset: u32, mtu: u32) -> u32 {
        let most = if offset == 0 { mtu - self.short } else { mtu };
        (self.len - offset).min(most)
    }

    /// What the packets from `from` up to `to` charge to the windows: payload and overhead.
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

/// How many packets carry `len` bytes: at least one.
pub(crate) fn packets(len: u32, mtu: u32) -> u32 {
    len.div_ceil(mtu).max(1)
}
