//! Accumulates that return what the numbers were.
//!
//! ```text
//!   initiator                                   owner of the numbers
//!      │──── ASK  id, place, operation, terms ────▶│ combines under the locks of accumulates,
//!      │◀─── OLD  id, numbers ─────────────────────│ in a call that makes progress or in the helper
//!
//!         0          8          16     17     18      24
//!   ASK   │ id       │ offset   │ type │ op   │ 0     │ terms …       at most 16 KiB
//!   OLD   │ id       │ numbers as they were …
//!   BAD   │ id       │                                              the owner has no such numbers
//! ```
//!
//! Words are in network order, and numbers in the host's. Several messages are under way at once. They are executed and
//! answered in their order, so that an answer need not say its place. A message is executed after everything that its sender has
//! submitted toward the owner before. The call returns when all answers have come, and is therefore before
//! everything that follows.
//!
//! A process of the owner's node combines the numbers itself, under the same locks. The owner only waits for processes that hold a lock for the
//! change of a stripe, as an adapter does. Where processes of other nodes hold these locks, nothing is exchanged.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use farreach_engine::EngineError;
use farreach_node::Segment;
use farreach_verbs::{Combine, MemoryError, Number};

use super::{MESSAGE_MAX, Port, Receiver};
use crate::memory::waiting_for_lock;
use crate::progress::Network;
use crate::{Error, World};

const ASK: u8 = 0;
const OLD: u8 = 1;
const BAD: u8 = 2;

/// Bytes of the head of a message with terms.
const ASK_HEAD: usize = 24;
/// The most bytes of terms in a message. A multiple of the bytes of all types.
const PART_MAX: usize = 16 << 10;
const _: () = assert!(PART_MAX + ASK_HEAD <= MESSAGE_MAX);
/// The most bytes of terms that wait for an answer.
const AHEAD_MAX: usize = 512 << 10;

/// The offset of numbers in a row, and their bytes.
type Row = (usize, usize);

/// The exchanges of a process: the port where they are executed, and those that it waits for.
#[derive(Debug, Default)]
pub(crate) struct Exchanges {
    awaited: Mutex<Awaited>,
}

#[derive(Debug, Default)]
struct Awaited {
    next: u64,
    by_id: BTreeMap<u64, Exchange>,
}

/// An exchange that this process waits for.
#[derive(Debug)]
struct Exchange {
    owner: u32,
    /// The answers that have come.
    old: Vec<u8>,
    /// Bytes of all answers.
    len: usize,
    is_refused: bool,
}

/// The terms of a message, and what is done with them.
struct Asked<'a> {
    id: u64,
    offset: usize,
    how: (Number, Combine),
    terms: &'a [u8],
}

impl<'a> Asked<'a> {
    fn head(id: u64, offset: usize, (number, op): (Number, Combine)) -> [u8; ASK_HEAD] {
        let number = Number::ALL.iter().position(|&known| known == number);
        let mut head = [0; ASK_HEAD];
        head[..8].copy_from_slice(&id.to_be_bytes());
        head[8..16].copy_from_slice(&(offset as u64).to_be_bytes());
        head[16] = number.expect("all numbers have a code") as u8;
        head[17] = op.code();
        head
    }

    /// Reads a message. `None` for one that no process of this job sends.
    fn parse(message: &'a [u8]) -> Option<Asked<'a>> {
        let (head, terms) = message.split_first_chunk::<ASK_HEAD>()?;
        let (words, rest) = head.as_chunks::<8>();
        debug_assert!(rest.is_empty());
        let [number, op, ..] = words[2];
        let number = *Number::ALL.get(usize::from(number))?;
        let op = Combine::of_code(op).filter(|op| op.suits(number))?;
        let is_whole = terms.len() <= PART_MAX && terms.len().is_multiple_of(number.bytes());
        is_whole.then_some(Asked {
            id: u64::from_be_bytes(words[0]),
            offset: usize::try_from(u64::from_be_bytes(words[1])).ok()?,
            how: (number, op),
            terms,
        })
    }
}

impl Exchanges {
    fn awaited(&self) -> MutexGuard<'_, Awaited> {
        // A panic leaves nothing half done.
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, owner: u32, len: usize) -> u64 {
        let mut awaited = self.awaited();
        let id = awaited.next;
        awaited.next += 1;
        let exchange = Exchange {
            owner,
            old: Vec::with_capacity(len),
            len,
            is_refused: false,
        };
        awaited.by_id.insert(id, exchange);
        id
    }

