//! Accumulates: numbers are multiplied by a factor, and added to those in the memory of a process. Or they are combined with
//! those by another operation, as they are ([`Combine`](farreach_verbs::Combine)).
//!
//! `FARREACH_ACCUMULATE` chooses who adds. All processes of a job have the same protocol, so that all
//! adders of a number exclude each other:
//!
//! | protocol | on a node | between nodes |
//! |---|---|---|
//! | `target` | the caller adds, under the stripe's lock | the target's adapter adds, under the same lock |
//! | `lock` | the caller adds, under the stripe's lock | the caller takes the same lock by an atomic, fetches the numbers, and puts the sums (`locked.rs`) |
//! | `atomics` | one atomic a number (`integers.rs`) | one atomic a number, in lists |
//!
//! `atomics` is for integers. Numbers of other types then take the protocol of `auto`: `target` if the
//! device has lists, else `lock`. With `atomics`, accumulates of integers and atomic operations on
//! them exclude each other, too.
//!
//! With `target` the numbers travel in lists, which hold the terms after the multiplication. The numbers
//! are added while the target computes, once, and in the order of all operations of this process
//! toward it. An adapter waits for a lock, so nobody may hold one while it waits for packets: an adapter
//! that adds and an initiator of another node that holds the lock would wait for each other. This is why
//! `target` and `lock` are not mixed. `crates/node/src/accumulate.rs` has the locks.
//!
//! Integers that atomics change as well ([`is_word`](farreach_verbs::Number::is_word)) are changed by atomics, under the lock. Where
//! nothing adds them at the target, each is an atomic of its own, and its address a multiple of its size.
//!
//! Operations other than the sum are executed as the protocol `target` has it. Where it is not possible
//! ([`LaneContext::changes_words_at_target`]), callers have other ways.
//!
//! The numbers are copied, so that nothing is left to wait for when a call returns.

#![allow(unsafe_code)]

mod integers;
mod locked;

use farreach_engine::Tracking;
use farreach_node::{BOUNDED_SLEEP, Segment, Stripes, View};
use farreach_verbs::{Accumulation, ListedAccumulate, MemoryError, Number};

use integers::width_of;

use super::posting::Leaving;
use super::raw::{view, with_copy};
use super::shape::{Piece, Shape};
use super::shaped::Transfer;
use super::shaped::pieces::mine;
use crate::Error;
use crate::job::settings::Accumulate;
use crate::progress::{LaneContext, Network, Waiting};

/// A wait for the lock of a stripe. Whoever lets go of a lock rings no bell of this process.
pub(crate) fn waiting_for_lock() -> Waiting<'static> {
    Waiting {
        sleep_max: BOUNDED_SLEEP,
        ..Waiting::of("the lock of numbers that an accumulate adds to")
    }
}

