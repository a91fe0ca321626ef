//! Puts toward a peer that travel together: their lists, in buffers that are used again and again. Most are small; a put that
//! would take much of a small one gets one as large as a packet, so that what follows it, such as its signal, travels along.

use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::{
    Access, Device, DeviceError, ListedEntry, ListedWrite, Lkey, Memory, PdId, QpNumber, Sge,
};

use crate::op::Tracking;

/// Small lists that are open or under way at one time, and as many toward peers that are not connected yet.
pub const LISTS_MAX: usize = 64;

/// The same of large ones, of which each holds a whole packet's memory.
const LARGE_MAX: usize = 16;

/// Bytes of a small list.
const SMALL: usize = 8 << 10;

/// What the smallest company takes: a word.
const COMPANY: usize = ListedWrite::listed_len(8);

/// Bytes of a list toward a peer whose packets' size is not known yet: every path carries as many. They have memory of their own, as
/// one who reaches everybody at once has many.
const UNCONNECTED: usize = 256;

/// How many kinds of lists there are, by their memory.
const CLASSES: usize = 3;

/// All lists of an engine.
pub(crate) struct Lists<M> {
    all: Vec<List<M>>,
    /// Those of each class.
    free: [Vec<u32>; CLASSES],
    /// How many there are of each.
    made: [usize; CLASSES],
    /// The most bytes of a list; none if the device has no lists.
    bytes: usize,
    /// The list that was put to last.
    latest: usize,
}

/// A list, or room for one.
pub(crate) struct List<M> {
    memory: M,
    lkey: Lkey,
    /// Where it belongs when it is free.
    class: usize,
    pub(crate) peer: Rank,
    /// How the end of its puts is reported.
    pub(crate) tracking: Tracking,
    /// Its puts end together, and are counted as one, unless nobody waits for them.
    number: Option<u64>,
    pub(crate) state: State,
    len: usize,
    max: usize,
    /// Offset and length of the put that reaches furthest.
    pub(crate) furthest: (u64, usize),
}

/// Where a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Free,
    /// Puts are added.
    Open,
    /// It waits for the connection or for room in the send queue.
    Closed,
    /// The device has it, on this queue pair.
    Posted(QpNumber),
}

impl<M: Memory> Lists<M> {
    /// Lists of at most so many bytes.
    pub(crate) fn new(bytes: u32) -> Self {
        Lists {
            all: Vec::new(),
            free: [const { Vec::new() }; CLASSES],
            made: [0; CLASSES],
            bytes: bytes as usize,
            latest: 0,
        }
    }

    /// The most bytes of a list toward a peer whose packets carry `mtu` bytes, or are not known to carry any.
    pub(crate) fn max(&self, mtu: Option<u32>) -> usize {
        self.bytes
            .min(mtu.map_or(UNCONNECTED, |mtu| mtu as usize / 8 * 8))
    }

    /// How many are open or under way.
    pub(crate) fn in_use(&self) -> usize {
        self.all.len() - self.free.iter().map(Vec::len).sum::<usize>()
    }

    pub(crate) fn get(&mut self, index: u32) -> &mut List<M> {
        &mut self.all[index as usize]
    }

    pub(crate) fn look(&self, index: u32) -> &List<M> {
        &self.all[index as usize]
    }

    /// Adds a put to the list that was put to last, if that is toward `peer` and has room.
    #[inline]
    pub(crate) fn add_to_latest(
        &mut self,
        peer: Rank,
        tracking: Tracking,
        offset: u64,
        bytes: &[u8],
    ) -> Option<Added> {
        let list = self.all.get_mut(self.latest)?;
        if list.peer == peer && list.state == State::Open {
            list.add_put(tracking, offset, bytes)
        } else {
            None
        }
    }

    /// Adds a put to an open list, if there is room and it is of those that are reported like this.
    pub(crate) fn add(
        &mut self,
        index: u32,
        tracking: Tracking,
        entry: impl ListedEntry,
    ) -> Option<Added> {
        self.latest = index as usize;
        self.all[index as usize].add(tracking, entry)
    }

    /// Room for another list of at most `max` bytes, for a put of `first` bytes first, unless all are in use.
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
                    lkey: region.lkey,
                    class,
                    peer: 0,
                    tracking: Tracking::Implicit,
                    number: None,
                    state: State::Free,
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
    pub(crate) fn open(
        &mut self,
        index: u32,
        peer: Rank,
        tracking: Tracking,
        number: Option<u64>,
        max: usize,
    ) {
        let list = self.get(index);
        (list.peer, list.tracking, list.number) = (peer, tracking, number);
        (list.len, list.max, list.furthest) = (0, max.min(list.memory.len()), (0, 0));
        list.state = State::Open;
    }

    /// A list has ended. Returns its number, if it has one.
    pub(crate) fn free(&mut self, index: u32) -> Option<u64> {
        let list = &mut self.all[index as usize];
        assert!(list.state != State::Free, "list {index} ended twice");
        list.state = State::Free;
        self.free[list.class].push(index);
        list.number
    }

    /// Whether the device has one toward `peer`.
    pub(crate) fn is_posted_to(&self, peer: Rank) -> bool {
        let mut all = self.all.iter();
        all.any(|list| list.peer == peer && matches!(list.state, State::Posted(_)))
    }

    /// Whom those that are open or wait are toward.
    pub(crate) fn peers_waiting(&self) -> impl Iterator<Item = Rank> {
        let waits = |list: &&List<M>| matches!(list.state, State::Open | State::Closed);
        self.all.iter().filter(waits).map(|list| list.peer)
    }

    /// Those that have not ended: whom they are toward, and their numbers.
    pub(crate) fn under_way(&self) -> impl Iterator<Item = (Rank, Option<u64>)> {
        let under_way = |list: &&List<M>| list.state != State::Free;
        let lists = self.all.iter().filter(under_way);
        lists.map(|list| (list.peer, list.number))
    }

    /// Those that the device has, with their queue pairs.
    pub(crate) fn posted(&self) -> impl Iterator<Item = (u32, QpNumber)> {
        let posted = |(index, list): (u32, &List<M>)| match list.state {
            State::Posted(qp) => Some((index, qp)),
            State::Free | State::Open | State::Closed => None,
        };
        (0..).zip(&self.all).filter_map(posted)
    }
}

/// A put is in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// There is room for another, if it is small enough.
    HasRoom,
    /// There is not.
    IsFull,
}

impl<M: Memory> List<M> {
    /// [`List::add`] of a put, where its length is known: a few stores are left of it then.
    #[inline]
    fn add_put(&mut self, tracking: Tracking, offset: u64, bytes: &[u8]) -> Option<Added> {
        let needed = ListedWrite::listed_len(bytes.len());
        if self.len + needed > self.max || tracking != self.tracking {
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
        if self.len + entry.needed() > self.max || tracking != self.tracking {
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

    /// Copies its bytes.
    pub(crate) fn copy(&self, into: &mut Vec<u8>) {
        into.clear();
        into.resize(self.len, 0);
        let read = self.memory.read(0, into);
        read.expect("the list lies inside its memory");
    }

    /// Its bytes, for the device.
    pub(crate) fn sge(&self) -> Sge {
        Sge {
            lkey: self.lkey,
            addr: 0,
            len: self.len as u32,
        }
    }
}
