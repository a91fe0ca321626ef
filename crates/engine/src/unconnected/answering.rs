//! Execution of peers' requests in datagrams, and the handling of peers' answers.

use core::mem;

use farreach_connect::Rank;
use farreach_verbs::{Lkey, Memory, Sge, Time};

use super::{Awaited, Ended, Unconnected};
use crate::EngineError;
use crate::exposed::{Exposed, Refused};
use crate::op::{Op, Target};
use crate::records::{Record, RemotePlace};

impl<M: Memory> Unconnected<M> {
    /// Executes a request of `peer` on this process's memory. Answers the request if it has an
    /// answer or is refused.
    pub(crate) fn serve(&mut self, now: Time, peer: Rank, request: &Record, exposed: &Exposed<M>) {
        let (id, ended) = match *request {
            Record::Put { id, to, bytes } => (id, exposed.write(to, bytes)),
            Record::List { id, list } => (id, exposed.execute_list(list)),
            Record::Accumulate {
                id,
                number,
                op,
                offset,
                numbers,
            } => {
                let place = RemotePlace::Segment(offset);
                (id, exposed.accumulate(place, (number, op), numbers))
            }
            Record::Get { id, from, len, at } => {
                let len = len as usize;
                let mut bytes = mem::take(&mut self.scratch);
                let read = if len > self.chunk() {
                    Err(exposed.refuse(from, len))
                } else {
                    exposed.read(from, len, &mut bytes)
                };
                if read.is_ok() {
                    let bytes = &bytes[..];
                    self.tell(now, peer, &Record::Reply { id, at, bytes });
                }
                self.scratch = bytes;
                (id, read)
            }
            Record::Atomic {
                id,
                width,
                op,
                offset,
            } => {
                let old = exposed.fetch_and_update(RemotePlace::Segment(offset), width, op);
                let ended = old.map(|old| {
                    let bytes = &old.to_le_bytes()[..width.bytes()];
                    self.tell(now, peer, &Record::Reply { id, at: 0, bytes });
                });
                (id, ended)
            }
            Record::Reply { .. }
            | Record::Refused { .. }
            | Record::Message { .. }
            | Record::Ask { .. }
            | Record::Part { .. }
            | Record::AskQueues
            | Record::Queues { .. } => return,
        };
        if let Err(refused) = ended {
            self.tell(now, peer, &Refused::record(refused, id));
        }
    }

    /// Handles an answer of `peer`. The operation ends with its last answer. Returns whether the
    /// answer was awaited.
    pub(crate) fn take_reply(
        &mut self,
        now: Time,
        peer: Rank,
        (id, at): (u32, u64),
        bytes: &[u8],
        exposed: &Exposed<M>,
    ) -> bool {
        // An answer without an entry belongs to an operation that failed meanwhile.
        let awaited = self.awaited.get_mut(&id);
        let Some(awaited) = awaited.filter(|awaited| awaited.peer == peer) else {
            return false;
        };
        awaited.take(at, bytes, exposed);
        awaited.replies_due = awaited.replies_due.saturating_sub(1);
        if awaited.is_whole && awaited.replies_due == 0 {
            let awaited = self.awaited.remove(&id).expect("it was awaited");
            self.ended.push_back(awaited.ended());
        }
        let toward = self.peers.entry(peer).or_default();
        toward.awaited = toward.awaited.saturating_sub(1);
        if toward.awaited == 0 {
            self.associations.set_expecting(now, peer, false);
        }
        true
    }

    /// Handles a refusal of `peer`. Returns the error if no operation's end will report it. This is
    /// so for an operation that is not all sent yet, and for one that has ended.
    pub(crate) fn take_refusal(
        &mut self,
        now: Time,
        peer: Rank,
        id: u32,
        error: EngineError,
    ) -> Result<(), EngineError> {
        if let Some(awaited) = self.awaited.get(&id) {
            if awaited.peer == peer {
                self.fail_one(now, id, &error);
            }
            return Ok(());
        }
        let toward = self.peers.get_mut(&peer);
        let sent = toward.and_then(|toward| toward.flight.iter_mut().find(|sent| sent.id == id));
        match sent {
            Some(sent) => sent.result = Err(error),
            None => return Err(error),
        }
        Ok(())
    }
}

impl<M: Memory> Awaited<M> {
    /// Stores bytes of the answer at offset `at`.
    fn take(&mut self, at: u64, bytes: &[u8], exposed: &Exposed<M>) {
        match &self.op {
            Op::Get {
                into: Target::Owned(memory),
                ..
            }
            | Op::GetBlocks {
                into: Target::Owned(memory),
                ..
            } => self.is_damaged |= memory.write(at as usize, bytes).is_err(),
            Op::Get {
                into: Target::Region(into),
                ..
            }
            | Op::GetBlocks {
                into: Target::Region(into),
                ..
            }
            | Op::GetExposed { into, .. } => {
                self.is_damaged |= !store(exposed, into, at, bytes);
            }
            Op::GetScattered { into, here, .. } => {
                // An answer has no bytes beyond the end of a block.
                let at = here.place(at).unwrap_or(u64::MAX);
                self.is_damaged |= match into {
                    Target::Owned(memory) => memory.write(at as usize, bytes).is_err(),
                    Target::Region(into) => !store(exposed, into, at, bytes),
                };
            }
            Op::GetWord { .. } | Op::Atomic { .. } => {
                let mut word = [0; 8];
                let len = bytes.len().min(word.len());
                word[..len].copy_from_slice(&bytes[..len]);
                self.word = u64::from_le_bytes(word);
            }
            Op::Put { .. }
            | Op::Signal { .. }
            | Op::PutBlocks { .. }
            | Op::PutExposed { .. }
            | Op::Message { .. } => {
                unreachable!("only requests are awaited")
            }
        }
    }

    fn ended(self) -> Ended<M> {
        let into = match self.op {
            Op::Get {
                into: Target::Region(into),
                ..
            }
            | Op::GetBlocks {
                into: Target::Region(into),
                ..
            }
            | Op::GetScattered {
                into: Target::Region(into),
                ..
            }
            | Op::GetExposed { into, .. } => into,
            _ => Sge {
                lkey: Lkey(0),
                addr: 0,
                len: 0,
            },
        };
        Ended {
            index: self.index,
            result: if self.is_damaged {
                Err(EngineError::protection(&into))
            } else {
                Ok(Some(self.word))
            },
            kept: Some(self.op),
        }
    }
}

/// Stores bytes at offset `at` of registered memory. Returns whether it is there.
fn store<M: Memory>(exposed: &Exposed<M>, into: &Sge, at: u64, bytes: &[u8]) -> bool {
    let (len, addr) = (bytes.len() as u32, into.addr.saturating_add(at));
    let found = exposed.local(&Sge { len, addr, ..*into });
    let stored = found.map(|(memory, start)| memory.write(start, bytes));
    matches!(stored, Some(Ok(())))
}
