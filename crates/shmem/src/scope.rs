//! Non-blocking transfers from and to the program's own memory, which end with a scope.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use farreach_runtime::AtomicOp;
use zerocopy::IntoBytes;

use crate::initiator::Base;
use crate::{AtomicWord, Element, Error, Initiator, Symmetric};

/// Begins transfers that have ended when [`Initiator::scope`] returns.
pub struct TransferScope<'scope, 'env: 'scope, W: Base> {
    initiator: &'scope Initiator<W>,
    /// Buffers are borrowed for all of `'env`, which no shorter lifetime can stand for.
    env: PhantomData<Cell<&'env mut ()>>,
}

impl<W: Base> fmt::Debug for TransferScope<'_, '_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransferScope").finish_non_exhaustive()
    }
}

/// Completes the operations, also when the scope's function panics: they use buffers that go then.
struct Completion<'a, W: Base>(&'a Initiator<W>);

impl<W: Base> Drop for Completion<'_, W> {
    fn drop(&mut self) {
        // An operation that failed has ended as well.
        let _ = self.0.quiet();
    }
}

impl<W: Base> Initiator<W> {
    /// Runs `f`, which begins transfers from and to buffers that are not symmetric, without waiting for any of them, then
    /// completes all of this initiator's operations. Thousands may be under way.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let table = pe.alloc::<u64>(100)?;
    /// pe.write(&table, 0, &[3; 100])?;
    /// let mut got = [0; 50];
    /// pe.scope(|scope| {
    ///     for (at, word) in got.iter_mut().enumerate() {
    ///         scope.get(&table, 2 * at, std::slice::from_mut(word), 0)?;
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(got, [3; 50]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn scope<'env, R>(
        &self,
        f: impl for<'scope> FnOnce(&TransferScope<'scope, 'env, W>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let completion = Completion(self);
        let result = f(&TransferScope {
            initiator: self,
            env: PhantomData,
        });
        let completed = self.quiet();
        std::mem::forget(completion);
        let result = result?;
        completed.map(|()| result)
    }
}

impl<'env, W: Base> TransferScope<'_, 'env, W> {
    /// Begins to copy `source` to the elements of `dest` from `at` on, on PE `pe`.
    pub fn put<T: Element>(
        &self,
        dest: &Symmetric<T>,
        at: usize,
        source: &'env [T],
        pe: u32,
    ) -> Result<(), Error> {
        let to = dest.range(self.initiator, "put", pe, at, source.len())?;
        let bytes = source.as_bytes();
        let through = self.initiator.through();
        // SAFETY: the borrow lasts until after the scope, which ends with `quiet`, also by unwinding.
        unsafe { through.put_raw_nbi(self.initiator.rank(pe)?, to, bytes.as_ptr(), bytes.len()) }
    }

    /// Begins to copy the elements of `source` from `at` on, on PE `pe`, to `into`.
    pub fn get<T: Element>(
        &self,
        source: &Symmetric<T>,
        at: usize,
        into: &'env mut [T],
        pe: u32,
    ) -> Result<(), Error> {
        let from = source.range(self.initiator, "get", pe, at, into.len())?;
        let len = size_of_val(into);
        let into = into.as_mut_ptr().cast();
        let through = self.initiator.through();
        // SAFETY: the exclusive borrow lasts until after the scope, which ends with `quiet`, also by unwinding. Any bits are a
        // value of an element.
        unsafe { through.get_raw_nbi(self.initiator.rank(pe)?, from, into, len) }
    }

    /// Begins to update a word by the operation that `op` makes; the old word comes to `into`.
    #[expect(
        clippy::inline_always,
        reason = "the operation is known here: one instruction is left of it"
    )]
    #[inline(always)]
    pub(crate) fn atomic<T: AtomicWord>(
        &self,
        function: &'static str,
        into: &'env mut T,
        object: &Symmetric<T>,
        at: usize,
        op: impl Fn() -> AtomicOp,
        pe: u32,
    ) -> Result<(), Error> {
        const { assert!(size_of::<T>() == T::WIDTH.bytes()) };
        let initiator = self.initiator;
        let offset = object.range(initiator, function, pe, at, 1)?;
        let rank = initiator.rank(pe)?;
        let into = (&raw mut *into).cast();
        // SAFETY: the exclusive borrow lasts until after the scope, which ends with `quiet`, also by unwinding. Any bits are a
        // value of an element.
        unsafe {
            initiator
                .through()
                .atomic_raw_nbi(rank, offset, T::WIDTH, op, into)
        }
    }
}
