//! A ring of records from all processes of a node to one process.
//!
//! ```text
//!   0 tail u64   bytes reserved so far      64 head u64   bytes taken so far      128 data
//!
//!   record: ┌───────────────────────────────┬─────────┬─────────┬──────────┐ units of 64 bytes; none wraps:
//!           │ state: 1 « 63 │ units │ bytes │ word 0  │ word 1  │ bytes …  │ what is left before the end is
//!           └───────────────────────────────┴─────────┴─────────┴──────────┘ a record of no bytes that is skipped
//! ```
//!
//! A producer reserves units by moving the tail, fills them, and stores the state last, with
//! release. The consumer takes records in the order of their reservation. It sets the first word of
//! each unit of a record to zero, so that a state is never an old value, and moves the head. A
//! producer that dies in between leaves a record without state. The consumer stops at that record
//! for good and never reads an incomplete record.

use crate::Memory;
use crate::layout::{BOX_MESSAGE_MAX, RING_DATA};
use crate::memory::Words;
use crate::sync::{AtomicU64, Ordering};

/// Bytes of a unit.
pub(crate) const UNIT: u64 = 64;
/// Offsets of the words and the data.
pub(crate) const TAIL: usize = 0;
const HEAD: usize = 64;
const DATA: usize = 128;
/// Bytes of data.
pub(crate) const CAPACITY: u64 = RING_DATA;
/// Bytes of a record's state and words, before the record's bytes.
const RECORD: usize = 24;

pub(crate) const WRITTEN: u64 = 1 << 63;
pub(crate) const PADDING: u64 = 1 << 62;

/// A record to push.
pub(crate) struct Record<'a> {
    pub(crate) words: [u64; 2],
    pub(crate) bytes: &'a [u8],
    /// What follows `bytes`.
    pub(crate) more: &'a [u8],
}

/// A handle to a ring.
#[derive(Debug)]
pub(crate) struct Ring {
    words: Words,
}

impl Ring {
    /// Bytes of a ring.
    pub(crate) const BYTES: usize = DATA + CAPACITY as usize;
    /// The most bytes of a record.
    pub(crate) const MESSAGE_MAX: usize = BOX_MESSAGE_MAX;

    /// The ring in `memory`, which has [`Ring::BYTES`] and is zero before the first use.
    pub(crate) fn new(memory: Memory) -> Ring {
        assert!(memory.len() >= Ring::BYTES, "memory of a ring");
        let words = Words::new(memory);
        Ring { words }
    }

    /// Adds a record. Returns `false` if the ring has no room.
    pub(crate) fn push(&self, record: &Record<'_>) -> bool {
        let len = record.bytes.len() + record.more.len();
        assert!(len <= Ring::MESSAGE_MAX, "a record too long");
        let units = (RECORD + len).div_ceil(UNIT as usize) as u64;
        let needed = units * UNIT;
        let tail = self.word(TAIL);
        let mut from = tail.load(Ordering::Relaxed);
        let padding = loop {
            let left = CAPACITY - from % CAPACITY;
            let padding = if left < needed { left } else { 0 };
            let end = from + padding + needed;
            // Acquire: what the consumer zeroed is zero before it is written again. A tail that was
            // read before others moved both words is behind the head; in that case the exchange
            // below fails.
            let head = self.word(HEAD).load(Ordering::Acquire);
            if end.saturating_sub(head) > CAPACITY {
                return false;
            }
            // The tail orders nothing but itself.
            let order = Ordering::Relaxed;
            match tail.compare_exchange_weak(from, end, order, order) {
                Ok(_) => break padding,
                Err(now) => from = now,
            }
        };
        if padding > 0 {
            let state = WRITTEN | PADDING | (padding / UNIT) << 32;
            // Nothing is written after this state.
            self.state(from).store(state, Ordering::Relaxed);
            from += padding;
        }
        let at = Self::at(from);
        for (place, word) in record.words.into_iter().enumerate() {
            self.word(at + 8 + 8 * place).store(word, Ordering::Relaxed);
        }
        let behind = at + RECORD + record.bytes.len();
        let copied = self.words.memory().copy_in(at + RECORD, record.bytes);
        let copied = copied.and_then(|()| self.words.memory().copy_in(behind, record.more));
        copied.expect("a record lies inside the ring");
        let state = WRITTEN | units << 32 | len as u64;
        self.state(from).store(state, Ordering::Release);
        true
    }

    /// Takes the oldest record. Returns its words and replaces the contents of `bytes` by its
    /// bytes. Only one process may take.
    pub(crate) fn pop(&self, bytes: &mut Vec<u8>) -> Option<[u64; 2]> {
        loop {
            let head = self.word(HEAD).load(Ordering::Relaxed);
            let state = self.state(head).load(Ordering::Acquire);
            if state & WRITTEN == 0 {
                return None;
            }
            let units = state >> 32 & 0x3fff_ffff;
            let len = (state as u32) as usize;
            let at = Self::at(head);
            let is_record = state & PADDING == 0;
            // Whatever a process has written into the ring, nothing outside of the ring is read. A
            // damaged ring ends, and this process goes on: the process that damaged the ring
            // belongs to this job, which is about to end.
            let end = head % CAPACITY + units * UNIT;
            let holds = len + RECORD <= (units * UNIT) as usize;
            if units == 0 || end > CAPACITY || is_record && !holds {
                return None;
            }
            let mut words = [0; 2];
            if is_record {
                for (place, word) in words.iter_mut().enumerate() {
                    *word = self.word(at + 8 + 8 * place).load(Ordering::Relaxed);
                }
                bytes.resize(len, 0);
                let copied = self.words.memory().copy_out(at + RECORD, bytes);
                copied.expect("checked above");
            }
            for unit in 0..units {
                self.state(head + unit * UNIT).store(0, Ordering::Relaxed);
            }
            self.word(HEAD)
                .store(head + units * UNIT, Ordering::Release);
            if is_record {
                return Some(words);
            }
        }
    }

    /// Whether the ring has no complete record.
    pub(crate) fn is_empty(&self) -> bool {
        let head = self.word(HEAD).load(Ordering::Relaxed);
        // Relaxed: a record is read after `pop` has acquired its state.
        self.state(head).load(Ordering::Relaxed) & WRITTEN == 0
    }

    fn at(position: u64) -> usize {
        DATA + (position % CAPACITY) as usize
    }

    /// The state of the record at a position.
    pub(crate) fn state(&self, position: u64) -> &AtomicU64 {
        self.word(Self::at(position))
    }

    pub(crate) fn word(&self, offset: usize) -> &AtomicU64 {
        self.words.get(offset / 8)
    }
}
