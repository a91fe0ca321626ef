//! Direct access to elements of symmetric objects on this PE, and on other PEs of its node.

#![allow(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;
use std::ptr::NonNull;

use farreach_runtime::View;
use zerocopy::IntoBytes;

use crate::initiator::Base;
use crate::symmetric::outside;
use crate::{Element, Error, Initiator, On, Part};

/// The elements of an object on one PE of this node, accessed by loads and stores.
///
/// Safe methods copy elements, because other PEs may change the elements at any time. Copies race
/// with nobody. A slice ([`Local::as_slice`]) needs the promise that nobody changes the elements,
/// which only the program can keep.
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
    /// This PE's elements of an object, or of a part of it.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let object = pe.alloc::<u32>(4)?;
    /// let own = pe.local(object)?;
    /// own.fill(5);
    /// own.store(2, 7)?;
    /// pe.barrier_all()?;
    /// assert_eq!(own.iter().sum::<u32>(), 22);
    /// assert_eq!(pe.get(object.at(2).on(pe.my_pe()))?, 7);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn local<T: Element>(&self, elements: impl Into<Part<T>>) -> Result<Local<'_, T>, Error> {
        self.own("local", elements.into())
    }

    fn own<T: Element>(
        &self,
        function: &'static str,
        elements: Part<T>,
    ) -> Result<Local<'_, T>, Error> {
        let rank = self.world().rank();
        let (offset, len) = elements.whole(self, function, rank)?;
        let segment = self.world().own_segment().view();
        let bytes = segment.part(offset, len * size_of::<T>());
        Ok(Local {
            bytes: bytes.expect("an object of the segment"),
            rank,
            pe: rank,
            element: PhantomData,
        })
    }

    /// Elements on another PE, if that PE is on this node. Otherwise only puts and gets reach the
    /// elements. This is OpenSHMEM's `shmem_ptr`.
    ///
    /// Stores do not wake PEs that wait for the elements. From the first call on, the other PE
    /// therefore checks its waits every millisecond.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let object = pe.alloc_zeroed::<u8>(3)?;
    /// if let Some(first) = pe.near(object.on(0))? {
    ///     first.copy_from(1, &[4, 5])?;
    ///     assert_eq!(first.load(2)?, 5);
    /// }
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn near<T: Element>(&self, at: On<Part<T>>) -> Result<Option<Local<'_, T>>, Error> {
        let pe = self.rank("near", at.pe)?;
        let own = self.world().rank();
        if pe == own {
            return self.own("near", at.place).map(Some);
        }
        let (offset, len) = at.place.whole(self, "near", at.pe)?;
        let Some(first) = self.world().pointer(pe, offset) else {
            return Ok(None);
        };
        Ok(Some(Local {
            // SAFETY: the elements lie inside the segment, which stays mapped as long as the world
            // is borrowed. All other access is by atomics and raw copies, except for what
            // `as_slice` and `as_mut_slice` ask their callers for.
            bytes: unsafe { View::from_raw_parts(first, len * size_of::<T>()) },
            rank: own,
            pe,
            element: PhantomData,
        }))
    }
}

impl<'a, T: Element> Local<'a, T> {
    /// The number of elements.
    ///
    /// Example: [`Initiator::near`].
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len() / size_of::<T>().max(1)
    }

    /// Whether there are no elements.
    ///
    /// Example: [`Initiator::near`].
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Loads the element `at`. An aligned word of up to 8 bytes is loaded atomically.
    ///
    /// Example: [`Initiator::local`].
    #[inline]
    pub fn load(&self, at: usize) -> Result<T, Error> {
        let mut element = T::new_zeroed();
        self.copy_out("Local::load", at, std::slice::from_mut(&mut element))?;
        Ok(element)
    }

    /// Stores the element `at`. An aligned word of up to 8 bytes is stored atomically.
    ///
    /// Example: [`Initiator::local`].
    #[inline]
    pub fn store(&self, at: usize, element: T) -> Result<(), Error> {
        self.copy_in("Local::store", at, std::slice::from_ref(&element))
    }

    /// Copies the elements from `at` on to `into`.
    ///
    /// Example: [`Initiator::near`].
    #[inline]
    pub fn copy_to(&self, at: usize, into: &mut [T]) -> Result<(), Error> {
        self.copy_out("Local::copy_to", at, into)
    }

    /// Copies `from` to the elements from `at` on.
    ///
    /// Example: [`Initiator::near`].
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
    ///
    /// Example: [`Initiator::local`].
    pub fn fill(&self, element: T) {
        for at in 0..self.len() {
            self.store(at, element).expect("inside");
        }
    }

    /// An iterator over the elements, which loads each when it is reached.
    ///
    /// Example: [`Initiator::local`].
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + '_ {
        (0..self.len()).map(|at| self.load(at).expect("inside"))
    }

    /// A pointer to the first element. The user of the pointer is responsible for races, as in C.
    ///
    /// Example: [`Pe::alloc_aligned`](crate::Pe::alloc_aligned).
    #[inline]
    pub fn as_non_null(&self) -> NonNull<T> {
        self.bytes.as_non_null().cast()
    }

    /// The elements as a slice.
    ///
    /// # Safety
    /// While the slice is used, no PE, this one included, may change the elements in any way. A put
    /// or an atomic under way counts. Barriers, signals and locks can ensure this.
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let object = pe.alloc::<u64>(3)?;
    /// pe.write(object, &[3, 1, 2])?;
    /// let own = pe.local(object)?;
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
        // SAFETY: the pointer is valid and aligned for all elements as long as the view exists, and
        // any bits are an element. The caller promises that nobody changes the elements.
        unsafe { std::slice::from_raw_parts(self.as_non_null().as_ptr(), self.len()) }
    }

    /// The elements as a mutable slice.
    ///
    /// Example: [`Local::as_slice`].
    ///
    /// # Safety
    /// While the slice is used, no PE, this one included, may read or change the elements by other means than it.
    #[inline]
    pub unsafe fn as_mut_slice(&self) -> &'a mut [T] {
        // SAFETY: as in `as_slice`. The caller promises that nobody else uses the elements.
        unsafe { std::slice::from_raw_parts_mut(self.as_non_null().as_ptr(), self.len()) }
    }

    #[cold]
    fn outside(&self, function: &'static str, at: usize, len: usize) -> Error {
        outside::<T>(self.rank, function, self.pe, (at, len), self.len())
    }
}
