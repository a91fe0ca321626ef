//! Messages: where they are received, and what the sender has to know of that.
//!
//! ```text
//!              by length                     receive queues, each with buffers of one size
//!   message ───────────────▶ queue 0   256 B ▭▭▭▭▭▭▭▭▭
//!                            queue 1   512 B ▭▭▭▭▭▭        a buffer that a message came in is posted again
//!                              …                           when few are left (low water)
//!                            queue 5  8192 B ▭▭▭
//! ```
//!
//! A message begins with one word, in little-endian order: the sender's rank in 24 bits, what it is in 8.
//!
//! A few buffers are posted with the first connection, all of them when the program begins to take messages. A connection is
//! never held up by messages that the program does not take: when buffers run low, messages move to the heap, up to a limit.
//!
//! With sizes that are *learned* (see `sizes`), further queues are made while running. Senders that are known are told their
//! numbers and sizes, and go on using the former ones until they have heard; others use the first six. When all have
//! answered, the former learned queues are given up.

mod arrivals;
mod learning;
mod queue;
mod sizes;

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use core::ops::Range;

use farreach_connect::Rank;
use farreach_verbs::{CqId, Device, DeviceError, DomainId, Memory, PdId, SrqId, SrqNumber};

use self::arrivals::Arrival;
use self::learning::Learning;
use self::queue::Queue;
pub use self::sizes::SIZES;
use crate::Buffers;
use crate::planted::Planted;

/// Bytes before a message's own.
pub(crate) const HEADER: usize = 4;
/// The most bytes of a message.
pub const MESSAGE_MAX: usize = SIZES[SIZES.len() - 1] as usize - HEADER;

/// What came: a message, or a *notice*, by which two engines agree on receive queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A message.
    Program,
    /// A notice: the sizes of the sender's learned queues.
    Sizes,
    /// A notice: the sender has taken note of our sizes.
    Noted,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Program, Kind::Sizes, Kind::Noted];

    fn of(code: u8) -> Option<Kind> {
        Self::ALL.get(usize::from(code)).copied()
    }
}

/// The word that a message from `rank` begins with.
pub(crate) fn header(rank: Rank, kind: Kind) -> [u8; HEADER] {
    assert!(rank < 1 << 24, "rank {rank} has more than 24 bits");
    (rank | (kind as u32) << 24).to_le_bytes()
}

/// The bytes that a message from `rank` is, wherever it travels: a header and `bytes`.
pub fn framed(rank: Rank, bytes: &[u8]) -> Vec<u8> {
    [&header(rank, Kind::Program), bytes].concat()
}

/// The reverse of [`framed`]: the sender, and the message's own bytes; `None` if `message` is none of a program.
pub fn unframed(message: &[u8]) -> Option<(Rank, &[u8])> {
    match parse(message)? {
        (rank, Kind::Program, bytes) => Some((rank, bytes)),
        _ => None,
    }
}

/// The reverse of [`header`]: rank, kind and the rest; `None` for bytes that no message begins with.
pub(crate) fn parse(message: &[u8]) -> Option<(Rank, Kind, &[u8])> {
    let (word, rest) = message.split_first_chunk::<HEADER>()?;
    let word = u32::from_le_bytes(*word);
    Some((word & 0x00ff_ffff, Kind::of((word >> 24) as u8)?, rest))
}

/// What receive buffers were good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BufferStats {
    /// Messages that were received over connections.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Bytes of the buffers that they came in.
    pub buffer_bytes: u64,
    /// Bytes of all buffers at this moment.
    pub held_bytes: u64,
    /// Times that buffers were posted again because few were left.
    pub refills: u64,
    /// Messages that were moved to the heap, because the program did not take them.
    pub moved: u64,
    /// Times that sizes were learned.
    pub learned: u64,
}

/// How many buffers are posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Posted {
    None,
    Few,
    All,
}

/// Buffers of each queue that are posted before the program takes messages.
const FEW: u32 = 4;

/// All receive queues of a process.
pub(crate) struct Inbox<M> {
    pd: PdId,
    /// Where receives complete.
    cq: CqId,
    domain: Option<DomainId>,
    buffers: Buffers,
    /// The ranks of this node, which hand messages over without a connection.
    own_node: Range<Rank>,
    /// By their place here, which never changes; the first [`Inbox::base`] are there from the beginning.
    queues: Vec<Queue<M>>,
    base: usize,
    posted: Posted,
    /// Messages that the program has not taken, oldest first.
    arrived: VecDeque<Arrival>,
    /// Bytes of those that were moved to the heap.
    moved_bytes: usize,
    /// The beginnings of messages that come in several records.
    parts: BTreeMap<Rank, Vec<u8>>,
    /// Who waits until there is room on the heap.
    held: Vec<Rank>,
    learning: Learning,
    stats: BufferStats,
    planted: Planted,
}

