//! Registrations of the program's buffers that outlive their operation, where a device pins what is registered. To pin a buffer costs
//! more than to send it, and programs send the same buffers again and again.
//!
//! ```text
//!   register ──▶ hear changes ──▶ find ──▶ a kept region, part of which is used
//!                                  └─ none ──▶ wants ─ the second time ─▶ watch, register for longer ──▶ add
//!                                               └─ the first time, or never ──▶ register for the operation
//!   change of memory ──▶ idle regions there end at once, those in use end with their operation
//! ```
//!
//! The program may unmap a buffer and map other memory at its address. The device would go on with the old pages. Therefore
//! only memory that the device can watch is kept ([`Device::watch`](farreach_verbs::Device::watch)), and the changes of watched
//! memory are heard before each search. While it is unknown whether all are heard, nothing is found.
//!
//! - A buffer is kept from its second use on: what is sent once is not watched.
//! - No region that peers may write is kept: a late write would change what the program does with its buffer later.
//! - Pages that the program gives back with `madvise` are never kept again. The change is told before the pages are gone, so that a later
//!   registration may still have pinned the old ones.
//! - Bytes and number are bounded. The least recently used regions end first.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use farreach_verbs::{Access, Attributes, Change, Lkey, Region};

/// The most regions that are kept. A search looks at each.
const REGIONS_MOST: usize = 128;
/// The number of buffers that were seen lately.
const SEEN: usize = 64;
/// The most ranges that are never kept. Neighbours are joined beyond this number.
const REFUSED_MOST: usize = 64;

/// What a kept region permits: each use of a buffer that no peer writes.
pub(crate) fn access() -> Access {
    Access::LOCAL_WRITE | Access::REMOTE_READ
}

/// A range of the process's addresses: the first, and how many.
pub(crate) type Place = (u64, u64);

/// The kept regions, by their place.
pub(crate) struct Kept {
    limit: u64,
    bytes: u64,
    entries: Vec<Entry>,
    /// Buffers that were registered for an operation lately. The oldest is replaced.
    seen: [Place; SEEN],
    next_seen: usize,
    /// Ranges that are never kept, by address. None touch.
    refused: Vec<Range<u64>>,
    /// Whether anything was watched.
    has_watched: bool,
    /// Counts uses.
    clock: u64,
}

struct Entry {
    place: Place,
    region: Region,
    /// How many operations use the region, all of them this part of it.
    uses: u32,
    part: (Place, Access),
    /// Whether the addresses have other memory by now. Then the region ends with its operations.
    is_stale: bool,
    used_at: u64,
}

/// What the end of a use means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The region is not kept.
    Unknown,
    /// Others use the region.
    Used,
    /// Nobody uses the region, which stays.
    Idle,
    /// Nobody uses the region, which has to be deregistered.
    Over,
}

impl Kept {
    /// Keeps regions of a device of up to `limit` bytes. `None` if the device registers memory at little cost.
    pub(crate) fn on(attributes: &Attributes, limit: u64) -> Option<Box<Kept>> {
        (!attributes.registers_sparsely && limit > 0).then(|| Box::new(Kept::new(limit)))
    }

    /// Keeps regions of up to `limit` bytes.
    pub(crate) fn new(limit: u64) -> Self {
        Kept {
            limit,
            bytes: 0,
            entries: Vec::new(),
            seen: [(0, 0); SEEN],
            next_seen: 0,
            refused: Vec::new(),
            has_watched: false,
            clock: 0,
        }
    }

    /// Whether regions with this access may be kept.
    pub(crate) fn permits(&self, wanted: Access) -> bool {
        access().contains(wanted) && self.limit > 0
    }

    /// Whether there can be changes to hear.
    pub(crate) fn has_watched(&self) -> bool {
        self.has_watched
    }

    /// Begins a use of a kept region that covers `place`. The region's base is the address of the place's first byte.
    pub(crate) fn find(&mut self, place: Place, access: Access) -> Option<Region> {
        let fits = |entry: &&mut Entry| {
            !entry.is_stale
                && within(place, entry.place)
                && (entry.uses == 0 || entry.part == (place, access))
        };
        let entry = self.entries.iter_mut().find(fits)?;
        self.clock += 1;
        entry.used_at = self.clock;
        entry.uses += 1;
        entry.part = (place, access);
        Some(entry.part_region())
    }

    /// Whether a buffer should be kept that is about to be registered.
    pub(crate) fn wants(&mut self, place: Place) -> bool {
        if place.1 > self.limit || self.is_refused(place) {
            return false;
        }
        if self.seen.contains(&place) {
            self.has_watched = true;
            return true;
        }
        self.seen[self.next_seen] = place;
        self.next_seen = (self.next_seen + 1) % SEEN;
        false
    }

