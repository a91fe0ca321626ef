//! Puts and gets.

#![expect(
    clippy::inline_always,
    reason = "a place that is given to a function that is not inlined is laid out in memory first"
)]

use std::marker::PhantomData;

use farreach_runtime::{LaneContext, Pending};
use zerocopy::IntoBytes;

use crate::initiator::Base;
use crate::{At, Element, Error, Initiator, On, Part};

/// A non-blocking get. Forgetting it is safe: the library owns its buffer.
#[derive(Debug)]
#[must_use = "the elements come with `Initiator::wait_get`"]
pub struct PendingGet<T> {
    pending: Pending,
    len: usize,
    element: PhantomData<fn() -> T>,
}

impl<W: Base> Initiator<W> {
    /// Writes one element on a PE: a number, or a structure. Toward another node, the first few of
    /// many puts are sent at once. Later ones are sent together, with the next call that
    /// communicates or waits, or within a millisecond.
    ///
    /// The element has arrived after [`Initiator::quiet`], or when the target sees a later put of
    /// this PE.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let a = pe.alloc::<u64>(4)?;
    /// pe.put(a.at(3).on(0), 7)?;
    /// pe.barrier_all()?;
    /// assert_eq!(pe.get(a.at(3).on(0))?, 7);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline(always)]
    pub fn put<T: Element>(&self, to: On<At<T>>, value: T) -> Result<(), Error> {
        if let Some(offset) = self.near_element(to) {
            return put_element(self.through(), to.pe, offset, value);
        }
        self.on_element_apart("put", to, move |through, rank, offset| {
            put_element(through, rank, offset, value)
        })
    }

    /// Reads one element on a PE. See [`Initiator::put`].
    #[inline(always)]
    pub fn get<T: Element>(&self, from: On<At<T>>) -> Result<T, Error> {
        if let Some(offset) = self.near_element(from) {
            return get_element(self.through(), from.pe, offset);
        }
        self.on_element_apart("get", from, get_element)
    }

    /// Copies `source` to elements on a PE. `source` can be reused when this returns. The elements
    /// have arrived after [`Initiator::quiet`], or when the target sees a later put of this PE.
    /// Small data to another node is sent as [`Initiator::put`] describes.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let data = pe.alloc::<i32>(10)?;
    /// let right = (pe.my_pe() + 1) % pe.n_pes();
    /// pe.put_slice(data.range(2..5).on(right), &[1, 2, 3])?;
    /// pe.barrier_all()?;
    /// let mut got = [0; 3];
    /// pe.get_slice(data.range(2..5).on(right), &mut got)?;
    /// assert_eq!(got, [1, 2, 3]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline(always)]
    pub fn put_slice<T: Element>(&self, to: On<Part<T>>, source: &[T]) -> Result<(), Error> {
        let (bytes, len) = (source.as_bytes(), source.len());
        if let Some(offset) = self.near_elements(to, len) {
            return self.through().put(to.pe, offset, bytes);
        }
        self.on_elements_apart("put_slice", to, len, move |through, rank, offset| {
            through.put(rank, offset, bytes)
        })
    }

    /// Copies elements on a PE to `into`. See [`Initiator::put_slice`].
    #[inline(always)]
    pub fn get_slice<T: Element>(&self, from: On<Part<T>>, into: &mut [T]) -> Result<(), Error> {
        let len = into.len();
        if let Some(offset) = self.near_elements(from, len) {
            return self.through().get_elements(from.pe, offset, into);
        }
        self.on_elements_apart("get_slice", from, len, move |through, rank, offset| {
            through.get_elements(rank, offset, into)
        })
    }

    /// Begins to copy this PE's `source` to as many elements on another PE. The copy is complete
    /// after [`Initiator::quiet`]. A change of `source` before then may reach the target.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let (out, into) = (pe.alloc::<u8>(100)?, pe.alloc::<u8>(100)?);
    /// pe.write(out, &[5; 100])?;
    /// pe.put_nbi(into.range(50..).on(0), out.range(..10))?;
    /// pe.quiet()?;
    /// assert_eq!(pe.get(into.at(59).on(0))?, 5);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline(always)]
    pub fn put_nbi<T: Element>(
        &self,
        to: On<Part<T>>,
        source: impl Into<Part<T>>,
    ) -> Result<(), Error> {
        self.begin_put("put_nbi", to, source.into())
    }

