//! Symmetric objects.

use std::fmt;
use std::marker::PhantomData;

use farreach_runtime::OutsideObject;

use crate::initiator::Base;
use crate::{Element, Error, Initiator, Pe};

/// An array of `T` in the symmetric heap of every PE, at the same offset.
///
/// `Symmetric` is a name for memory and not the memory itself: copies name the same object. After
/// [`Pe::free`] a name reaches other contents. Using it then is a bug in the program, but never
/// undefined behaviour.
pub struct Symmetric<T> {
    offset: usize,
    len: usize,
    element: PhantomData<fn() -> T>,
}

impl<T> Clone for Symmetric<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Symmetric<T> {}

impl<T> fmt::Debug for Symmetric<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Symmetric<{}>[{}] at {:#x}",
            std::any::type_name::<T>(),
            self.len,
            self.offset
        )
    }
}

/// The main use of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Atomics of other PEs. The object gets cache lines of its own, so that atomics don't disturb
    /// other objects.
    Atomics,
    /// Signals of other PEs. The object gets cache lines of its own.
    Signals,
}

/// Bytes of the cache lines that processors transfer, two at a time.
const LINE: usize = 128;

impl<T: Element> Symmetric<T> {
    pub(crate) fn new(offset: usize, len: usize) -> Self {
        Symmetric {
            offset,
            len,
            element: PhantomData,
        }
    }

    /// The number of elements.
    ///
    /// Example: [`Pe::alloc`].
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    ///
    /// Example: [`Pe::alloc`].
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The offset in a segment of `len` elements from `start` on, for `function`.
    #[inline]
    pub(crate) fn range_of<W: Base>(
        &self,
        of: &Initiator<W>,
        function: &'static str,
        pe: u32,
        start: usize,
        len: usize,
    ) -> Result<usize, Error> {
        if start <= self.len && len <= self.len - start {
            return Ok(self.offset + start * size_of::<T>());
        }
        let rank = of.world().rank();
        Err(outside::<T>(rank, function, pe, (start, len), self.len))
    }

    /// The object's offset in every PE's segment, in bytes, for the runtime ([`Initiator::world`]).
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

/// The error for `len` elements from `start` on that are not all inside an object of `limit`
/// elements. Inlined: preparing the arguments of a call would slow hot paths down.
#[cold]
#[inline]
pub(crate) fn outside<T>(
    rank: u32,
    function: &'static str,
    pe: u32,
    (start, len): (usize, usize),
    limit: usize,
) -> Error {
    Error::OutsideObject(OutsideObject {
        rank,
        function,
        pe,
        start,
        len,
        limit,
        element: std::any::type_name::<T>(),
    })
}

impl Pe {
    /// Allocates `len` elements on every PE. Memory that was never used is zero. Collective: all
    /// PEs give the same length and type. Either all get the object or all get an error.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let counts = pe.alloc::<u32>(100)?;
    /// assert_eq!(counts.len(), 100);
    /// let error = pe.alloc::<u64>(1 << 50).unwrap_err();
    /// assert!(error.to_string().contains("FARREACH_HEAP"));
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn alloc<T: Element>(&self, len: usize) -> Result<Symmetric<T>, Error> {
        let bytes = len.saturating_mul(size_of::<T>());
        let offset = self.world().allocate(bytes, align_of::<T>())?;
        Ok(Symmetric::new(offset, len))
    }

    /// [`Pe::alloc`] with all elements set to zero.
    pub fn alloc_zeroed<T: Element>(&self, len: usize) -> Result<Symmetric<T>, Error> {
        let object = self.alloc(len)?;
        self.zero("Pe::alloc_zeroed", &object)?;
        Ok(object)
    }

    /// [`Pe::alloc`] at a multiple of `align` bytes, a power of two.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let page = pe.alloc_aligned::<u8>(4096, 4096)?;
    /// assert!(pe.local(page)?.as_non_null().addr().get().is_multiple_of(4096));
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn alloc_aligned<T: Element>(
        &self,
        len: usize,
        align: usize,
    ) -> Result<Symmetric<T>, Error> {
        let bytes = len.saturating_mul(size_of::<T>());
        let offset = self.world().allocate(bytes, align.max(align_of::<T>()))?;
        Ok(Symmetric::new(offset, len))
    }

    /// [`Pe::alloc`] for a main use.
    pub fn alloc_hinted<T: Element>(&self, len: usize, hint: Hint) -> Result<Symmetric<T>, Error> {
        let bytes = len.saturating_mul(size_of::<T>());
        let (Hint::Atomics | Hint::Signals) = hint;
        let lines = bytes.saturating_add(LINE - 1) / LINE * LINE;
        let offset = self.world().allocate(lines, LINE.max(align_of::<T>()))?;
        Ok(Symmetric::new(offset, len))
    }

    /// Allocates `len` elements on every PE, copies this PE's elements of `object` to them as far
    /// as they fit, and frees `object`. Collective: all PEs give the same arguments. If it fails,
    /// `object` is unchanged.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let small = pe.alloc::<u16>(2)?;
    /// pe.write(small, &[1, 2])?;
    /// let large = pe.realloc(small, 1000)?;
    /// assert_eq!(pe.get(large.at(1).on(pe.my_pe()))?, 2);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn realloc<T: Element>(
        &self,
        object: Symmetric<T>,
        len: usize,
    ) -> Result<Symmetric<T>, Error> {
        // Completes operations toward the old object, so that their data is copied, too.
        self.barrier_all()?;
        let new = self.alloc(len)?;
        let kept = len.min(object.len());
        self.put_nbi(new.range(..kept).on(self.my_pe()), object.range(..kept))?;
        self.free(object)?;
        Ok(new)
    }

    /// Allocates `len` elements, runs `f` with them, and frees them. Collective: all PEs give the
    /// same length and type.
    ///
    /// A destructor can't free an object, because freeing involves all PEs: one PE may drop what
    /// another still uses, and the others would wait for a PE that panics. `f` may fail with any
    /// error type that converts from [`Error`]. If it fails or panics, the memory stays allocated
    /// until the job ends.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let mine = pe.with_alloc::<u32, _, _>(10, |object| {
    ///     pe.put(object.at(3).on(pe.my_pe()), 9)?;
    ///     pe.get(object.at(3).on(pe.my_pe()))
    /// })?;
    /// assert_eq!(mine, 9);
    ///
    /// let parsed: Result<u32, Box<dyn std::error::Error>> =
    ///     pe.with_alloc::<u32, _, _>(1, |_| Ok("no number".parse()?));
    /// assert!(parsed.unwrap_err().is::<std::num::ParseIntError>());
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn with_alloc<T: Element, R, E: From<Error>>(
        &self,
        len: usize,
        f: impl FnOnce(Symmetric<T>) -> Result<R, E>,
    ) -> Result<R, E> {
        let object = self.alloc(len)?;
        let result = f(object)?;
        self.free(object)?;
        Ok(result)
    }

    /// Frees an object that [`Pe::alloc`] or a similar method returned. Collective, with a barrier
    /// before. No PE may use the object afterwards.
    pub fn free<T: Element>(&self, object: Symmetric<T>) -> Result<(), Error> {
        self.world().free(object.offset())
    }

    /// Sets all elements on all PEs to zero, for `function`. Collective, with a barrier after.
    pub(crate) fn zero<T: Element>(
        &self,
        function: &'static str,
        object: &Symmetric<T>,
    ) -> Result<(), Error> {
        self.local(object)?.fill(T::new_zeroed());
        self.world().collectives().named(function).barrier()
    }
}
