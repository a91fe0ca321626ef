//! Operations that have not ended, and the reports of their ends.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::{Access, Device, DeviceError, Lkey, Memory, PdId, QpNumber, Region, Sge};
use slab::Slab;

use crate::copies::Copies;
use crate::inbox;
use crate::op::{Done, Op, Tracking};
use crate::window::Window;
use crate::{Buffers, EngineError};

/// The most words that are fetched at one time. Further operations wait in their peers' queues.
const SLOTS: u32 = 1024;
/// Bytes of a slot.
const WORD: usize = 8;
/// The number of counts of operations under way. Peers whose ranks differ by a multiple of this
/// number share a count.
const COUNTS: usize = 256;

/// Operations by index, and the reports of those that ended. A list of small puts is one operation.
pub(crate) struct Operations<M> {
    entries: Slab<Entry>,
    window: Window,
    /// How many operations of the window have begun and ended toward the peers of each count.
    counts: Vec<Count>,
    /// The slots in which fetched words arrive.
    slots: M,
    slots_region: Region,
    free_slots: Vec<u32>,
    /// Where short buffers are copied to. `None` if the device registers them at little cost.
    copies: Option<Copies<M>>,
    done: VecDeque<Done>,
    failure: Option<EngineError>,
    owned_bytes: usize,
    /// The sizes of a peer's receive buffers, in ascending order.
    sizes: &'static [u32],
}

/// The operations toward some peers. The numbers wrap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of operations that have begun.
    pub begun: u32,
    /// The number of operations that have ended.
    pub ended: u32,
}

impl Count {
    /// The number of operations that are under way.
    #[inline]
    pub fn under_way(self) -> u32 {
        self.begun.wrapping_sub(self.ended)
    }

    /// Whether as many operations have ended as had begun when `begun` was the number of those.
    #[inline]
    pub fn has_ended(self, begun: u32) -> bool {
        self.ended.wrapping_sub(begun).cast_signed() >= 0
    }
}

/// What the end of an operation needs.
struct Entry {
    peer: Rank,
    tracking: Tracking,
    /// The operation's number in the window. `None` if nothing waits for its end.
    number: Option<u64>,
    slot: Option<u32>,
    /// Bytes of the word that arrives in the slot.
    word: u32,
    /// The list of small puts, if the operation is one.
    list: Option<u32>,
    /// How the device reaches the buffer that the engine owns for the operation.
    owned: Owned,
    owned_bytes: usize,
    /// The queue pair that the operation is posted on, if it is posted.
    posted: Option<QpNumber>,
    /// Bytes of the receive buffer that the operation takes at the peer. Only messages take one.
    buffer: u32,
}

/// How the device reaches the buffer that the engine owns for an operation.
#[derive(Clone, Copy)]
enum Owned {
    /// Not yet, or there is no buffer.
    Not,
    /// The buffer is registered.
    Registered(Region),
    /// Its bytes are in a slot, with their number.
    Copied(u32, u32),
}

impl<M: Memory> Operations<M> {
    pub(crate) fn new<D: Device<Memory = M>>(
        device: &mut D,
        pd: PdId,
        buffers: Buffers,
    ) -> Result<Self, DeviceError> {
        let slots = M::allocate(SLOTS as usize * WORD);
        let region = device.register(pd, slots.clone(), 0, Access::LOCAL_WRITE)?;
        Ok(Operations {
            entries: Slab::new(),
            window: Window::default(),
            counts: vec![Count::default(); COUNTS],
            slots,
            slots_region: region,
            free_slots: (0..SLOTS).rev().collect(),
            copies: (!device.attributes().registers_sparsely).then(Copies::new),
            done: VecDeque::new(),
            failure: None,
            owned_bytes: 0,
            sizes: inbox::sizes_of(buffers),
        })
    }

    /// Registers an operation. Returns its index.
    #[inline]
    pub(crate) fn begin(&mut self, peer: Rank, tracking: Tracking, op: &Op<M>) -> u32 {
        let index = self.insert(peer, tracking, (op.word_bytes(), op.owned_bytes()), None);
        if let Op::Message { data } = op {
            let fits = self.sizes.iter().find(|&&size| data.len() <= size as usize);
            let size = *fits.expect("no message is longer than the longest buffer");
            self.entries[index as usize].buffer = size;
        }
        index
    }

    /// Bytes of the receive buffer that an operation takes at the peer.
    #[inline]
    pub(crate) fn buffer(&self, index: u32) -> u32 {
        self.entries[index as usize].buffer
    }