    /// Begins a put for `function`.
    #[inline(always)]
    pub(crate) fn begin_put<T: Element>(
        &self,
        function: &'static str,
        to: On<Part<T>>,
        source: Part<T>,
    ) -> Result<(), Error> {
        let (from, len) = source.whole(self, function, self.world().rank())?;
        let bytes = len * size_of::<T>();
        if let Some(offset) = self.near_elements(to, len) {
            return self.through().put_nbi(to.pe, offset, from, bytes);
        }
        self.on_elements_apart(function, to, len, move |through, rank, offset| {
            through.put_nbi(rank, offset, from, bytes)
        })
    }

    /// Begins to copy elements on another PE to as many of this PE's elements, `into`. The copy is
    /// complete after [`Initiator::quiet`].
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let (theirs, mine) = (pe.alloc::<u8>(100)?, pe.alloc::<u8>(100)?);
    /// pe.write(theirs, &[5; 100])?;
    /// pe.barrier_all()?;
    /// pe.get_nbi(theirs.range(50..).on(0), mine.range(..10))?;
    /// pe.quiet()?;
    /// assert_eq!(pe.get(mine.at(9).on(pe.my_pe()))?, 5);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub fn get_nbi<T: Element>(
        &self,
        from: On<Part<T>>,
        into: impl Into<Part<T>>,
    ) -> Result<(), Error> {
        let (to, len) = into.into().whole(self, "get_nbi", self.world().rank())?;
        let bytes = len * size_of::<T>();
        self.on_elements("get_nbi", from, len, move |through, rank, offset| {
            through.get_nbi(rank, offset, to, bytes)
        })
    }

    /// Begins to copy `source` to elements on a PE. The library keeps a copy of `source`. The
    /// operation is complete after [`Initiator::quiet`].
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let data = pe.alloc::<u16>(100)?;
    /// for at in 0..100 {
    ///     pe.put_copied_nbi(data.range(at..).on(0), &[at as u16])?;
    /// }
    /// pe.quiet()?;
    /// assert_eq!(pe.get(data.at(99).on(0))?, 99);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn put_copied_nbi<T: Element>(&self, to: On<Part<T>>, source: &[T]) -> Result<(), Error> {
        self.on_elements(
            "put_copied_nbi",
            to,
            source.len(),
            move |through, rank, offset| through.put_copied_nbi(rank, offset, source.as_bytes()),
        )
    }

    /// Begins to copy `source` to elements on a PE. Returns a handle for [`Initiator::wait`] and
    /// [`Initiator::test_pending`].
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let data = pe.alloc::<u16>(4)?;
    /// let put = pe.put_start(data.on(0), &[1, 2, 3, 4])?;
    /// pe.wait(&put)?;
    /// assert!(pe.test_pending(&put)?);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn put_start<T: Element>(&self, to: On<Part<T>>, source: &[T]) -> Result<Pending, Error> {
        self.on_elements(
            "put_start",
            to,
            source.len(),
            move |through, rank, offset| through.put_start(rank, offset, source.as_bytes()),
        )
    }

    /// Begins to fetch elements on a PE. [`Initiator::wait_get`] returns the elements.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let a = pe.alloc::<u16>(4)?;
    /// pe.write(a, &[1, 2, 3, 4])?;
    /// pe.barrier_all()?;
    /// let pending = pe.get_start(a.range(1..3).on(0))?;
    /// assert_eq!(pe.wait_get(&pending)?, [2, 3]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn get_start<T: Element>(&self, from: On<Part<T>>) -> Result<PendingGet<T>, Error> {
        let (offset, len) = from.place.whole(self, "get_start", from.pe)?;
        let rank = self.rank("get_start", from.pe)?;
        let bytes = len * size_of::<T>();
        let pending = self.through().get_start(rank, offset, bytes)?;
        Ok(PendingGet {
            pending,
            len,
            element: PhantomData,
        })
    }

    /// Whether a non-blocking operation has ended. See [`Initiator::put_start`].
    pub fn test_pending(&self, pending: &Pending) -> Result<bool, Error> {
        self.through().test(pending)
    }

    /// Waits until a non-blocking put has ended and its elements are at the target. See
    /// [`Initiator::put_start`].
    pub fn wait(&self, pending: &Pending) -> Result<(), Error> {
        self.through().wait(pending)
    }

    /// Waits until a non-blocking get has ended. Returns its elements. See
    /// [`Initiator::get_start`].
    pub fn wait_get<T: Element>(&self, get: &PendingGet<T>) -> Result<Vec<T>, Error> {
        let mut elements = vec![T::new_zeroed(); get.len];
        self.through()
            .wait_get_elements(&get.pending, &mut elements)?;
        Ok(elements)
    }

    /// Copies this PE's own elements to `into`.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let data = pe.alloc::<u8>(6)?;
    /// pe.write(data, b"abcdef")?;
    /// let mut got = [0; 2];
    /// pe.read(data.range(2..4), &mut got)?;
    /// assert_eq!(&got, b"cd");
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn read<T: Element>(&self, from: impl Into<Part<T>>, into: &mut [T]) -> Result<(), Error> {
        let own = self.world().rank();
        let offset = from.into().beside(self, "read", own, into.len())?;
        self.through().get_elements(own, offset, into)
    }

    /// Copies `from` to this PE's own elements. See [`Initiator::read`].
    pub fn write<T: Element>(&self, to: impl Into<Part<T>>, from: &[T]) -> Result<(), Error> {
        let own = self.world().rank();
        let offset = to.into().beside(self, "write", own, from.len())?;
        self.through().put(own, offset, from.as_bytes())
    }
}

