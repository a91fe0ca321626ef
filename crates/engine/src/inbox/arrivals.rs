//! Arrival of messages, and their delivery to the program.

use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use farreach_connect::Rank;
use farreach_verbs::{Completion, CompletionOp, CompletionStatus, Device, DeviceError, Memory};

use super::{HEADER, Inbox, MESSAGE_MAX, MessageKind, ReceivedKind, parse};
use crate::batches;
use crate::planted::Bug;

/// The most bytes of messages on the heap. Beyond this senders wait.
const MOVED_MAX: usize = 64 << 20;

/// A message that was not taken.
pub(crate) enum Arrival {
    /// In a buffer: the queue's index, the buffer, and the length.
    Buffer(usize, u32, u32),
    /// On the heap.
    Moved(Vec<u8>),
}

impl Arrival {
    /// The message's length, header included.
    fn len(&self) -> usize {
        match self {
            Arrival::Buffer(_, _, len) => *len as usize,
            Arrival::Moved(message) => message.len(),
        }
    }
}

/// Messages that were taken together.
#[derive(Debug, Default)]
pub struct Delivered {
    heads: Vec<(Rank, MessageKind, Range<usize>)>,
    /// The messages with their headers, and behind `used` room for further ones.
    bytes: Vec<u8>,
    used: usize,
}

/// The room that is kept for the next messages.
const KEPT: usize = 512 << 10;

impl Delivered {
    /// The messages: the sender of each, its kind and its bytes.
    pub fn messages(&self) -> impl Iterator<Item = (Rank, MessageKind, &[u8])> {
        let heads = self.heads.iter();
        heads.map(|(source, kind, range)| (*source, *kind, &self.bytes[range.clone()]))
    }

    /// Forgets the messages.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.used = 0;
        if self.bytes.len() > KEPT {
            self.bytes = Vec::new();
        }
    }

    /// Room for a message of `len` bytes, header included.
    fn room(&mut self, len: usize) -> &mut [u8] {
        let end = self.used + len;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        &mut self.bytes[self.used..end]
    }

    /// Adds the message of `len` bytes that is in the room, or those that came in it as a batch.
    fn add(&mut self, len: usize) {
        let end = self.used + len;
        let Some((source, ReceivedKind::Port(kind), bytes)) = parse(&self.bytes[self.used..end])
        else {
            unreachable!("checked when it came");
        };
        let start = end - bytes.len();
        self.used = end;
        if !kind.is_batch() {
            self.heads.push((source, kind, start..end));
            return;
        }
        let mut rest = bytes;
        while let Some((number, len, behind)) = batches::split(rest) {
            let at = start + bytes.len() - rest.len() + batches::HEAD;
            self.heads
                .push((source, kind.numbered(number), at..at + len));
            rest = behind;
        }
    }
}