    /// Makes room for a region. Returns the regions to deregister. `None` if there is no room while regions are in use.
    pub(crate) fn make_room(&mut self, place: Place) -> Option<Vec<Lkey>> {
        let mut over = Vec::new();
        let used = self.entries.iter().filter(|entry| entry.uses > 0);
        let (used_count, used_bytes) = used.fold((0, 0), |(count, bytes), entry| {
            (count + 1, bytes + entry.place.1)
        });
        if used_count >= REGIONS_MOST || used_bytes > self.limit.saturating_sub(place.1) {
            return None;
        }
        while self.entries.len() >= REGIONS_MOST || self.bytes > self.limit.saturating_sub(place.1)
        {
            let idle = self.entries.iter().enumerate();
            let idle = idle.filter(|(_, entry)| entry.uses == 0);
            let oldest = idle.min_by_key(|(_, entry)| entry.used_at);
            let (oldest, _) = oldest.expect("the regions in use fit beside the new one");
            over.push(self.remove(oldest));
        }
        Some(over)
    }

    /// Adds a region, for which there is room, and begins its first use.
    pub(crate) fn add(&mut self, place: Place, region: Region, access: Access) {
        self.clock += 1;
        self.bytes += place.1;
        self.entries.push(Entry {
            place,
            region,
            uses: 1,
            part: (place, access),
            is_stale: false,
            used_at: self.clock,
        });
    }

    /// Never keeps a place any more.
    pub(crate) fn refuse(&mut self, place: Place) {
        self.refuse_range(place.0..place.0.saturating_add(place.1));
    }

    /// Notes a change of memory. Returns the regions to deregister.
    pub(crate) fn change(&mut self, change: &Change) -> Vec<Lkey> {
        let range = match change {
            Change::Replaced(range) => range,
            Change::Emptied(range) => {
                self.refuse_range(range.clone());
                range
            }
        };
        let mut over = Vec::new();
        for index in (0..self.entries.len()).rev() {
            let entry = &mut self.entries[index];
            if overlaps(entry.place, range) {
                if entry.uses == 0 {
                    over.push(self.remove(index));
                } else {
                    entry.is_stale = true;
                }
            }
        }
        over
    }

    /// Ends a use of the region with this key.
    pub(crate) fn end(&mut self, lkey: Lkey) -> Ended {
        let mut entries = self.entries.iter_mut();
        let Some(index) = entries.position(|entry| entry.region.lkey == lkey) else {
            return Ended::Unknown;
        };
        let entry = &mut self.entries[index];
        entry.uses -= 1;
        match (entry.uses, entry.is_stale) {
            (1.., _) => Ended::Used,
            (0, false) => Ended::Idle,
            (0, true) => {
                self.remove(index);
                Ended::Over
            }
        }
    }

    /// Gives up all regions that nobody uses. Returns them.
    pub(crate) fn give_up(&mut self) -> Vec<Lkey> {
        let idle = (0..self.entries.len()).rev();
        let idle: Vec<usize> = idle.filter(|&at| self.entries[at].uses == 0).collect();
        idle.into_iter().map(|at| self.remove(at)).collect()
    }

    /// The number of regions, and their bytes.
    pub(crate) fn size(&self) -> (usize, u64) {
        (self.entries.len(), self.bytes)
    }

    fn remove(&mut self, index: usize) -> Lkey {
        let entry = self.entries.swap_remove(index);
        self.bytes -= entry.place.1;
        entry.region.lkey
    }

    fn is_refused(&self, place: Place) -> bool {
        self.refused.iter().any(|range| overlaps(place, range))
    }

    fn refuse_range(&mut self, range: Range<u64>) {
        let mut joined = range;
        self.refused.retain(|other| {
            let touches = other.start <= joined.end && joined.start <= other.end;
            if touches {
                joined = joined.start.min(other.start)..joined.end.max(other.end);
            }
            !touches
        });
        let at = self
            .refused
            .partition_point(|other| other.start < joined.start);
        self.refused.insert(at, joined);
        if self.refused.len() > REFUSED_MOST {
            // The two with the least between them become one.
            let gap = |at: &usize| self.refused[at + 1].start - self.refused[*at].end;
            let at = (0..self.refused.len() - 1).min_by_key(gap);
            let at = at.expect("there are several");
            let behind = self.refused.remove(at + 1);
            self.refused[at].end = behind.end;
        }
    }
}

impl Entry {
    fn part_region(&self) -> Region {
        let ((start, _), _) = self.part;
        Region {
            base: self.region.base + (start - self.place.0),
            ..self.region
        }
    }
}

fn within(inner: Place, outer: Place) -> bool {
    let offset = inner.0.checked_sub(outer.0);
    offset.is_some_and(|offset| offset <= outer.1 && inner.1 <= outer.1 - offset)
}

fn overlaps(place: Place, range: &Range<u64>) -> bool {
    place.0 < range.end && range.start < place.0.saturating_add(place.1)
}

#[cfg(test)]
mod tests;
