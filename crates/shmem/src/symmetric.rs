//! Symmetric objects.

use std::fmt;
use std::marker::PhantomData;

use crate::initiator::Base;
use crate::{Element, Error, Initiator, Pe};

/// An array of `T` in the symmetric heap of every PE, at the same offset.
///
/// It is a name for memory and not the memory itself: copies name the same object. Using a name after
/// [`Pe::free`] reaches whatever lies there then, which is a bug in the program but never undefined behaviour.
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

impl<T: Element> Symmetric<T> {
    /// How many elements it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The part of `len` elements from `start` on, or `None` if they are not all inside.
    pub fn slice(&self, start: usize, len: usize) -> Option<Symmetric<T>> {
        let end = start.checked_add(len)?;
        (end <= self.len).then(|| Symmetric {
            offset: self.offset + start * size_of::<T>(),
            len,
            element: PhantomData,
        })
    }

    /// The offset in a segment of `len` elements from `start` on.
    #[inline]
    pub(crate) fn range<W: Base>(
        &self,
        of: &Initiator<W>,
        target: u32,
        start: usize,
        len: usize,
    ) -> Result<usize, Error> {
        if start <= self.len && len <= self.len - start {
            return Ok(self.offset + start * size_of::<T>());
        }
        Err(self.out_of_range(of.world().rank(), target, start, len))
    }

    #[cold]
    fn out_of_range(&self, rank: u32, target: u32, start: usize, len: usize) -> Error {
        let bytes = |elements: usize| (elements as u64).saturating_mul(size_of::<T>() as u64);
        Error::OutOfRange {
            rank,
            pe: target,
            offset: bytes(start),
            len: bytes(len),
            what: "the symmetric object",
            limit: bytes(self.len),
        }
    }

    /// Where it is in every PE's segment, in bytes: for the runtime below ([`Pe::world`]).
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl Pe {
    /// Allocates `len` elements on every PE, zeroed when the memory is first used. Collective: all PEs call it with the
    /// same length and type; all get the object or all an error.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let counts = pe.alloc::<u32>(100)?;
    /// assert_eq!(counts.len(), 100);
    /// let error = pe.alloc::<u64>(1 << 50).unwrap_err();
    /// assert!(error.to_string().contains("FARREACH_HEAP"));
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn alloc<T: Element>(&self, len: usize) -> Result<Symmetric<T>, Error> {
        let bytes = len.saturating_mul(size_of::<T>());
        let offset = self.world().allocate(bytes, align_of::<T>())?;
        Ok(Symmetric {
            offset,
            len,
            element: PhantomData,
        })
    }

    /// Frees what [`Pe::alloc`] returned. Collective, with a barrier before; nobody may use the object any more.
    pub fn free<T: Element>(&self, object: Symmetric<T>) -> Result<(), Error> {
        self.world().free(object.offset())
    }
}