    /// The peer of a posted operation that takes a receive buffer, and the buffer's bytes.
    #[inline]
    pub(crate) fn taken_buffer(&self, index: u32) -> Option<(Rank, u32)> {
        let entry = &self.entries[index as usize];
        (entry.buffer > 0 && entry.posted.is_some()).then_some((entry.peer, entry.buffer))
    }

    /// Registers a list of small puts as an operation. Returns the operation's index.
    pub(crate) fn begin_list(&mut self, peer: Rank, tracking: Tracking, list: u32) -> u32 {
        self.insert(peer, tracking, (0, 0), Some(list))
    }

    #[inline]
    fn insert(
        &mut self,
        peer: Rank,
        tracking: Tracking,
        (word, owned_bytes): (u32, usize),
        list: Option<u32>,
    ) -> u32 {
        let number = (tracking != Tracking::Unawaited).then(|| {
            let count = &mut self.counts[peer as usize % COUNTS];
            count.begun = count.begun.wrapping_add(1);
            self.window.begin()
        });
        self.owned_bytes += owned_bytes;
        let entry = Entry {
            peer,
            tracking,
            number,
            slot: None,
            word,
            list,
            owned: Owned::Not,
            owned_bytes,
            posted: None,
            buffer: 0,
        };
        self.entries.insert(entry) as u32
    }

    /// The peer of an operation.
    #[inline]
    pub(crate) fn peer(&self, index: u32) -> Rank {
        self.entries[index as usize].peer
    }

    /// The index of the list of small puts that the operation is.
    pub(crate) fn list(&self, index: u32) -> u32 {
        let list = self.entries[index as usize].list;
        list.expect("the operation is a list")
    }

    /// Whether the peer may delay the acknowledgement of an operation.
    #[inline]
    pub(crate) fn is_patient(&self, index: u32) -> bool {
        matches!(
            self.entries[index as usize].tracking,
            Tracking::Unawaited | Tracking::Followed(_)
        )
    }

    /// The slot in which the word of an operation arrives. `None` while all slots are taken.
    #[inline]
    pub(crate) fn slot(&mut self, index: u32) -> Option<Sge> {
        let entry = &mut self.entries[index as usize];
        if entry.slot.is_none() {
            entry.slot = self.free_slots.pop();
        }
        let len = entry.word;
        assert!(len as usize <= WORD, "a slot holds {WORD} bytes, not {len}");
        let slots = &self.slots_region;
        entry
            .slot
            .map(|slot| slots.sge(u64::from(slot) * WORD as u64, len))
    }

