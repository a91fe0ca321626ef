//! Registered memory by its keys, for what is carried out without the device: operations that come, or go, in datagrams.

use alloc::collections::BTreeMap;

use farreach_verbs::{Access, Lkey, Memory, Region, RemoteAddress, Sge};

/// What is registered at this moment.
pub(crate) struct Regions<M> {
    all: BTreeMap<u32, Registered<M>>,
    /// Local keys by remote ones.
    remote: BTreeMap<u32, u32>,
}

struct Registered<M> {
    memory: M,
    base: u64,
    access: Access,
    rkey: u32,
}

impl<M: Memory> Regions<M> {
    pub(crate) fn new() -> Self {
        Regions {
            all: BTreeMap::new(),
            remote: BTreeMap::new(),
        }
    }

    pub(crate) fn insert(&mut self, region: Region, memory: M, base: u64, access: Access) {
        let rkey = region.rkey.0;
        let registered = Registered {
            memory,
            base,
            access,
            rkey,
        };
        self.all.insert(region.lkey.0, registered);
        if rkey != 0 {
            self.remote.insert(rkey, region.lkey.0);
        }
    }

    pub(crate) fn remove(&mut self, lkey: Lkey) {
        if let Some(registered) = self.all.remove(&lkey.0) {
            self.remote.remove(&registered.rkey);
        }
    }

    /// The memory of a range of ours, and where in it the range begins.
    pub(crate) fn local(&self, sge: &Sge) -> Option<(&M, usize)> {
        let registered = self.all.get(&sge.lkey.0)?;
        let start = registered.range(sge.addr, sge.len as usize)?;
        Some((&registered.memory, start))
    }

    /// The same of `len` bytes that a peer names, if it may do to them what `access` says.
    pub(crate) fn remote(
        &self,
        remote: RemoteAddress,
        len: usize,
        access: Access,
    ) -> Option<(&M, usize)> {
        let lkey = self.remote.get(&remote.rkey.0)?;
        let registered = self.all.get(lkey)?;
        let start = registered.range(remote.addr, len)?;
        registered
            .access
            .contains(access)
            .then_some((&registered.memory, start))
    }
}

impl<M: Memory> Registered<M> {
    fn range(&self, addr: u64, len: usize) -> Option<usize> {
        let start = usize::try_from(addr.checked_sub(self.base)?).ok()?;
        (start.checked_add(len)? <= self.memory.len()).then_some(start)
    }
}
