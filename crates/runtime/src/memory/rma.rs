//! Puts and gets. Within a node they are loads and stores; between nodes they go through the engine
//! of a lane.
//!
//! An offset is relative to the start of a process's segment. All segments have an equal layout.
//! The path within a node takes no lock, and of its own memory reads only what never changes after
//! [`World::join`](crate::World::join).

use farreach_engine::{Op, Source, Target};
use farreach_node::{Memory, Segment, Word, order};
use farreach_verbs::{Access, Memory as _, Sge};
use zerocopy::{FromBytes, Immutable, IntoBytes};

use super::borrow::SourceAccess;
use super::posting::{LISTED_MAX, put_op};
use super::signal::{Signal, SignalOp};
use crate::Error;
use crate::progress::LaneContext;

/// The least bytes of a private buffer that is transferred in place. Shorter buffers are copied: a
/// copy costs less than to wait for the acknowledgement.
pub(crate) const IN_PLACE_MIN: usize = 64 << 10;

/// A word of which every bit pattern is a value. Words travel as a whole.
pub trait Plain: Word + FromBytes + IntoBytes + Immutable {}

impl<T: Word + FromBytes + IntoBytes + Immutable> Plain for T {}

impl LaneContext<'_> {
    /// Stores one word into `pe`'s segment. A word that comes alone is sent at once, and so are the
    /// first few of many. The later ones of many are sent together: at the latest with the next
    /// call that polls the network, or within a millisecond.
    #[inline]
    pub fn put_word<T: Plain>(self, pe: u32, offset: usize, value: T) -> Result<(), Error> {
        match self.world.near(pe) {
            Some(near) => self.put_word_near(near, pe, offset, value),
            None => self.put_word_far(pe, offset, value),
        }
    }

    #[inline]
    fn put_word_near<T: Plain>(
        self,
        near: Segment<'_>,
        pe: u32,
        offset: usize,
        value: T,
    ) -> Result<(), Error> {
        near.bytes
            .store(offset, value)
            .map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        near.ring();
        Ok(())
    }

    /// Loads one word from `pe`'s segment.
    #[inline]
    pub fn get_word<T: Plain>(self, pe: u32, offset: usize) -> Result<T, Error> {
        match self.world.near(pe) {
            Some(near) => self.get_word_near(near, pe, offset),
            None => self.get_word_far(pe, offset),
        }
    }

    #[inline]
    fn get_word_near<T: Plain>(
        self,
        near: Segment<'_>,
        pe: u32,
        offset: usize,
    ) -> Result<T, Error> {
        self.world.attend();
        let word = near.bytes.load(offset);
        order::after_get();
        word.map_err(|error| Error::memory(self.world.rank(), pe, error))
    }

    /// Copies `bytes` into `pe`'s segment. `bytes` may be reused when this returns. Up to 16 KiB
    /// are sent as [`LaneContext::put_word`] sends a word.
    #[expect(
        clippy::inline_always,
        reason = "whether the process is of this node is known where it is called"
    )]
    #[inline(always)]
    pub fn put(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        match self.world.near(pe) {
            Some(near) => self.put_near(near, pe, offset, bytes),
            None => self.put_far(pe, offset, bytes),
        }
    }

    #[expect(clippy::inline_always, reason = "as `put`")]
    #[inline(always)]
    fn put_near(
        self,
        near: Segment<'_>,
        pe: u32,
        offset: usize,
        bytes: &[u8],
    ) -> Result<(), Error> {
        near.bytes
            .copy_in(offset, bytes)
            .map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        near.ring();
        Ok(())
    }

    /// Copies bytes from `pe`'s segment.
    #[expect(
        clippy::inline_always,
        reason = "whether the process is of this node is known where it is called"
    )]
    #[inline(always)]
    pub fn get(self, pe: u32, offset: usize, into: &mut [u8]) -> Result<(), Error> {
        match self.world.near(pe) {
            Some(near) => self.get_near(near, pe, offset, into),
            None => self.get_far(pe, offset, into),
        }
    }

    #[expect(clippy::inline_always, reason = "as `get`")]
    #[inline(always)]
    fn get_near(
        self,
        near: Segment<'_>,
        pe: u32,
        offset: usize,
        into: &mut [u8],
    ) -> Result<(), Error> {
        self.world.attend();
        let copied = near.bytes.copy_out(offset, into);
        order::after_get();
        copied.map_err(|error| Error::memory(self.world.rank(), pe, error))
    }

    /// Copies `bytes` into `pe`'s segment, then sets the word at offset `signal` of that segment to
    /// `value`. A process that sees the value sees the bytes.
    pub fn put_signal(
        self,
        pe: u32,
        offset: usize,
        bytes: &[u8],
        signal: usize,
        value: u64,
    ) -> Result<(), Error> {
        let signal = Signal {
            offset: signal,
            op: SignalOp::Set,
            value,
        };
        self.put_and_signal(pe, offset, bytes, signal)
    }

    /// Begins to copy `len` bytes at offset `from` of this process's segment to `offset` of `pe`'s
    /// segment. If the source changes before the next [`LaneContext::quiet`], the target may get either
    /// bytes.
    #[expect(
        clippy::inline_always,
        reason = "with a constant length, such as a word's, the copy compiles to one store"
    )]
    #[inline(always)]
    pub fn put_nbi(self, pe: u32, offset: usize, from: usize, len: usize) -> Result<(), Error> {
        match self.world.near(pe) {
            Some(near) => self.put_own_near(near, pe, offset, from, len),
            None => self.put_nbi_far(pe, offset, from, len),
        }
    }

    #[expect(clippy::inline_always, reason = "as `put_nbi`")]
    #[inline(always)]
    fn put_own_near(
        self,
        near: Segment<'_>,
        pe: u32,
        offset: usize,
        from: usize,
        len: usize,
    ) -> Result<(), Error> {
        near.bytes
            .copy_between(offset, self.world.own_near().bytes, from, len)
            .map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        near.ring();
        Ok(())
    }

    #[cold]
    fn put_nbi_far(self, pe: u32, offset: usize, from: usize, len: usize) -> Result<(), Error> {
        self.world.check(self.world.rank(), from, len)?;
        self.world.check(pe, offset, len)?;
        if len <= 16 {
            return self.put_listed_nbi(pe, offset, from, &mut [0; 16][..len]);
        } else if len <= LISTED_MAX {
            return self.put_listed_nbi(pe, offset, from, &mut [0; LISTED_MAX][..len]);
        }
        for (at, part) in chunks(len) {
            let sge = self.segment_sge(from + at, part)?;
            let source = Source::Region(sge);
            self.implicit(
                pe,
                Op::Put {
                    source,
                    offset: (offset + at) as u64,
                },
            )?;
        }
        Ok(())
    }

    /// Begins to copy as many bytes as `bytes` has from this process's segment to `pe`'s. The
    /// content of `bytes` is overwritten.
    fn put_listed_nbi(
        self,
        pe: u32,
        offset: usize,
        from: usize,
        bytes: &mut [u8],
    ) -> Result<(), Error> {
        let copied = self.world.own_near().bytes.copy_out(from, bytes);
        copied.map_err(|error| Error::memory(self.world.rank(), self.world.rank(), error))?;
        self.listed(pe, offset, bytes)
    }

    /// Begins to copy `len` bytes at `offset` of `pe`'s segment to offset `into` of this process's
    /// segment. The bytes have arrived after the next [`LaneContext::quiet`].
    pub fn get_nbi(self, pe: u32, offset: usize, into: usize, len: usize) -> Result<(), Error> {
        match self.world.near(pe) {
            Some(near) => self
                .world
                .own_near()
                .bytes
                .copy_between(into, near.bytes, offset, len)
                .map_err(|error| Error::memory(self.world.rank(), pe, error)),
            None => self.get_nbi_far(pe, offset, into, len),
        }
    }

    fn get_nbi_far(self, pe: u32, offset: usize, into: usize, len: usize) -> Result<(), Error> {
        self.world.check(self.world.rank(), into, len)?;
        self.world.check(pe, offset, len)?;
        for (at, part) in chunks(len) {
            let into = Target::Region(self.segment_sge(into + at, part)?);
            self.implicit(
                pe,
                Op::Get {
                    into,
                    offset: (offset + at) as u64,
                },
            )?;
        }
        Ok(())
    }

    /// Begins to copy `bytes` into `pe`'s segment. The runtime keeps a copy of `bytes`, which may
    /// be reused at once.
    pub fn put_copied_nbi(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        if let Some(near) = self.world.near(pe) {
            return self.put_near(near, pe, offset, bytes);
        }
        self.world.check(pe, offset, bytes.len())?;
        if bytes.len() <= LISTED_MAX {
            self.listed(pe, offset, bytes)
        } else {
            self.implicit(pe, put_op(offset, bytes))
        }
    }

    #[cold]
    fn put_far(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.world.check(pe, offset, bytes.len())?;
        if bytes.len() < IN_PLACE_MIN {
            return self.put_soon(pe, offset, bytes);
        }
        let lent = self.lend_source(bytes, SourceAccess::Own)?;
        for (at, part) in chunks(bytes.len()) {
            let source = Source::Region(lent.region().sge(at as u64, part as u32));
            let op = Op::Put {
                source,
                offset: (offset + at) as u64,
            };
            self.blocking(pe, offset + at, part, op)?;
        }
        Ok(())
    }

    #[cold]
    fn get_far(self, pe: u32, offset: usize, into: &mut [u8]) -> Result<(), Error> {
        self.world.check(pe, offset, into.len())?;
        if into.is_empty() {
            return Ok(());
        }
        if into.len() <= 8 {
            let op = Op::GetWord {
                len: into.len() as u32,
                offset: offset as u64,
            };
            let word = self.blocking(pe, offset, into.len(), op)?;
            into.copy_from_slice(&word.to_ne_bytes()[..into.len()]);
            return Ok(());
        }
        let len = into.len();
        if len <= self.network()?.copied_max() {
            let arrived = Memory::allocate(len);
            let op = Op::Get {
                into: Target::Owned(arrived.clone()),
                offset: offset as u64,
            };
            self.blocking(pe, offset, len, op)?;
            return arrived
                .read(0, into)
                .map_err(|error| Error::memory(self.world.rank(), pe, error));
        }
        let (lent, _) = self.lend_target(into, Access::NONE)?;
        for (at, part) in chunks(len) {
            let into = Target::Region(lent.region().sge(at as u64, part as u32));
            let op = Op::Get {
                into,
                offset: (offset + at) as u64,
            };
            self.blocking(pe, offset + at, part, op)?;
        }
        Ok(())
    }

    #[cold]
    fn put_word_far<T: Plain>(self, pe: u32, offset: usize, value: T) -> Result<(), Error> {
        let bytes = value.as_bytes();
        self.world.check(pe, offset, bytes.len())?;
        self.put_soon(pe, offset, bytes)
    }

    #[cold]
    fn get_word_far<T: Plain>(self, pe: u32, offset: usize) -> Result<T, Error> {
        let len = size_of::<T>();
        let op = Op::GetWord {
            len: len as u32,
            offset: offset as u64,
        };
        let word = self.blocking(pe, offset, len, op)?;
        Ok(T::read_from_bytes(&word.to_ne_bytes()[..len]).expect("as many bytes as it has"))
    }

    fn segment_sge(self, offset: usize, len: usize) -> Result<Sge, Error> {
        let sge = self.network()?.segment_sge(offset, len);
        self.world.network_result(sge)
    }
}

/// Splits a transfer of `len` bytes into parts that are shorter than a device's longest message.
/// Yields the offset and the length of each part.
pub(crate) fn chunks(len: usize) -> impl Iterator<Item = (usize, usize)> {
    const PART: usize = 256 << 20;
    (0..len)
        .step_by(PART)
        .map(move |at| (at, PART.min(len - at)))
}
