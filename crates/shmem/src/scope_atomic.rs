//! Atomic operations that nobody waits for before a scope ends: what was there arrives in the program's own memory.
//!
//! Each method is named as that of [`Initiator`](crate::Initiator) which waits, and puts the old word into `into`.

use farreach_runtime::AtomicOp;

use crate::initiator::Base;
use crate::{AtomicInteger, AtomicWord, Error, Symmetric, TransferScope};

impl<'env, W: Base> TransferScope<'_, 'env, W> {
    /// Fetches a word.
    #[inline]
    pub fn fetch<T: AtomicWord>(
        &self,
        into: &'env mut T,
        object: &Symmetric<T>,
        at: usize,
        pe: u32,
    ) -> Result<(), Error> {
        self.atomic("fetch", into, object, at, || AtomicOp::Add(0), pe)
    }

    /// Sets a word to `value`.
    #[inline]
    pub fn swap<T: AtomicWord>(
        &self,
        into: &'env mut T,
        object: &Symmetric<T>,
        at: usize,
        value: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.atomic(
            "swap",
            into,
            object,
            at,
            || AtomicOp::Swap(value.to_bits()),
            pe,
        )
    }

    /// Sets a word to `value` if it equals `compare`.
    #[inline]
    pub fn compare_swap<T: AtomicInteger>(
        &self,
        into: &'env mut T,
        object: &Symmetric<T>,
        at: usize,
        compare: T,
        value: T,
        pe: u32,
    ) -> Result<(), Error> {
        let op = || AtomicOp::CompareSwap {
            compare: compare.to_bits(),
            swap: value.to_bits(),
        };
        self.atomic("compare_swap", into, object, at, op, pe)
    }

    /// Adds to a word, wrapping.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let next = pe.alloc::<u64>(1)?;
    /// let mut tickets = [0; 3];
    /// pe.scope(|scope| {
    ///     for ticket in &mut tickets {
    ///         scope.fetch_add(ticket, &next, 0, 1, 0)?;
    ///     }
    ///     Ok(())
    /// })?;
    /// tickets.sort_unstable();
    /// assert_eq!(tickets, [0, 1, 2]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn fetch_add<T: AtomicInteger>(
        &self,
        into: &'env mut T,
        object: &Symmetric<T>,
        at: usize,
        value: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.atomic(
            "fetch_add",
            into,
            object,
            at,
            || AtomicOp::Add(value.to_bits()),
            pe,
        )
    }

    /// Combines a word with `value` by "and".
    #[inline]
    pub fn fetch_and<T: AtomicInteger>(
        &self,
        into: &'env mut T,
        object: &Symmetric<T>,
        at: usize,
        value: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.atomic(
            "fetch_and",
            into,
            object,
            at,
            || AtomicOp::And(value.to_bits()),
            pe,
        )
    }

    /// Combines a word with `value` by "or".
    #[inline]
    pub fn fetch_or<T: AtomicInteger>(
        &self,
        into: &'env mut T,
        object: &Symmetric<T>,
        at: usize,
        value: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.atomic(
            "fetch_or",
            into,
            object,
            at,
            || AtomicOp::Or(value.to_bits()),
            pe,
        )
    }

    /// Combines a word with `value` by "exclusive or".
    #[inline]
    pub fn fetch_xor<T: AtomicInteger>(
        &self,
        into: &'env mut T,
        object: &Symmetric<T>,
        at: usize,
        value: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.atomic(
            "fetch_xor",
            into,
            object,
            at,
            || AtomicOp::Xor(value.to_bits()),
            pe,
        )
    }
}
