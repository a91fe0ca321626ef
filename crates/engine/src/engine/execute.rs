//! What peers ask for in datagrams, carried out on this process's memory, and their answers.

use farreach_connect::Rank;
use farreach_verbs::{
    Access, AtomicOp, AtomicWidth, CompletionStatus, Device, ListedOp, ListedOps, Memory,
    RemoteAddress, Sge,
};

use super::Engine;
use crate::inbox::{HEADER, MESSAGE_MAX};
use crate::op::{Op, Target};
use crate::records::{Place, Record};
use crate::{Directory, EngineError};

/// Why something is not carried out.
struct Refused {
    offset: u64,
    len: u64,
    limit: u64,
}

impl<D: Device, L: Directory> Engine<D, L> {
    /// Carries out the records that arrived. While there is no segment they wait where they are.
    pub(super) fn take_records(&mut self) {
        if self.segment.is_none() || !self.associations.has_records() {
            return;
        }
        let mut bytes = core::mem::take(&mut self.record);
        while let Some(peer) = self.associations.poll_record(&mut bytes) {
            if let Some(record) = Record::parse(&bytes) {
                self.execute(peer, &record);
            }
        }
        self.record = bytes;
    }

    fn execute(&mut self, peer: Rank, record: &Record) {
        let (id, ended) = match *record {
            Record::Put { id, to, bytes } => (id, self.write(to, bytes)),
            Record::List { id, list } => (id, self.execute_list(list)),
            Record::Get { id, from, len, at } => (id, self.answer_get(peer, id, from, len, at)),
            Record::Atomic {
                id,
                width,
                op,
                offset,
            } => {
                let old = self.update(Place::Segment(offset), width, op);
                let ended = old.map(|old| {
                    let bytes = old.to_le_bytes();
                    let bytes = &bytes[..width.bytes()];
                    self.tell(peer, &Record::Reply { id, at: 0, bytes });
                });
                (id, ended)
            }
            Record::Message { left, bytes, .. } => {
                return self.take_message_part(peer, left, bytes);
            }
            Record::Reply { id, at, bytes } => return self.take_reply(peer, id, at, bytes),
            Record::Refused {
                id,
                offset,
                len,
                limit,
            } => {
                let error = if limit == Record::NOT_EXPOSED {
                    let status = CompletionStatus::RemoteAccess;
                    EngineError::Broken { peer, status }
                } else {
                    EngineError::OutOfSegment {
                        peer,
                        offset,
                        len,
                        limit,
                    }
                };
                return self.take_refusal(peer, id, error);
            }
        };
        if let Err(Refused { offset, len, limit }) = ended {
            let refused = Record::Refused {
                id,
                offset,
                len,
                limit,
            };
            self.tell(peer, &refused);
        }
    }

    /// Sends a record.
    pub(super) fn tell(&mut self, peer: Rank, record: &Record) -> u64 {
        let (head, body) = record.emit();
        self.associations
            .send(self.now, peer, &[head.as_slice(), body])
    }

    /// The memory that a peer means, and where in it.
    fn at(&self, place: Place, len: usize, access: Access) -> Result<(&D::Memory, usize), Refused> {
        let found = match self.in_segment(place) {
            Place::Exposed(remote) => self.regions.remote(remote, len, access),
            Place::Segment(offset) => {
                let (_, info) = self.segment.expect("nothing is taken before");
                let inside = info.address(offset, len as u64);
                inside.and_then(|_| self.regions.local(&self.segment_sge(offset, len as u32)))
            }
        };
        found.ok_or_else(|| self.refuse(place, len))
    }

    /// The own segment has another address over XRC than here: it is meant by its offset.
    fn in_segment(&self, place: Place) -> Place {
        match (place, self.segment) {
            (Place::Exposed(remote), Some((_, info)))
                if info.stride != 0 && remote.rkey == info.rkey && remote.addr >= info.base =>
            {
                Place::Segment(remote.addr - info.base)
            }
            _ => place,
        }
    }

    fn refuse(&self, place: Place, len: usize) -> Refused {
        let (offset, limit) = match place {
            Place::Segment(offset) => (offset, self.segment.map_or(0, |(_, info)| info.len)),
            Place::Exposed(RemoteAddress { addr, .. }) => (addr, Record::NOT_EXPOSED),
        };
        Refused {
            offset,
            len: len as u64,
            limit,
        }
    }

