//! XRC domains: finds the shared receive queue of a request, and the memory that the request can
//! access.
//!
//! A request's XRCETH names a shared receive queue. If another process of the node owns the queue,
//! this adapter accesses the segment of that process itself, and forwards whole messages to the
//! inbound ring of that process.
//!
//! An adapter that is told to do without shared segments has XRC as the standard has it. A request can access what the process that
//! owns the queue has registered under the queue's protection domain. This adapter learns the regions of the other processes from the
//! domain, when a request for one of them arrives.

use alloc::boxed::Box;
use alloc::vec::Vec;

use farreach_verbs::{
    Access, CqId, DeviceError, DomainId, DomainRegion, Forwarded, ForwardedMessage, Memory, Owner,
    PdId, ReceiveRequest, SrqNumber, XrcDomain,
};

use crate::region::{Pds, RegionTable};
use crate::slab::{Key, NumberTable, Slab};
use crate::srq::{SharedReceiveQueue, XrcQueue};

/// Protection domains from this number on belong to XRC domains. Only the domains' segments are
/// registered under them.
const FIRST_PD: u32 = 1 << 31;
/// The bits in which numbers differ from those of the domain, if peers have to be told them.
const SCRAMBLE: u32 = 0x5a_a53c;
/// Protection domains from this number on are those of the other processes of XRC domains, whose segments are not shared.
const FIRST_FOREIGN_PD: u32 = 1 << 30;

/// The XRC domains that an adapter has opened.
pub(crate) struct Domains<M> {
    open: Vec<Open<M>>,
    /// Whether one remote key covers the segments of all processes of a domain.
    shares_segments: bool,
}

struct Open<M> {
    domain: Box<dyn XrcDomain<M>>,
    /// This process's queues by their SRQ numbers.
    queues: NumberTable,
    /// A message that was taken from the domain and waits for a receive. Its bytes are in the
    /// buffer.
    waiting: Option<ForwardedMessage>,
    bytes: Vec<u8>,
}

/// A forwarded message with its receive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakenMessage {
    pub(crate) receive: ReceiveRequest,
    pub(crate) pd: PdId,
    pub(crate) cq: CqId,
}

/// The bytes of a wake-up on the wire. It is shorter than any packet.
pub(crate) const WAKE: [u8; 4] = *b"wake";

/// The process that a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// This process, by its shared receive queue.
    Own(Key),
    /// Another process of the domain.
    Other,
    /// Another process, which has not created its queues yet.
    NotYet,
}

impl<M: Memory> Domains<M> {
    /// Adds `domain`, and registers its segments.
    pub(crate) fn open(
        &mut self,
        regions: &mut RegionTable<M>,
        domain: Box<dyn XrcDomain<M>>,
    ) -> Result<DomainId, DeviceError> {
        let id = DomainId(self.open.len() as u32);
        let segments = domain.segments();
        if self.shares_segments {
            regions.register_as(
                pd_of(id),
                domain.memory(),
                segments.base,
                Access::ALL,
                segments.rkey,
            )?;
        }
        self.open.push(Open {
            domain,
            queues: NumberTable::new(),
            waiting: None,
            bytes: Vec::new(),
        });
        if !self.shares_segments {
            let open = &mut self.open[id.0 as usize];
            let own = regions.exposed(FIRST_FOREIGN_PD);
            own.for_each(|region| open.domain.tell(&region));
        }
        Ok(id)
    }

    /// Tells the other processes of a region, if they have to know it.
    pub(crate) fn tell(&mut self, region: &DomainRegion<M>) {
        if !self.shares_segments {
            self.open
                .iter_mut()
                .for_each(|open| open.domain.tell(region));
        }
    }

    /// Learns the regions of other processes.
    pub(crate) fn learn(&mut self, regions: &mut RegionTable<M>) {
        for (id, open) in self.open.iter_mut().enumerate() {
            while let Some((process, told)) = open.domain.told() {
                let DomainRegion {
                    rkey, base, access, ..
                } = told;
                // A key that this process drew too is not known here. The request fails, and only then.
                let _ = match told.memory {
                    Some(memory) => {
                        let pd = foreign_pd(DomainId(id as u32), process);
                        let made = regions.register_as(pd, memory, base, access, rkey);
                        made.map(|_| ())
                    }
                    None => regions.forget(rkey, FIRST_FOREIGN_PD),
                };
            }
        }
    }
}

impl<M> Domains<M> {
    pub(crate) fn new(shares_segments: bool) -> Self {
        Domains {
            open: Vec::new(),
            shares_segments,
        }
    }

    /// Whether one remote key covers the segments of all processes of a domain.
    pub(crate) fn shares_segments(&self) -> bool {
        self.shares_segments
    }

    /// The protection domains that a request for the queue `srq` can access. Those of a queue of this process have `own` too.
    #[inline]
    pub(crate) fn pds(&self, id: DomainId, srq: SrqNumber, own: Option<PdId>) -> Pds {
        if self.shares_segments {
            let segments = pd_of(id);
            return Pds {
                first: segments,
                second: own.unwrap_or(segments),
            };
        }
        Pds::only(own.unwrap_or_else(|| foreign_pd(id, srq.process())))
    }

