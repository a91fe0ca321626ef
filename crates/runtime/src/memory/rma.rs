//! Puts, gets and atomics of one process: same-node by loads and stores, others through a lane's engine.
//!
//! Offsets are into a process's segment, which has the same layout in every process. The same-node path
//! reads only what never changes after initialisation and takes no lock.

use std::sync::Arc;

use farreach_engine::{LISTS_MAX, Op, Source, Target, Tracking};
use farreach_node::{Memory, Word, order};
use farreach_verbs::{Access, AtomicOp, AtomicWidth, InlineData, Sge, Time};

use zerocopy::{FromBytes, Immutable, IntoBytes};

use crate::Error;
use crate::collectives::Flight;
use crate::memory::borrow::SourceAccess;
use crate::memory::signal::{Signal, SignalOp};
use crate::progress::{Core, Network, Through};

/// Private buffers above this many bytes are transferred in place; below they are copied, which is
/// cheaper than waiting for the acknowledgement.
pub(crate) const IN_PLACE_MIN: usize = 64 << 10;
/// Operations that may be unfinished before a non-blocking one waits for half of them to finish.
const OUTSTANDING_MAX: usize = 4096;
/// Bytes of copies for unfinished operations before a non-blocking one waits for half of them to finish.
const COPIED_MAX: usize = 64 << 20;
/// Non-blocking operations that are posted before the packets are handed to the kernel.
const BATCH: usize = 32;
/// How many of them come to one look at the clock.
const POSTS_PER_CLOCK: usize = 8;
/// Full lists of puts that travel together before the packets are handed to the kernel, which cuts one buffer into several.
const LISTS: usize = 4;
/// The same in puts: the target may begin with them.
const PUTS: u32 = 512;
/// How many puts that travel together come to one look at the clock.
const PUTS_PER_CLOCK: u32 = 32;
/// Puts of at most so many bytes travel together where many follow each other: three or more in a packet.
const TOGETHER_MAX: usize = 16 << 10;
/// Non-blocking puts of at most so many bytes are copied into a list of puts that travel together.
pub(crate) const LISTED_MAX: usize = 1024;

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

    /// Updates a word of `pe`'s segment atomically by the operation that `op` makes; returns the old word.
    #[expect(
        clippy::inline_always,
        reason = "the operation is known where it is called: one instruction is left of it"
    )]
    #[inline(always)]
    pub fn atomic(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: impl Fn() -> AtomicOp,
    ) -> Result<u64, Error> {
        if let Some(near) = self.world.near(pe) {
            self.world.attend();
            return match near.bytes.atomic(offset, width, op()) {
                Ok(old) => {
                    near.ring();
                    Ok(old)
                }
                Err(error) => Err(Error::memory(self.world.rank(), pe, error)),
            };
        }
        // Made here, not passed on, so that only this branch lays it out in memory: an atomic instruction waits for all stores before it.
        self.atomic_remote(pe, offset, width, op())
    }

    /// Updates a word of `pe`'s segment atomically by the operation that `op` makes; it has happened after the next [`Through::quiet`].
    #[expect(clippy::inline_always, reason = "as `atomic`")]
    #[inline(always)]
    pub fn atomic_nbi(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: impl Fn() -> AtomicOp,
    ) -> Result<(), Error> {
        if self.world.near(pe).is_some() {
            return self.atomic(pe, offset, width, op).map(drop);
        }
        self.atomic_nbi_remote(pe, offset, width, op())
    }

    #[cold]
    fn atomic_remote(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: AtomicOp,
    ) -> Result<u64, Error> {
        self.world.check_aligned(pe, offset, width)?;
        let op = Op::Atomic {
            width,
            op,
            offset: offset as u64,
        };
        self.blocking(pe, offset, width.bytes(), op)
    }

    #[cold]
    fn atomic_nbi_remote(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: AtomicOp,
    ) -> Result<(), Error> {
        self.world.check_aligned(pe, offset, width)?;
        self.world.check(pe, offset, width.bytes())?;
        self.soon(pe, LISTS, |core, now| {
            begin_atomic(core, now, pe, offset as u64, (width, op));
        })
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

    /// Begins a put that `quiet` waits for. It leaves at once if it is alone, or of the first of many; the others leave
    /// together, the last with the next call that looks at the network, or within a millisecond.
    pub(crate) fn put_soon(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        let begin = |core: &mut Core, now| {
            begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
        };
        if bytes.len() > TOGETHER_MAX {
            return self.at_once(pe, begin);
        }
        let lists = if bytes.len() > LISTED_MAX { 1 } else { LISTS };
        self.soon(pe, lists, begin)
    }

    /// Begins something small that `quiet` waits for, which leaves as [`Through::put_soon`] says, or as soon as there are so many full lists.
    fn soon(self, pe: u32, lists: usize, begin: impl FnOnce(&mut Core, Time)) -> Result<(), Error> {
        if self.world.is_alone() {
            return self.at_once(pe, begin);
        }
        let network = self.network_to(pe)?;
        let has_room = network.peek(|core, now| {
            begin(core, now);
            if core.prompt.admits(now) || core.engine.posted() >= lists {
                network.poll_inside(core, now);
            }
            is_within(core, 1)
        });
        if !has_room {
            self.make_room(network);
        }
        Ok(())
    }

    /// Begins a put that `quiet` waits for, and that leaves together with others.
    pub(crate) fn listed(self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.begin_listed(pe, |core, now| {
            begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
        })
    }

    /// The same for whatever travels in lists.
    #[inline]
    pub(crate) fn begin_listed(
        self,
        pe: u32,
        begin: impl FnOnce(&mut Core, Time),
    ) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        let wants_clock = |core: &mut Core| {
            core.puts = core.puts.wrapping_add(1);
            let begins = !core.engine.has_unsent();
            begins || core.puts.is_multiple_of(PUTS_PER_CLOCK) || self.world.is_alone()
        };
        let has_room = network.peek_often(wants_clock, |core, now| {
            let earlier = core.engine.now();
            begin(core, now);
            // Without a new look at the clock nothing can have become due.
            let is_due = || core.engine.next_deadline().is_some_and(|due| due <= now);
            let posted = core.engine.posted();
            let are_enough = posted >= LISTS || posted > 0 && core.puts >= PUTS;
            if are_enough || now != earlier && is_due() {
                core.puts = 0;
                network.poll_inside(core, now);
            }
            is_within(core, 1)
        });
        if !has_room {
            self.make_room(network);
        }
        Ok(())
    }

    /// Begins operations that `quiet` waits for or nobody does, and hands what was posted to the kernel.
    pub(crate) fn at_once(self, pe: u32, begin: impl FnOnce(&mut Core, Time)) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        let (has_room, has_left) = network.enter(|core, now| {
            begin(core, now);
            core.poll(now);
            (is_within(core, 1), !core.engine.has_pending(pe))
        });
        if !has_room {
            self.make_room(network);
        }
        if !has_left && self.world.is_alone() {
            // Nobody else would send it once there is a connection.
            self.wait_for("a connection", |_| {
                network.enter(|core, now| {
                    core.poll(now);
                    !core.engine.has_pending(pe)
                })
            });
        }
        Ok(())
    }

    /// Begins an operation that `quiet` waits for.
    pub(crate) fn implicit(self, pe: u32, op: Op<Memory>) -> Result<(), Error> {
        self.begin(pe, |core, now| {
            core.engine.submit(now, pe, op, Tracking::Implicit);
        })
    }

    /// Begins an operation of a collective that was begun, which is told its end. It leaves with the next progress.
    pub(crate) fn tracked(
        self,
        pe: u32,
        op: Op<Memory>,
        flight: &Arc<Flight>,
    ) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        flight.begin_operation();
        network.peek(|core, now| {
            let token = core.token_of_flight(flight);
            core.engine.submit(now, pe, op, Tracking::Token(token));
        });
        Ok(())
    }

    /// Begins an operation without waiting for any, as `submit` does it.
    pub(crate) fn begin(self, pe: u32, submit: impl FnOnce(&mut Core, Time)) -> Result<(), Error> {
        let network = self.network_to(pe)?;
        // Posted work waits for company; what could not be posted, or was posted a while ago, wants progress.
        let wants_clock = |core: &mut Core| {
            self.world.is_alone() || core.engine.posted().is_multiple_of(POSTS_PER_CLOCK)
        };
        let (wants_progress, has_room) = network.peek_often(wants_clock, |core, now| {
            let before = core.engine.posted();
            submit(core, now);
            let posted = core.engine.posted();
            let is_due = || core.engine.next_deadline().is_some_and(|due| due <= now);
            // Without a new look at the clock nothing can have become due.
            let wants_progress = posted == before
                || posted >= BATCH
                || (before.is_multiple_of(POSTS_PER_CLOCK) || self.world.is_alone()) && is_due();
            (wants_progress, is_within(core, 1))
        });
        if wants_progress {
            self.world.mailbox().make_room();
            network.progress();
        }
        if !has_room {
            self.make_room(network);
        }
        Ok(())
    }

    /// Waits until half of the limits on unfinished operations is free.
    pub(crate) fn make_room(self, network: &Network) {
        self.wait_for_packets("room for another non-blocking operation", |_| {
            network.enter(|core, now| {
                core.poll(now);
                // A single operation may be beyond the limit by itself.
                is_within(core, 2) || core.engine.outstanding() == 0
            })
        });
    }

    /// An operation that has ended when this returns.
    pub(crate) fn blocking(
        self,
        pe: u32,
        offset: usize,
        len: usize,
        op: Op<Memory>,
    ) -> Result<u64, Error> {
        self.world.check(pe, offset, len)?;
        let network = self.network_to(pe)?;
        let (token, mut result) = network.enter(|core, now| {
            let token = core.token();
            core.engine.submit(now, pe, op, Tracking::Token(token));
            core.poll(now);
            (token, core.take(token))
        });
        self.wait_for_packets("a remote operation", |_| {
            if result.is_none() {
                result = network.enter(|core: &mut Core, now| {
                    core.poll(now);
                    core.take(token)
                });
            }
            result.is_some()
        });
        self.world.network_result(result.expect("waited for"))
    }

    fn segment_sge(self, offset: usize, len: usize) -> Result<Sge, Error> {
        Ok(self.network()?.segment_sge(offset, len))
    }
}

