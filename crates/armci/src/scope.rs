//! Scopes of transfers that were begun.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use farreach_runtime::{Shape, World};

use crate::{Accumulable, Block, Error, Patch, Value};

/// Begins transfers. Their buffers may be used again when [`Armci::scope`](crate::Armci::scope)
/// has returned.
pub struct Scope<'scope, 'env: 'scope> {
    world: &'scope World,
    /// Buffers are borrowed for all of `'env`. The type makes the lifetime invariant, so that no
    /// shorter one can take its place.
    env: PhantomData<Cell<&'env mut ()>>,
}

impl fmt::Debug for Scope<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").finish_non_exhaustive()
    }
}

/// Waits for what was begun when the scope ends, by a panic too, because the transfers use buffers
/// that end then.
struct Completion<'a>(&'a World);

impl Drop for Completion<'_> {
    fn drop(&mut self) {
        // A transfer that failed has ended, too.
        let _ = self.0.direct().wait_local(None);
    }
}

pub(crate) fn run<'env, R, E: From<Error>>(
    world: &World,
    f: impl for<'scope> FnOnce(&Scope<'scope, 'env>) -> Result<R, E>,
) -> Result<R, E> {
    let completion = Completion(world);
    let result = f(&Scope {
        world,
        env: PhantomData,
    });
    let completed = world.direct().wait_local(None);
    std::mem::forget(completion);
    let result = result?;
    completed.map_err(Error::from)?;
    Ok(result)
}