    /// The number of a queue as peers name it, and back. A number that the standard's XRC has says nothing about its process.
    #[inline]
    pub(crate) fn told(&self, srq: SrqNumber) -> SrqNumber {
        if self.shares_segments {
            srq
        } else {
            SrqNumber(srq.0 ^ SCRAMBLE)
        }
    }

    /// Allocates a number for a queue of this process.
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

    /// Records `key` as the queue with that number.
    pub(crate) fn add(&mut self, queue: &XrcQueue, key: Key) {
        let open = &mut self.open[queue.domain.0 as usize];
        open.queues.insert(queue.number.0, key);
    }

    /// Frees the number of a destroyed queue.
    pub(crate) fn remove(&mut self, queue: &XrcQueue) {
        let open = &mut self.open[queue.domain.0 as usize];
        open.queues.remove(queue.number.0);
        open.domain.release_srq(queue.number);
    }

    /// The process that a request for the queue `srq` is for. `None` if there is no such queue.
    #[inline]
    pub(crate) fn receiver(&self, id: DomainId, srq: SrqNumber) -> Option<Receiver> {
        let open = &self.open[id.0 as usize];
        if let Some(key) = open.queues.get(srq.0) {
            return Some(Receiver::Own(key));
        }
        match open.domain.owner(srq)? {
            Owner::Own => None,
            Owner::Other => Some(Receiver::Other),
            Owner::NotYet => Some(Receiver::NotYet),
        }
    }

    /// Notes that the memory of the process that owns the queue was written.
    #[inline]
    pub(crate) fn touched(&self, id: DomainId, srq: SrqNumber) {
        self.open[id.0 as usize].domain.touched(srq);
    }

    /// The largest message that can be forwarded, in bytes.
    pub(crate) fn forward_max(&self, id: DomainId) -> u32 {
        self.open[id.0 as usize].domain.forward_max()
    }

    /// Forwards a message to the process that owns the queue.
    pub(crate) fn forward(
        &mut self,
        id: DomainId,
        message: &ForwardedMessage,
        bytes: &[u8],
    ) -> Forwarded {
        self.open[id.0 as usize].domain.forward(message, bytes)
    }

    /// Whether the domain is open.
    pub(crate) fn contains(&self, id: DomainId) -> bool {
        (id.0 as usize) < self.open.len()
    }

    /// Whether no domain is open.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Announces a sleep until a packet arrives. Returns whether a message is waiting already.
    pub(crate) fn sleep_until_packet(&mut self) -> bool {
        let waits = |open: &mut Open<M>| open.domain.sleep_until_packet();
        self.open
            .iter_mut()
            .fold(false, |any, open| any | waits(open))
    }

    /// Whether a receive is posted for the message that waits for one.
    pub(crate) fn has_receive(&self, srqs: &Slab<SharedReceiveQueue>) -> bool {
        self.open.iter().any(|open| {
            let key = open
                .waiting
                .and_then(|message| open.queues.get(message.srq.0));
            let queue = key.and_then(|key| srqs.get(key));
            queue.is_some_and(|queue| !queue.receives.is_empty())
        })
    }

    /// Takes the next message that was forwarded to this process, with a receive from `srqs`. The
    /// message comes without a receive if its queue was destroyed. A message that waits for a
    /// receive blocks those behind it.
    pub(crate) fn take(
        &mut self,
        srqs: &mut Slab<SharedReceiveQueue>,
    ) -> Option<(ForwardedMessage, Option<TakenMessage>, &[u8])> {
        for open in &mut self.open {
            if open.waiting.is_none() {
                open.waiting = open.domain.take(&mut open.bytes);
            }
            let Some(message) = open.waiting else {
                continue;
            };
            let key = open.queues.get(message.srq.0);
            let Some(queue) = key.and_then(|key| srqs.get_mut(key)) else {
                open.waiting = None;
                return Some((message, None, &open.bytes));
            };
            let Some(receive) = queue.receives.pop_front() else {
                continue;
            };
            open.waiting = None;
            let xrc = queue.xrc.expect("it is in an XRC domain");
            let (pd, cq) = (queue.pd, xrc.cq);
            return Some((message, Some(TakenMessage { receive, pd, cq }), &open.bytes));
        }
        None
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let heap = |open: &Open<M>| open.queues.heap_bytes() + open.bytes.capacity();
        let tables = self.open.iter().map(heap);
        self.open.capacity() * size_of::<Open<M>>() + tables.sum::<usize>()
    }
}

/// The protection domain of a domain's segments.
pub(crate) fn pd_of(id: DomainId) -> PdId {
    PdId(FIRST_PD + id.0)
}

/// The protection domain of what another process has registered. Processes have one for all of it.
fn foreign_pd(id: DomainId, process: u32) -> PdId {
    PdId(FIRST_FOREIGN_PD + id.0 * SrqNumber::PROCESSES_MAX + process)
}
