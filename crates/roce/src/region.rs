//! Registered memory: the bytes behind a key, and the permitted accesses.

use farreach_verbs::{Access, DeviceError, DomainRegion, Lkey, Memory, PdId, Region, Rkey};

use crate::number::Numbers;
use crate::slab::{Key, NumberTable, Slab};

/// All regions of an adapter.
pub(crate) struct RegionTable<M> {
    regions: Slab<Entry<M>>,
    by_lkey: NumberTable,
    by_rkey: NumberTable,
    rkeys: Numbers,
    next_lkey: u32,
}

struct Entry<M> {
    memory: M,
    base: u64,
    len: u64,
    access: Access,
    pd: PdId,
    keys: Region,
}

/// A checked range and its memory.
#[derive(Clone, Copy)]
pub(crate) struct Range<'a, M> {
    pub(crate) memory: &'a M,
    pub(crate) offset: usize,
}

/// The protection domains by which a request can access memory: one, or two for XRC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pds {
    pub(crate) first: PdId,
    /// The second protection domain. Equal to the first if there is only one.
    pub(crate) second: PdId,
}

impl Pds {
    pub(crate) fn only(pd: PdId) -> Self {
        Pds {
            first: pd,
            second: pd,
        }
    }

    #[inline]
    fn contain(self, pd: PdId) -> bool {
        pd == self.first || pd == self.second
    }
}

impl<M: Memory> RegionTable<M> {
    pub(crate) fn new(seed: u64, limit: u32) -> Self {
        RegionTable {
            regions: Slab::new(limit),
            by_lkey: NumberTable::new(),
            by_rkey: NumberTable::new(),
            rkeys: Numbers::new(seed, 2, 16),
            next_lkey: 0,
        }
    }

    pub(crate) fn register(
        &mut self,
        pd: PdId,
        memory: M,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError> {
        let exhausted = DeviceError::Exhausted {
            kind: "memory region",
            limit: self.regions.limit(),
        };
        // Transfers register and deregister buffers all the time. A region without remote access
        // gets no remote key, so that remote keys are reused later.
        let remote = Access::REMOTE_READ | Access::REMOTE_WRITE | Access::REMOTE_ATOMIC;
        let rkey = if access.intersects(remote) {
            let by_rkey = &self.by_rkey;
            let is_free = |key| key != 0 && by_rkey.get(key).is_none();
            self.rkeys.draw(is_free).ok_or(exhausted)?
        } else {
            0
        };
        self.register_as(pd, memory, base, access, Rkey(rkey))
    }

    /// Registers memory as [`RegionTable::register`] does, with a given remote key.
    pub(crate) fn register_as(
        &mut self,
        pd: PdId,
        memory: M,
        base: u64,
        access: Access,
        rkey: Rkey,
    ) -> Result<Region, DeviceError> {
        let exhausted = DeviceError::Exhausted {
            kind: "memory region",
            limit: self.regions.limit(),
        };
        if self.by_rkey.get(rkey.0).is_some() {
            return Err(DeviceError::InUse {
                kind: "remote key",
                number: rkey.0,
            });
        }
        let len = memory.len() as u64;
        if base.checked_add(len).is_none() {
            return Err(DeviceError::OutOfRange {
                what: "base address",
                value: base,
                min: 0,
                max: u64::MAX - len,
            });
        }
        let keys = Region {
            lkey: self.free_lkey(),
            rkey,
            base,
        };
        let entry = Entry {
            memory,
            base,
            len,
            access,
            pd,
            keys,
        };
        let key = self.regions.insert(entry).ok_or(exhausted)?;
        self.by_lkey.insert(keys.lkey.0, key);
        if rkey.0 != 0 {
            self.by_rkey.insert(rkey.0, key);
        }
        Ok(keys)
    }

    /// The regions that peers may access, under protection domains below `end`.
    pub(crate) fn exposed(&self, end: u32) -> impl Iterator<Item = DomainRegion<M>> {
        let entries = self.regions.iter();
        let exposed = entries.filter(move |entry| entry.keys.rkey.0 != 0 && entry.pd.0 < end);
        exposed.map(|entry| DomainRegion {
            rkey: entry.keys.rkey,
            base: entry.base,
            access: entry.access,
            memory: Some(entry.memory.clone()),
        })
    }

    /// Ends the registration with a remote key, if it is under a protection domain from `first` on.
    pub(crate) fn forget(&mut self, rkey: Rkey, first: u32) -> Result<(), DeviceError> {
        let key = self.by_rkey.get(rkey.0);
        let entry = key.and_then(|key| self.regions.get(key));
        match entry.filter(|entry| entry.pd.0 >= first) {
            Some(entry) => self.deregister(entry.keys.lkey).map(|_| ()),
            None => Ok(()),
        }
    }

    /// A free local key. No key is reused before all others were used.
    fn free_lkey(&mut self) -> Lkey {
        loop {
            self.next_lkey = self.next_lkey.wrapping_add(1);
            if self.next_lkey != 0 && self.by_lkey.get(self.next_lkey).is_none() {
                return Lkey(self.next_lkey);
            }
        }
    }

    /// Ends a registration. Returns its remote key, which may be zero.
    pub(crate) fn deregister(&mut self, lkey: Lkey) -> Result<Rkey, DeviceError> {
        let not_found = DeviceError::NotFound {
            kind: "memory region with local key",
            number: lkey.0,
        };
        let key = self.by_lkey.get(lkey.0).ok_or(not_found)?;
        let entry = self.regions.remove(key).ok_or(not_found)?;
        self.by_lkey.remove(entry.keys.lkey.0);
        if entry.keys.rkey.0 != 0 {
            self.by_rkey.remove(entry.keys.rkey.0);
        }
        Ok(entry.keys.rkey)
    }

    /// The range behind a local key. The length must not be zero.
    pub(crate) fn local(
        &self,
        lkey: Lkey,
        pd: PdId,
        addr: u64,
        len: u32,
        access: Access,
    ) -> Option<Range<'_, M>> {
        self.range(self.by_lkey.get(lkey.0)?, Pds::only(pd), addr, len, access)
    }

    /// The range behind a remote key. The length must not be zero.
    #[inline]
    pub(crate) fn remote(
        &self,
        rkey: Rkey,
        pds: Pds,
        addr: u64,
        len: u32,
        access: Access,
    ) -> Option<Range<'_, M>> {
        self.range(self.by_rkey.get(rkey.0)?, pds, addr, len, access)
    }

    /// The protection domain of the region behind a remote key, if the region permits the access to
    /// the range.
    pub(crate) fn remote_pd(
        &self,
        rkey: Rkey,
        pds: Pds,
        addr: u64,
        len: u32,
        access: Access,
    ) -> Option<PdId> {
        let key = self.by_rkey.get(rkey.0)?;
        self.range(key, pds, addr, len, access)?;
        Some(self.regions.get(key)?.pd)
    }

    #[inline]
    fn range(
        &self,
        key: Key,
        pds: Pds,
        addr: u64,
        len: u32,
        access: Access,
    ) -> Option<Range<'_, M>> {
        let entry = self.regions.get(key)?;
        let offset = addr.checked_sub(entry.base)?;
        let end = offset.checked_add(u64::from(len))?;
        (pds.contain(entry.pd) && entry.access.contains(access) && end <= entry.len).then_some(
            Range {
                memory: &entry.memory,
                offset: offset as usize,
            },
        )
    }

    /// Heap bytes of the tables, without the registered memory.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.regions.heap_bytes() + self.by_lkey.heap_bytes() + self.by_rkey.heap_bytes()
    }
}

#[cfg(test)]
mod tests;
