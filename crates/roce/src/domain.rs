//! XRC domains: which shared receive queue a request is for, and whose memory it reaches.

use alloc::boxed::Box;
use alloc::vec::Vec;

use farreach_verbs::{
    Access, CqId, DeviceError, DomainId, Forwarded, ForwardedMessage, Memory, Owner, PdId,
    ReceiveRequest, SrqNumber, XrcDomain,
};

use crate::region::RegionTable;
use crate::slab::{Key, NumberTable, Slab};
use crate::srq::{SharedReceiveQueue, XrcQueue};

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
    /// A message that was taken from the domain and waits for a receive, and its bytes.
    waiting: Option<ForwardedMessage>,
    bytes: Vec<u8>,
}

/// The receive that a forwarded message gets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) receive: ReceiveRequest,
    pub(crate) pd: PdId,
    pub(crate) cq: CqId,
}

/// A wake-up as it travels: not a packet, which is never so short.
pub(crate) const WAKE: [u8; 4] = *b"wake";

/// Whom a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// The own shared receive queue.
    Own(Key),
    /// Another process of the domain.
    Other,
    /// One that will be there later.
    NotYet,
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
            waiting: None,
            bytes: Vec::new(),
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

    /// Whom a request for the queue is for; `None` if there is no such queue.
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

    /// The memory of the process that owns the queue was written.
    #[inline]
    pub(crate) fn touched(&self, id: DomainId, srq: SrqNumber) {
        self.open[id.0 as usize].domain.touched(srq);
    }

    /// The most bytes of a message that can be forwarded.
    pub(crate) fn forward_max(&self, id: DomainId) -> u32 {
        self.open[id.0 as usize].domain.forward_max()
    }

    /// Hands a message to the process that owns the queue.
    pub(crate) fn forward(
        &mut self,
        id: DomainId,
        message: &ForwardedMessage,
        bytes: &[u8],
    ) -> Forwarded {
        self.open[id.0 as usize].domain.forward(message, bytes)
    }

    /// Whether it is open.
    pub(crate) fn contains(&self, id: DomainId) -> bool {
        (id.0 as usize) < self.open.len()
    }

    /// Whether none is open.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Prepares for a sleep until a packet comes. Returns whether something waits already.
    pub(crate) fn sleep_until_packet(&mut self) -> bool {
        let waits = |open: &mut Open<M>| open.domain.sleep_until_packet();
        self.open
            .iter_mut()
            .fold(false, |any, open| any | waits(open))
    }

    /// Whether a message that was taken has a receive by now.
    pub(crate) fn has_receive(&self, srqs: &Slab<SharedReceiveQueue>) -> bool {
        self.open.iter().any(|open| {
            let key = open
                .waiting
                .and_then(|message| open.queues.get(message.srq.0));
            let queue = key.and_then(|key| srqs.get(key));
            queue.is_some_and(|queue| !queue.receives.is_empty())
        })
    }

    /// Takes the next message that was forwarded to this process for which there is a receive in `srqs`, with its bytes;
    /// without a receive if its queue is gone. While one waits for a receive, so do those behind it.
    pub(crate) fn take(
        &mut self,
        srqs: &mut Slab<SharedReceiveQueue>,
    ) -> Option<(ForwardedMessage, Option<Taken>, &[u8])> {
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
            return Some((message, Some(Taken { receive, pd, cq }), &open.bytes));
        }
        None
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let heap = |open: &Open<M>| open.queues.heap_bytes() + open.bytes.capacity();
        let tables = self.open.iter().map(heap);
        self.open.capacity() * size_of::<Open<M>>() + tables.sum::<usize>()
    }
}

/// The protection domain of an XRC domain's segments.
pub(crate) fn pd_of(id: DomainId) -> PdId {
    PdId(FIRST_PD + id.0)
}
