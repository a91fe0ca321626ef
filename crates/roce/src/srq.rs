//! Shared receive queues.

use alloc::collections::VecDeque;

use farreach_verbs::{
    Access, CqId, DeviceError, DomainId, Memory, PdId, ReceiveRequest, SrqNumber,
};

use crate::qp::check_local;
use crate::region::RegionTable;

/// A shared receive queue.
pub(crate) struct SharedReceiveQueue {
    pub(crate) receives: VecDeque<ReceiveRequest>,
    capacity: u32,
    pub(crate) pd: PdId,
    /// The attributes of a queue in an XRC domain.
    pub(crate) xrc: Option<XrcQueue>,
    /// The number of queue pairs that take receives from this queue.
    pub(crate) users: u32,
}

/// A shared receive queue's place in its XRC domain, and the completion queue of its receives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct XrcQueue {
    pub(crate) domain: DomainId,
    pub(crate) number: SrqNumber,
    pub(crate) cq: CqId,
}

impl SharedReceiveQueue {
    pub(crate) fn new(pd: PdId, capacity: u32, xrc: Option<XrcQueue>) -> Self {
        SharedReceiveQueue {
            receives: VecDeque::new(),
            capacity,
            pd,
            xrc,
            users: 0,
        }
    }

    /// Queues a receive.
    pub(crate) fn post<M: Memory>(
        &mut self,
        regions: &RegionTable<M>,
        request: &ReceiveRequest,
    ) -> Result<(), DeviceError> {
        if self.receives.len() >= self.capacity as usize {
            return Err(DeviceError::Exhausted {
                kind: "receive request on the shared receive queue",
                limit: self.capacity,
            });
        }
        check_local(regions, self.pd, &request.local, Access::LOCAL_WRITE)?;
        self.receives.push_back(*request);
        Ok(())
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.receives.capacity() * size_of::<ReceiveRequest>()
    }
}