impl<'env> Scope<'_, 'env> {
    /// Begins a [`Block::put`].
    pub fn put<T: Value>(
        &self,
        block: &Block<'_, T>,
        pe: u32,
        at: usize,
        from: &'env [T],
    ) -> Result<(), Error> {
        let (pe, offset) = block.place(pe, at, from.len())?;
        let shape = Shape::contiguous(size_of_val(from));
        // SAFETY: the slice is borrowed until the scope has ended, which waits for the transfer.
        unsafe { self.begin_put(pe, offset, from.as_ptr().cast(), &shape) }
    }

    /// Begins a [`Block::get`].
    pub fn get<T: Value>(
        &self,
        block: &Block<'_, T>,
        pe: u32,
        at: usize,
        into: &'env mut [T],
    ) -> Result<(), Error> {
        let (pe, offset) = block.place(pe, at, into.len())?;
        let shape = Shape::contiguous(size_of_val(into));
        // SAFETY: the slice is borrowed exclusively until the scope has ended, which waits for the
        // transfer.
        unsafe { self.begin_get(pe, offset, into.as_mut_ptr().cast(), &shape) }
    }

    /// Begins a [`Block::put_patch`].
    pub fn put_patch<T: Value>(
        &self,
        block: &Block<'_, T>,
        pe: u32,
        at: usize,
        from: &'env [T],
        patch: &Patch,
    ) -> Result<(), Error> {
        let (pe, offset, shape) = block.patch(pe, at, from.len(), patch)?;
        // SAFETY: as for `put`; the patch's elements are inside of the slice.
        unsafe { self.begin_put(pe, offset, from.as_ptr().cast(), &shape) }
    }

    /// Begins a [`Block::get_patch`].
    pub fn get_patch<T: Value>(
        &self,
        block: &Block<'_, T>,
        pe: u32,
        at: usize,
        into: &'env mut [T],
        patch: &Patch,
    ) -> Result<(), Error> {
        let (pe, offset, shape) = block.patch(pe, at, into.len(), patch)?;
        // SAFETY: as for `get`; the patch's elements are inside of the slice.
        unsafe { self.begin_get(pe, offset, into.as_mut_ptr().cast(), &shape) }
    }

    /// Begins a [`Block::get_patch`] for each part: from process, from element, to element of `into`,
    /// patch. Where parts overlap in `into`, it is open which of them is kept.
    pub fn get_patches<T: Value>(
        &self,
        block: &Block<'_, T>,
        into: &'env mut [T],
        parts: &[(u32, usize, usize, Patch)],
    ) -> Result<(), Error> {
        for &(pe, at, start, patch) in parts {
            let room = into.len().saturating_sub(start);
            let (pe, offset, shape) = block.patch(pe, at, room, &patch)?;
            let place = into.as_mut_ptr().wrapping_add(start).cast();
            // SAFETY: as for `get_patch`. Only raw pointers reach the slice until the scope has ended.
            unsafe { self.begin_get(pe, offset, place, &shape) }?;
        }
        Ok(())
    }

    /// Begins a [`Block::accumulate`].
    pub fn accumulate<T: Accumulable>(
        &self,
        block: &Block<'_, T>,
        pe: u32,
        at: usize,
        scale: T,
        from: &'env [T],
    ) -> Result<(), Error> {
        let (pe, offset) = block.place(pe, at, from.len())?;
        let shape = Shape::contiguous(size_of_val(from));
        let through = self.world.direct();
        // SAFETY: as for `put`.
        let _ = unsafe {
            through.begin_accumulate_shape(pe, offset, from.as_ptr().cast(), &shape, scale.scale())
        }?;
        Ok(())
    }

    /// Begins a [`Block::accumulate_patch`].
    pub fn accumulate_patch<T: Accumulable>(
        &self,
        block: &Block<'_, T>,
        pe: u32,
        at: usize,
        scale: T,
        from: &'env [T],
        patch: &Patch,
    ) -> Result<(), Error> {
        let (pe, offset, shape) = block.patch(pe, at, from.len(), patch)?;
        let through = self.world.direct();
        // SAFETY: as for `put`; the patch's elements are inside of the slice.
        let _ = unsafe {
            through.begin_accumulate_shape(pe, offset, from.as_ptr().cast(), &shape, scale.scale())
        }?;
        Ok(())
    }

    /// Begins a [`Block::put_pieces`].
    pub fn put_pieces<T: Value>(
        &self,
        block: &Block<'_, T>,
        pe: u32,
        pieces: &[(usize, &'env [T])],
    ) -> Result<(), Error> {
        let (pe, pieces) = block.pieces(pe, pieces)?;
        // SAFETY: as for `put`.
        let _ = unsafe { self.world.direct().begin_put_pieces(pe, &pieces) }?;
        Ok(())
    }

    /// Begins a [`Block::get_pieces`].
    pub fn get_pieces<T: Value>(
        &self,
        block: &Block<'_, T>,
        pe: u32,
        mut pieces: Vec<(usize, &'env mut [T])>,
    ) -> Result<(), Error> {
        let (pe, pieces) = block.pieces_mut(pe, &mut pieces)?;
        // SAFETY: as for `get`.
        let _ = unsafe { self.world.direct().begin_get_pieces(pe, &pieces) }?;
        Ok(())
    }

    /// Begins a [`Block::accumulate_pieces`].
    pub fn accumulate_pieces<T: Accumulable>(
        &self,
        block: &Block<'_, T>,
        pe: u32,
        scale: T,
        pieces: &[(usize, &'env [T])],
    ) -> Result<(), Error> {
        let (pe, pieces) = block.pieces(pe, pieces)?;
        let through = self.world.direct();
        // SAFETY: as for `put`.
        let _ = unsafe { through.begin_accumulate_pieces(pe, &pieces, scale.scale()) }?;
        Ok(())
    }

    /// # Safety
    /// The shape's bytes at `from` must be valid for reads until the scope has ended.
    unsafe fn begin_put(
        &self,
        pe: u32,
        offset: usize,
        from: *const u8,
        shape: &Shape,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise.
        let _ = unsafe { self.world.direct().begin_put_shape(pe, offset, from, shape) }?;
        Ok(())
    }

    /// # Safety
    /// The shape's bytes at `into` must be valid for writes, and not used otherwise, until the
    /// scope has ended.
    unsafe fn begin_get(
        &self,
        pe: u32,
        offset: usize,
        into: *mut u8,
        shape: &Shape,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise.
        let _ = unsafe { self.world.direct().begin_get_shape(pe, offset, into, shape) }?;
        Ok(())
    }
}
