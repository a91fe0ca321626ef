//! Memory that peers may access: the segment and other registered memory. Requests that arrive in
//! datagrams are executed here, with the checks that the device applies to requests on connections.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use farreach_verbs::{
    Access, AtomicOp, AtomicWidth, ListedOp, ListedOps, Lkey, Memory, Number, Region,
    RemoteAddress, Rkey, Sge, SharedSegments,
};

use crate::records::{Record, RemotePlace};
use crate::segments::{SEGMENT_BASE, SegmentInfo};

/// The registered memory of a process.
pub(crate) struct Exposed<M> {
    regions: BTreeMap<Lkey, Registered<M>>,
    /// Local keys, by remote key.
    by_rkey: BTreeMap<Rkey, Lkey>,
    /// This process's segment: its local key, and the information for peers.
    segment: Option<(Lkey, SegmentInfo)>,
    /// The number that describes the segment's layout.
    layout: u64,
}

struct Registered<M> {
    memory: M,
    base: u64,
    access: Access,
    rkey: Rkey,
}

/// The reason why a request was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    offset: u64,
    len: u64,
    limit: u64,
}

impl Refused {
    /// The refusal of the request with number `id`, as a record.
    pub(crate) fn record(self, id: u32) -> Record<'static> {
        let Refused { offset, len, limit } = self;
        Record::Refused {
            id,
            offset,
            len,
            limit,
        }
    }
}

impl<M: Memory> Exposed<M> {
    pub(crate) fn new() -> Self {
        Exposed {
            regions: BTreeMap::new(),
            by_rkey: BTreeMap::new(),
            segment: None,
            layout: 0,
        }
    }

    /// Sets the number that describes the segment's layout.
    pub(crate) fn set_layout(&mut self, layout: u64) {
        assert!(
            self.segment.is_none(),
            "the layout comes before the segment"
        );
        self.layout = layout;
    }

    pub(crate) fn layout(&self) -> u64 {
        self.layout
    }

    /// Makes the registered `memory` the segment. `shared` is present if peers reach all segments
    /// of the node by one key. It has that key's segments, and this process's index on the node.
    /// Returns the information for peers.
    pub(crate) fn set_segment(
        &mut self,
        region: Region,
        memory: M,
        shared: Option<(SharedSegments, u32)>,
    ) -> SegmentInfo {
        let alone = SegmentInfo {
            version: 1,
            base: SEGMENT_BASE,
            len: memory.len() as u64,
            rkey: region.rkey,
            layout: self.layout,
            stride: 0,
            own: Rkey(0),
        };
        let info = shared.map_or(alone, |(shared, index)| SegmentInfo {
            base: shared.base + u64::from(index) * shared.stride,
            rkey: shared.rkey,
            stride: shared.stride,
            own: region.rkey,
            ..alone
        });
        self.insert(region, memory, SEGMENT_BASE, Access::ALL);
        self.segment = Some((region.lkey, info));
        info
    }

    /// Whether there is a segment.
    pub(crate) fn has_segment(&self) -> bool {
        self.segment.is_some()
    }

    /// The length of the segment in bytes. 0 while there is no segment.
    pub(crate) fn segment_len(&self) -> u64 {
        self.segment.map_or(0, |(_, info)| info.len)
    }

    /// A range of the segment, for this process's device.
    pub(crate) fn segment_sge(&self, offset: u64, len: u32) -> Sge {
        let (lkey, _) = self.segment.expect("the segment is set before it is used");
        Sge {
            lkey,
            addr: SEGMENT_BASE + offset,
            len,
        }
    }

    /// The address by which peers reach `offset` of the segment.
    pub(crate) fn segment_address(&self, offset: u64) -> RemoteAddress {
        let (_, info) = self.segment.expect("the segment is set before it is used");
        RemoteAddress {
            rkey: info.rkey,
            addr: info.base + offset,
        }
    }

    /// Adds registered memory whose addresses start at `base`.
    pub(crate) fn insert(&mut self, region: Region, memory: M, base: u64, access: Access) {
        let (lkey, rkey) = (region.lkey, region.rkey);
        let registered = Registered {
            memory,
            base,
            access,
            rkey,
        };
        self.regions.insert(lkey, registered);
        if rkey != Rkey(0) {
            self.by_rkey.insert(rkey, lkey);
        }
    }

    pub(crate) fn remove(&mut self, lkey: Lkey) {
        if let Some(registered) = self.regions.remove(&lkey) {
            self.by_rkey.remove(&registered.rkey);
        }
    }

    /// The memory that contains a local range, and the range's offset in that memory.
    pub(crate) fn local(&self, sge: &Sge) -> Option<(&M, usize)> {
        let registered = self.regions.get(&sge.lkey)?;
        registered.at(sge.addr, sge.len as usize)
    }

