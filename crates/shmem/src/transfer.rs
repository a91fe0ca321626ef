//! Puts and gets.

use std::marker::PhantomData;

use farreach_runtime::{Pending, Plain};
use zerocopy::IntoBytes;

use crate::initiator::Base;
use crate::{Element, Error, Initiator, Symmetric};

/// A non-blocking get. Forgetting it is safe: the library owns its buffer.
#[derive(Debug)]
#[must_use = "the elements come with `Initiator::wait_get`"]
pub struct PendingGet<T> {
    pending: Pending,
    len: usize,
    element: PhantomData<fn() -> T>,
}

impl<W: Base> Initiator<W> {
    /// Writes one element of `dest` on PE `pe`. To another node, the first few of many leave at once; the others travel
    /// together, at the latest with the next call that communicates or waits, or within a millisecond.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let a = pe.alloc::<u64>(4)?;
    /// pe.p(&a, 3, 7, 0)?;
    /// assert_eq!(pe.g(&a, 3, 0)?, 7);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn p<T: Element + Plain>(
        &self,
        dest: &Symmetric<T>,
        at: usize,
        value: T,
        pe: u32,
    ) -> Result<(), Error> {
        self.through()
            .put_word(self.rank(pe)?, dest.range(self, "p", pe, at, 1)?, value)
    }

    /// Reads one element of `source` on PE `pe`.
    #[inline]
    pub fn g<T: Element + Plain>(
        &self,
        source: &Symmetric<T>,
        at: usize,
        pe: u32,
    ) -> Result<T, Error> {
        self.through()
            .get_word(self.rank(pe)?, source.range(self, "g", pe, at, 1)?)
    }

    /// Copies `source` to the elements of `dest` from `at` on, on PE `pe`. `source` can be reused when this returns; the
    /// elements are there after [`Initiator::quiet`] or when the target sees what this PE puts later. To another node, little
    /// data leaves as [`Initiator::p`] says.
    #[inline]
    pub fn put<T: Element>(
        &self,
        dest: &Symmetric<T>,
        at: usize,
        source: &[T],
        pe: u32,
    ) -> Result<(), Error> {
        self.through().put(
            self.rank(pe)?,
            dest.range(self, "put", pe, at, source.len())?,
            source.as_bytes(),
        )
    }

    /// Copies the elements of `source` from `at` on, on PE `pe`, to `into`.
    #[inline]
    pub fn get<T: Element>(
        &self,
        source: &Symmetric<T>,
        at: usize,
        into: &mut [T],
        pe: u32,
    ) -> Result<(), Error> {
        let offset = source.range(self, "get", pe, at, into.len())?;
        self.through().get_elements(self.rank(pe)?, offset, into)
    }

    /// Begins to copy `len` elements of this PE's `source` from `from` on to `dest` on PE `pe` from `at` on. Done after
    /// [`Initiator::quiet`]; until then `source` must stay as it is if the target is to get it as it is now.
    #[inline]
    pub fn put_nbi<T: Element>(
        &self,
        dest: &Symmetric<T>,
        at: usize,
        source: &Symmetric<T>,
        from: usize,
        len: usize,
        pe: u32,
    ) -> Result<(), Error> {
        let to = dest.range(self, "put_nbi", pe, at, len)?;
        let from = source.range(self, "put_nbi", self.world().rank(), from, len)?;
        self.through()
            .put_nbi(self.rank(pe)?, to, from, len * size_of::<T>())
    }

    /// Begins to copy `len` elements of `source` on PE `pe` from `at` on to this PE's `dest` from `to` on. Done after
    /// [`Initiator::quiet`].
    #[inline]
    pub fn get_nbi<T: Element>(
        &self,
        dest: &Symmetric<T>,
        to: usize,
        source: &Symmetric<T>,
        at: usize,
        len: usize,
        pe: u32,
    ) -> Result<(), Error> {
        let from = source.range(self, "get_nbi", pe, at, len)?;
        let to = dest.range(self, "get_nbi", self.world().rank(), to, len)?;
        self.through()
            .get_nbi(self.rank(pe)?, from, to, len * size_of::<T>())
    }

    /// Begins to copy `source` to `dest` on PE `pe`; the library keeps a copy of it. Done after [`Initiator::quiet`].
    pub fn put_copied_nbi<T: Element>(
        &self,
        dest: &Symmetric<T>,
        at: usize,
        source: &[T],
        pe: u32,
    ) -> Result<(), Error> {
        let to = dest.range(self, "put_copied_nbi", pe, at, source.len())?;
        self.through()
            .put_copied_nbi(self.rank(pe)?, to, source.as_bytes())
    }

    /// Begins to copy `source` to `dest` on PE `pe`, with a handle for [`Initiator::wait`] and [`Initiator::test_pending`].
    pub fn put_start<T: Element>(
        &self,
        dest: &Symmetric<T>,
        at: usize,
        source: &[T],
        pe: u32,
    ) -> Result<Pending, Error> {
        let to = dest.range(self, "put_start", pe, at, source.len())?;
        self.through()
            .put_start(self.rank(pe)?, to, source.as_bytes())
    }

    /// Begins to fetch `len` elements of `source` on PE `pe`; [`Initiator::wait_get`] gives them.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let a = pe.alloc::<u16>(4)?;
    /// pe.write(&a, 0, &[1, 2, 3, 4])?;
    /// let pending = pe.get_start(&a, 1, 2, 0)?;
    /// assert_eq!(pe.wait_get(&pending)?, [2, 3]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn get_start<T: Element>(
        &self,
        source: &Symmetric<T>,
        at: usize,
        len: usize,
        pe: u32,
    ) -> Result<PendingGet<T>, Error> {
        let from = source.range(self, "get_start", pe, at, len)?;
        let pending = self
            .through()
            .get_start(self.rank(pe)?, from, len * size_of::<T>())?;
        Ok(PendingGet {
            pending,
            len,
            element: PhantomData,
        })
    }

    /// Whether a non-blocking operation has ended.
    pub fn test_pending(&self, pending: &Pending) -> Result<bool, Error> {
        self.through().test(pending)
    }

    /// Waits until a non-blocking put has ended: its elements are at the target.
    pub fn wait(&self, pending: &Pending) -> Result<(), Error> {
        self.through().wait(pending)
    }

    /// Waits until a non-blocking get has ended and returns its elements.
    pub fn wait_get<T: Element>(&self, get: &PendingGet<T>) -> Result<Vec<T>, Error> {
        let mut elements = vec![T::new_zeroed(); get.len];
        self.through()
            .wait_get_elements(&get.pending, &mut elements)?;
        Ok(elements)
    }

    /// Copies `source` to `dest` on PE `pe`, then sets the word `signal[signal_at]` there to `value`: a PE that sees the
    /// signal, by [`Initiator::wait_until`] say, sees the elements.
    #[expect(
        clippy::too_many_arguments,
        reason = "those of shmem_put_signal, with indices"
    )]
    pub fn put_signal<T: Element>(
        &self,
        dest: &Symmetric<T>,
        at: usize,
        source: &[T],
        signal: &Symmetric<u64>,
        signal_at: usize,
        value: u64,
        pe: u32,
    ) -> Result<(), Error> {
        let to = dest.range(self, "put_signal", pe, at, source.len())?;
        let signal = signal.range(self, "put_signal", pe, signal_at, 1)?;
        self.through()
            .put_signal(self.rank(pe)?, to, source.as_bytes(), signal, value)
    }

    /// Copies elements of this PE's own `source` from `at` on to `into`.
    pub fn read<T: Element>(
        &self,
        source: &Symmetric<T>,
        at: usize,
        into: &mut [T],
    ) -> Result<(), Error> {
        let own = self.world().rank();
        let offset = source.range(self, "read", own, at, into.len())?;
        self.through().get_elements(own, offset, into)
    }

    /// Copies `from` to this PE's own `dest` from `at` on.
    pub fn write<T: Element>(
        &self,
        dest: &Symmetric<T>,
        at: usize,
        from: &[T],
    ) -> Result<(), Error> {
        let own = self.world().rank();
        let offset = dest.range(self, "write", own, at, from.len())?;
        self.through().put(own, offset, from.as_bytes())
    }
}
