//! Atomics.

use farreach_runtime::{AtomicOp, AtomicWidth, Plain};

use crate::initiator::Base;
use crate::{Element, Error, Initiator, Symmetric};

/// A word of 32 or 64 bits that can be fetched, set and swapped atomically.
pub trait AtomicWord: Element + Plain + PartialOrd {
    /// Its width.
    const WIDTH: AtomicWidth;
    /// Its bits, zero-extended.
    fn to_bits(self) -> u64;
    /// The word with these bits.
    fn from_bits(bits: u64) -> Self;
}

/// An integer of 32 or 64 bits, with arithmetic and bitwise atomics.
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
    #[expect(
        clippy::inline_always,
        reason = "the operation is known here: one instruction is left of it"
    )]
    #[inline(always)]
    fn update<T: AtomicWord>(
        &self,
        function: &'static str,
        object: &Symmetric<T>,
        at: usize,
        op: impl Fn() -> AtomicOp,
        pe: u32,
    ) -> Result<T, Error> {
        let offset = object.range(self, function, pe, at, 1)?;
        self.through()
            .atomic(self.rank(pe)?, offset, T::WIDTH, op)
            .map(T::from_bits)
    }

    #[expect(
        clippy::inline_always,
        reason = "the operation is known here: one instruction is left of it"
    )]
    #[inline(always)]
    fn update_nbi<T: AtomicWord>(
        &self,
        function: &'static str,
        object: &Symmetric<T>,
        at: usize,
        op: impl Fn() -> AtomicOp,
        pe: u32,
    ) -> Result<(), Error> {
        let offset = object.range(self, function, pe, at, 1)?;
        self.through()
            .atomic_nbi(self.rank(pe)?, offset, T::WIDTH, op)
    }

    /// Fetches a word atomically.
    #[inline]
    pub fn fetch<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        pe: u32,
    ) -> Result<T, Error> {
        self.update("fetch", object, at, || AtomicOp::Add(0), pe)
    }

    /// Sets a word atomically.
    #[inline]
    pub fn set<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        value: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.update_nbi("set", object, at, || AtomicOp::Swap(value.to_bits()), pe)
    }

    /// Sets a word; returns the old one.
    #[inline]
    pub fn swap<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        value: T,
        pe: u32,
    ) -> Result<T, Error> {
        self.update("swap", object, at, || AtomicOp::Swap(value.to_bits()), pe)
    }

    /// Sets a word to `value` if it equals `compare`; returns the old one.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let a = pe.alloc::<i32>(1)?;
    /// assert_eq!(pe.compare_swap(&a, 0, 0, -5, 0)?, 0);
    /// assert_eq!(pe.compare_swap(&a, 0, 0, 9, 0)?, -5);
    /// assert_eq!(pe.fetch(&a, 0, 0)?, -5);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn compare_swap<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        compare: T,
        value: T,
        pe: u32,
    ) -> Result<T, Error> {
        let op = || AtomicOp::CompareSwap {
            compare: compare.to_bits(),
            swap: value.to_bits(),
        };
        self.update("compare_swap", object, at, op, pe)
    }

    /// Adds to a word, wrapping; returns the old one.
    #[inline]
    pub fn fetch_add<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        value: T,
        pe: u32,
    ) -> Result<T, Error> {
        self.update(
            "fetch_add",
            object,
            at,
            || AtomicOp::Add(value.to_bits()),
            pe,
        )
    }

    /// Adds one to a word; returns the old one.
    #[inline]
    pub fn fetch_inc<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        pe: u32,
    ) -> Result<T, Error> {
        self.update(
            "fetch_inc",
            object,
            at,
            || AtomicOp::Add(T::ONE.to_bits()),
            pe,
        )
    }

    /// Adds to a word, wrapping.
    #[inline]
    pub fn add<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        value: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.update_nbi("add", object, at, || AtomicOp::Add(value.to_bits()), pe)
    }

    /// Adds one to a word.
    #[inline]
    pub fn inc<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        pe: u32,
    ) -> Result<(), Error> {
        self.update_nbi("inc", object, at, || AtomicOp::Add(T::ONE.to_bits()), pe)
    }

    /// Keeps the bits of a word that are in `mask`; returns the old one.
    #[inline]
    pub fn fetch_and<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        mask: T,
        pe: u32,
    ) -> Result<T, Error> {
        self.update(
            "fetch_and",
            object,
            at,
            || AtomicOp::And(mask.to_bits()),
            pe,
        )
    }

    /// Sets the bits of a word that are in `mask`; returns the old one.
    #[inline]
    pub fn fetch_or<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        mask: T,
        pe: u32,
    ) -> Result<T, Error> {
        self.update("fetch_or", object, at, || AtomicOp::Or(mask.to_bits()), pe)
    }

    /// Flips the bits of a word that are in `mask`; returns the old one.
    #[inline]
    pub fn fetch_xor<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        mask: T,
        pe: u32,
    ) -> Result<T, Error> {
        self.update(
            "fetch_xor",
            object,
            at,
            || AtomicOp::Xor(mask.to_bits()),
            pe,
        )
    }

    /// Keeps the bits of a word that are in `mask`.
    #[inline]
    pub fn and<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        mask: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.update_nbi("and", object, at, || AtomicOp::And(mask.to_bits()), pe)
    }

    /// Sets the bits of a word that are in `mask`.
    #[inline]
    pub fn or<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        mask: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.update_nbi("or", object, at, || AtomicOp::Or(mask.to_bits()), pe)
    }

    /// Flips the bits of a word that are in `mask`.
    #[inline]
    pub fn xor<T: AtomicInteger>(
        &self,
        object: &Symmetric<T>,
        at: usize,
        mask: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.update_nbi("xor", object, at, || AtomicOp::Xor(mask.to_bits()), pe)
    }
}
