//! The types of numbers that messages carry.

use zerocopy::{FromBytes, Immutable, IntoBytes};

use crate::data::Data;
use crate::datatype::{Basic, Datatype};

mod sealed {
    pub trait Sealed {}
}

/// A number that messages carry: an integer or a float. Any bytes are such a number.
pub trait Element:
    sealed::Sealed + FromBytes + IntoBytes + Immutable + Copy + Send + Sync + 'static
{
    /// The datatype of MPI.
    const BASIC: Basic;
}

macro_rules! elements {
    ($($number:ty: $basic:ident),*) => {$(
        impl sealed::Sealed for $number {}
        impl Element for $number {
            const BASIC: Basic = Basic::$basic;
        }
    )*};
}

elements!(
    i8: Int8, i16: Int16, i32: Int32, i64: Int64, u8: Uint8, u16: Uint16, u32: Uint32, u64: Uint64, f32: Float, f64: Double
);

/// Memory of its own for `count` elements.
pub(super) fn room<T: Element>(count: usize) -> Data {
    Data::room(count, &Datatype::basic(T::BASIC))
}

/// Memory of its own with a copy of a slice.
pub(super) fn copy_of<T: Element>(from: &[T]) -> Data {
    let room = room::<T>(from.len());
    room.write_from(from.as_bytes());
    room
}

/// The elements of memory of its own.
pub(super) fn elements<T: Element>(room: &Data) -> Vec<T> {
    let mut all = vec![T::new_zeroed(); room.count()];
    room.read_into(all.as_mut_bytes());
    all
}
