//! Strings of C.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_void};
use std::mem::MaybeUninit;

pub(crate) use farreach_c::{store, text};

/// The name of the variable of a library that begins at an address. The variables of the ABI are in the
/// library that programs are linked with, which may be loaded several times.
pub(crate) fn variable(address: *const c_void) -> Option<&'static [u8]> {
    let mut found = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: `dladdr` takes any address, and fills in `found` if it knows the address. The name lives as
    // long as the library, whose functions are running.
    unsafe {
        if libc::dladdr(address, found.as_mut_ptr()) == 0 {
            return None;
        }
        let found = found.assume_init();
        let is_it = found.dli_saddr.cast_const() == address && !found.dli_sname.is_null();
        is_it.then(|| CStr::from_ptr(found.dli_sname).to_bytes())
    }
}
