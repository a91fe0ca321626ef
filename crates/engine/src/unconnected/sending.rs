//! The conversion of operations into records. A long operation becomes several records.

use alloc::vec::Vec;
use core::mem;

use farreach_connect::Rank;
use farreach_verbs::{ListedNumbers, ListedOp, ListedOps, Memory, Sge, Spacing, Time};

use super::{Awaited, PartlySent, Sent, Unconnected};
use crate::EngineError;
use crate::exposed::Exposed;
use crate::lists::List;
use crate::op::{Op, Source};
use crate::records::{Record, RemotePlace};

impl<M: Memory> Unconnected<M> {
    /// Sends as many parts of an operation as flow control permits. Returns the operation if it is
    /// not needed any more.
    pub(crate) fn enqueue(
        &mut self,
        now: Time,
        peer: Rank,
        (index, op): (u32, Op<M>),
        exposed: &Exposed<M>,
    ) -> Option<Op<M>> {
        let id = self.new_id();
        if op.is_answered() {
            let awaited = Awaited {
                index,
                peer,
                op: op.clone(),
                replies_due: 0,
                is_whole: false,
                word: 0,
                is_damaged: false,
            };
            self.awaited.insert(id, awaited);
        }
        let begun = PartlySent {
            id,
            index,
            op,
            sent: 0,
        };
        self.enqueue_parts(now, peer, begun, exposed)
    }

    /// Sends further parts of the operation that is begun, as flow control permits. Returns the
    /// operation if it is not needed any more.
    pub(crate) fn go_on(&mut self, now: Time, peer: Rank, exposed: &Exposed<M>) -> Option<Op<M>> {
        let toward = self.peers.get_mut(&peer)?;
        let is_answered = toward.begun.as_ref()?.op.is_answered();
        if !self.has_turn(peer, is_answered) {
            return None;
        }
        let begun = self.peers.get_mut(&peer)?.begun.take()?;
        self.enqueue_parts(now, peer, begun, exposed)
    }

    fn enqueue_parts(
        &mut self,
        now: Time,
        peer: Rank,
        mut begun: PartlySent<M>,
        exposed: &Exposed<M>,
    ) -> Option<Op<M>> {
        let (id, len, is_answered) = (begun.id, begun.op.len(), begun.op.is_answered());
        loop {
            let part = self.chunk().min(begun.contiguous());
            let record = match self.enqueue_part(now, peer, &begun, part, exposed) {
                Ok(record) => record,
                Err(error) => {
                    self.fail(begun.index, begun.op, &error);
                    return None;
                }
            };
            begun.sent += part;
            let is_whole = begun.sent == len;
            let toward = self.peers.entry(peer).or_default();
            if let Some(awaited) = self.awaited.get_mut(&id) {
                awaited.replies_due += 1;
                awaited.is_whole = is_whole;
                toward.awaited += 1;
                self.associations.set_expecting(now, peer, true);
            } else if is_whole {
                toward.flight.push_back(Sent::new(record, id, begun.index));
            }
            if is_whole {
                self.count_sent(peer, len);
                return Some(begun.op);
            }
            if !self.has_turn(peer, is_answered) {
                self.peers.entry(peer).or_default().begun = Some(begun);
                return None;
            }
        }
    }

    /// Sends the next `part` bytes of an operation, or the request for them. Returns the record's
    /// number.
    fn enqueue_part(
        &mut self,
        now: Time,
        peer: Rank,
        begun: &PartlySent<M>,
        part: usize,
        exposed: &Exposed<M>,
    ) -> Result<u64, EngineError> {
        let PartlySent { id, ref op, .. } = *begun;
        let at = begun.sent as u64;
        let place = op
            .exposed()
            .map_or_else(|| RemotePlace::Segment(op.range().0), RemotePlace::Exposed);
        let place = match op {
            Op::GetBlocks { spacing, .. } => {
                let distance = spacing.place(at);
                place.after(distance.expect("inside the segment"))
            }
            Op::PutBlocks { here, stride, .. } => {
                let there = Spacing {
                    stride: *stride,
                    ..*here
                };
                place.after(there.place(at).expect("inside the segment"))
            }
            _ => place.after(at),
        };
        let mut bytes = mem::take(&mut self.scratch);
        bytes.clear();
        let record = match *op {
            Op::Atomic { width, op, offset } => Ok(Record::Atomic {
                id,
                width,
                op,
                offset,
            }),
            Op::Get { .. }
            | Op::GetBlocks { .. }
            | Op::GetScattered { .. }
            | Op::GetExposed { .. }
            | Op::GetWord { .. } => Ok(Record::Get {
                id,
                from: place,
                len: part as u32,
                at,
            }),
            Op::Put { .. }
            | Op::Signal { .. }
            | Op::PutBlocks { .. }
            | Op::PutExposed { .. }
            | Op::Message { .. } => {
                bytes.resize(part, 0);
                let read = read_source(exposed, op, begun.sent, &mut bytes);
                read.map(|()| match op {
                    Op::Message { .. } => Record::Message {
                        id,
                        left: (op.len() - begun.sent - part) as u32,
                        bytes: &bytes,
                    },
                    _ => Record::Put {
                        id,
                        to: place,
                        bytes: &bytes,
                    },
                })
            }
        };
        let sent = record.map(|record| self.tell(now, peer, &record));
        self.scratch = bytes;
        sent
    }

