//! Receive queues of messages, and what senders have to know of the queues.
//!
//! ```text
//!              by length                     receive queues, each with buffers of one size
//!   message ───────────────▶ queue 0   256 B ▭▭▭▭▭▭▭▭▭
//!                            queue 1   512 B ▭▭▭▭▭▭        a buffer that a message came in is posted again
//!                              …                           when few are left (low water)
//!                            queue 5 16480 B ▭▭▭
//! ```
//!
//! A message begins with a header of one little-endian word: the sender's rank in 24 bits, the kind
//! in 8 bits.
//!
//! A message has a port, which says who takes it, and a number for the taker. It goes to a receive
//! queue whose buffers have the message's size. There are six fixed sizes, or learned ones.
//!
//! The first connection posts a few buffers. All buffers are posted when the program takes its
//! first message: where a device pins what is registered, a quarter of them at first, and more as messages need them. A program that takes no messages does not block its connections: when buffers run
//! low, messages move to the heap, up to a limit.
//!
//! With *learned* sizes (see `sizes`) the process creates further queues while it runs. Each known
//! sender gets their numbers and sizes in a notice, and uses the former queues until the notice
//! arrives. Other senders use the first six queues. When all known senders have answered, the
//! former learned queues are destroyed.

mod arrivals;
mod learning;
mod queue;
mod sizes;

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::{CqId, Device, DeviceError, DomainId, Memory, PdId, SrqId, SrqNumber};

use self::arrivals::Arrival;
pub use self::arrivals::Delivered;
use self::learning::Learning;
use self::queue::Queue;
pub(crate) use self::queue::bytes_of as queue_bytes;
pub use self::sizes::SIZES;
use crate::Buffers;
use crate::planted::Planted;

/// The length of a message's header.
pub(crate) const HEADER: usize = 4;
/// The most bytes of a message, without its header.
pub const MESSAGE_MAX: usize = SIZES[SIZES.len() - 1] as usize - HEADER;

/// The number of ports. Each port takes its own messages, in the order of their arrival.
pub const PORTS: usize = 4;

/// The kind of a message to its receiver: the port that takes it, and a number that only the
/// port's user knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageKind(u8);

impl MessageKind {
    const NUMBER_BITS: u32 = 4;
    /// The number of a batch.
    const BATCH: u8 = (1 << Self::NUMBER_BITS) - 1;
    /// Notices have the codes below this.
    const FIRST: u8 = 1 << Self::NUMBER_BITS;

    /// The kind with this number, at most 14, of a port below [`PORTS`].
    ///
    /// # Panics
    /// If `port` or `number` is too large.
    pub const fn new(port: usize, number: u8) -> MessageKind {
        assert!(port < PORTS && number < Self::BATCH);
        MessageKind(((port as u8 + 1) << Self::NUMBER_BITS) | number)
    }

    /// The kind with this code, if there is one.
    pub fn of(code: u8) -> Option<MessageKind> {
        let is_of_port = code >= Self::FIRST && usize::from(code >> Self::NUMBER_BITS) <= PORTS;
        is_of_port.then_some(MessageKind(code))
    }

    /// The kind of a batch of the same port's messages.
    pub(crate) fn batch(self) -> MessageKind {
        MessageKind(self.0 | Self::BATCH)
    }

    /// Whether the message is a batch.
    pub(crate) fn is_batch(self) -> bool {
        self.number() == Self::BATCH
    }

    /// This port's kind with a number that came in a batch.
    pub(crate) fn numbered(self, number: u8) -> MessageKind {
        MessageKind(self.0 & !Self::BATCH | number & Self::BATCH)
    }

    /// The kind as a byte.
    #[inline]
    pub fn code(self) -> u8 {
        self.0
    }

    /// The port that takes the message.
    #[inline]
    pub fn port(self) -> usize {
        usize::from(self.0 >> Self::NUMBER_BITS) - 1
    }

    /// The number that the port's user gave.
    #[inline]
    pub fn number(self) -> u8 {
        self.0 & ((1 << Self::NUMBER_BITS) - 1)
    }
}

/// What a message is. A *notice* is a message between two engines about receive queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReceivedKind {
    /// A message for a port.
    Port(MessageKind),
    /// A notice with the sizes of the sender's learned queues.
    Sizes,
    /// A notice that the sender uses our sizes.
    Noted,
}

