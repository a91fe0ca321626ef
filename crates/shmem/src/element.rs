//! What symmetric memory can hold.

use zerocopy::{FromBytes, Immutable, IntoBytes};

/// A type that symmetric memory can hold: any bits are a value of it, and it has no padding.
///
/// Implemented for all that qualifies: integers, floats, arrays of them, and structures that derive
/// `FromBytes`, `IntoBytes` and `Immutable` of the crate `zerocopy`.
pub trait Element: FromBytes + IntoBytes + Immutable + Copy + Send + 'static {}

impl<T: FromBytes + IntoBytes + Immutable + Copy + Send + 'static> Element for T {}