    /// Sends a list of small puts.
    pub(crate) fn enqueue_list(&mut self, now: Time, peer: Rank, index: u32, list: &List<M>) {
        let mut bytes = mem::take(&mut self.scratch);
        list.copy(&mut bytes);
        let id = self.new_id();
        let mut record = 0;
        for part in list_records(&bytes, id, self.chunk()) {
            record = self.tell(now, peer, &part);
        }
        let toward = self.peers.entry(peer).or_default();
        toward.flight.push_back(Sent::new(record, id, index));
        self.count_sent(peer, bytes.len());
        self.scratch = bytes;
    }

    fn count_sent(&mut self, peer: Rank, bytes: usize) {
        self.sent += 1;
        let toward = self.peers.entry(peer).or_default();
        toward.ops = toward.ops.saturating_add(1);
        toward.bytes = toward.bytes.saturating_add(bytes as u64);
    }

    fn new_id(&mut self) -> u32 {
        self.next_id = self.next_id.wrapping_add(1);
        self.next_id
    }
}

impl<M: Memory> PartlySent<M> {
    /// The number of bytes that follow each other on both sides, from the first one that was not sent.
    fn contiguous(&self) -> usize {
        let left = self.op.len() - self.sent;
        match self.op {
            Op::GetBlocks { spacing, .. }
            | Op::GetScattered { here: spacing, .. }
            | Op::PutBlocks { here: spacing, .. } => {
                let block = spacing.block as usize;
                left.min(block - self.sent % block)
            }
            _ => left,
        }
    }
}

/// Copies bytes of an operation's source, from `at` on.
fn read_source<M: Memory>(
    exposed: &Exposed<M>,
    op: &Op<M>,
    at: usize,
    into: &mut [u8],
) -> Result<(), EngineError> {
    let mut at = at as u64;
    let exposed_source;
    let source = match op {
        Op::PutBlocks { source, here, .. } => {
            // The caller takes no bytes beyond the end of a block.
            at = here.place(at).expect("inside the source");
            source
        }
        Op::Put { source, .. } | Op::Message { data: source } => source,
        Op::Signal { data, .. } => {
            exposed_source = Source::Inline(*data);
            &exposed_source
        }
        Op::PutExposed { from, .. } => {
            exposed_source = Source::Region(*from);
            &exposed_source
        }
        _ => unreachable!("only puts and messages have a source"),
    };
    let sge = match source {
        Source::Inline(data) => {
            let at = at as usize;
            into.copy_from_slice(&data.as_slice()[at..at + into.len()]);
            return Ok(());
        }
        Source::Owned(memory) => {
            memory.read(at as usize, into).expect("the range is inside");
            return Ok(());
        }
        Source::Region(sge) => sge,
    };
    let part = Sge {
        addr: sge.addr.saturating_add(at),
        len: into.len() as u32,
        ..*sge
    };
    match exposed.local(&part) {
        Some((memory, start)) if memory.read(start, into).is_ok() => Ok(()),
        _ => Err(EngineError::protection(&part)),
    }
}

/// The records that carry a list, each with as many puts as fit. A put that no record holds is
/// split.
fn list_records(list: &[u8], id: u32, chunk: usize) -> Vec<Record<'_>> {
    let mut records = Vec::new();
    let (mut start, mut at) = (0, 0);
    for op in ListedOps::new(list).map_while(Result::ok) {
        let next = at + op.listed_len();
        if next - start > chunk && start < at {
            let list = &list[start..at];
            records.push(Record::List { id, list });
            start = at;
        }
        if next - at > chunk
            && let ListedOp::Write(write) = op
        {
            for (nth, bytes) in (0..).zip(write.bytes.chunks(chunk)) {
                let to = RemotePlace::Segment(write.offset).after(nth * chunk as u64);
                records.push(Record::Put { id, to, bytes });
            }
            start = next;
        }
        if next - at > chunk
            && let ListedOp::Accumulate(added) = op
        {
            let ListedNumbers {
                offset,
                number,
                op,
                numbers,
            } = added;
            // A multiple of the bytes of all types.
            let chunk = chunk / 16 * 16;
            for (nth, numbers) in (0..).zip(numbers.chunks(chunk)) {
                let offset = offset + nth * chunk as u64;
                records.push(Record::Accumulate {
                    id,
                    number,
                    op,
                    offset,
                    numbers,
                });
            }
            start = next;
        }
        at = next;
    }
    if start < at {
        let list = &list[start..at];
        records.push(Record::List { id, list });
    }
    records
}
