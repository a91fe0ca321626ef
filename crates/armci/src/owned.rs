//! Transfers that were begun and own their memory.

#![allow(unsafe_code)]

use std::fmt;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use farreach_runtime::{Transfer, World};

use crate::{Accumulable, Armci, Block, Error, Patch, Value};

/// Transfers from and to elements that the value owns. [`Owned::wait`] waits for all of them, and
/// returns the elements. A value that is dropped waits, too.
///
/// ```
/// use farreach::armci::{self, Owned, Patch};
///
/// let armci = armci::init()?;
/// let block = armci.allocate::<f64>(100)?;
/// block.fill(2.5)?;
/// armci.barrier()?;
/// let mut owned = Owned::new(&armci, vec![0.0; 10]);
/// let row = Patch::new(&[10], &[], &[]).expect("a row");
/// owned.get_patch(&block, 0, 40, 0, &row)?;
/// // the process computes meanwhile
/// assert_eq!(owned.wait()?, [2.5; 10]);
/// block.free()?;
/// armci.finalize()?;
/// # Ok::<(), armci::Error>(())
/// ```
pub struct Owned<'w, T> {
    world: &'w World,
    /// The elements, which only raw pointers reach while transfers are under way.
    elements: NonNull<T>,
    len: usize,
    capacity: usize,
    begun: Vec<Transfer>,
}

impl<T> fmt::Debug for Owned<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owned")
            .field("len", &self.len)
            .field("begun", &self.begun.len())
            .finish_non_exhaustive()
    }
}

impl<T> Owned<'_, T> {
    /// Whether [`Owned::wait`] would return at once. Each call makes progress.
    pub fn test(&mut self) -> Result<bool, Error> {
        while let Some(transfer) = self.begun.last() {
            if !self.world.direct().test_transfer(transfer)? {
                return Ok(false);
            }
            self.begun.pop();
        }
        Ok(true)
    }

    /// Waits until the bytes of the gets are there, and the elements that were put may be changed.
    /// Returns the elements.
    pub fn wait(mut self) -> Result<Vec<T>, Error> {
        self.complete()?;
        let owned = ManuallyDrop::new(self);
        // SAFETY: the parts are those of the vector in `new`. No transfer uses them any more, and no
        // destructor runs. The list of transfers is empty and keeps its memory: it is taken here.
        drop(unsafe { std::ptr::read(&raw const owned.begun) });
        // SAFETY: as above.
        Ok(unsafe { Vec::from_raw_parts(owned.elements.as_ptr(), owned.len, owned.capacity) })
    }

    /// Waits for each transfer. Returns the first error.
    fn complete(&mut self) -> Result<(), Error> {
        let mut failed = None;
        for transfer in self.begun.drain(..) {
            if let Err(error) = self.world.direct().wait_transfer(&transfer) {
                failed.get_or_insert(error);
            }
        }
        failed.map_or(Ok(()), |error| Err(error.into()))
    }
}

impl<'w, T: Value> Owned<'w, T> {
    /// Takes the elements that transfers read and write.
    pub fn new(armci: &'w Armci, elements: Vec<T>) -> Owned<'w, T> {
        let mut elements = ManuallyDrop::new(elements);
        Owned {
            world: armci.world(),
            elements: NonNull::new(elements.as_mut_ptr()).expect("a vector's address"),
            len: elements.len(),
            capacity: elements.capacity(),
            begun: Vec::new(),
        }
    }

    /// Begins a [`Block::put_patch`] of the elements from `from` on.
    pub fn put_patch(
        &mut self,
        block: &Block<'_, T>,
        pe: u32,
        at: usize,
        from: usize,
        patch: &Patch,
    ) -> Result<(), Error> {
        let (pe, offset, shape) = block.patch(pe, at, self.behind(from), patch)?;
        let through = self.world.direct();
        // SAFETY: the patch is inside of the elements, which are kept until the transfer has ended.
        let begun = unsafe { through.begin_put_shape(pe, offset, self.at(from), &shape) }?;
        self.keep(begun);
        Ok(())
    }

    /// Begins a [`Block::get_patch`] to the elements from `into` on. The patches of several gets
    /// must not overlap here: which of them is kept is open.
    pub fn get_patch(
        &mut self,
        block: &Block<'_, T>,
        pe: u32,
        at: usize,
        into: usize,
        patch: &Patch,
    ) -> Result<(), Error> {
        let (pe, offset, shape) = block.patch(pe, at, self.behind(into), patch)?;
        let through = self.world.direct();
        // SAFETY: as for `put_patch`. No reference to the elements exists until then.
        let begun = unsafe { through.begin_get_shape(pe, offset, self.at(into), &shape) }?;
        self.keep(begun);
        Ok(())
    }

    /// Begins a [`Block::accumulate_patch`] of the elements from `from` on.
    pub fn accumulate_patch(
        &mut self,
        block: &Block<'_, T>,
        pe: u32,
        at: usize,
        scale: T,
        from: usize,
        patch: &Patch,
    ) -> Result<(), Error>
    where
        T: Accumulable,
    {
        let (pe, offset, shape) = block.patch(pe, at, self.behind(from), patch)?;
        let (through, from) = (self.world.direct(), self.at(from));
        // SAFETY: as for `put_patch`.
        let begun =
            unsafe { through.begin_accumulate_shape(pe, offset, from, &shape, scale.scale()) }?;
        self.keep(begun);
        Ok(())
    }

    /// The number of elements from `at` on.
    fn behind(&self, at: usize) -> usize {
        self.len.saturating_sub(at)
    }

    fn at(&self, at: usize) -> *mut u8 {
        self.elements.as_ptr().wrapping_add(at).cast()
    }

    fn keep(&mut self, begun: Transfer) {
        if !begun.has_ended_at_once() {
            self.begun.push(begun);
        }
    }
}

impl<T> Drop for Owned<'_, T> {
    fn drop(&mut self) {
        // A transfer that failed has ended, too.
        let _ = self.complete();
        // SAFETY: the parts are those of the vector in `new`, and no transfer uses them any more.
        drop(unsafe { Vec::from_raw_parts(self.elements.as_ptr(), self.len, self.capacity) });
    }
}
