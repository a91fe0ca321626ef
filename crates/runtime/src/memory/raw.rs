//! Transfers from and to memory that a pointer names.
//!
//! Languages without borrows have only pointers. The memory may itself be symmetric, so that other
//! processes change it meanwhile. Therefore no Rust reference to the memory is ever made.
//!
//! ```text
//!   same node            one copy, from memory to memory
//!   put, up to 1 KiB     copied into a list of puts
//!   put, below 64 KiB    blocking: copied; non-blocking: lent
//!   put, from 64 KiB on  lent
//!   get, up to 8 bytes   blocking: fetched as a word and copied; non-blocking: lent
//!   get, others          lent
//! ```
//!
//! *Lent* memory belongs to the device until the operation has ended, and the device reads or
//! writes it in place. A blocking call returns after the end of the operation. A non-blocking
//! operation has ended after the next [`LaneContext::quiet`].

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ptr::NonNull;

use farreach_engine::{Op, Source, Target, Tracking};
use farreach_node::{Memory, Segment, View, order};
use farreach_verbs::{AtomicOp, AtomicWidth, MemoryError, Time};

use super::posting::{LISTED_MAX, Leaving, begin_put};
use super::rma::{IN_PLACE_MIN, chunks};
use super::signal::{Signal, begin_signal};
use crate::Error;
use crate::error::Local;
use crate::progress::{Core, LaneContext};

