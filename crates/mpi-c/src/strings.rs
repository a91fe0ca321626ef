//! Strings of C.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_void};
use std::mem::MaybeUninit;

/// A string that the program passes.
///
/// # Safety
/// It must be null, or end with a 0.
pub(crate) unsafe fn text(string: *const c_char) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(string) }
        .to_string_lossy()
        .into_owned()
}

/// Stores a string, cut to `room` bytes with the 0 behind it. Returns its length.
///
/// # Safety
/// There must be room for as many bytes.
pub(crate) unsafe fn store(text: &str, into: *mut c_char, room: usize) -> usize {
    let len = text.floor_char_boundary(room.saturating_sub(1));
    // SAFETY: the caller's promise.
    unsafe {
        into.copy_from_nonoverlapping(text.as_ptr().cast(), len);
        *into.add(len) = 0;
    }
    len
}

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
