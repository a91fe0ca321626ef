//! Typed slices as bytes, for interfaces with elements.

use zerocopy::{FromBytes, Immutable, IntoBytes};

use crate::{Error, Pending, World};

/// The bytes of a slice of elements, to be written.
///
/// `IntoBytes` makes the elements free of padding and `FromBytes` lets them take any bits.
fn bytes_mut<T: FromBytes + IntoBytes>(elements: &mut [T]) -> &mut [u8] {
    elements.as_mut_bytes()
}

impl World {
    /// [`World::get`] into elements.
    #[inline]
    pub fn get_elements<T: FromBytes + IntoBytes>(
        &self,
        pe: u32,
        offset: usize,
        into: &mut [T],
    ) -> Result<(), Error> {
        self.get(pe, offset, bytes_mut(into))
    }

    /// [`World::wait_get`] into elements.
    pub fn wait_get_elements<T: FromBytes + IntoBytes>(
        &self,
        pending: &Pending,
        into: &mut [T],
    ) -> Result<(), Error> {
        self.wait_get(pending, bytes_mut(into))
    }

    /// [`World::broadcast`] of elements.
    pub fn broadcast_elements<T: FromBytes + IntoBytes>(
        &self,
        root: u32,
        elements: &mut [T],
    ) -> Result<(), Error> {
        self.broadcast(root, bytes_mut(elements))
    }

    /// [`World::all_reduce`] of elements.
    pub fn all_reduce_elements<T: FromBytes + IntoBytes + Immutable + Copy>(
        &self,
        elements: &mut [T],
        combine: impl Fn(T, T) -> T,
    ) -> Result<(), Error> {
        let unit = size_of::<T>();
        let element = |bytes: &[u8]| T::read_from_bytes(bytes).expect("a whole element");
        self.all_reduce(bytes_mut(elements), unit, &|into, other| {
            for (into, other) in into.chunks_exact_mut(unit).zip(other.chunks_exact(unit)) {
                let combined = combine(element(into), element(other));
                into.copy_from_slice(combined.as_bytes());
            }
        })
    }
}