impl LaneContext<'_> {
    /// Copies `len` bytes at `from` into `pe`'s segment. The bytes may be changed when this
    /// returns.
    ///
    /// # Safety
    /// The bytes at `from` must be valid for reads until this returns. They may be symmetric
    /// memory, which other processes change.
    #[inline]
    pub unsafe fn put_raw(
        self,
        pe: u32,
        offset: usize,
        from: *const u8,
        len: usize,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise. Nothing is written through the view.
        let from = unsafe { view(from, len) };
        match self.world.near(pe) {
            Some(near) => self.put_raw_near(near, pe, offset, from),
            None => self.put_raw_far(pe, offset, from, None),
        }
    }

    /// Copies `len` bytes of `pe`'s segment to `into`.
    ///
    /// # Safety
    /// The bytes at `into` must be valid for writes until this returns, and no reference to them
    /// may exist until then. They may be symmetric memory.
    #[inline]
    pub unsafe fn get_raw(
        self,
        pe: u32,
        offset: usize,
        into: *mut u8,
        len: usize,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise.
        let into = unsafe { view(into, len) };
        match self.world.near(pe) {
            Some(near) => self.get_raw_near(near, pe, offset, into),
            None => self.get_raw_far(pe, offset, into),
        }
    }

    /// Begins to copy `len` bytes at `from` into `pe`'s segment. The bytes have arrived after the
    /// next [`LaneContext::quiet`].
    ///
    /// # Safety
    /// The bytes at `from` must be valid for reads until the next [`LaneContext::quiet`] has returned.
    /// If they change before, either value may arrive.
    #[inline]
    pub unsafe fn put_raw_nbi(
        self,
        pe: u32,
        offset: usize,
        from: *const u8,
        len: usize,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise. Nothing is written through the view.
        let from = unsafe { view(from, len) };
        match self.world.near(pe) {
            Some(near) => self.put_raw_near(near, pe, offset, from),
            None => self.put_raw_nbi_far(pe, offset, from),
        }
    }

    /// Begins to copy `len` bytes of `pe`'s segment to `into`. The bytes have arrived after the
    /// next [`LaneContext::quiet`]. Any number of gets may be under way.
    ///
    /// # Safety
    /// The bytes at `into` must be valid for writes until the next [`LaneContext::quiet`] has returned,
    /// and no reference to them may exist until then.
    #[inline]
    pub unsafe fn get_raw_nbi(
        self,
        pe: u32,
        offset: usize,
        into: *mut u8,
        len: usize,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise.
        let into = unsafe { view(into, len) };
        match self.world.near(pe) {
            Some(near) => self.get_raw_near(near, pe, offset, into),
            None => self.get_raw_nbi_far(pe, offset, into),
        }
    }

    /// Copies `len` bytes at `from` into `pe`'s segment, then updates a word of that segment. A
    /// process that sees the update sees the bytes.
    ///
    /// # Safety
    /// The contract of [`LaneContext::put_raw`] applies.
    #[inline]
    pub unsafe fn put_signal_raw(
        self,
        pe: u32,
        offset: usize,
        from: *const u8,
        len: usize,
        signal: Signal,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise. Nothing is written through the view.
        let from = unsafe { view(from, len) };
        match self.world.near(pe) {
            Some(near) => self.put_signal_raw_near(near, pe, offset, from, signal),
            None => self.put_raw_far(pe, offset, from, Some(signal)),
        }
    }

    /// Begins to copy `len` bytes at `from` into `pe`'s segment, then to update a word of that
    /// segment. A process that sees the update sees the bytes.
    ///
    /// # Safety
    /// The contract of [`LaneContext::put_raw_nbi`] applies.
    #[inline]
    pub unsafe fn put_signal_raw_nbi(
        self,
        pe: u32,
        offset: usize,
        from: *const u8,
        len: usize,
        signal: Signal,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise. Nothing is written through the view.
        let from = unsafe { view(from, len) };
        if let Some(near) = self.world.near(pe) {
            return self.put_signal_raw_near(near, pe, offset, from, signal);
        }
        self.check_signal(pe, signal)?;
        self.put_raw_nbi_far(pe, offset, from)?;
        self.signal_nbi_far(pe, signal)
    }

    /// Begins to update a word of `pe`'s segment atomically by the operation that `op` returns. The
    /// old word is at `into` after the next [`LaneContext::quiet`]. Any number of atomics may be under
    /// way.
    ///
    /// # Safety
    /// The bytes of one word at `into` must be valid for writes until the next [`LaneContext::quiet`]
    /// has returned, and no reference to them may exist until then.
    #[expect(clippy::inline_always, reason = "as `LaneContext::atomic`")]
    #[inline(always)]
    pub unsafe fn atomic_raw_nbi(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: impl Fn() -> AtomicOp,
        into: *mut u8,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise.
        let into = unsafe { view(into, width.bytes()) };
        let Some(near) = self.world.near_for_atomics(pe, width) else {
            return self.atomic_raw_nbi_far(pe, offset, width, op(), into);
        };
        let old = self.atomic_near(near, pe, offset, width, op())?;
        self.store_old(into, width, old)
    }

    #[inline]
    fn store_old(self, into: View<'_>, width: AtomicWidth, old: u64) -> Result<(), Error> {
        let stored = match width {
            AtomicWidth::W32 => into.store(0, old as u32),
            AtomicWidth::W64 => into.store(0, old),
        };
        stored.map_err(|error| Error::memory(self.world.rank(), self.world.rank(), error))
    }

    #[inline]
    fn put_signal_raw_near(
        self,
        near: Segment<'_>,
        pe: u32,
        offset: usize,
        from: View<'_>,
        signal: Signal,
    ) -> Result<(), Error> {
        near.bytes
            .copy_between(offset, from, 0, from.len())
            .map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        self.signal_near(near, pe, signal)
    }

    #[inline]
    fn put_raw_near(
        self,
        near: Segment<'_>,
        pe: u32,
        offset: usize,
        from: View<'_>,
    ) -> Result<(), Error> {
        match copy_near(near.bytes, offset, from, 0, from.len()) {
            Ok(()) => {
                near.ring();
                Ok(())
            }
            Err(error) => Err(Error::memory(self.world.rank(), pe, error)),
        }
    }

    #[inline]
    fn get_raw_near(
        self,
        near: Segment<'_>,
        pe: u32,
        offset: usize,
        into: View<'_>,
    ) -> Result<(), Error> {
        self.world.attend();
        let copied = copy_near(into, 0, near.bytes, offset, into.len());
        order::after_get();
        copied.map_err(|error| Error::memory(self.world.rank(), pe, error))
    }

    /// Puts to another node, then signals if there is a `signal`.
    #[cold]
    pub(crate) fn put_raw_far(
        self,
        pe: u32,
        offset: usize,
        from: View<'_>,
        signal: Option<Signal>,
    ) -> Result<(), Error> {
        self.world.check(pe, offset, from.len())?;
        if let Some(signal) = signal {
            self.check_signal(pe, signal)?;
        }
        let behind = |core: &mut Core, now: Time| {
            if let Some(signal) = signal {
                begin_signal(core, now, pe, signal);
            }
        };
        if from.len() < IN_PLACE_MIN {
            return with_copy(from, |bytes| {
                if signal.is_none() {
                    return self.put_soon(pe, offset, bytes);
                }
                self.post(pe, Leaving::AtOnce, |core, now| {
                    if !bytes.is_empty() {
                        begin_put(core, now, pe, (offset, bytes), Tracking::Implicit);
                    }
                    behind(core, now);
                })
            });
        }
        self.check_lent(from, Local::Source)?;
        let parts = chunks(from.len()).map(|(at, part)| Op::Put {
            // SAFETY: `all` returns after the operations have ended, and the view's bytes are valid
            // until then. The device only reads the source of a put.
            source: Source::Owned(unsafe { lent(from, at, part) }),
            offset: (offset + at) as u64,
        });
        self.all(pe, self.under_way_max(1), parts, behind)
    }

    #[cold]
    fn get_raw_far(self, pe: u32, offset: usize, into: View<'_>) -> Result<(), Error> {
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
            return into
                .copy_in(0, &word.to_ne_bytes()[..into.len()])
                .map_err(|error| Error::memory(self.world.rank(), self.world.rank(), error));
        }
        self.check_lent(into, Local::Target)?;
        let parts = chunks(into.len()).map(|(at, part)| Op::Get {
            // SAFETY: `all` returns after the operations have ended, and the view's bytes belong to
            // the device until then.
            into: Target::Owned(unsafe { lent(into, at, part) }),
            offset: (offset + at) as u64,
        });
        self.all(pe, self.under_way_max(1), parts, |_, _| {})
    }

    #[cold]
    fn put_raw_nbi_far(self, pe: u32, offset: usize, from: View<'_>) -> Result<(), Error> {
        self.world.check(pe, offset, from.len())?;
        if from.len() <= LISTED_MAX {
            return with_copy(from, |bytes| self.listed(pe, offset, bytes));
        }
        self.check_lent(from, Local::Source)?;
        for (at, part) in chunks(from.len()) {
            // SAFETY: by the callers' contract the bytes are valid until `quiet` has returned, and
            // `quiet` returns after the operation has ended. The device only reads the source of a
            // put.
            let source = Source::Owned(unsafe { lent(from, at, part) });
            let offset = (offset + at) as u64;
            self.implicit(pe, Op::Put { source, offset })?;
        }
        Ok(())
    }

    #[cold]
    fn get_raw_nbi_far(self, pe: u32, offset: usize, into: View<'_>) -> Result<(), Error> {
        self.world.check(pe, offset, into.len())?;
        self.check_lent(into, Local::Target)?;
        for (at, part) in chunks(into.len()) {
            // SAFETY: by the callers' contract the bytes belong to the device until `quiet` has
            // returned, and `quiet` returns after the operation has ended.
            let into = Target::Owned(unsafe { lent(into, at, part) });
            let offset = (offset + at) as u64;
            self.implicit(pe, Op::Get { into, offset })?;
        }
        Ok(())
    }

    #[cold]
    fn atomic_raw_nbi_far(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: AtomicOp,
        into: View<'_>,
    ) -> Result<(), Error> {
        if self.ends_at_once(pe, offset, (width, op)) {
            let old = self.atomic_far(pe, offset, width, op)?;
            return self.store_old(into, width, old);
        }
        self.world.check_aligned(pe, offset, width)?;
        self.world.check(pe, offset, width.bytes())?;
        let offset = offset as u64;
        let op = Op::Atomic { width, op, offset };
        // SAFETY: by the callers' contract the bytes belong to the device until `quiet` has
        // returned, and `quiet` returns after the operation has ended.
        let into = unsafe { lent(into, 0, width.bytes()) };
        self.post(pe, Leaving::InBatches, |core, now| {
            let token = core.token_with_target(into);
            core.engine.submit(now, pe, op, Tracking::Token(token));
        })
    }
}

