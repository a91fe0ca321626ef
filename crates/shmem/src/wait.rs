//! Waiting for words of this PE's own memory.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use farreach_openshmem::wait_until;
use farreach_runtime::AtomicWidth;

use crate::initiator::Base;
use crate::{At, AtomicWord, Compare, Error, Initiator};

impl<W: Base> Initiator<W> {
    /// Waits until the comparison of this PE's own word with `value` holds. Puts before the update
    /// that is seen are visible.
    ///
    /// Example: [`At`].
    #[inline]
    pub fn wait_until<T: AtomicWord>(
        &self,
        word: At<T>,
        compare: Compare,
        value: T,
    ) -> Result<(), Error> {
        self.await_word("wait_until", word, compare, value)
    }

    /// Whether the comparison of this PE's own word with `value` holds. Makes progress as well.
    ///
    /// ```
    /// use farreach::shmem::{self, Compare};
    ///
    /// let pe = shmem::init()?;
    /// let flag = pe.alloc_zeroed::<u32>(1)?;
    /// pe.put(flag.at(0).on((pe.my_pe() + 1) % pe.n_pes()), 1)?;
    /// while !pe.test(flag.at(0), Compare::Ne, 0)? {
    ///     // Something useful.
    /// }
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn test<T: AtomicWord>(
        &self,
        word: At<T>,
        compare: Compare,
        value: T,
    ) -> Result<bool, Error> {
        let word = self.own_word("test", word)?;
        self.world().poll();
        Ok(compare.holds(word.get(), value))
    }

    #[inline]
    pub(crate) fn await_word<T: AtomicWord>(
        &self,
        function: &'static str,
        word: At<T>,
        compare: Compare,
        value: T,
    ) -> Result<(), Error> {
        let word = self.own_word(function, word)?;
        wait_until(self.world(), function, move || word.get(), compare, value);
        Ok(())
    }

    #[inline]
    pub(crate) fn own_word<T: AtomicWord>(
        &self,
        function: &'static str,
        word: At<T>,
    ) -> Result<OwnWord<'_, T>, Error> {
        let At { object, index } = word;
        let offset = object.range_of(self, function, self.world().rank(), index, 1)?;
        let segment = self.world().own_segment();
        let inside = "a word of a symmetric object";
        let bits = match T::WIDTH {
            AtomicWidth::W32 => OwnBits::W32(segment.atomic_u32(offset).expect(inside)),
            AtomicWidth::W64 => OwnBits::W64(segment.atomic_u64(offset).expect(inside)),
        };
        Ok(OwnWord {
            bits,
            element: PhantomData,
        })
    }
}

/// A word of this PE's own segment.
pub(crate) struct OwnWord<'a, T> {
    bits: OwnBits<'a>,
    element: PhantomData<T>,
}

enum OwnBits<'a> {
    W32(&'a AtomicU32),
    W64(&'a AtomicU64),
}

impl<T: AtomicWord> OwnWord<'_, T> {
    /// Loads the word. Puts before the word's update are visible.
    #[inline]
    pub(crate) fn get(&self) -> T {
        T::from_bits(match self.bits {
            OwnBits::W32(word) => u64::from(word.load(Ordering::Acquire)),
            OwnBits::W64(word) => word.load(Ordering::Acquire),
        })
    }
}