impl ReceivedKind {
    fn of(code: u8) -> Option<ReceivedKind> {
        match code {
            0 => Some(ReceivedKind::Sizes),
            1 => Some(ReceivedKind::Noted),
            code => MessageKind::of(code).map(ReceivedKind::Port),
        }
    }

    fn code(self) -> u8 {
        match self {
            ReceivedKind::Sizes => 0,
            ReceivedKind::Noted => 1,
            ReceivedKind::Port(kind) => kind.code(),
        }
    }
}

/// The header of a message from `rank`.
pub(crate) fn header(rank: Rank, kind: ReceivedKind) -> [u8; HEADER] {
    assert!(rank < 1 << 24, "rank {rank} has more than 24 bits");
    (rank | u32::from(kind.code()) << 24).to_le_bytes()
}

/// Parses a header: returns rank, kind and the rest. `None` if the bytes don't begin with a header.
pub(crate) fn parse(message: &[u8]) -> Option<(Rank, ReceivedKind, &[u8])> {
    let (word, rest) = message.split_first_chunk::<HEADER>()?;
    let word = u32::from_le_bytes(*word);
    Some((
        word & 0x00ff_ffff,
        ReceivedKind::of((word >> 24) as u8)?,
        rest,
    ))
}

/// The sizes of the first receive queues of a process, in ascending order.
pub(crate) fn sizes_of(buffers: Buffers) -> &'static [u32] {
    match buffers {
        Buffers::One => &SIZES[SIZES.len() - 1..],
        Buffers::Auto | Buffers::Six | Buffers::Learned => &SIZES,
    }
}

/// Statistics of receive buffers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BufferStats {
    /// Messages received over connections.
    pub messages: u64,
    /// Bytes of the received messages.
    pub bytes: u64,
    /// Bytes of the buffers that held the received messages.
    pub buffer_bytes: u64,
    /// Bytes of all buffers now.
    pub held_bytes: u64,
    /// How often buffers were posted again because few were left.
    pub refills: u64,
    /// Messages that were moved to the heap because the program did not take them.
    pub moved: u64,
    /// How often sizes were learned.
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
    /// The completion queue of the receives.
    cq: CqId,
    domain: Option<DomainId>,
    buffers: Buffers,
    /// The queues. A queue's index never changes. The first [`Inbox::base`] queues always exist.
    queues: Vec<Queue<M>>,
    base: usize,
    posted: Posted,
    /// By port, the messages that were not taken, the oldest first.
    arrived: [VecDeque<Arrival>; PORTS],
    /// Bytes of the messages on the heap.
    moved_bytes: usize,
    /// The first parts of messages that arrive in several records, by sender.
    parts: BTreeMap<Rank, Vec<u8>>,
    /// Senders that wait for room on the heap.
    held: Vec<Rank>,
    learning: Learning,
    /// The numbers of the first queues of other processes. `None`: they follow from the order of creation, or are not needed.
    told: Option<BTreeMap<Rank, Vec<SrqNumber>>>,
    stats: BufferStats,
    planted: Planted,
}

/// The capacity of the completion queue where sizes are learned: room for the first queues, those of the present sizes and those of the
/// former ones.
const LEARNED_CQ_CAPACITY: u32 = 4096;

/// The capacity of the completion queue, for all receive queues together: each posted buffer completes once.
fn cq_capacity(buffers: Buffers) -> u32 {
    match buffers {
        Buffers::One | Buffers::Six => sizes_of(buffers).iter().copied().map(queue::count).sum(),
        Buffers::Auto | Buffers::Learned => LEARNED_CQ_CAPACITY,
    }
}

impl<M: Memory> Inbox<M> {
    /// Creates the queues, without buffers.
    pub(crate) fn new<D: Device<Memory = M>>(
        device: &mut D,
        pd: PdId,
        domain: Option<DomainId>,
        buffers: Buffers,
    ) -> Result<Self, DeviceError> {
        let cq = device.create_cq(cq_capacity(buffers))?;
        let tells = domain.is_some() && !device.attributes().shares_segments;
        let mut inbox = Inbox {
            pd,
            cq,
            domain,
            buffers,
            queues: Vec::new(),
            base: 0,
            posted: Posted::None,
            arrived: Default::default(),
            moved_bytes: 0,
            parts: BTreeMap::new(),
            held: Vec::new(),
            learning: Learning::default(),
            told: tells.then(BTreeMap::new),
            stats: BufferStats::default(),
            planted: Planted::default(),
        };
        for &size in sizes_of(buffers) {
            inbox.add_queue(device, size)?;
        }
        inbox.base = inbox.queues.len();
        Ok(inbox)
    }

