//! Lists of small puts toward one peer, which travel as one request. The buffers of lists are
//! reused. Most buffers are small. A put that would take much of a small buffer gets one of a
//! packet's size, so that what follows the put, such as its signal, travels in the same list.

use alloc::vec::Vec;
use core::mem;

use farreach_connect::Rank;
use farreach_verbs::{
    Access, Device, DeviceError, ListedEntry, ListedWrite, Memory, PdId, Region, Sge,
};

use crate::op::Tracking;

/// The most small lists that are open or under way. As many more may wait for peers that are not
/// connected yet.
pub const LISTS_MAX: usize = 64;

/// The most large lists that are open or under way. Each occupies a packet's memory.
const LARGE_MAX: usize = 32;

/// Bytes of a small list.
const SMALL: usize = 8 << 10;

/// The smallest entry that can share a list: one word.
const COMPANY: usize = ListedWrite::listed_len(8);

/// Bytes of a list toward an unconnected peer, whose packet size is not known. Every path carries
/// such a list. These lists have buffers of their own, because a process that reaches all peers at
/// once needs many.
const UNCONNECTED: usize = 256;

/// The number of buffer classes: small, large and unconnected.
const CLASSES: usize = 3;

/// All lists of an engine.
pub(crate) struct Lists<M> {
    all: Vec<List<M>>,
    /// The free lists of each class.
    free: [Vec<u32>; CLASSES],
    /// The number of lists of each class.
    made: [usize; CLASSES],
    /// The most bytes of a list. 0 if the device has no lists.
    bytes: usize,
    /// The list that the last put was added to.
    latest: usize,
    /// Peers that may have an open list. An entry stays when its list is closed.
    open: Vec<Rank>,
}

/// A list, or the free buffer of one.
pub(crate) struct List<M> {
    memory: M,
    region: Region,
    /// The class of the buffer.
    class: usize,
    peer: Rank,
    /// How the end of the list's puts is reported.
    tracking: Tracking,
    /// Whether puts may be added.
    is_open: bool,
    len: usize,
    max: usize,
    /// Offset and length of the put with the highest end.
    furthest: (u64, usize),
}

impl<M: Memory> Lists<M> {
    /// Creates lists of at most `bytes` bytes.
    pub(crate) fn new(bytes: u32) -> Self {
        Lists {
            all: Vec::new(),
            free: [const { Vec::new() }; CLASSES],
            made: [0; CLASSES],
            bytes: bytes as usize,
            latest: 0,
            open: Vec::new(),
        }
    }

    /// Whether a list may be open.
    #[inline]
    pub(crate) fn is_any_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Takes a peer that may have an open list.
    pub(crate) fn pop_open(&mut self) -> Option<Rank> {
        self.open.pop()
    }

    /// The most bytes of a list toward a peer whose packets carry `mtu` bytes. `None` means that
    /// the size is not known.
    pub(crate) fn max(&self, mtu: Option<u32>) -> usize {
        self.bytes
            .min(mtu.map_or(UNCONNECTED, |mtu| mtu as usize / 8 * 8))
    }

    /// The number of lists that are open or under way.
    pub(crate) fn in_use(&self) -> usize {
        self.all.len() - self.free.iter().map(Vec::len).sum::<usize>()
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> &List<M> {
        &self.all[index as usize]
    }

    /// Adds a put to the list of the last put, if that list is toward `peer` and has room.
    #[inline]
    pub(crate) fn add_to_latest(
        &mut self,
        peer: Rank,
        tracking: Tracking,
        offset: u64,
        bytes: &[u8],
    ) -> Option<Added> {
        let list = self.all.get_mut(self.latest)?;
        if list.peer == peer && list.is_open {
            list.add_put(tracking, offset, bytes)
        } else {
            None
        }
    }

    /// Adds a put to an open list, if the list has room and the same `tracking`.
    pub(crate) fn add(
        &mut self,
        index: u32,
        tracking: Tracking,
        entry: impl ListedEntry,
    ) -> Option<Added> {
        self.latest = index as usize;
        self.all[index as usize].add(tracking, entry)
    }

    /// Takes a buffer for a list of at most `max` bytes whose first put has `first` bytes. Returns
    /// `None` if all are in use.
    pub(crate) fn take<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        pd: PdId,
        max: usize,
        first: usize,
    ) -> Result<Option<u32>, DeviceError> {
        let (class, most, bytes) = if max <= UNCONNECTED {
            (0, LISTS_MAX, self.bytes.min(UNCONNECTED))
        } else if ListedWrite::listed_len(first) <= SMALL / 4 {
            (1, LISTS_MAX, self.bytes.min(SMALL))
        } else {
            (2, LARGE_MAX, self.bytes)
        };
        let index = match self.free[class].pop() {
            Some(index) => index,
            None if self.made[class] == most => return Ok(None),
            None => {
                let memory = M::allocate(bytes);
                let region = device.register(pd, memory.clone(), 0, Access::NONE)?;
                self.made[class] += 1;
                self.all.push(List {
                    memory,
                    region,
                    class,
                    peer: 0,
                    tracking: Tracking::Implicit,
                    is_open: false,
                    len: 0,
                    max: 0,
                    furthest: (0, 0),
                });
                self.all.len() as u32 - 1
            }
        };
        Ok(Some(index))
    }

