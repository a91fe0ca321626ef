//! Typed slices as bytes, for interfaces with elements.

use zerocopy::{FromBytes, IntoBytes};

use super::pending::Pending;
use super::strided::Blocks;
use crate::Error;
use crate::progress::LaneContext;

/// The bytes of a slice of elements, to be written.
///
/// `IntoBytes` makes the elements free of padding and `FromBytes` lets them take any bits.
fn bytes_mut<T: FromBytes + IntoBytes>(elements: &mut [T]) -> &mut [u8] {
    elements.as_mut_bytes()
}

impl LaneContext<'_> {
    /// [`LaneContext::get`] into elements.
    #[inline]
    pub fn get_elements<T: FromBytes + IntoBytes>(
        self,
        pe: u32,
        offset: usize,
        into: &mut [T],
    ) -> Result<(), Error> {
        self.get(pe, offset, bytes_mut(into))
    }

    /// [`LaneContext::get_strided`] into elements.
    pub fn get_strided_elements<T: FromBytes + IntoBytes>(
        self,
        pe: u32,
        offset: usize,
        into: &mut [T],
        blocks: Blocks,
    ) -> Result<(), Error> {
        self.get_strided(pe, offset, bytes_mut(into), blocks)
    }

    /// [`LaneContext::wait_get`] into elements.
    pub fn wait_get_elements<T: FromBytes + IntoBytes>(
        self,
        pending: &Pending,
        into: &mut [T],
    ) -> Result<(), Error> {
        self.wait_get(pending, bytes_mut(into))
    }
}