    /// Bytes that were answered. All if the owner has refused some.
    fn answered(&self, id: u64) -> usize {
        let awaited = self.awaited();
        let exchange = awaited.by_id.get(&id);
        exchange.map_or(usize::MAX, |exchange| {
            if exchange.is_refused {
                usize::MAX
            } else {
                exchange.old.len()
            }
        })
    }

    fn end(&self, id: u64) -> Option<Exchange> {
        self.awaited().by_id.remove(&id)
    }

    /// Executes a message with terms. `None` if no process of this job sends such a message.
    fn execute(world: &World, from: u32, message: &[u8]) -> Option<()> {
        let Asked {
            id,
            offset,
            how,
            terms,
        } = Asked::parse(message)?;
        let mut numbers = terms.to_vec();
        let id = id.to_be_bytes();
        let answered = match exchange_here(world, offset, how, &mut numbers) {
            Ok(()) => world.enqueue_message(from, Port::Memory, OLD, &id, &numbers),
            Err(_) => world.enqueue_message(from, Port::Memory, BAD, &id, &[]),
        };
        answered.ok()
    }

    /// Takes an answer. `None` if no process of this job sends such a message. Nobody may wait for it any more.
    fn take(&self, from: u32, number: u8, message: &[u8]) -> Option<()> {
        let (id, numbers) = message.split_first_chunk()?;
        let mut awaited = self.awaited();
        let Some(exchange) = awaited.by_id.get_mut(&u64::from_be_bytes(*id)) else {
            return Some(());
        };
        let has_room = exchange.old.len() + numbers.len() <= exchange.len;
        if exchange.owner != from || !has_room {
            return None;
        }
        exchange.is_refused |= number == BAD;
        exchange.old.extend_from_slice(numbers);
        Some(())
    }
}

impl Receiver for Exchanges {
    fn receive(&self, world: &World, from: u32, number: u8, bytes: &[u8]) {
        let taken = match number {
            ASK => Exchanges::execute(world, from, bytes),
            OLD | BAD => self.take(from, number, bytes),
            _ => None,
        };
        if taken.is_none() {
            let rank = world.rank();
            let text = format!("rank {rank}: rank {from} sent an accumulate that there is not");
            world.end_job(1, &text);
        }
    }

    fn runs_anywhere(&self, _: u8, _: &[u8]) -> bool {
        true
    }
}

/// Combines numbers of this process with terms, in whose place the old numbers come.
fn exchange_here(
    world: &World,
    offset: usize,
    how: (Number, Combine),
    terms: &mut [u8],
) -> Result<(), MemoryError> {
    let (stripes, own) = (world.arena().stripes(), world.own_segment().view());
    let mut done = 0;
    loop {
        done += stripes.try_exchange(own, offset + done, how, &mut terms[done..])?;
        if done == terms.len() {
            return Ok(());
        }
        thread::yield_now();
    }
}

impl World {
    /// Lets other nodes exchange numbers of this process ([`World::exchange`]), also while the program computes.
    pub fn open_exchanges(&self) {
        let exchanges = Arc::clone(self.exchanges());
        // Another model may have opened the port.
        self.open_port(Port::Memory, exchanges);
    }

