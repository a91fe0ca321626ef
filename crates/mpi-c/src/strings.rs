//! Strings of C.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};

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