    /// The first `len` bytes of the memory that an operation owns. The memory is registered, or copied, when
    /// the operation is first posted.
    pub(crate) fn owned<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        pd: PdId,
        (index, memory): (u32, &M),
        len: usize,
        access: Access,
    ) -> Result<Sge, DeviceError> {
        let entry = &mut self.entries[index as usize];
        if let (Owned::Not, Some(copies)) = (entry.owned, &mut self.copies)
            && let Some(slot) = copies.take(device, pd, (memory, len), access)?
        {
            entry.owned = Owned::Copied(slot, len as u32);
        }
        let region = match (entry.owned, &self.copies) {
            (Owned::Copied(slot, len), Some(copies)) => return Ok(copies.sge(slot, len)),
            (Owned::Registered(region), _) => region,
            _ => device.register(pd, memory.clone(), 0, access)?,
        };
        entry.owned = Owned::Registered(region);
        Ok(region.sge(0, len as u32))
    }

    /// All of the memory that an operation owns. The memory is registered when the operation is first posted.
    pub(crate) fn registered<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        pd: PdId,
        (index, memory): (u32, &M),
    ) -> Result<Sge, DeviceError> {
        let entry = &mut self.entries[index as usize];
        let region = match entry.owned {
            Owned::Registered(region) => region,
            _ => device.register(pd, memory.clone(), 0, Access::LOCAL_WRITE)?,
        };
        entry.owned = Owned::Registered(region);
        Ok(region.sge(0, memory.len() as u32))
    }

    /// Notes that an operation is posted on `qp`.
    #[inline]
    pub(crate) fn posted(&mut self, index: u32, qp: QpNumber) {
        self.entries[index as usize].posted = Some(qp);
    }

    /// Reports the end of an operation and frees its resources. Returns the registration to end,
    /// and the list to free.
    #[inline]
    pub(crate) fn end(
        &mut self,
        index: u32,
        result: Result<(), EngineError>,
    ) -> (Option<Lkey>, Option<u32>) {
        let entry = self.entries.remove(index as usize);
        self.owned_bytes -= entry.owned_bytes;
        if let Some(number) = entry.number {
            let count = &mut self.counts[entry.peer as usize % COUNTS];
            count.ended = count.ended.wrapping_add(1);
            self.window.end(number);
        }
        let mut word = [0; WORD];
        if let Some(slot) = entry.slot {
            let (start, word) = (slot as usize * WORD, &mut word[..entry.word as usize]);
            let read = self.slots.read(start, word);
            read.expect("a slot lies inside its memory");
            self.free_slots.push(slot);
        }
        let word = u64::from_le_bytes(word);
        let registered = match (entry.owned, &mut self.copies) {
            (Owned::Registered(region), _) => Some(region.lkey),
            (Owned::Copied(slot, len), Some(copies)) => {
                copies.end(slot, len as usize, result.is_ok());
                None
            }
            _ => None,
        };
        if let Some(token) = entry.tracking.token() {
            let result = result.map(|()| word);
            self.done.push_back(Done { token, result });
        } else {
            self.note(result);
        }
        (registered, entry.list)
    }

    /// Reports a fetched word that did not arrive in the operation's slot. The later end of the
    /// operation reports nothing more.
    pub(crate) fn fetched(&mut self, index: u32, word: u64) {
        let entry = &mut self.entries[index as usize];
        if let Some(token) = entry.tracking.token() {
            entry.tracking = Tracking::Implicit;
            let result = Ok(word);
            self.done.push_back(Done { token, result });
        }
    }

    /// Keeps the first error that no operation reports, as the error of an implicit operation.
    #[inline]
    pub(crate) fn note(&mut self, result: Result<(), EngineError>) {
        if let Err(error) = result {
            self.failure.get_or_insert(error);
        }
    }

    pub(crate) fn poll_done(&mut self) -> Option<Done> {
        self.done.pop_front()
    }

    pub(crate) fn take_failure(&mut self) -> Option<EngineError> {
        self.failure.take()
    }

    pub(crate) fn failure(&self) -> Option<&EngineError> {
        self.failure.as_ref()
    }

    /// The number of operations that have not ended.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Bytes of the buffers that the engine owns for operations.
    pub(crate) fn owned_bytes(&self) -> usize {
        self.owned_bytes
    }

    /// The window, which knows how many operations began and which have ended.
    pub(crate) fn window(&self) -> &Window {
        &self.window
    }

    /// The operations toward `peer`, and toward those peers that share its count.
    #[inline]
    pub(crate) fn count(&self, peer: Rank) -> Count {
        self.counts[peer as usize % COUNTS]
    }

    /// Whether all operations toward `peers` that began before `mark` have ended. As long as none is
    /// under way toward them, only their counts are looked at.
    pub(crate) fn is_done_before(&self, mark: u64, peers: &[Rank]) -> bool {
        if self.window.is_done_before(mark) {
            return true;
        }
        let mut busy = peers
            .iter()
            .filter(|&&peer| self.count(peer).under_way() > 0);
        if busy.next().is_none() {
            return true;
        }
        let is_meant = |entry: &Entry| {
            entry.number.is_some_and(|number| number < mark) && peers.contains(&entry.peer)
        };
        let mut entries = self.entries.iter();
        !entries.any(|(_, entry)| is_meant(entry))
    }

    /// The peers of all operations, each as often as it has operations.
    pub(crate) fn peers(&self) -> impl Iterator<Item = Rank> {
        self.entries.iter().map(|(_, entry)| entry.peer)
    }

    /// The peers of the operations that are not posted.
    pub(crate) fn peers_waiting(&self) -> impl Iterator<Item = Rank> {
        let waiting = self.entries.iter();
        let waiting = waiting.filter(|(_, entry)| entry.posted.is_none());
        waiting.map(|(_, entry)| entry.peer)
    }

    /// Whether an operation toward `peer` is posted.
    pub(crate) fn is_posted_to(&self, peer: Rank) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|(_, entry)| entry.peer == peer && entry.posted.is_some())
    }

    /// The queue pairs that operations are posted on.
    pub(crate) fn queue_pairs(&self) -> impl Iterator<Item = QpNumber> {
        self.entries.iter().filter_map(|(_, entry)| entry.posted)
    }

    /// Index and peer of each operation that is posted on a queue pair for which `is_one` holds.
    pub(crate) fn posted_on(&self, is_one: impl Fn(QpNumber) -> bool) -> Vec<(u32, Rank)> {
        let entries = self.entries.iter();
        let posted = entries.filter(|(_, entry)| entry.posted.is_some_and(&is_one));
        let posted = posted.map(|(index, entry)| (index as u32, entry.peer));
        posted.collect()
    }
}

#[cfg(test)]
mod tests;
