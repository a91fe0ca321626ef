//! Atomic operations on words of other PEs.

#![expect(
    clippy::inline_always,
    reason = "a place that is given to a function that is not inlined is laid out in memory first"
)]

use farreach_runtime::{AtomicOp, AtomicWidth, Plain};

use crate::initiator::Base;
use crate::{At, Element, Error, Initiator, On};

/// A word of 32 or 64 bits for atomic fetch, set and swap.
pub trait AtomicWord: Element + Plain + PartialOrd {
    /// The word's width.
    const WIDTH: AtomicWidth;
    /// The word's bits, zero-extended.
    fn to_bits(self) -> u64;
    /// The word with these bits.
    fn from_bits(bits: u64) -> Self;
}

/// An integer of 32 or 64 bits for arithmetic and bitwise atomics.
pub trait AtomicInteger: AtomicWord {
    /// One.
    const ONE: Self;
}

macro_rules! atomic_integers {
    ($($word:ty, $unsigned:ty, $width:ident;)+) => { $(
        impl AtomicWord for $word {
            const WIDTH: AtomicWidth = AtomicWidth::$width;
            #[inline]
            fn to_bits(self) -> u64 {
                u64::from(self as $unsigned)
            }
            #[inline]
            fn from_bits(bits: u64) -> Self {
                bits as $unsigned as $word
            }
        }
        impl AtomicInteger for $word {
            const ONE: Self = 1;
        }
    )+ };
}

atomic_integers! {
    u32, u32, W32;
    i32, u32, W32;
    u64, u64, W64;
    i64, u64, W64;
}

impl AtomicWord for f32 {
    const WIDTH: AtomicWidth = AtomicWidth::W32;
    #[inline]
    fn to_bits(self) -> u64 {
        u64::from(f32::to_bits(self))
    }
    #[inline]
    fn from_bits(bits: u64) -> Self {
        f32::from_bits(bits as u32)
    }
}

impl AtomicWord for f64 {
    const WIDTH: AtomicWidth = AtomicWidth::W64;
    #[inline]
    fn to_bits(self) -> u64 {
        f64::to_bits(self)
    }
    #[inline]
    fn from_bits(bits: u64) -> Self {
        f64::from_bits(bits)
    }
}

impl<W: Base> Initiator<W> {
    #[inline(always)]
    fn update<T: AtomicWord>(
        &self,
        function: &'static str,
        word: On<At<T>>,
        op: impl Fn() -> AtomicOp,
    ) -> Result<T, Error> {
        self.on_element(function, word, move |through, rank, offset| {
            let old = through.atomic(rank, offset, T::WIDTH, op);
            old.map(T::from_bits)
        })
    }
    #[inline(always)]
    fn update_nbi<T: AtomicWord>(
        &self,
        function: &'static str,
        word: On<At<T>>,
        op: impl Fn() -> AtomicOp,
    ) -> Result<(), Error> {
        self.on_element(function, word, move |through, rank, offset| {
            through.atomic_nbi(rank, offset, T::WIDTH, op)
        })
    }

