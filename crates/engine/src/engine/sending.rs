//! Pending operations as records: each in one, or in as many as have their turn.

use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::{Device, ListedOp, ListedOps, Memory, Sge};

use super::Engine;
use super::hybrid::{AWAITED_MAX, BACKLOG, protection};
use crate::op::{Op, Source};
use crate::peer::Waiting;
use crate::records::{Place, Record};
use crate::unconnected::{Awaited, Begun, Sent, Work};
use crate::{Directory, EngineError};

/// What became of a pending operation.
enum Progress {
    /// All of it was sent.
    Sent,
    /// The rest has to wait.
    Begun,
    /// It can't be.
    Failed(EngineError),
}

impl<D: Device, L: Directory> Engine<D, L> {
    /// Sends it. Returns it if that is not all of it.
    pub(super) fn send_waiting(
        &mut self,
        peer: Rank,
        waiting: Waiting<D::Memory>,
    ) -> Option<Waiting<D::Memory>> {
        let (index, op) = match waiting {
            Waiting::Datagrams => return None,
            Waiting::List(index) => {
                self.send_list(peer, index);
                return None;
            }
            Waiting::Op(index, op) => (index, op),
        };
        let sent = match &op {
            Op::Put { .. } | Op::PutExposed { .. } | Op::Message { .. } => {
                self.send_put(peer, index, &op)
            }
            Op::Get { .. } | Op::GetExposed { .. } | Op::GetWord { .. } | Op::Atomic { .. } => {
                self.send_request(peer, index, &op)
            }
        };
        match sent {
            Progress::Begun => return Some(Waiting::Op(index, op)),
            Progress::Sent => {
                self.count_sent(peer, op.len());
            }
            Progress::Failed(error) => self.finish(index, Err(error)),
        }
        self.without_accounting(|_| drop(op));
        None
    }

    fn count_sent(&mut self, peer: Rank, bytes: usize) {
        self.stats.datagram_ops += 1;
        let sent = self.unconnected_mut(peer);
        sent.ops = sent.ops.saturating_add(1);
        sent.bytes = sent.bytes.saturating_add(bytes as u64);
        sent.begun = None;
    }

    fn send_list(&mut self, peer: Rank, index: u32) {
        let mut list = core::mem::take(&mut self.scratch);
        self.lists.look(index).copy(&mut list);
        let id = self.new_id();
        let mut record = 0;
        for part in list_records(&list, id, self.chunk()) {
            record = self.tell(peer, &part);
        }
        let what = Work::List(index);
        self.fly(peer, record, id, what);
        self.count_sent(peer, list.len());
        self.scratch = list;
    }

    fn fly(&mut self, peer: Rank, record: u64, id: u32, what: Work) {
        self.unconnected_mut(peer).flight.push_back(Sent {
            record,
            id,
            what,
            error: None,
        });
    }

    fn new_id(&mut self) -> u32 {
        self.next_id = self.next_id.wrapping_add(1);
        self.next_id
    }

