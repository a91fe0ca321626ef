//! One-sided access to the segments of other processes: put and get, their non-blocking forms,
//! words, atomics, and strided and indexed transfers. An address is a rank and an offset of its
//! segment, as for long messages.
//!
//! | form | ends |
//! |---|---|
//! | blocking: `put`, `get`, `put_value`, `get_value` | with the call |
//! | explicit handle: `put_nb`, `get_nb` | with [`Event::wait`] or [`Landing::wait`] |
//! | implicit handle: `put_nbi` | with the next [`Endpoint::wait_nbi`] |

use std::fmt;

use farreach_runtime::{AtomicOp, AtomicWidth, Blocks, Pending, World};
use farreach_runtime::{LaneContext, Plain as Word};

use crate::{Endpoint, Error};

/// Part of the segments: the same offsets in the segment of each process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    offset: usize,
    len: usize,
}

impl Segment {
    /// The offset of byte `at`.
    ///
    /// # Panics
    /// If `at` exceeds the length.
    pub fn at(&self, at: usize) -> usize {
        assert!(at <= self.len, "byte {at} of a segment of {}", self.len);
        self.offset + at
    }

    /// The length in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the length is zero.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// A put that was begun.
#[must_use = "a put has ended only after `wait` or a `test` that returned true"]
pub struct Event<'e> {
    world: &'e World,
    pending: Pending,
}

impl fmt::Debug for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Event").field(&self.pending).finish()
    }
}

impl Event<'_> {
    /// Whether the put has ended. Makes progress.
    pub fn test(&self) -> Result<bool, Error> {
        Ok(self.world.direct().test(&self.pending)?)
    }

    /// Waits until the bytes are in the other segment.
    pub fn wait(self) -> Result<(), Error> {
        Ok(self.world.direct().wait(&self.pending)?)
    }
}

/// A get that was begun.
#[must_use = "the bytes are there only after `wait`"]
#[derive(Debug)]
pub struct Landing<'e> {
    event: Event<'e>,
    len: usize,
}

impl Landing<'_> {
    /// Whether the get has ended. Makes progress.
    pub fn test(&self) -> Result<bool, Error> {
        self.event.test()
    }

    /// Waits for the bytes.
    pub fn wait(self) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; self.len];
        let Event { world, pending } = self.event;
        world.direct().wait_get(&pending, &mut bytes)?;
        Ok(bytes)
    }
}

impl Endpoint<'_> {
    fn through(&self) -> LaneContext<'_> {
        self.world().direct()
    }

    /// Attaches `bytes` of memory to each process's segment. All processes call it with the same
    /// length. The memory is zero at first, and aligned to `align`, a power of two.
    pub fn attach_segment(&self, bytes: usize, align: usize) -> Result<Segment, Error> {
        let offset = self.world().allocate(bytes, align)?;
        Ok(Segment { offset, len: bytes })
    }

    /// Copies `bytes` to `offset` of the segment of rank `to`. Returns when they are there.
    pub fn put(&self, to: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.put_nb(to, offset, bytes)?.wait()
    }

    /// Copies bytes at `offset` of the segment of rank `from`.
    pub fn get(&self, from: u32, offset: usize, into: &mut [u8]) -> Result<(), Error> {
        Ok(self.through().get(from, offset, into)?)
    }

    /// Begins to copy `bytes` to `offset` of the segment of rank `to`. `bytes` may be reused at
    /// once.
    pub fn put_nb(&self, to: u32, offset: usize, bytes: &[u8]) -> Result<Event<'_>, Error> {
        let pending = self.through().put_start(to, offset, bytes)?;
        let world = self.world();
        Ok(Event { world, pending })
    }

    /// Begins to copy `len` bytes at `offset` of the segment of rank `from`.
    pub fn get_nb(&self, from: u32, offset: usize, len: usize) -> Result<Landing<'_>, Error> {
        let pending = self.through().get_start(from, offset, len)?;
        let world = self.world();
        let event = Event { world, pending };
        Ok(Landing { event, len })
    }

    /// Begins to copy `bytes`, which may be reused at once. [`Endpoint::wait_nbi`] waits for the end.
    pub fn put_nbi(&self, to: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        Ok(self.through().put_copied_nbi(to, offset, bytes)?)
    }

    /// Waits until all puts that [`Endpoint::put_nbi`] began have ended.
    pub fn wait_nbi(&self) -> Result<(), Error> {
        Ok(self.through().quiet()?)
    }

    /// Stores a word at `offset` of the segment of rank `to`. Returns when it is there.
    pub fn put_value<T: Word>(&self, to: u32, offset: usize, value: T) -> Result<(), Error> {
        self.through().put_word(to, offset, value)?;
        if self.world().is_near(to) {
            return Ok(());
        }
        self.wait_nbi()
    }

    /// Loads a word at `offset` of the segment of rank `from`.
    pub fn get_value<T: Word>(&self, from: u32, offset: usize) -> Result<T, Error> {
        Ok(self.through().get_word(from, offset)?)
    }

    /// Copies blocks of `from` to blocks of the segment of rank `to`, of which the first is at
    /// `offset`. Returns when they are there.
    pub fn put_strided(
        &self,
        to: u32,
        offset: usize,
        from: &[u8],
        blocks: Blocks,
    ) -> Result<(), Error> {
        self.through().put_strided(to, offset, from, blocks)?;
        self.wait_nbi()
    }

    /// Copies blocks of the segment of rank `from`, of which the first is at `offset`, to blocks of
    /// `into`.
    pub fn get_strided(
        &self,
        from: u32,
        offset: usize,
        into: &mut [u8],
        blocks: Blocks,
    ) -> Result<(), Error> {
        Ok(self.through().get_strided(from, offset, into, blocks)?)
    }

    /// Copies each slice to its offset of the segment of rank `to`. Returns when all are there.
    pub fn put_indexed(&self, to: u32, parts: &[(usize, &[u8])]) -> Result<(), Error> {
        for (offset, bytes) in parts {
            self.put_nbi(to, *offset, bytes)?;
        }
        self.wait_nbi()
    }

    /// Copies the bytes at each offset of the segment of rank `from` to its slice.
    pub fn get_indexed(&self, from: u32, parts: &mut [(usize, &mut [u8])]) -> Result<(), Error> {
        let begun: Result<Vec<_>, _> = parts
            .iter()
            .map(|(offset, into)| self.through().get_start(from, *offset, into.len()))
            .collect();
        for (pending, (_, into)) in begun?.iter().zip(parts) {
            self.through().wait_get(pending, into)?;
        }
        Ok(())
    }

    /// Updates the 64-bit word at `offset` of the segment of rank `to` atomically. Returns the old
    /// word.
    pub fn atomic_u64(&self, to: u32, offset: usize, op: AtomicOp) -> Result<u64, Error> {
        Ok(self.through().atomic(to, offset, AtomicWidth::W64, || op)?)
    }

    /// Updates the 32-bit word at `offset` of the segment of rank `to` atomically. Returns the old
    /// word.
    pub fn atomic_u32(&self, to: u32, offset: usize, op: AtomicOp) -> Result<u32, Error> {
        let width = AtomicWidth::W32;
        let old = self.through().atomic(to, offset, width, || op)?;
        Ok(old as u32)
    }

    /// Waits until all processes have called it. Handlers run meanwhile.
    pub fn barrier(&self) -> Result<(), Error> {
        let all = self.world().collectives();
        Ok(all.named("Endpoint::barrier").barrier()?)
    }
}