/// The most receives that complete at one time, in all queues.
const CQ_CAPACITY: u32 = 4096;

impl<M: Memory> Inbox<M> {
    /// Makes the queues, without buffers.
    pub(crate) fn new<D: Device<Memory = M>>(
        device: &mut D,
        pd: PdId,
        domain: Option<DomainId>,
        buffers: Buffers,
        own_node: Range<Rank>,
    ) -> Result<Self, DeviceError> {
        let cq = device.create_cq(CQ_CAPACITY)?;
        let mut inbox = Inbox {
            pd,
            cq,
            domain,
            buffers,
            own_node,
            queues: Vec::new(),
            base: 0,
            posted: Posted::None,
            arrived: VecDeque::new(),
            moved_bytes: 0,
            parts: BTreeMap::new(),
            held: Vec::new(),
            learning: Learning::default(),
            stats: BufferStats::default(),
            planted: Planted::default(),
        };
        let sizes = match buffers {
            Buffers::One => &SIZES[SIZES.len() - 1..],
            _ => &SIZES[..],
        };
        for &size in sizes {
            inbox.add_queue(device, size)?;
        }
        inbox.base = inbox.queues.len();
        Ok(inbox)
    }

    /// Makes another queue; returns its place.
    fn add_queue<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        size: u32,
    ) -> Result<usize, DeviceError> {
        let queue = Queue::new(device, self.pd, self.domain, self.cq, size)?;
        let vacant = self.queues.iter().position(Queue::is_closed);
        match vacant {
            Some(place) => self.queues[place] = queue,
            None => self.queues.push(queue),
        }
        Ok(vacant.unwrap_or(self.queues.len() - 1))
    }

    #[cfg(feature = "planted-bugs")]
    pub(crate) fn plant(&mut self, bug: crate::Bug) {
        self.planted = Planted::new(bug);
    }

    /// Where receives complete.
    #[inline]
    pub(crate) fn cq(&self) -> CqId {
        self.cq
    }

    pub(crate) fn stats(&self) -> BufferStats {
        self.stats
    }

    /// The first queues, in the order of their sizes.
    pub(crate) fn base_queues(&self) -> impl Iterator<Item = SrqId> {
        self.queues[..self.base].iter().map(|queue| queue.srq)
    }

    /// Which of the first queues a message of `len` bytes with its header goes to.
    pub(crate) fn base_class(&self, len: usize) -> usize {
        let fits = |queue: &Queue<M>| len <= queue.size as usize;
        let class = self.queues[..self.base].iter().position(fits);
        class.expect("no message is longer than the longest buffer")
    }

    /// The queue of `peer`, the process `index` of its node, that a message of `len` bytes with its header goes to, where
    /// the sender chooses.
    pub(crate) fn queue_of(&self, peer: Rank, index: u32, len: usize) -> SrqNumber {
        let learned = self.learning.queue_of(peer, len);
        learned.unwrap_or_else(|| SrqNumber::of(index, self.base_class(len) as u32 + 1))
    }

    /// Whether anything can be received.
    pub(crate) fn is_open(&self) -> bool {
        self.posted != Posted::None
    }

    /// Posts a few buffers, so that messages do not hold up what comes behind them before the program takes the first.
    pub(crate) fn prepare<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
    ) -> Result<(), DeviceError> {
        self.post(device, Posted::Few, FEW)
    }

    /// The program takes messages: posts all buffers.
    pub(crate) fn open<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
    ) -> Result<(), DeviceError> {
        self.post(device, Posted::All, u32::MAX)
    }

    fn post<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        posted: Posted,
        most: u32,
    ) -> Result<(), DeviceError> {
        if self.posted < posted {
            for place in 0..self.base {
                self.queues[place].open(device, self.pd, place, most)?;
            }
            self.posted = posted;
            self.count_held();
        }
        Ok(())
    }

    fn count_held(&mut self) {
        self.stats.held_bytes = self.queues.iter().map(Queue::bytes).sum();
    }
}

#[cfg(test)]
mod tests;
