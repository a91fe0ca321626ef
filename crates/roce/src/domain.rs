//! XRC domains: which shared receive queue a request is for, and whose memory it reaches.

use farreach_verbs::{Access, DeviceError, DomainId, Memory, PdId, SrqNumber, XrcDomain};

use crate::region::RegionTable;
use crate::slab::{Key, NumberTable};
use crate::srq::XrcQueue;

/// Protection domains from this number on are those of XRC domains: only their segments are registered under them.
const FIRST_PD: u32 = 1 << 31;

/// The XRC domains that an adapter has opened.
pub(crate) struct Domains<M> {
    open: Vec<Open<M>>,
}

struct Open<M> {
    domain: Box<dyn XrcDomain<M>>,
    /// The own queues by their numbers.
    queues: NumberTable,
}

impl<M: Memory> Domains<M> {
    /// Takes `domain` in, and its segments among the regions.
    pub(crate) fn open(
        &mut self,
        regions: &mut RegionTable<M>,
        domain: Box<dyn XrcDomain<M>>,
    ) -> Result<DomainId, DeviceError> {
        let id = DomainId(self.open.len() as u32);
        let segments = domain.segments();
        let pd = pd_of(id);
        regions.register_as(
            pd,
            domain.memory(),
            segments.base,
            Access::ALL,
            segments.rkey,
        )?;
        self.open.push(Open {
            domain,
            queues: NumberTable::new(),
        });
        Ok(id)
    }
}

impl<M> Domains<M> {
    pub(crate) fn new() -> Self {
        Domains { open: Vec::new() }
    }

    /// Draws a number for an own queue.
    pub(crate) fn new_srq(&mut self, id: DomainId) -> Result<SrqNumber, DeviceError> {
        let open = self.open.get_mut(id.0 as usize);
        let open = open.ok_or(DeviceError::NotFound {
            kind: "XRC domain",
            number: id.0,
        })?;
        open.domain.new_srq().ok_or(DeviceError::Exhausted {
            kind: "shared receive queue of a process in its XRC domain",
            limit: SrqNumber::QUEUES_MAX,
        })
    }

    /// The queue with that number is `key`.
    pub(crate) fn add(&mut self, queue: &XrcQueue, key: Key) {
        let open = &mut self.open[queue.domain.0 as usize];
        open.queues.insert(queue.number.0, key);
    }

    /// The queue is destroyed.
    pub(crate) fn remove(&mut self, queue: &XrcQueue) {
        let open = &mut self.open[queue.domain.0 as usize];
        open.queues.remove(queue.number.0);
        open.domain.release_srq(queue.number);
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let tables = self.open.iter().map(|open| open.queues.heap_bytes());
        self.open.capacity() * size_of::<Open<M>>() + tables.sum::<usize>()
    }
}

/// The protection domain of an XRC domain's segments.
pub(crate) fn pd_of(id: DomainId) -> PdId {
    PdId(FIRST_PD + id.0)
}