/// Writes an element. An element of a word's size is written atomically.
#[inline(always)]
fn put_element<T: Element>(
    through: LaneContext<'_>,
    rank: u32,
    offset: usize,
    value: T,
) -> Result<(), Error> {
    // The sizes are constants, so the compiler keeps only one of these branches.
    let bytes = value.as_bytes();
    if const { size_of::<T>() == 8 } {
        through.put_word(rank, offset, word::<u64>(bytes))
    } else if const { size_of::<T>() == 4 } {
        through.put_word(rank, offset, word::<u32>(bytes))
    } else if const { size_of::<T>() == 2 } {
        through.put_word(rank, offset, word::<u16>(bytes))
    } else if const { size_of::<T>() == 1 } {
        through.put_word(rank, offset, word::<u8>(bytes))
    } else {
        through.put(rank, offset, bytes)
    }
}

/// Reads an element. An element of a word's size is read atomically.
#[inline(always)]
fn get_element<T: Element>(through: LaneContext<'_>, rank: u32, offset: usize) -> Result<T, Error> {
    if const { size_of::<T>() == 8 } {
        let bits = through.get_word::<u64>(rank, offset);
        bits.map(|bits| word(bits.as_bytes()))
    } else if const { size_of::<T>() == 4 } {
        let bits = through.get_word::<u32>(rank, offset);
        bits.map(|bits| word(bits.as_bytes()))
    } else if const { size_of::<T>() == 2 } {
        let bits = through.get_word::<u16>(rank, offset);
        bits.map(|bits| word(bits.as_bytes()))
    } else if const { size_of::<T>() == 1 } {
        let bits = through.get_word::<u8>(rank, offset);
        bits.map(|bits| word(bits.as_bytes()))
    } else {
        let mut element = T::new_zeroed();
        let into = std::slice::from_mut(&mut element);
        through.get_elements(rank, offset, into).map(|()| element)
    }
}

/// The value with these bytes.
#[inline(always)]
fn word<T: Element>(bytes: &[u8]) -> T {
    T::read_from_bytes(bytes).expect("as many bytes as it has")
}
