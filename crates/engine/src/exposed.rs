//! Memory that peers may access: the segment and other registered memory. Requests that arrive in
//! datagrams are executed here, with the checks that the device applies to requests on connections.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use farreach_verbs::{
    Abilities, Access, AtomicOp, AtomicWidth, Combine, Device, DeviceError, ListedOp, ListedOps,
    Lkey, Memory, Number, PdId, Region, RemoteAddress, Rkey, Sge, SharedSegments,
};

use crate::parts::{self, Parts};
use crate::records::{Record, RemotePlace};
use crate::segments::{SEGMENT_BASE, SegmentInfo};

/// The least bytes of a part of the segment, where the greatest are not less.
const GRAIN_LEAST: u64 = 128 << 10;

/// The registered memory of a process.
pub(crate) struct Exposed<M> {
    regions: BTreeMap<Lkey, Registered<M>>,
    /// Local keys, by remote key.
    by_rkey: BTreeMap<Rkey, Lkey>,
    segment: Option<Segment<M>>,
    /// The number that describes the segment's layout.
    layout: u64,
}

/// This process's segment.
struct Segment<M> {
    memory: M,
    /// What peers are told.
    info: SegmentInfo,
    /// The region of the whole segment. `None` if the device pins what is registered.
    whole: Option<Region>,
    /// The regions of what was needed.
    parts: Parts<Region>,
    /// Bytes of these regions.
    registered: u64,
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

    /// Makes `memory` the segment, whose `region` is registered. `None`: parts are registered when they are needed. `shared` is
    /// present if peers reach all segments of the node by one key. It has that key's segments, and this process's index on the
    /// node. The device has `abilities`, and answers `reads` at one time. Returns the information for peers.
    pub(crate) fn set_segment(
        &mut self,
        region: Option<Region>,
        memory: M,
        shared: Option<(SharedSegments, u32)>,
        (abilities, reads): (Abilities, u8),
    ) -> SegmentInfo {
        let rkey = region.map_or(Rkey(0), |region| region.rkey);
        let alone = SegmentInfo {
            version: 1,
            base: region.map_or(SEGMENT_BASE, |region| region.base),
            len: memory.len() as u64,
            rkey,
            layout: self.layout,
            stride: 0,
            own: Rkey(0),
            abilities,
            reads,
        };
        let info = shared.map_or(alone, |(shared, index)| SegmentInfo {
            base: shared.base + u64::from(index) * shared.stride,
            rkey: shared.rkey,
            stride: shared.stride,
            own: rkey,
            ..alone
        });
        if let Some(region) = region {
            self.insert(region, memory.clone(), Access::ALL);
        }
        self.segment = Some(Segment {
            memory,
            info,
            whole: region,
            parts: Parts::new(),
            registered: 0,
        });
        info
    }

    /// Whether there is a segment.
    pub(crate) fn has_segment(&self) -> bool {
        self.segment.is_some()
    }

    /// The length of the segment in bytes. 0 while there is no segment.
    pub(crate) fn segment_len(&self) -> u64 {
        self.segment.as_ref().map_or(0, |segment| segment.info.len)
    }

    /// The information for peers.
    ///
    /// # Panics
    /// If there is no segment.
    pub(crate) fn info(&self) -> SegmentInfo {
        self.set().info
    }

    fn set(&self) -> &Segment<M> {
        self.segment
            .as_ref()
            .expect("the segment is set before it is used")
    }

    /// The region of the whole segment, if it is registered whole.
    pub(crate) fn whole(&self) -> Option<Region> {
        self.set().whole
    }

    /// The range and the region of a part of the segment that covers `len` bytes at `offset`. Registers the part if it was not needed
    /// before, with bounds that are multiples of a grain: an eighth of what is registered already, at least [`GRAIN_LEAST`] and at most
    /// `grain`. So little is pinned beside what is needed, and large segments have few parts. The region's base is the address of the segment's first byte.
    pub(crate) fn cover<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        pd: PdId,
        (offset, len): (u64, u64),
        grain: u64,
    ) -> Result<(Range<u64>, Region), DeviceError> {
        let limit = self.segment_len();
        let registered = self.segment.as_ref().map_or(0, |one| one.registered);
        let share = (registered / 8).checked_next_power_of_two();
        let grain = grain.min(share.map_or(grain, |share| share.max(GRAIN_LEAST)));
        let part = parts::around(offset, len, limit, grain).ok_or(DeviceError::OutOfRange {
            what: "end of a range of the segment",
            value: offset.saturating_add(len),
            min: 0,
            max: limit,
        })?;
        let segment = self.segment.as_mut().expect("it has a length");
        if let Some(known) = segment.whole.or_else(|| segment.parts.find(offset, len)) {
            return Ok((offset..offset + len, known));
        }
        let (start, bytes) = (part.start as usize, (part.end - part.start) as usize);
        let memory = segment
            .memory
            .slice(start, bytes)
            .expect("inside the segment");
        let base = segment.info.base;
        let region = device.register(pd, memory.clone(), base + part.start, Access::ALL)?;
        assert_eq!(region.base, base + part.start, "a segment begins on a page");
        segment.registered += part.end - part.start;
        segment.parts.add(part.clone(), Region { base, ..region });
        self.insert(region, memory, Access::ALL);
        Ok((part, Region { base, ..region }))
    }

    /// Adds registered memory.
    pub(crate) fn insert(&mut self, region: Region, memory: M, access: Access) {
        let (lkey, rkey) = (region.lkey, region.rkey);
        let registered = Registered {
            memory,
            base: region.base,
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
            RemotePlace::Segment(offset) => {
                let segment = self.segment.as_ref();
                let inside =
                    segment.filter(|segment| segment.info.address(offset, len as u64).is_some());
                inside.map(|segment| (&segment.memory, offset as usize))
            }
        };
        found.ok_or_else(|| self.refuse(place, len))
    }

    /// Converts an address in the segment to an offset. Over XRC the segment has another address
    /// than the local one.
    fn in_segment(&self, place: RemotePlace) -> RemotePlace {
        match (place, self.segment.as_ref().map(|segment| segment.info)) {
            (RemotePlace::Exposed(remote), Some(info))
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
    pub(crate) fn fetch_and_update(
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

    /// Updates a word atomically.
    fn update(&self, place: RemotePlace, width: AtomicWidth, op: AtomicOp) -> Result<(), Refused> {
        let (memory, start) = self.at(place, width.bytes(), Access::REMOTE_ATOMIC)?;
        let updated = memory.update(start, width, op);
        updated.map_err(|_| self.refuse(place, width.bytes()))
    }

    /// Combines numbers with those at a place.
    pub(crate) fn accumulate(
        &self,
        place: RemotePlace,
        how: (Number, Combine),
        numbers: &[u8],
    ) -> Result<(), Refused> {
        let (memory, start) = self.at(place, numbers.len(), Access::REMOTE_ATOMIC)?;
        let added = memory.accumulate(start, how, numbers);
        added.map_err(|_| self.refuse(place, numbers.len()))
    }

    /// Executes the entries of a list, as the device does. Stops at the first entry outside of the
    /// segment.
    pub(crate) fn execute_list(&self, list: &[u8]) -> Result<(), Refused> {
        for op in ListedOps::new(list).map_while(Result::ok) {
            let place = RemotePlace::Segment(op.offset());
            match op {
                ListedOp::Write(write) => self.write(place, write.bytes)?,
                ListedOp::Atomic(atomic) => self.update(place, atomic.width(), atomic.op())?,
                ListedOp::Accumulate(added) => {
                    self.accumulate(place, (added.number, added.op), added.numbers)?;
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
