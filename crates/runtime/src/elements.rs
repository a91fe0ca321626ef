//! Typed slices as bytes, for interfaces with elements.

use zerocopy::{FromBytes, IntoBytes};

use crate::{Error, Pending, Through};

/// The bytes of a slice of elements, to be written.
///
/// `IntoBytes` makes the elements free of padding and `FromBytes` lets them take any bits.
fn bytes_mut<T: FromBytes + IntoBytes>(elements: &mut [T]) -> &mut [u8] {
    elements.as_mut_bytes()
}

impl Through<'_> {
    /// [`Through::get`] into elements.
    #[inline]
    pub fn get_elements<T: FromBytes + IntoBytes>(
        self,
        pe: u32,
        offset: usize,
        into: &mut [T],
    ) -> Result<(), Error> {
        self.get(pe, offset, bytes_mut(into))
    }

    /// [`Through::wait_get`] into elements.
    pub fn wait_get_elements<T: FromBytes + IntoBytes>(
        self,
        pending: &Pending,
        into: &mut [T],
    ) -> Result<(), Error> {
        self.wait_get(pending, bytes_mut(into))
    }
}
