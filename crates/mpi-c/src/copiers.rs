//! The functions of the standard that keys of attributes have: they copy a value, leave it away, or delete it. An ABI names
//! them by symbols of its own.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "what the functions of an ABI need")]

use std::ffi::{c_int, c_void};

use crate::export::abis;

/// Exports the functions of an ABI.
macro_rules! copiers {
    ($prefix:literal) => {
        #[unsafe(export_name = concat!($prefix, "MPIR_Dup_fn"))]
        unsafe extern "C" fn copy(
            _object: Handle,
            _key: c_int,
            _extra: *mut c_void,
            value: *mut c_void,
            copy: *mut *mut c_void,
            flag: *mut c_int,
        ) -> c_int {
            // SAFETY: places for the copy and for the answer.
            unsafe {
                *copy = value;
                *flag = 1;
            }
            0
        }

        #[unsafe(export_name = concat!($prefix, "null_copy_fn"))]
        unsafe extern "C" fn leave_away(
            _object: Handle,
            _key: c_int,
            _extra: *mut c_void,
            _value: *mut c_void,
            _copy: *mut *mut c_void,
            flag: *mut c_int,
        ) -> c_int {
            // SAFETY: a place for the answer.
            unsafe { *flag = 0 };
            0
        }

        #[unsafe(export_name = concat!($prefix, "null_delete_fn"))]
        extern "C" fn delete(
            _object: Handle,
            _key: c_int,
            _value: *mut c_void,
            _extra: *mut c_void,
        ) -> c_int {
            0
        }
    };
}

abis! { copiers {} }