impl LaneContext<'_> {
    /// Does with each number of the blocks of `shape` from `from` what `how` says to the one in `pe`'s
    /// segment. The first block's are at `offset`. Each change is atomic with respect to other
    /// accumulates. The source may be reused when this returns. Operations other than sums are only for the protocol
    /// `target`, or for a process of this node.
    ///
    /// # Errors
    /// If a block does not consist of whole numbers, or is outside of the segment.
    ///
    /// # Safety
    /// The bytes of the blocks at `from` must be valid for reads until this returns. They may be
    /// symmetric memory, which other processes change.
    pub unsafe fn accumulate_shape(
        self,
        pe: u32,
        offset: usize,
        from: *const u8,
        shape: &Shape,
        how: impl Into<Accumulation>,
    ) -> Result<(), Error> {
        let how = how.into();
        if shape.blocks() == 0 {
            return self.world.check_rank(pe);
        }
        // SAFETY: the caller's promise. Only bytes of blocks are read through the view.
        let from = unsafe { view(from, shape.span_here()) };
        self.check_numbers(shape.block(), how.number())?;
        self.world.check(pe, offset, shape.span_there())?;
        let blocks = shape.each().map(|(here, there)| {
            let part = from.part(here, shape.block());
            (part.expect("inside the span"), offset + there)
        });
        self.accumulate_blocks(pe, blocks, how)
    }

    /// Combines each number of the pieces with the one in `pe`'s segment, as
    /// [`LaneContext::accumulate_shape`] does.
    ///
    /// # Errors
    /// If a piece does not consist of whole numbers, or is outside of the segment. Then nothing is
    /// added.
    ///
    /// # Safety
    /// The bytes of all pieces must be valid for reads until this returns. They may be symmetric
    /// memory, which other processes change.
    pub unsafe fn accumulate_pieces(
        self,
        pe: u32,
        pieces: &[Piece],
        how: impl Into<Accumulation>,
    ) -> Result<(), Error> {
        let how = how.into();
        self.check_pieces(pe, pieces)?;
        for piece in pieces {
            self.check_numbers(piece.bytes, how.number())?;
        }
        let blocks = pieces.iter().map(|piece| (mine(piece), piece.there));
        self.accumulate_blocks(pe, blocks, how)
    }

    /// Begins what [`LaneContext::accumulate_shape`] does. The numbers are copied before this returns,
    /// so that the transfer has ended.
    ///
    /// # Safety
    /// As for [`LaneContext::accumulate_shape`].
    pub unsafe fn begin_accumulate_shape(
        self,
        pe: u32,
        offset: usize,
        from: *const u8,
        shape: &Shape,
        how: impl Into<Accumulation>,
    ) -> Result<Transfer, Error> {
        // SAFETY: the caller's promise.
        unsafe { self.accumulate_shape(pe, offset, from, shape, how) }?;
        Ok(Transfer::ENDED)
    }

    /// Begins what [`LaneContext::accumulate_pieces`] does. The numbers are copied before this returns,
    /// so that the transfer has ended.
    ///
    /// # Safety
    /// As for [`LaneContext::accumulate_pieces`].
    pub unsafe fn begin_accumulate_pieces(
        self,
        pe: u32,
        pieces: &[Piece],
        how: impl Into<Accumulation>,
    ) -> Result<Transfer, Error> {
        // SAFETY: the caller's promise.
        unsafe { self.accumulate_pieces(pe, pieces, how) }?;
        Ok(Transfer::ENDED)
    }

    /// Fails unless `bytes` bytes are whole numbers.
    pub(crate) fn check_numbers(self, bytes: usize, number: Number) -> Result<(), Error> {
        let size = number.bytes();
        if bytes.is_multiple_of(size) {
            return Ok(());
        }
        Err(Error::NoWholeNumbers {
            rank: self.world.rank(),
            bytes,
            number,
        })
    }

    /// Combines the numbers of blocks with those at offsets of `pe`'s segment. All were checked.
    fn accumulate_blocks<'a>(
        self,
        pe: u32,
        blocks: impl Iterator<Item = (View<'a>, usize)>,
        how: Accumulation,
    ) -> Result<(), Error> {
        let protocol = self.world.settings().accumulate;
        let Accumulation::Add(scale) = how else {
            return self.combine_blocks(pe, blocks, how);
        };
        let number = scale.number();
        let is_word = number.is_word();
        let by_adapter = is_word && self.world.adapter_executes(width_of(number));
        if by_adapter || protocol == Accumulate::Atomics && number.is_integer() {
            return self.accumulate_integers(pe, blocks, scale);
        }
        if let Some(near) = self.world.near(pe) {
            return self.accumulate_near(near, pe, blocks, how);
        }
        if protocol == Accumulate::Lock && !is_word {
            return self.accumulate_locked(pe, blocks, scale);
        }
        let network = self.network_to(pe)?;
        let has_lists = network.peek(|core, _| core.engine.accumulate_max(pe)) > 0;
        if has_lists && protocol != Accumulate::Lock {
            return self.accumulate_listed(network, pe, blocks, how);
        }
        if is_word {
            return self.accumulate_integers(pe, blocks, scale);
        }
        if protocol == Accumulate::Target {
            let rank = self.world.rank();
            return Err(Error::NoAccumulates { rank });
        }
        self.accumulate_locked(pe, blocks, scale)
    }

    /// Combines the numbers of blocks by an operation that only the protocol `target` has.
    fn combine_blocks<'a>(
        self,
        pe: u32,
        blocks: impl Iterator<Item = (View<'a>, usize)>,
        how: Accumulation,
    ) -> Result<(), Error> {
        if let Some(near) = self.world.near(pe) {
            return self.accumulate_near(near, pe, blocks, how);
        }
        if !self.adds_at_target(pe)? {
            let rank = self.world.rank();
            return Err(Error::NoAccumulates { rank });
        }
        self.accumulate_listed(self.network_to(pe)?, pe, blocks, how)
    }

    /// Whether accumulates of words of `pe`'s memory, by any operation, are executed by its node, and exclude atomics.
    pub fn changes_words_at_target(self, pe: u32) -> Result<bool, Error> {
        let has_atomics = self.world.settings().accumulate == Accumulate::Atomics;
        Ok(!has_atomics && self.adds_at_target(pe)?)
    }

    /// Whether accumulates and compare-and-swaps of `pe`'s memory exclude each other: on a node those of an adapter, and between
    /// nodes all. Both hold the lock of a stripe.
    pub fn adds_at_target(self, pe: u32) -> Result<bool, Error> {
        if self.world.near(pe).is_some() {
            return Ok(true);
        }
        if self.world.settings().accumulate == Accumulate::Lock {
            return Ok(false);
        }
        let network = self.network_to(pe)?;
        Ok(network.peek(|core, _| core.engine.accumulate_max(pe)) > 0)
    }

    /// Calls `f` with the place and the bytes of parts of `len` bytes at `offset` of the segment of a process of this node. No
    /// accumulate changes the numbers of a part meanwhile. A number has `number` bytes.
    ///
    /// # Errors
    /// If the bytes are outside of the segment.
    ///
    /// # Panics
    /// If the process is on another node.
    #[inline]
    pub fn alter_near(
        self,
        pe: u32,
        (offset, len): (usize, usize),
        number: usize,
        mut f: impl FnMut(usize, View<'_>),
    ) -> Result<(), Error> {
        self.world.attend();
        let near = self.world.near(pe).expect("a process of this node");
        let stripes = self.world.arena().stripes();
        let altered = match stripes.try_alter(near.bytes, (offset, len), number, &mut f) {
            Ok(done) if done < len => {
                self.alter_rest((near, stripes), (offset, len, done), number, f)
            }
            altered => altered.map(drop),
        };
        near.ring();
        altered.map_err(|error| Error::memory(self.world.rank(), pe, error))
    }

    /// Goes on behind `done` bytes when the lock is free that another process holds.
    #[cold]
    fn alter_rest(
        self,
        (near, stripes): (Segment<'_>, Stripes<'_>),
        (offset, len, mut done): (usize, usize, usize),
        number: usize,
        mut f: impl FnMut(usize, View<'_>),
    ) -> Result<(), MemoryError> {
        let mut altered = Ok(());
        self.wait_as(&waiting_for_lock(), |_| {
            self.opened().map(Network::progress);
            let from = done;
            let rest = (offset + from, len - from);
            match stripes.try_alter(near.bytes, rest, number, |at, bytes| f(from + at, bytes)) {
                Ok(more) => done += more,
                Err(error) => altered = Err(error),
            }
            altered.is_err() || done == len
        });
        altered
    }

    /// Combines the numbers of blocks with those of a process of this node.
    fn accumulate_near<'a>(
        self,
        near: Segment<'_>,
        pe: u32,
        mut blocks: impl Iterator<Item = (View<'a>, usize)>,
        how: Accumulation,
    ) -> Result<(), Error> {
        let stripes = self.world.arena().stripes();
        let mut rest = blocks.next();
        // Returns whether all numbers were added. The alternative is that a lock is held.
        let mut add = || {
            while let Some((from, there)) = rest {
                let done = stripes.try_accumulate(near.bytes, there, how, from)?;
                rest = if done == from.len() {
                    blocks.next()
                } else {
                    Some((from.part(done, from.len() - done)?, there + done))
                };
                if done < from.len() {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let mut added = add();
        if added == Ok(false) {
            self.wait_as(&waiting_for_lock(), |_| {
                self.opened().map(Network::progress);
                added = add();
                added != Ok(false)
            });
        }
        near.ring();
        let added = added.map(drop);
        added.map_err(|error| Error::memory(self.world.rank(), pe, error))
    }

    /// Sends the numbers of blocks to the adapter of a process of another node.
    fn accumulate_listed<'a>(
        self,
        network: &Network,
        pe: u32,
        mut blocks: impl Iterator<Item = (View<'a>, usize)>,
        how: Accumulation,
    ) -> Result<(), Error> {
        let number = how.number().bytes();
        let (mut rest, mut is_long) = (blocks.next(), false);
        self.wait_for_packets("a buffer for an accumulate", |_| {
            network.enter(|core, now| {
                let mut has_polled = false;
                while let Some((from, there)) = rest {
                    let most = core.engine.accumulate_max(pe) / number * number;
                    let len = from.len().min(most);
                    let part = from.part(0, len).expect("no longer than the whole");
                    let is_added = len == 0
                        || with_copy(part, |numbers| {
                            let offset = there as u64;
                            let listed = ListedAccumulate {
                                offset,
                                numbers,
                                how,
                            };
                            let tracking = Tracking::Implicit;
                            core.engine.accumulate_listed(now, pe, listed, tracking)
                        });
                    if is_added {
                        let left = from.len() - len;
                        is_long |= left > 0;
                        rest = if left > 0 {
                            let behind = from.part(len, left).expect("inside the whole");
                            Some((behind, there + len))
                        } else {
                            blocks.next()
                        };
                        has_polled = false;
                    } else if has_polled {
                        return false;
                    } else {
                        core.poll(now);
                        has_polled = true;
                    }
                }
                true
            })
        });
        let leaving = if is_long {
            Leaving::AtOnce
        } else {
            Leaving::PromptlyInLists
        };
        self.post(pe, leaving, |_, _| ())
    }
}
