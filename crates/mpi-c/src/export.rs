//! What the generated functions need.

pub(crate) use std::ffi::{c_char, c_double, c_int, c_long, c_void};

pub(crate) use crate::fault::{anytime, brief, call, needed, needed_for};
pub(crate) use crate::mpich::{Handle, Mpich, Status};

/// A function that only says that it does not exist.
macro_rules! absent {
    ($function:ident = $name:literal) => {
        #[unsafe(no_mangle)]
        extern "C" fn $function() -> c_int {
            $crate::fault::absent::<Mpich>($name)
        }
    };
}

pub(crate) use absent;
