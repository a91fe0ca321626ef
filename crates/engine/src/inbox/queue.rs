//! A receive queue with its buffers, all of one size.
//!
//! Where a device pins what is registered, the buffers are allocated in pieces, each as the messages that arrive at one time need it.

use alloc::vec::Vec;
use core::mem;

use farreach_verbs::{
    Access, CqId, Device, DeviceError, DomainId, Memory, PdId, ReceiveRequest, Region, SrqId,
    SrqNumber,
};

/// The target for the bytes of all buffers of a queue. `COUNT` takes precedence.
const BYTES: u32 = 128 << 10;
/// The fewest and the most buffers of a queue. A peer's messages take half of them before it
/// waits for acknowledgements, so its stream halts where there are few.
const COUNT: core::ops::RangeInclusive<u32> = 128..=256;
/// Buffers of a piece are 2 to the power of this. A peer that sends without a pause has at most about as many messages under way on
/// devices that pin.
const PIECE_SHIFT: u32 = 5;
/// All buffers of a queue are in one piece.
const WHOLE_SHIFT: u32 = COUNT.end().ilog2();

/// A receive queue.
pub(super) struct Queue<M> {
    pub(super) srq: SrqId,
    /// The number in the XRC domain, if the queue belongs to one.
    pub(super) number: Option<SrqNumber>,
    /// The size of a buffer in bytes.
    pub(super) size: u32,
    buffers: Option<Buffers<M>>,
    is_closed: bool,
    /// Buffers of a piece are 2 to the power of this.
    shift: u32,
}

struct Buffers<M> {
    pieces: Vec<(M, Region)>,
    /// Buffers of all pieces.
    count: u32,
    /// The most buffers that may be posted, whatever is there.
    most: u32,
    /// The buffers that wait to be posted again.
    free: Vec<u32>,
    posted: u32,
    /// Messages since the last look whether more buffers are needed.
    came: u32,
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
        let is_whole = device.attributes().registers_sparsely;
        Ok(Queue {
            srq,
            number,
            size,
            buffers: None,
            is_closed: false,
            shift: if is_whole { WHOLE_SHIFT } else { PIECE_SHIFT },
        })
    }

    /// Allocates the first buffers if there are none, and posts at most `most`. `place` is the queue's index.
    pub(super) fn open<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        pd: PdId,
        place: usize,
        most: u32,
    ) -> Result<(), DeviceError> {
        if let Some(buffers) = &mut self.buffers {
            buffers.most = most;
            return self.post_free(device, place);
        }
        self.buffers = Some(Buffers {
            pieces: Vec::new(),
            count: 0,
            most,
            free: Vec::new(),
            posted: 0,
            came: 0,
        });
        let added = self.add_piece(device, pd);
        if added.is_err() {
            self.buffers = None;
        }
        added?;
        self.post_free(device, place)
    }

    /// Allocates more buffers, unless all are there.
    fn add_piece<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        pd: PdId,
    ) -> Result<(), DeviceError> {
        let (size, of_piece, all) = (self.size, 1 << self.shift, count(self.size));
        let buffers = self.buffers();
        let added = (all - buffers.count).min(of_piece);
        let memory = M::allocate((added * size) as usize);
        let region = device.register(pd, memory.clone(), 0, Access::LOCAL_WRITE)?;
        buffers.pieces.push((memory, region));
        let first = buffers.count;
        buffers.count += added;
        buffers.free.extend((first..buffers.count).rev());
        Ok(())
    }

    /// Whether buffers can be added.
    pub(super) fn can_grow(&self) -> bool {
        let buffers = self.buffers.as_ref();
        buffers.is_some_and(|buffers| buffers.count < count(self.size))
    }

    /// Doubles the buffers if the messages of one poll took half of them, or if messages that nobody has taken hold half of them. Returns
    /// whether it did.
    pub(super) fn grow<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        pd: PdId,
        place: usize,
    ) -> Result<bool, DeviceError> {
        if !self.can_grow() {
            return Ok(false);
        }
        let buffers = self.buffers();
        let (came, limit) = (mem::take(&mut buffers.came), buffers.limit());
        if came < limit / 2 && buffers.posted > limit / 2 {
            return Ok(false);
        }
        for _ in 0..buffers.pieces.len() {
            if self.can_grow() {
                self.add_piece(device, pd)?;
            }
        }
        self.post_free(device, place)?;
        Ok(true)
    }

    /// Destroys the queue and its buffers.
    pub(super) fn close<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
    ) -> Result<(), DeviceError> {
        device.destroy_srq(self.srq)?;
        self.is_closed = true;
        let pieces = self.buffers.take().map(|buffers| buffers.pieces);
        let mut pieces = pieces.into_iter().flatten();
        pieces.try_for_each(|(_, region)| device.deregister(region.lkey))
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
        let buffers = self.buffers();
        buffers.posted -= 1;
        buffers.came += 1;
    }

    /// Reads the message of `len` bytes that came in a buffer.
    pub(super) fn read(&mut self, buffer: u32, len: u32, into: &mut Vec<u8>) {
        into.resize(len as usize, 0);
        self.peek(buffer, into);
    }

    /// Reads the first bytes of a message.
    pub(super) fn peek(&mut self, buffer: u32, into: &mut [u8]) {
        let (piece, start) = self.place(buffer);
        let (memory, _) = &self.buffers().pieces[piece];
        let read = memory.read(start, into);
        read.expect("a message lies inside its buffer");
    }

    /// The piece of a buffer, and the buffer's offset in the piece.
    fn place(&self, buffer: u32) -> (usize, usize) {
        let within = buffer & ((1 << self.shift) - 1);
        let start = within as usize * self.size as usize;
        ((buffer >> self.shift) as usize, start)
    }

    /// Frees a buffer whose message is not needed any more.
    pub(super) fn give_back(&mut self, buffer: u32) {
        self.buffers().free.push(buffer);
    }

    /// Whether few buffers are posted.
    pub(super) fn is_low(&self) -> bool {
        let buffers = self.buffers.as_ref();
        buffers.is_some_and(|buffers| buffers.posted <= buffers.limit() / 4 * 3)
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
        while let Some(buffer) = self.buffers().next_free() {
            let (piece, start) = self.place(buffer);
            let buffers = self.buffers();
            let local = buffers.pieces[piece].1.sge(start as u64, size);
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

impl<M> Buffers<M> {
    /// The most buffers that may be posted.
    fn limit(&self) -> u32 {
        self.count.min(self.most)
    }

    /// The buffer to post next, if another may be posted.
    fn next_free(&self) -> Option<u32> {
        let next = self.free.last().copied();
        next.filter(|_| self.posted < self.limit())
    }
}

/// The number of buffers of a queue whose buffers have `size` bytes.
pub(super) fn count(size: u32) -> u32 {
    (BYTES / size).clamp(*COUNT.start(), *COUNT.end())
}

/// The bytes of all buffers of a queue with buffers of `size` bytes.
pub(crate) fn bytes_of(size: u32) -> u32 {
    count(size) * size
}