    /// Fetches a word atomically.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn fetch<T: AtomicWord>(&self, word: On<At<T>>) -> Result<T, Error> {
        self.update("fetch", word, move || AtomicOp::Add(0))
    }

    /// Sets a word atomically.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn set<T: AtomicWord>(&self, word: On<At<T>>, value: T) -> Result<(), Error> {
        self.update_nbi("set", word, move || AtomicOp::Swap(value.to_bits()))
    }

    /// Sets a word. Returns the old word.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn swap<T: AtomicWord>(&self, word: On<At<T>>, value: T) -> Result<T, Error> {
        self.update("swap", word, move || AtomicOp::Swap(value.to_bits()))
    }

    /// Sets a word to `value` if it equals `compare`. Returns the old word.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let a = pe.alloc::<i32>(1)?;
    /// let word = a.at(0).on(0);
    /// assert_eq!(pe.compare_swap(word, 0, -5)?, 0);
    /// assert_eq!(pe.compare_swap(word, 0, 9)?, -5);
    /// assert_eq!(pe.fetch(word)?, -5);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline(always)]
    pub fn compare_swap<T: AtomicInteger>(
        &self,
        word: On<At<T>>,
        compare: T,
        value: T,
    ) -> Result<T, Error> {
        let op = move || AtomicOp::CompareSwap {
            compare: compare.to_bits(),
            swap: value.to_bits(),
        };
        self.update("compare_swap", word, op)
    }

    /// Adds `value` to a word, wrapping. Returns the old word.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let words = pe.alloc_zeroed::<u64>(2)?;
    /// let (count, bits) = (words.at(0).on(pe.my_pe()), words.at(1).on(pe.my_pe()));
    /// assert_eq!(pe.fetch_add(count, 5)?, 0);
    /// assert_eq!(pe.fetch_inc(count)?, 5);
    /// pe.add(count, 10)?; // returns nothing, so nobody waits for it
    /// pe.inc(count)?;
    /// pe.quiet()?;
    /// assert_eq!(pe.swap(count, 1)?, 17);
    /// pe.set(bits, 0b0110)?;
    /// pe.quiet()?;
    /// assert_eq!(pe.fetch_or(bits, 0b1000)?, 0b0110);
    /// assert_eq!(pe.fetch_and(bits, 0b1100)?, 0b1110);
    /// assert_eq!(pe.fetch_xor(bits, 0b0100)?, 0b1100);
    /// assert_eq!(pe.fetch(bits)?, 0b1000);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline(always)]
    pub fn fetch_add<T: AtomicInteger>(&self, word: On<At<T>>, value: T) -> Result<T, Error> {
        self.update("fetch_add", word, move || AtomicOp::Add(value.to_bits()))
    }

    /// Adds one to a word, wrapping. Returns the old word.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn fetch_inc<T: AtomicInteger>(&self, word: On<At<T>>) -> Result<T, Error> {
        self.update("fetch_inc", word, move || AtomicOp::Add(T::ONE.to_bits()))
    }

    /// Adds `value` to a word, wrapping.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn add<T: AtomicInteger>(&self, word: On<At<T>>, value: T) -> Result<(), Error> {
        self.update_nbi("add", word, move || AtomicOp::Add(value.to_bits()))
    }

    /// Adds one to a word, wrapping.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn inc<T: AtomicInteger>(&self, word: On<At<T>>) -> Result<(), Error> {
        self.update_nbi("inc", word, move || AtomicOp::Add(T::ONE.to_bits()))
    }

    /// Combines a word with `mask` by bitwise and. Returns the old word.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn fetch_and<T: AtomicInteger>(&self, word: On<At<T>>, mask: T) -> Result<T, Error> {
        self.update("fetch_and", word, move || AtomicOp::And(mask.to_bits()))
    }

    /// Combines a word with `mask` by bitwise or. Returns the old word.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn fetch_or<T: AtomicInteger>(&self, word: On<At<T>>, mask: T) -> Result<T, Error> {
        self.update("fetch_or", word, move || AtomicOp::Or(mask.to_bits()))
    }

    /// Combines a word with `mask` by bitwise exclusive or. Returns the old word.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn fetch_xor<T: AtomicInteger>(&self, word: On<At<T>>, mask: T) -> Result<T, Error> {
        self.update("fetch_xor", word, move || AtomicOp::Xor(mask.to_bits()))
    }

    /// Combines a word with `mask` by bitwise and.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn and<T: AtomicInteger>(&self, word: On<At<T>>, mask: T) -> Result<(), Error> {
        self.update_nbi("and", word, move || AtomicOp::And(mask.to_bits()))
    }

    /// Combines a word with `mask` by bitwise or.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn or<T: AtomicInteger>(&self, word: On<At<T>>, mask: T) -> Result<(), Error> {
        self.update_nbi("or", word, move || AtomicOp::Or(mask.to_bits()))
    }

    /// Combines a word with `mask` by bitwise exclusive or.
    ///
    /// Example: [`Initiator::fetch_add`].
    #[inline(always)]
    pub fn xor<T: AtomicInteger>(&self, word: On<At<T>>, mask: T) -> Result<(), Error> {
        self.update_nbi("xor", word, move || AtomicOp::Xor(mask.to_bits()))
    }
}