/// Copies from view to view. Only the copy of one word is inlined, since it takes less time than a
/// call.
#[inline]
fn copy_near(
    to: View<'_>,
    offset: usize,
    from: View<'_>,
    from_offset: usize,
    len: usize,
) -> Result<(), MemoryError> {
    #[inline(never)]
    fn other(
        to: View<'_>,
        offset: usize,
        from: View<'_>,
        from_offset: usize,
        len: usize,
    ) -> Result<(), MemoryError> {
        to.copy_between(offset, from, from_offset, len)
    }
    if len == size_of::<u64>() {
        let word: u64 = from.load(from_offset)?;
        return to.store(offset, word);
    }
    other(to, offset, from, from_offset, len)
}

thread_local! {
    /// The buffer to which a put copies bytes that other processes may change. Empty while a put
    /// uses the buffer.
    static BOUNCE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Calls `f` with a copy of the bytes, of which there are fewer than [`IN_PLACE_MIN`].
pub(crate) fn with_copy<R>(from: View<'_>, f: impl FnOnce(&[u8]) -> R) -> R {
    let copied = "all of the bytes";
    if from.len() <= 16 {
        let bytes = &mut [0; 16][..from.len()];
        from.copy_out(0, bytes).expect(copied);
        return f(bytes);
    }
    // Functions that run at the end of a thread or of the process may put after the thread's
    // variables were destroyed. Such a put allocates its own buffer.
    let mut bounce = BOUNCE.try_with(Cell::take).unwrap_or_default();
    if bounce.len() < from.len() {
        bounce.resize(from.len(), 0);
    }
    let bytes = &mut bounce[..from.len()];
    from.copy_out(0, bytes).expect(copied);
    let result = f(bytes);
    let _ = BOUNCE.try_with(|kept| kept.set(bounce));
    result
}

/// The `len` bytes at `ptr`.
///
/// # Safety
/// The contract of [`View::from_raw_parts`] applies. If `len` is zero, any pointer is allowed.
#[inline]
pub(crate) unsafe fn view<'a>(ptr: *const u8, len: usize) -> View<'a> {
    let ptr = NonNull::new(ptr.cast_mut()).unwrap_or(NonNull::dangling());
    // SAFETY: the caller's promise.
    unsafe { View::from_raw_parts(ptr, len) }
}

/// The `len` bytes at `at` of `view`, for the device.
///
/// # Safety
/// The contract of [`Memory::from_raw_parts`] applies. The bytes must be valid until the operation
/// that uses them has ended.
pub(crate) unsafe fn lent(view: View<'_>, at: usize, len: usize) -> Memory {
    let part = view.part(at, len).expect("a part of the whole");
    // SAFETY: the caller's promise.
    unsafe { Memory::from_raw_parts(part.as_non_null(), len) }
}
