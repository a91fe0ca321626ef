//! Non-blocking atomic operations in a scope. The old word arrives in the program's own memory.
//!
//! Each method has the name of the blocking method of [`Initiator`](crate::Initiator), and stores
//! the old word in `into`.

use farreach_runtime::AtomicOp;

use crate::initiator::Base;
use crate::{At, AtomicInteger, AtomicWord, Error, On, TransferScope};

impl<'env, W: Base> TransferScope<'_, 'env, W> {
    /// Fetches a word.
    ///
    /// Example: [`TransferScope::fetch_add`].
    #[inline]
    pub fn fetch<T: AtomicWord>(&self, word: On<At<T>>, into: &'env mut T) -> Result<(), Error> {
        self.atomic("fetch", word, move || AtomicOp::Add(0), into)
    }

    /// Sets a word to `value`.
    ///
    /// Example: [`TransferScope::fetch_add`].
    #[inline]
    pub fn swap<T: AtomicWord>(
        &self,
        word: On<At<T>>,
        value: T,
        into: &'env mut T,
    ) -> Result<(), Error> {
        self.atomic("swap", word, move || AtomicOp::Swap(value.to_bits()), into)
    }

    /// Sets a word to `value` if it equals `compare`.
    ///
    /// Example: [`TransferScope::fetch_add`].
    #[inline]
    pub fn compare_swap<T: AtomicInteger>(
        &self,
        word: On<At<T>>,
        compare: T,
        value: T,
        into: &'env mut T,
    ) -> Result<(), Error> {
        let op = move || AtomicOp::CompareSwap {
            compare: compare.to_bits(),
            swap: value.to_bits(),
        };
        self.atomic("compare_swap", word, op, into)
    }

    /// Adds `value` to a word, wrapping.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let next = pe.alloc::<u64>(1)?;
    /// let mut tickets = [0; 3];
    /// pe.scope(|scope| {
    ///     for ticket in &mut tickets {
    ///         scope.fetch_add(next.at(0).on(0), 1, ticket)?;
    ///     }
    ///     Ok::<_, shmem::Error>(())
    /// })?;
    /// tickets.sort_unstable();
    /// assert_eq!(tickets, [0, 1, 2]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn fetch_add<T: AtomicInteger>(
        &self,
        word: On<At<T>>,
        value: T,
        into: &'env mut T,
    ) -> Result<(), Error> {
        self.atomic(
            "fetch_add",
            word,
            move || AtomicOp::Add(value.to_bits()),
            into,
        )
    }

    /// Combines a word with `value` by bitwise and.
    ///
    /// Example: [`TransferScope::fetch_add`].
    #[inline]
    pub fn fetch_and<T: AtomicInteger>(
        &self,
        word: On<At<T>>,
        value: T,
        into: &'env mut T,
    ) -> Result<(), Error> {
        self.atomic(
            "fetch_and",
            word,
            move || AtomicOp::And(value.to_bits()),
            into,
        )
    }

    /// Combines a word with `value` by bitwise or.
    ///
    /// Example: [`TransferScope::fetch_add`].
    #[inline]
    pub fn fetch_or<T: AtomicInteger>(
        &self,
        word: On<At<T>>,
        value: T,
        into: &'env mut T,
    ) -> Result<(), Error> {
        self.atomic(
            "fetch_or",
            word,
            move || AtomicOp::Or(value.to_bits()),
            into,
        )
    }

    /// Combines a word with `value` by bitwise exclusive or.
    ///
    /// Example: [`TransferScope::fetch_add`].
    #[inline]
    pub fn fetch_xor<T: AtomicInteger>(
        &self,
        word: On<At<T>>,
        value: T,
        into: &'env mut T,
    ) -> Result<(), Error> {
        self.atomic(
            "fetch_xor",
            word,
            move || AtomicOp::Xor(value.to_bits()),
            into,
        )
    }
}