    fn write(&self, to: Place, bytes: &[u8]) -> Result<(), Refused> {
        let (memory, start) = self.at(to, bytes.len(), Access::REMOTE_WRITE)?;
        memory.write(start, bytes).expect("the range is inside");
        Ok(())
    }

    /// Carries out what is in a list up to the first that is not inside, as the device does.
    fn execute_list(&self, list: &[u8]) -> Result<(), Refused> {
        for op in ListedOps::new(list).map_while(Result::ok) {
            let place = Place::Segment(op.offset());
            match op {
                ListedOp::Write(write) => self.write(place, write.bytes)?,
                ListedOp::Atomic(atomic) => {
                    self.update(place, atomic.width(), atomic.op())?;
                }
            }
        }
        Ok(())
    }

    /// Updates a word atomically; returns the old one.
    fn update(&self, place: Place, width: AtomicWidth, op: AtomicOp) -> Result<u64, Refused> {
        let (memory, start) = self.at(place, width.bytes(), Access::REMOTE_ATOMIC)?;
        // A word that is not aligned is as little there as one that is outside.
        let old = memory.atomic(start, width, op);
        old.map_err(|_| self.refuse(place, width.bytes()))
    }

    fn answer_get(
        &mut self,
        peer: Rank,
        id: u32,
        from: Place,
        len: u32,
        at: u64,
    ) -> Result<(), Refused> {
        let len = len as usize;
        if len > self.chunk() {
            return Err(self.refuse(from, len));
        }
        let mut bytes = core::mem::take(&mut self.scratch);
        bytes.clear();
        bytes.resize(len, 0);
        let read = self
            .at(from, len, Access::REMOTE_READ)
            .map(|(memory, start)| {
                memory.read(start, &mut bytes).expect("the range is inside");
            });
        if read.is_ok() {
            let bytes = &bytes[..];
            self.tell(peer, &Record::Reply { id, at, bytes });
        }
        self.scratch = bytes;
        read
    }

    /// Takes a message, or a part of one. Who sends more than the program takes waits.
    fn take_message_part(&mut self, peer: Rank, left: u32, bytes: &[u8]) {
        let mut message = self.parts.remove(&peer).unwrap_or_default();
        if message.len() + bytes.len() + left as usize > HEADER + MESSAGE_MAX {
            return;
        }
        message.extend_from_slice(bytes);
        if left > 0 {
            self.parts.insert(peer, message);
            return;
        }
        let delivered = self.inbox.delivered(&mut self.device, message);
        self.note_trouble(delivered.map_err(EngineError::from));
        if !self.inbox.has_heap_room() {
            self.associations.set_held(peer, true);
            self.held.push(peer);
        }
    }

    /// Takes more messages from those who wait, if there is room again.
    pub(super) fn release_held(&mut self) {
        if !self.held.is_empty() && self.inbox.has_heap_room() {
            for peer in core::mem::take(&mut self.held) {
                self.associations.set_held(peer, false);
            }
        }
    }

    /// Takes what a peer answers.
    fn take_reply(&mut self, peer: Rank, id: u32, at: u64, bytes: &[u8]) {
        let Some(awaited) = self.awaited.get_mut(&id) else {
            // For an operation that failed meanwhile.
            return;
        };
        if awaited.peer != peer {
            return;
        }
        match &awaited.op {
            Op::Get {
                into: Target::Owned(memory),
                ..
            } => {
                let stored = memory.write(at as usize, bytes);
                awaited.is_damaged |= stored.is_err();
            }
            Op::Get {
                into: Target::Region(into),
                ..
            }
            | Op::GetExposed { into, .. } => {
                let (len, addr) = (bytes.len() as u32, into.addr.saturating_add(at));
                let found = self.regions.local(&Sge { len, addr, ..*into });
                let stored = found.map(|(memory, start)| memory.write(start, bytes));
                awaited.is_damaged |= !matches!(stored, Some(Ok(())));
            }
            Op::GetWord { .. } | Op::Atomic { .. } => {
                let mut word = [0; 8];
                let len = bytes.len().min(word.len());
                word[..len].copy_from_slice(&bytes[..len]);
                awaited.word = u64::from_le_bytes(word);
            }
            Op::Put { .. } | Op::PutExposed { .. } | Op::Message { .. } => {
                unreachable!("only requests are awaited")
            }
        }
        awaited.replies_due = awaited.replies_due.saturating_sub(1);
        self.end_if_answered(id);
        self.count_answer(peer);
    }
}
