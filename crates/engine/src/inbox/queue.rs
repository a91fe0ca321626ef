//! A receive queue with its buffers, all of one size.

use alloc::vec::Vec;

use farreach_verbs::{
    Access, CqId, Device, DeviceError, DomainId, Memory, PdId, ReceiveRequest, Region, SrqId,
    SrqNumber,
};

/// The target for the bytes of all buffers of a queue. `COUNT` takes precedence.
const BYTES: u32 = 128 << 10;
/// The fewest and the most buffers of a queue. A peer's messages take half of them before it
/// waits for acknowledgements, so its stream halts where there are few.
const COUNT: core::ops::RangeInclusive<u32> = 128..=256;

/// A receive queue.
pub(super) struct Queue<M> {
    pub(super) srq: SrqId,
    /// The number in the XRC domain, if the queue belongs to one.
    pub(super) number: Option<SrqNumber>,
    /// The size of a buffer in bytes.
    pub(super) size: u32,
    buffers: Option<Buffers<M>>,
    is_closed: bool,
}

struct Buffers<M> {
    memory: M,
    region: Region,
    count: u32,
    /// The most buffers that may be posted.
    limit: u32,
    /// The buffers that wait to be posted again.
    free: Vec<u32>,
    posted: u32,
}

impl<M: Memory> Queue<M> {
    /// Creates a queue for messages of up to `size` bytes, without buffers.
    pub(super) fn new<D: Device<Memory = M>>(
        device: &mut D,
        pd: PdId,
        domain: Option<DomainId>,
        cq: CqId,
        size: u32,
    ) -> Result<Self, DeviceError> {
        let capacity = count(size);
        let (srq, number) = match domain {
            None => (device.create_srq(pd, capacity)?, None),
            Some(domain) => {
                let (srq, number) = device.create_xrc_srq(pd, domain, cq, capacity)?;
                (srq, Some(number))
            }
        };
        Ok(Queue {
            srq,
            number,
            size,
            buffers: None,
            is_closed: false,
        })
    }

    /// Allocates the buffers if there are none, and posts a few of them or all. `place` is the
    /// queue's index.
    pub(super) fn open<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        pd: PdId,
        place: usize,
        most: u32,
    ) -> Result<(), DeviceError> {
        let count = count(self.size);
        if let Some(buffers) = &mut self.buffers {
            buffers.limit = count.min(most);
            return self.post_free(device, place);
        }
        let memory = M::allocate((count * self.size) as usize);
        let region = device.register(pd, memory.clone(), 0, Access::LOCAL_WRITE)?;
        self.buffers = Some(Buffers {
            memory,
            region,
            count,
            limit: count.min(most),
            free: (0..count).rev().collect(),
            posted: 0,
        });
        self.post_free(device, place)
    }

    /// Destroys the queue and its buffers.
    pub(super) fn close<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
    ) -> Result<(), DeviceError> {
        device.destroy_srq(self.srq)?;
        self.is_closed = true;
        match self.buffers.take() {
            Some(buffers) => device.deregister(buffers.region.lkey),
            None => Ok(()),
        }
    }

    /// Whether the queue was destroyed.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Bytes of the queue's buffers.
    pub(super) fn bytes(&self) -> u64 {
        let buffers = self.buffers.as_ref();
        buffers.map_or(0, |buffers| u64::from(buffers.count) * u64::from(self.size))
    }

    /// Counts a message that arrived in one of the queue's buffers.
    pub(super) fn take(&mut self) {
        self.buffers().posted -= 1;
    }

    /// Reads the message of `len` bytes that came in a buffer.
    pub(super) fn read(&mut self, buffer: u32, len: u32, into: &mut Vec<u8>) {
        let start = buffer as usize * self.size as usize;
        into.resize(len as usize, 0);
        let read = self.buffers().memory.read(start, into);
        read.expect("a message lies inside its buffer");
    }

    /// Reads the first bytes of a message.
    pub(super) fn peek(&mut self, buffer: u32, into: &mut [u8]) {
        let start = buffer as usize * self.size as usize;
        let read = self.buffers().memory.read(start, into);
        read.expect("a buffer is longer than that");
    }

    /// Frees a buffer whose message is not needed any more.
    pub(super) fn give_back(&mut self, buffer: u32) {
        self.buffers().free.push(buffer);
    }

    /// Whether few buffers are posted.
    pub(super) fn is_low(&self) -> bool {
        let buffers = self.buffers.as_ref();
        buffers.is_some_and(|buffers| buffers.posted <= buffers.limit / 4 * 3)
    }

    /// Whether no buffer is posted or could be posted.
    pub(super) fn is_exhausted(&self) -> bool {
        self.buffers
            .as_ref()
            .is_none_or(|buffers| buffers.free.is_empty())
    }

    /// Posts all free buffers, up to the limit.
    pub(super) fn post_free<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        place: usize,
    ) -> Result<(), DeviceError> {
        let (srq, size) = (self.srq, self.size);
        let buffers = self.buffers();
        while buffers.posted < buffers.limit
            && let Some(&buffer) = buffers.free.last()
        {
            let start = u64::from(buffer) * u64::from(size);
            let local = buffers.region.sge(start, size);
            let id = (place as u64) << 32 | u64::from(buffer);
            device.post_srq_recv(srq, &ReceiveRequest { id, local })?;
            buffers.free.pop();
            buffers.posted += 1;
        }
        Ok(())
    }

    fn buffers(&mut self) -> &mut Buffers<M> {
        self.buffers
            .as_mut()
            .expect("messages come only after it was opened")
    }
}

/// The number of buffers of a queue whose buffers have `size` bytes.
fn count(size: u32) -> u32 {
    (BYTES / size).clamp(*COUNT.start(), *COUNT.end())
}

/// The bytes of all buffers of a queue with buffers of `size` bytes.
pub(crate) fn bytes_of(size: u32) -> u32 {
    count(size) * size
}