    /// Sends what of a put or a message has its turn.
    fn send_put(&mut self, peer: Rank, index: u32, op: &Op<D::Memory>) -> Progress {
        let (chunk, len) = (self.chunk(), op.len());
        let to = place(op);
        let begun = self.unconnected_mut(peer).begun;
        let mut begun = begun.unwrap_or_else(|| Begun {
            id: self.new_id(),
            sent: 0,
        });
        let id = begun.id;
        loop {
            let at = begun.sent;
            let part = chunk.min(len - at);
            let mut bytes = core::mem::take(&mut self.scratch);
            bytes.clear();
            bytes.resize(part, 0);
            let found = self.read_source(op, at, &mut bytes);
            let record = found.map(|()| {
                let bytes = &bytes[..];
                let to = to.after(at as u64);
                let left = (len - at - part) as u32;
                let record = match op {
                    Op::Message { .. } => Record::Message { id, left, bytes },
                    _ => Record::Put { id, to, bytes },
                };
                self.tell(peer, &record)
            });
            self.scratch = bytes;
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    self.unconnected_mut(peer).begun = None;
                    return Progress::Failed(error);
                }
            };
            begun.sent += part;
            if begun.sent == len {
                self.fly(peer, record, id, Work::Op(index));
                return Progress::Sent;
            }
            if self.associations.backlog(peer) >= BACKLOG {
                self.unconnected_mut(peer).begun = Some(begun);
                return Progress::Begun;
            }
        }
    }

    /// Copies bytes of its source from `at` on.
    fn read_source(
        &self,
        op: &Op<D::Memory>,
        at: usize,
        into: &mut [u8],
    ) -> Result<(), EngineError> {
        let sge = match op {
            Op::Put { source, .. } | Op::Message { data: source } => match source {
                Source::Inline(data) => {
                    into.copy_from_slice(&data.as_slice()[at..at + into.len()]);
                    return Ok(());
                }
                Source::Owned(memory) => {
                    memory.read(at, into).expect("the range is inside");
                    return Ok(());
                }
                Source::Region(sge) => sge,
            },
            Op::PutExposed { from, .. } => from,
            _ => unreachable!("only puts and messages have a source"),
        };
        let part = part_of(sge, at, into.len());
        let found = self.regions.local(&part);
        let read = found.map(|(memory, start)| memory.read(start, into));
        match read {
            Some(Ok(())) => Ok(()),
            _ => Err(protection(&part)),
        }
    }

    /// Sends what of a get or an atomic has its turn.
    fn send_request(&mut self, peer: Rank, index: u32, op: &Op<D::Memory>) -> Progress {
        let (from, len) = (place(op), op.len());
        let begun = self.unconnected_mut(peer).begun;
        let mut begun = begun.unwrap_or_else(|| Begun {
            id: self.new_id(),
            sent: 0,
        });
        let id = begun.id;
        let awaited = Awaited {
            index,
            peer,
            op: op.clone(),
            replies_due: 0,
            is_whole: false,
            word: 0,
            is_damaged: false,
        };
        self.awaited.entry(id).or_insert(awaited);
        loop {
            let at = begun.sent as u64;
            let part = self.chunk().min(len - begun.sent);
            let record = match *op {
                Op::Atomic { width, op, offset } => Record::Atomic {
                    id,
                    width,
                    op,
                    offset,
                },
                _ => Record::Get {
                    id,
                    from: from.after(at),
                    len: part as u32,
                    at,
                },
            };
            self.tell(peer, &record);
            begun.sent += part;
            let awaited = self.awaited.get_mut(&id).expect("entered above");
            awaited.replies_due += 1;
            awaited.is_whole = begun.sent == len;
            let sent = self.unconnected_mut(peer);
            sent.awaited += 1;
            let is_full = sent.awaited >= AWAITED_MAX;
            self.associations.set_expecting(self.now, peer, true);
            if begun.sent == len {
                return Progress::Sent;
            }
            if is_full || self.associations.backlog(peer) >= BACKLOG {
                self.unconnected_mut(peer).begun = Some(begun);
                return Progress::Begun;
            }
        }
    }
}

/// The records that carry a list: as many of its puts in each as fit. One that no record holds goes in pieces.
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
                let to = Place::Segment(write.offset).after(nth * chunk as u64);
                records.push(Record::Put { id, to, bytes });
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

/// Where a put or get goes.
fn place<M: Memory>(op: &Op<M>) -> Place {
    op.exposed()
        .map_or_else(|| Place::Segment(op.range().0), Place::Exposed)
}

/// `len` bytes of a range from `at` on.
fn part_of(sge: &Sge, at: usize, len: usize) -> Sge {
    Sge {
        addr: sge.addr.saturating_add(at as u64),
        len: len as u32,
        ..*sge
    }
}