impl<M: Memory> Inbox<M> {
    /// Handles a completed receive. `is_near` tells whether a rank is on this node.
    pub(crate) fn received<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        completion: &Completion,
        is_near: impl FnOnce(Rank) -> bool,
    ) -> Result<(), DeviceError> {
        let (place, buffer) = ((completion.id >> 32) as usize, completion.id as u32);
        let len = completion.bytes;
        self.queues[place].take();
        let mut head = [0; HEADER];
        let mut kind = None;
        // Otherwise the connection broke in the middle of the message.
        // A signal's immediate has come, and nothing in the buffer.
        let is_signal = completion.op == CompletionOp::ReceiveWriteImm;
        if completion.status == CompletionStatus::Success && len as usize >= HEADER && !is_signal {
            self.queues[place].peek(buffer, &mut head);
            kind = parse(&head);
        }
        match kind {
            None => self.queues[place].give_back(buffer),
            Some((source, ReceivedKind::Port(kind), _)) => {
                self.stats.messages += 1;
                self.stats.bytes += u64::from(len) - HEADER as u64;
                self.stats.buffer_bytes += u64::from(self.queues[place].size);
                self.arrived[kind.port()].push_back(Arrival::Buffer(place, buffer, len));
                self.learn(device, source, len as usize, is_near)?;
            }
            Some(_) => {
                let mut message = Vec::new();
                self.queues[place].read(buffer, len, &mut message);
                self.queues[place].give_back(buffer);
                self.take_notice(device, &message)?;
            }
        }
        self.refill(device, place)
    }

    /// Handles a notice of another process.
    fn take_notice<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        message: &[u8],
    ) -> Result<(), DeviceError> {
        match parse(message) {
            Some((source, ReceivedKind::Sizes, rest)) => self.note_sizes(source, rest),
            Some((source, ReceivedKind::Noted, rest)) => self.noted(device, source, rest)?,
            Some((_, ReceivedKind::Port(_), _)) | None => {}
        }
        Ok(())
    }

    /// Takes a part of a message that arrives in records, header included. `left` bytes are still
    /// to come.
    pub(crate) fn take_part<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        peer: Rank,
        left: u32,
        bytes: &[u8],
    ) -> Result<(), DeviceError> {
        let mut message = self.parts.remove(&peer).unwrap_or_default();
        if message.len() + bytes.len() + left as usize > HEADER + MESSAGE_MAX {
            return Ok(());
        }
        message.extend_from_slice(bytes);
        if left > 0 {
            self.parts.insert(peer, message);
            return Ok(());
        }
        match parse(&message) {
            Some((_, ReceivedKind::Port(kind), _)) => {
                self.moved_bytes += message.len();
                self.arrived[kind.port()].push_back(Arrival::Moved(message));
                Ok(())
            }
            _ => self.take_notice(device, &message),
        }
    }

    /// Drops the parts of a message that `peer` will not complete.
    pub(crate) fn forget_part(&mut self, peer: Rank) {
        self.parts.remove(&peer);
    }

    /// Whether `peer`, whose message came in records, must not send more until [`Inbox::release`]
    /// names it.
    pub(crate) fn hold(&mut self, peer: Rank) -> bool {
        let is_full = self.moved_bytes >= MOVED_MAX;
        if is_full {
            self.held.push(peer);
        }
        is_full
    }

    /// The peers that may send messages in records again.
    pub(crate) fn release(&mut self) -> Vec<Rank> {
        if self.moved_bytes < MOVED_MAX {
            mem::take(&mut self.held)
        } else {
            Vec::new()
        }
    }

    /// Posts buffers of the queue at index `place` again when few are left. If none is free,
    /// messages move to the heap first.
    fn refill<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        place: usize,
    ) -> Result<(), DeviceError> {
        if !self.queues[place].is_low() || self.planted.is(Bug::BuffersForgotten) {
            return Ok(());
        }
        if self.queues[place].is_exhausted() {
            self.move_to_heap(place, MOVED_MAX);
        }
        self.stats.refills += 1;
        self.queues[place].post_free(device, place)
    }

    /// Moves messages from buffers of the queue at index `place` to the heap, until `most` bytes
    /// are there.
    pub(super) fn move_to_heap(&mut self, place: usize, most: usize) {
        for arrival in self.arrived.iter_mut().flatten() {
            let Arrival::Buffer(at, buffer, len) = *arrival else {
                continue;
            };
            if at != place || self.moved_bytes + len as usize > most {
                continue;
            }
            let mut message = Vec::new();
            self.queues[place].read(buffer, len, &mut message);
            self.queues[place].give_back(buffer);
            self.moved_bytes += message.len();
            self.stats.moved += 1;
            *arrival = Arrival::Moved(message);
        }
    }

    /// Whether a message for this port has arrived.
    #[inline]
    pub(crate) fn has(&self, port: usize) -> bool {
        !self.arrived[port].is_empty()
    }

    /// Takes messages for a port, the oldest first, until `most` or more were taken.
    pub(crate) fn take_many<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        (port, most): (usize, usize),
        taken: &mut Delivered,
    ) -> Result<(), DeviceError> {
        while taken.heads.len() < most {
            let Some(arrival) = self.arrived[port].pop_front() else {
                break;
            };
            let len = arrival.len();
            // Buffers that could not be posted again do not concern the message.
            let read = self.read(device, arrival, taken.room(len));
            taken.add(len);
            read?;
        }
        Ok(())
    }

    /// Takes the oldest message for a port, header included, into `into`.
    pub(crate) fn take<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        port: usize,
        into: &mut Vec<u8>,
    ) -> Result<bool, DeviceError> {
        let Some(arrival) = self.arrived[port].pop_front() else {
            return Ok(false);
        };
        into.resize(arrival.len(), 0);
        self.read(device, arrival, into)?;
        Ok(true)
    }

    /// Reads a message, which is as long as `into`, and frees its buffer.
    fn read<D: Device<Memory = M>>(
        &mut self,
        device: &mut D,
        arrival: Arrival,
        into: &mut [u8],
    ) -> Result<(), DeviceError> {
        match arrival {
            Arrival::Moved(message) => {
                self.moved_bytes -= message.len();
                into.copy_from_slice(&message);
                Ok(())
            }
            Arrival::Buffer(place, buffer, _) => {
                self.queues[place].peek(buffer, into);
                self.queues[place].give_back(buffer);
                self.refill(device, place)
            }
        }
    }
}
