//! Numbers of functions that exist for `int` and for `MPI_Count`.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_long};

use farreach_mpi::error::{Class, Failure, Result};

/// Checks that the program passes an array, unless the array's length is 0.
#[inline]
pub(crate) fn given<T>(argument: &str, array: *const T, length: i64) -> Result<()> {
    if array.is_null() && length > 0 {
        return Err(null(argument));
    }
    Ok(())
}

#[cold]
fn null(argument: &str) -> Failure {
    Failure::new(Class::Arg, format!("argument {argument}: null"))
}

/// An array of numbers that the program passes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ints {
    Int(*const c_int),
    Long(*const c_long),
}

impl Ints {
    /// The number at a place.
    ///
    /// # Safety
    /// The array must be as long.
    pub(crate) unsafe fn get(self, at: usize) -> i64 {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Ints::Int(first) => i64::from(*first.add(at)),
                Ints::Long(first) => *first.add(at),
            }
        }
    }

    /// Checks that there is an array, unless its length is 0.
    pub(crate) fn given(self, argument: &str, length: usize) -> Result<()> {
        match self {
            Ints::Int(first) => given(argument, first, length as i64),
            Ints::Long(first) => given(argument, first, length as i64),
        }
    }

    /// The first `count` numbers.
    ///
    /// # Safety
    /// The array must be null or as long.
    pub(crate) unsafe fn list(self, argument: &str, count: usize) -> Result<Vec<i64>> {
        self.given(argument, count)?;
        // SAFETY: the caller's promise.
        Ok((0..count).map(|at| unsafe { self.get(at) }).collect())
    }
}

impl From<*const c_int> for Ints {
    fn from(first: *const c_int) -> Ints {
        Ints::Int(first)
    }
}

impl From<*mut c_int> for Ints {
    fn from(first: *mut c_int) -> Ints {
        Ints::Int(first)
    }
}

impl From<*const c_long> for Ints {
    fn from(first: *const c_long) -> Ints {
        Ints::Long(first)
    }
}

impl From<*mut c_long> for Ints {
    fn from(first: *mut c_long) -> Ints {
        Ints::Long(first)
    }
}

/// A place for a number of the result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Out {
    Int(*mut c_int),
    Long(*mut c_long),
}

impl Out {
    /// Stores a number. One that does not fit is stored as `undefined`.
    ///
    /// # Safety
    /// The place must be valid for writes.
    pub(crate) unsafe fn set(self, number: i64, undefined: c_int) {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Out::Int(place) => *place = c_int::try_from(number).unwrap_or(undefined),
                Out::Long(place) => *place = number,
            }
        }
    }

    /// Whether a number fits.
    pub(crate) fn fits(self, number: i64) -> bool {
        matches!(self, Out::Long(_)) || c_int::try_from(number).is_ok()
    }
}

impl From<*mut c_int> for Out {
    fn from(place: *mut c_int) -> Out {
        Out::Int(place)
    }
}

impl From<*mut c_long> for Out {
    fn from(place: *mut c_long) -> Out {
        Out::Long(place)
    }
}