    /// Combines each number of `terms` with the one in `pe`'s segment. Returns what the numbers there were. They are in rows, each of an
    /// offset and a length. Each change is atomic with respect to accumulates, and to atomics that return a word. Everything that this
    /// process has begun toward `pe` before happens before.
    ///
    /// The process must have called [`World::open_exchanges`], and accumulates must be executed at it
    /// ([`LaneContext::adds_at_target`](crate::LaneContext::adds_at_target)).
    ///
    /// # Errors
    /// If rows are no whole numbers, or outside of the segment. Then nothing is changed.
    ///
    /// # Panics
    /// If the operation does not suit the type, or the rows don't have as many bytes as the terms.
    pub fn exchange(
        &self,
        pe: u32,
        rows: &[Row],
        (number, op): (Number, Combine),
        terms: &[u8],
    ) -> Result<Vec<u8>, Error> {
        assert!(op.suits(number), "{op:?} of {number:?}");
        let bytes: usize = rows.iter().map(|&(_, len)| len).sum();
        assert_eq!(bytes, terms.len(), "a term for each number");
        for &(offset, len) in rows {
            self.direct().check_numbers(len, number)?;
            self.check(pe, offset, len)?;
        }
        if let Some(near) = self.near(pe) {
            let mut old = terms.to_vec();
            let exchanged = self.exchange_near(near, rows, (number, op), &mut old);
            near.ring();
            let exchanged = exchanged.map(|()| old);
            return exchanged.map_err(|error| Error::memory(self.rank(), pe, error));
        }
        if !self.direct().adds_at_target(pe)? {
            let rank = self.rank();
            return Err(Error::NoAccumulates { rank });
        }
        let exchanges = self.exchanges();
        let id = exchanges.begin(pe, terms.len());
        let asked = self.ask(pe, rows, (number, op), id, terms);
        let ended = exchanges.end(id).expect("only its caller ends it");
        asked?;
        if ended.is_refused {
            let (offset, len) = rows[0];
            let limit = self.own_segment().len();
            let error = MemoryError::OutOfBounds { offset, len, limit };
            return Err(Error::memory(self.rank(), pe, error));
        }
        Ok(ended.old)
    }

    /// Sends the terms of an exchange, and waits until all are answered.
    fn ask(
        &self,
        pe: u32,
        rows: &[Row],
        how: (Number, Combine),
        id: u64,
        terms: &[u8],
    ) -> Result<(), Error> {
        let (mut asked, mut rest) = (0, terms);
        for &(offset, len) in rows {
            let (row, behind) = rest.split_at(len);
            rest = behind;
            for (at, part) in (offset..).step_by(PART_MAX).zip(row.chunks(PART_MAX)) {
                asked += part.len();
                self.await_answers(id, asked.saturating_sub(AHEAD_MAX))?;
                let head = Asked::head(id, at, how);
                self.send_message(pe, Port::Memory, ASK, &head, part)?;
            }
        }
        self.await_answers(id, terms.len())
    }

    /// Waits until `bytes` bytes of an exchange are answered.
    fn await_answers(&self, id: u64, bytes: usize) -> Result<(), Error> {
        let exchanges = self.exchanges();
        let mut failure: Option<EngineError> = None;
        let failed = |network: &Network| network.peek(|core, _| core.failure());
        self.wait_for_messages("what numbers were before an accumulate", || {
            if exchanges.answered(id) >= bytes {
                return true;
            }
            failure = self.network().and_then(failed);
            failure.is_some()
        });
        self.network_result(failure.map_or(Ok(()), Err))
    }

    /// Exchanges numbers of a process of this node.
    fn exchange_near(
        &self,
        near: Segment<'_>,
        rows: &[Row],
        how: (Number, Combine),
        mut terms: &mut [u8],
    ) -> Result<(), MemoryError> {
        let stripes = self.arena().stripes();
        for &(offset, len) in rows {
            let (row, behind) = terms.split_at_mut(len);
            terms = behind;
            let mut done = stripes.try_exchange(near.bytes, offset, how, row);
            if done.is_ok_and(|done| done < len) {
                self.direct().wait_as(&waiting_for_lock(), |world| {
                    world.progress();
                    done = done.and_then(|done| {
                        let row = &mut row[done..];
                        let more = stripes.try_exchange(near.bytes, offset + done, how, row)?;
                        Ok(done + more)
                    });
                    done.is_err() || done == Ok(len)
                });
            }
            done?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