    /// Adds a queue. Returns its index.
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

    #[cfg(debug_assertions)]
    pub(crate) fn plant(&mut self, bug: crate::Bug) {
        self.planted = Planted::new(bug);
    }

    /// The completion queue of the receives.
    #[inline]
    pub(crate) fn cq(&self) -> CqId {
        self.cq
    }

    pub(crate) fn stats(&self) -> BufferStats {
        self.stats
    }

    /// The first queues, in ascending order of size.
    pub(crate) fn base_queues(&self) -> impl Iterator<Item = SrqId> {
        self.queues[..self.base].iter().map(|queue| queue.srq)
    }

    /// The index of the first queue whose buffers hold `len` bytes, header included.
    pub(crate) fn base_class(&self, len: usize) -> usize {
        let fits = |queue: &Queue<M>| len <= queue.size as usize;
        let class = self.queues[..self.base].iter().position(fits);
        class.expect("no message is longer than the longest buffer")
    }

    /// The receive queue for a message of `len` bytes, header included, to `peer`, which is process
    /// `index` of its node. Used where the sender chooses the queue.
    pub(crate) fn queue_of(&self, peer: Rank, index: u32, len: usize) -> SrqNumber {
        let learned = self.learning.queue_of(peer, len);
        learned.unwrap_or_else(|| self.base_queue_of(peer, index, self.base_class(len)))
    }

    /// The first receive queue of `peer`, which is process `index` of its node. It identifies the process in requests that consume no
    /// receive. Used where the sender chooses the queue.
    pub(crate) fn first_queue_of(&self, peer: Rank, index: u32) -> SrqNumber {
        self.base_queue_of(peer, index, 0)
    }

    fn base_queue_of(&self, peer: Rank, index: u32, class: usize) -> SrqNumber {
        let told = self.told.as_ref().and_then(|told| told.get(&peer));
        let told = told.and_then(|numbers| numbers.get(class).or(numbers.last()).copied());
        told.unwrap_or_else(|| SrqNumber::of(index, class as u32 + 1))
    }

    /// The numbers of the first queues, if peers have to be told them.
    pub(crate) fn told_queues(&self) -> impl Iterator<Item = SrqNumber> {
        let first = if self.told.is_some() { self.base } else { 0 };
        self.queues[..first].iter().filter_map(|queue| queue.number)
    }

    /// Notes the numbers of the first queues of `peer`.
    pub(crate) fn learn_queues(&mut self, peer: Rank, numbers: Vec<SrqNumber>) {
        if let Some(told) = &mut self.told {
            told.insert(peer, numbers);
        }
    }

    /// Whether the numbers of the first queues of `peer` are known, or follow from the order of creation, or are not needed.
    pub(crate) fn knows_queues(&self, peer: Rank) -> bool {
        (self.told.as_ref()).is_none_or(|told| told.contains_key(&peer))
    }

    /// Whether receives are posted.
    pub(crate) fn is_open(&self) -> bool {
        self.posted != Posted::None
    }

    /// Posts a few buffers. Without them a message that arrives before the program takes messages
    /// would block the connection.
    pub(crate) fn prepare<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
    ) -> Result<(), DeviceError> {
        self.post(device, Posted::Few, FEW)
    }

    /// Posts all buffers, since the program takes messages now.
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

    /// Adds buffers to the queues that had too few for the messages since the last call. Buffers that the device refuses are done without.
    pub(crate) fn grow<D: Device<Memory = M>>(&mut self, device: &mut D) {
        let mut has_grown = false;
        for place in 0..self.queues.len() {
            let grown = self.queues[place].grow(device, self.pd, place);
            has_grown |= grown.unwrap_or_default();
        }
        if has_grown {
            self.count_held();
        }
    }

    /// Whether buffers may have to be added, since not all are there.
    pub(crate) fn can_grow(&self) -> bool {
        self.queues.iter().any(Queue::can_grow)
    }

    fn count_held(&mut self) {
        self.stats.held_bytes = self.queues.iter().map(Queue::bytes).sum();
    }
}

#[cfg(test)]
mod tests;