    /// The memory that contains `len` bytes at `remote`, and their offset in it. `None` if peers
    /// don't have `access`.
    fn remote(&self, remote: RemoteAddress, len: usize, access: Access) -> Option<(&M, usize)> {
        let registered = &self.regions[self.by_rkey.get(&remote.rkey)?];
        let found = registered.at(remote.addr, len);
        found.filter(|_| registered.access.contains(access))
    }

    /// The memory that a peer's request names, and the offset in it.
    fn at(&self, place: RemotePlace, len: usize, access: Access) -> Result<(&M, usize), Refused> {
        let found = match self.in_segment(place) {
            RemotePlace::Exposed(remote) => self.remote(remote, len, access),
            RemotePlace::Segment(offset) => self
                .segment
                .and_then(|(_, info)| info.address(offset, len as u64))
                .and_then(|_| self.local(&self.segment_sge(offset, len as u32))),
        };
        found.ok_or_else(|| self.refuse(place, len))
    }

    /// Converts an address in the segment to an offset. Over XRC the segment has another address
    /// than the local one.
    fn in_segment(&self, place: RemotePlace) -> RemotePlace {
        match (place, self.segment) {
            (RemotePlace::Exposed(remote), Some((_, info)))
                if info.stride != 0 && remote.rkey == info.rkey && remote.addr >= info.base =>
            {
                RemotePlace::Segment(remote.addr - info.base)
            }
            _ => place,
        }
    }

    /// The refusal that a peer gets for memory that it may not access.
    pub(crate) fn refuse(&self, place: RemotePlace, len: usize) -> Refused {
        let (offset, limit) = match place {
            RemotePlace::Segment(offset) => (offset, self.segment_len()),
            RemotePlace::Exposed(RemoteAddress { addr, .. }) => (addr, Record::NOT_EXPOSED),
        };
        Refused {
            offset,
            len: len as u64,
            limit,
        }
    }

    pub(crate) fn write(&self, to: RemotePlace, bytes: &[u8]) -> Result<(), Refused> {
        let (memory, start) = self.at(to, bytes.len(), Access::REMOTE_WRITE)?;
        memory.write(start, bytes).expect("the range is inside");
        Ok(())
    }

    /// Replaces the contents of `into` by `len` bytes from `from`.
    pub(crate) fn read(
        &self,
        from: RemotePlace,
        len: usize,
        into: &mut Vec<u8>,
    ) -> Result<(), Refused> {
        let (memory, start) = self.at(from, len, Access::REMOTE_READ)?;
        into.clear();
        into.resize(len, 0);
        memory.read(start, into).expect("the range is inside");
        Ok(())
    }

    /// Updates a word atomically. Returns the old word.
    pub(crate) fn update(
        &self,
        place: RemotePlace,
        width: AtomicWidth,
        op: AtomicOp,
    ) -> Result<u64, Refused> {
        let (memory, start) = self.at(place, width.bytes(), Access::REMOTE_ATOMIC)?;
        // An unaligned word is refused like a word outside of the memory.
        let old = memory.atomic(start, width, op);
        old.map_err(|_| self.refuse(place, width.bytes()))
    }

    /// Adds numbers to those at a place.
    pub(crate) fn accumulate(
        &self,
        place: RemotePlace,
        number: Number,
        numbers: &[u8],
    ) -> Result<(), Refused> {
        let (memory, start) = self.at(place, numbers.len(), Access::REMOTE_ATOMIC)?;
        let added = memory.accumulate(start, number, numbers);
        added.map_err(|_| self.refuse(place, numbers.len()))
    }

    /// Executes the entries of a list, as the device does. Stops at the first entry outside of the
    /// segment.
    pub(crate) fn execute_list(&self, list: &[u8]) -> Result<(), Refused> {
        for op in ListedOps::new(list).map_while(Result::ok) {
            let place = RemotePlace::Segment(op.offset());
            match op {
                ListedOp::Write(write) => self.write(place, write.bytes)?,
                ListedOp::Atomic(atomic) => {
                    self.update(place, atomic.width(), atomic.op())?;
                }
                ListedOp::Accumulate(added) => {
                    self.accumulate(place, added.number, added.numbers)?;
                }
            }
        }
        Ok(())
    }
}

impl<M: Memory> Registered<M> {
    fn at(&self, addr: u64, len: usize) -> Option<(&M, usize)> {
        let start = usize::try_from(addr.checked_sub(self.base)?).ok()?;
        (start.checked_add(len)? <= self.memory.len()).then_some((&self.memory, start))
    }
}

#[cfg(test)]
mod tests;
