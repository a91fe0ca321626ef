//! Puts and gets of one process: same-node by loads and stores, others through a lane's engine.
//!
//! Offsets are into a process's segment, which has the same layout in every process. The same-node path
//! reads only what never changes after initialisation and takes no lock.

use farreach_engine::{Op, Source, Target};
use farreach_node::{Word, order};
use farreach_verbs::{Access, Sge};
use zerocopy::{FromBytes, Immutable, IntoBytes};

use super::borrow::SourceAccess;
use super::posting::{LISTED_MAX, put_op};
use super::signal::{Signal, SignalOp};
use crate::Error;
use crate::progress::Through;

/// Private buffers above this many bytes are transferred in place; below they are copied, which is
/// cheaper than waiting for the acknowledgement.
pub(crate) const IN_PLACE_MIN: usize = 64 << 10;

/// A word that any bits make: what travels in one piece.
pub trait Plain: Word + FromBytes + IntoBytes + Immutable {}

impl<T: Word + FromBytes + IntoBytes + Immutable> Plain for T {}

impl Through<'_> {
    /// Stores one word into `pe`'s segment. The first few leave at once; where many follow each other they travel together,
    /// the last with the next call that looks at the network, or within a millisecond.
    #[inline]
    pub fn put_word<T: Plain>(self, pe: u32, offset: usize, value: T) -> Result<(), Error> {
        if let Some(near) = self.world.near(pe) {
            near.bytes
                .store(offset, value)
                .map_err(|error| Error::memory(self.world.rank(), pe, error))?;
            near.ring();
            return Ok(());
        }
        self.put_word_remote(pe, offset, value.as_bytes())
    }

    /// Loads one word from `pe`'s segment.
    #[inline]
    pub fn get_word<T: Plain>(self, pe: u32, offset: usize) -> Result<T, Error> {
        if let Some(near) = self.world.near(pe) {
            self.world.attend();
            let word = near.bytes.load(offset);
            order::after_get();
            return word.map_err(|error| Error::memory(self.world.rank(), pe, error));
        }
        let len = size_of::<T>();
        let op = Op::GetWord {
            len: len as u32,
            offset: offset as u64,
        };
        let word = self.blocking(pe, offset, len, op)?;
        Ok(T::read_from_bytes(&word.to_ne_bytes()[..len]).expect("as many bytes as it has"))
    }

    /// Copies `bytes` into `pe`'s segment; `bytes` can be reused when this returns. Few bytes leave as one word does.
    #[expect(
        clippy::inline_always,
        reason = "whether the process is of this node is known where it is called"
    )]
    #[inline(always)]
    pub fn put(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        if let Some(near) = self.world.near(pe) {
            near.bytes
                .copy_in(offset, bytes)
                .map_err(|error| Error::memory(self.world.rank(), pe, error))?;
            near.ring();
            return Ok(());
        }
        self.put_remote(pe, offset, bytes)
    }

    /// Copies bytes from `pe`'s segment.
    #[expect(
        clippy::inline_always,
        reason = "whether the process is of this node is known where it is called"
    )]
    #[inline(always)]
    pub fn get(self, pe: u32, offset: usize, into: &mut [u8]) -> Result<(), Error> {
        if let Some(near) = self.world.near(pe) {
            self.world.attend();
            let copied = near.bytes.copy_out(offset, into);
            order::after_get();
            return copied.map_err(|error| Error::memory(self.world.rank(), pe, error));
        }
        self.get_remote(pe, offset, into)
    }

    /// Copies `bytes` into `pe`'s segment, then sets the word at `signal` there to `value`; whoever sees the
    /// signal sees the bytes.
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

    /// Begins to copy `len` bytes at `from` of this process's segment to `offset` of `pe`'s. The source must not
    /// change before the next [`Through::quiet`] if the target is to get the bytes as they are now.
    #[expect(
        clippy::inline_always,
        reason = "where the length is known, as of one word, one store is left of it"
    )]
    #[inline(always)]
    pub fn put_nbi(self, pe: u32, offset: usize, from: usize, len: usize) -> Result<(), Error> {
        if let Some(near) = self.world.near(pe) {
            near.bytes
                .copy_between(offset, self.world.own_near().bytes, from, len)
                .map_err(|error| Error::memory(self.world.rank(), pe, error))?;
            near.ring();
            return Ok(());
        }
        self.put_nbi_remote(pe, offset, from, len)
    }

    #[cold]
    fn put_nbi_remote(self, pe: u32, offset: usize, from: usize, len: usize) -> Result<(), Error> {
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

    /// The same for few bytes, by way of `bytes`.
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

    /// Begins to copy `len` bytes at `offset` of `pe`'s segment to `into` of this process's own. They are there
    /// after the next [`Through::quiet`].
    pub fn get_nbi(self, pe: u32, offset: usize, into: usize, len: usize) -> Result<(), Error> {
        if let Some(near) = self.world.near(pe) {
            return self
                .world
                .own_near()
                .bytes
                .copy_between(into, near.bytes, offset, len)
                .map_err(|error| Error::memory(self.world.rank(), pe, error));
        }
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

    /// Begins to copy `bytes` into `pe`'s segment; the runtime keeps a copy, so they can be reused at once.
    pub fn put_copied_nbi(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        if self.world.near(pe).is_some() {
            return self.put(pe, offset, bytes);
        }
        self.world.check(pe, offset, bytes.len())?;
        if bytes.len() <= LISTED_MAX {
            self.listed(pe, offset, bytes)
        } else {
            self.implicit(pe, put_op(offset, bytes))
        }
    }

    #[cold]
    fn put_remote(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.world.check(pe, offset, bytes.len())?;
        if bytes.len() < IN_PLACE_MIN {
            return self.put_soon(pe, offset, bytes);
        }
        let lent = self.lend_source(bytes, SourceAccess::Own)?;
        for (at, part) in chunks(bytes.len()) {
            let source = Source::Region(Sge {
                lkey: lent.region().lkey,
                addr: at as u64,
                len: part as u32,
            });
            let op = Op::Put {
                source,
                offset: (offset + at) as u64,
            };
            self.blocking(pe, offset + at, part, op)?;
        }
        Ok(())
    }

    #[cold]
    fn get_remote(self, pe: u32, offset: usize, into: &mut [u8]) -> Result<(), Error> {
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
        let (lent, _) = self.lend_target(into, Access::NONE)?;
        for (at, part) in chunks(len) {
            let into = Target::Region(Sge {
                lkey: lent.region().lkey,
                addr: at as u64,
                len: part as u32,
            });
            let op = Op::Get {
                into,
                offset: (offset + at) as u64,
            };
            self.blocking(pe, offset + at, part, op)?;
        }
        Ok(())
    }

    #[cold]
    fn put_word_remote(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.world.check(pe, offset, bytes.len())?;
        self.put_soon(pe, offset, bytes)
    }

    fn segment_sge(self, offset: usize, len: usize) -> Result<Sge, Error> {
        Ok(self.network()?.segment_sge(offset, len))
    }
}

/// Splits a transfer into parts below the largest message of a device.
pub(crate) fn chunks(len: usize) -> impl Iterator<Item = (usize, usize)> {
    const PART: usize = 256 << 20;
    (0..len)
        .step_by(PART)
        .map(move |at| (at, PART.min(len - at)))
}
