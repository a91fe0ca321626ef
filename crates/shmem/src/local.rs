//! The elements of symmetric objects on this PE, and on the others of its node, where they are.

#![allow(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;
use std::ptr::NonNull;

use farreach_runtime::View;
use zerocopy::IntoBytes;

use crate::initiator::Base;
use crate::symmetric::outside;
use crate::{Element, Error, Initiator, Symmetric};

/// The elements of an object on one PE of this node, by loads and stores.
///
/// Its safe methods copy elements: other PEs may change them at any time, and who copies races with nobody. A slice of them
/// ([`Local::as_slice`]) is a promise that nobody changes them, which only the program can keep.
pub struct Local<'a, T> {
    bytes: View<'a>,
    rank: u32,
    pe: u32,
    element: PhantomData<fn() -> T>,
}

impl<T: Element> fmt::Debug for Local<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = std::any::type_name::<T>();
        write!(f, "Local<{name}>[{}] of PE {}", self.len(), self.pe)
    }
}

impl<W: Base> Initiator<W> {
    /// This PE's own elements of an object.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let object = pe.alloc::<u32>(4)?;
    /// let own = pe.local(&object)?;
    /// own.fill(5);
    /// own.store(2, 7)?;
    /// pe.barrier_all()?;
    /// assert_eq!(own.iter().sum::<u32>(), 22);
    /// assert_eq!(pe.g(&object, 2, pe.my_pe())?, 7);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn local<T: Element>(&self, object: &Symmetric<T>) -> Result<Local<'_, T>, Error> {
        let rank = self.world().rank();
        let offset = object.range(self, "local", rank, 0, object.len())?;
        let len = object.len() * size_of::<T>();
        let segment = self.world().own_segment().view();
        Ok(Local {
            bytes: segment.part(offset, len).expect("an object of the segment"),
            rank,
            pe: rank,
            element: PhantomData,
        })
    }

    /// The elements of an object on PE `pe`, if it is on this PE's node; else they are reached by puts and gets alone
    /// (OpenSHMEM's `shmem_ptr`).
    ///
    /// Stores wake nobody who waits for them: from the first call on, `pe` looks every millisecond.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let object = pe.alloc_zeroed::<u8>(3)?;
    /// if let Some(first) = pe.near(&object, 0)? {
    ///     first.copy_from(1, &[4, 5])?;
    ///     assert_eq!(first.load(2)?, 5);
    /// }
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn near<T: Element>(
        &self,
        object: &Symmetric<T>,
        pe: u32,
    ) -> Result<Option<Local<'_, T>>, Error> {
        let pe = self.rank(pe)?;
        if pe == self.world().rank() {
            return self.local(object).map(Some);
        }
        if pe >= self.world().size() {
            let (rank, size) = (self.world().rank(), self.world().size());
            return Err(Error::NoSuchRank { rank, pe, size });
        }
        let len = object.len() * size_of::<T>();
        let Some(first) = self.world().pointer(pe, object.offset()) else {
            return Ok(None);
        };
        Ok(Some(Local {
            // SAFETY: the object lies inside the segment, which stays mapped as long as the world is borrowed; all other access
            // is by atomics and raw copies but for what `as_slice` and its like ask their callers for.
            bytes: unsafe { View::from_raw_parts(first, len) },
            rank: self.world().rank(),
            pe,
            element: PhantomData,
        }))
    }
}

impl<'a, T: Element> Local<'a, T> {
    /// How many elements there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len() / size_of::<T>().max(1)
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element `at`. Aligned words of up to 8 bytes are read in one piece.
    #[inline]
    pub fn load(&self, at: usize) -> Result<T, Error> {
        let mut element = T::new_zeroed();
        self.copy_out("Local::load", at, std::slice::from_mut(&mut element))?;
        Ok(element)
    }

    /// Sets the element `at`. Aligned words of up to 8 bytes are written in one piece.
    #[inline]
    pub fn store(&self, at: usize, element: T) -> Result<(), Error> {
        self.copy_in("Local::store", at, std::slice::from_ref(&element))
    }

    /// Copies the elements from `at` on to `into`.
    #[inline]
    pub fn copy_to(&self, at: usize, into: &mut [T]) -> Result<(), Error> {
        self.copy_out("Local::copy_to", at, into)
    }

    /// Copies `from` to the elements from `at` on.
    #[inline]
    pub fn copy_from(&self, at: usize, from: &[T]) -> Result<(), Error> {
        self.copy_in("Local::copy_from", at, from)
    }

    #[inline]
    fn copy_out(&self, function: &'static str, at: usize, into: &mut [T]) -> Result<(), Error> {
        let offset = at.saturating_mul(size_of::<T>());
        match self.bytes.copy_out(offset, into.as_mut_bytes()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.outside(function, at, into.len())),
        }
    }

    #[inline]
    fn copy_in(&self, function: &'static str, at: usize, from: &[T]) -> Result<(), Error> {
        let offset = at.saturating_mul(size_of::<T>());
        match self.bytes.copy_in(offset, from.as_bytes()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.outside(function, at, from.len())),
        }
    }

    /// Sets all elements.
    pub fn fill(&self, element: T) {
        for at in 0..self.len() {
            self.store(at, element).expect("inside");
        }
    }

    /// The elements, each as it is when it is looked at.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + '_ {
        (0..self.len()).map(|at| self.load(at).expect("inside"))
    }

    /// The first element. Whoever uses the pointer answers for races, as C programs do.
    #[inline]
    pub fn as_non_null(&self) -> NonNull<T> {
        self.bytes.as_non_null().cast()
    }

    /// The elements as a slice.
    ///
    /// # Safety
    /// While the slice is used, no PE, this one included, may change the elements, by whatever means: a put or an atomic on its
    /// way is enough. Barriers, signals and locks are means to see to that.
    ///
    /// ```
    /// # use farreach_shmem as shmem;
    /// let pe = shmem::init()?;
    /// let object = pe.alloc::<u64>(3)?;
    /// pe.write(&object, 0, &[3, 1, 2])?;
    /// let own = pe.local(&object)?;
    /// // SAFETY: no other PE has been told of the object.
    /// let sorted = unsafe { own.as_mut_slice() };
    /// sorted.sort();
    /// // SAFETY: as above; the other slice is not used any more.
    /// assert_eq!(unsafe { own.as_slice() }, [1, 2, 3]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    #[inline]
    pub unsafe fn as_slice(&self) -> &'a [T] {
        // SAFETY: valid and aligned for as many elements, of which any bits are one, for as long as the view is; that nobody
        // changes them is the caller's promise.
        unsafe { std::slice::from_raw_parts(self.as_non_null().as_ptr(), self.len()) }
    }

    /// The elements as a slice to be changed.
    ///
    /// # Safety
    /// While the slice is used, no PE, this one included, may read or change the elements by other means than it.
    #[inline]
    pub unsafe fn as_mut_slice(&self) -> &'a mut [T] {
        // SAFETY: as in `as_slice`; that nobody else uses them is the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.as_non_null().as_ptr(), self.len()) }
    }

    #[cold]
    fn outside(&self, function: &'static str, at: usize, len: usize) -> Error {
        outside::<T>(self.rank, function, self.pe, (at, len), self.len())
    }
}