    /// Opens a list of at most `max` bytes.
    pub(crate) fn open(&mut self, index: u32, peer: Rank, tracking: Tracking, max: usize) {
        let list = &mut self.all[index as usize];
        (list.peer, list.tracking, list.is_open) = (peer, tracking, true);
        (list.len, list.max, list.furthest) = (0, max.min(list.memory.len()), (0, 0));
        self.open.push(peer);
    }

    /// Closes a list to further puts. The list may still wait for the connection or for room.
    #[inline]
    pub(crate) fn close(&mut self, index: u32) {
        self.all[index as usize].is_open = false;
    }

    /// Frees the buffer of a list that has ended.
    pub(crate) fn free(&mut self, index: u32) {
        let list = &mut self.all[index as usize];
        list.is_open = false;
        self.free[list.class].push(index);
    }
}

/// The state of a list after a put was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// The list has room for another small put.
    HasRoom,
    /// The list has no room left.
    IsFull,
}

impl<M: Memory> List<M> {
    /// Whether the list's operations are reported as this says. A list has no token, so the kind
    /// says all, and comparing only the kind keeps [`List::add_put`] small enough to be inlined.
    #[inline]
    fn is_for(&self, tracking: Tracking) -> bool {
        mem::discriminant(&self.tracking) == mem::discriminant(&tracking)
    }

    /// Adds a put. Inlined where the length is a constant, this compiles to a few stores.
    #[inline]
    fn add_put(&mut self, tracking: Tracking, offset: u64, bytes: &[u8]) -> Option<Added> {
        let needed = ListedWrite::listed_len(bytes.len());
        if self.len + needed > self.max || !self.is_for(tracking) {
            return None;
        }
        let stored = ListedWrite { offset, bytes }.store(&self.memory, self.len);
        self.len = stored.expect("the list has room");
        if offset + bytes.len() as u64 > self.furthest.0 + self.furthest.1 as u64 {
            self.furthest = (offset, bytes.len());
        }
        Some(if self.len + COMPANY > self.max {
            Added::IsFull
        } else {
            Added::HasRoom
        })
    }

    fn add(&mut self, tracking: Tracking, entry: impl ListedEntry) -> Option<Added> {
        if self.len + entry.needed() > self.max || !self.is_for(tracking) {
            return None;
        }
        let stored = entry.store_in(&self.memory, self.len);
        self.len = stored.expect("the list has room");
        let (offset, len) = (entry.offset(), entry.touched());
        if offset + len as u64 > self.furthest.0 + self.furthest.1 as u64 {
            self.furthest = (offset, len);
        }
        Some(if self.len + COMPANY > self.max {
            Added::IsFull
        } else {
            Added::HasRoom
        })
    }

    /// Offset and length of the put with the highest end.
    #[inline]
    pub(crate) fn furthest(&self) -> (u64, usize) {
        self.furthest
    }

    /// Copies the list's bytes to `into`.
    pub(crate) fn copy(&self, into: &mut Vec<u8>) {
        into.clear();
        into.resize(self.len, 0);
        let read = self.memory.read(0, into);
        read.expect("the list lies inside its memory");
    }

    /// The list's bytes, for the device.
    pub(crate) fn sge(&self) -> Sge {
        self.region.sge(0, self.len as u32)
    }
}

#[cfg(test)]
mod tests;