/// Whether the unfinished operations are within a `share`-th of their limits.
pub(crate) fn is_within(core: &Core, share: usize) -> bool {
    core.engine.outstanding() <= OUTSTANDING_MAX / share
        && core.engine.lists() < LISTS_MAX / share
        && core.engine.owned_bytes() <= COPIED_MAX / share
}

/// Begins a put without a report; if it is small, it leaves together with others.
pub(crate) fn begin_put(
    core: &mut Core,
    now: Time,
    pe: u32,
    (offset, bytes): (usize, &[u8]),
    tracking: Tracking,
) {
    if !core
        .engine
        .put_listed(now, pe, offset as u64, bytes, tracking)
    {
        let op = put_op(offset, bytes);
        core.engine.submit(now, pe, op, tracking);
    }
}

/// Begins an atomic without a report and without an answer; it leaves together with others if the device has lists.
pub(crate) fn begin_atomic(
    core: &mut Core,
    now: Time,
    pe: u32,
    offset: u64,
    (width, op): (AtomicWidth, AtomicOp),
) {
    let (engine, tracking) = (&mut core.engine, Tracking::Implicit);
    if !engine.atomic_listed(now, pe, offset, (width, op), tracking) {
        engine.submit(now, pe, Op::Atomic { width, op, offset }, tracking);
    }
}

pub(crate) fn put_op(offset: usize, bytes: &[u8]) -> Op<Memory> {
    let source = InlineData::new(bytes)
        .map_or_else(|| Source::Owned(Memory::copy_of(bytes)), Source::Inline);
    Op::Put {
        source,
        offset: offset as u64,
    }
}

/// Splits a transfer into parts below the largest message of a device.
pub(crate) fn chunks(len: usize) -> impl Iterator<Item = (usize, usize)> {
    const PART: usize = 256 << 20;
    (0..len)
        .step_by(PART)
        .map(move |at| (at, PART.min(len - at)))
}
