//! What a program in C passes: addresses, numbers and strings.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int};

use crate::fault::Fault;

/// Checks that the program passes an address.
#[inline]
pub fn needed<T>(pointer: *const T, argument: &'static str) -> Result<(), Fault> {
    if pointer.is_null() {
        return Err(Fault::null(argument));
    }
    Ok(())
}

/// What the program passes by its address.
///
/// # Safety
/// `pointer` must be null, or valid for reads during `'a`.
#[inline]
pub unsafe fn object<'a, T>(pointer: *const T, argument: &'static str) -> Result<&'a T, Fault> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or_else(|| Fault::null(argument))
}

/// The place of a result that the program needs.
///
/// # Safety
/// `pointer` must be null, or valid for reads and writes during `'a`.
#[inline]
pub unsafe fn place<'a, T>(pointer: *mut T, argument: &'static str) -> Result<&'a mut T, Fault> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_mut() }.ok_or_else(|| Fault::null(argument))
}

/// Stores a result, if the program has a place for it.
///
/// # Safety
/// `place` must be null, or valid for writes.
#[inline]
pub unsafe fn give<T: Copy>(place: *mut T, result: T) {
    if !place.is_null() {
        // SAFETY: the caller's promise.
        unsafe { place.write(result) };
    }
}

/// The elements of an array that the program passes. The address counts only if there are elements.
///
/// # Safety
/// There must be `count` elements at `first`, which nobody writes to during `'a`.
#[inline]
pub unsafe fn slice<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(first, count) }
}

/// The elements of a buffer that the program passes. The address counts only if there are elements.
///
/// # Safety
/// There must be `count` elements at `first`, which nobody else uses during `'a`.
#[inline]
pub unsafe fn slice_mut<'a, T>(first: *mut T, count: usize) -> &'a mut [T] {
    if count == 0 {
        return &mut [];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(first, count) }
}

/// A count, which is not negative.
#[inline]
pub fn unsigned(count: impl Into<i64>, argument: &'static str) -> Result<usize, Fault> {
    let count = count.into();
    usize::try_from(count).map_err(|_| Fault::negative(argument, count))
}

/// The rank that a number names among `size`. `what` is what a rank is called.
#[inline]
pub fn rank(number: c_int, size: u32, what: &str, argument: &'static str) -> Result<u32, Fault> {
    // A negative number is greater than any size.
    let rank = number as u32;
    if rank < size {
        return Ok(rank);
    }
    Err(Fault::none_such(argument, what, i64::from(number), size))
}

/// The highest thread level. OpenSHMEM and MPI number the levels alike, from 0 on.
const LEVEL_MAX: c_int = 3;

/// Checks a thread level that the program asks for.
pub fn thread_level(level: c_int, argument: &'static str) -> Result<c_int, Fault> {
    if (0..=LEVEL_MAX).contains(&level) {
        return Ok(level);
    }
    let what = format!("{level} is no thread level: levels are 0 to {LEVEL_MAX}");
    Err(Fault::argument(argument, what))
}

/// A string that the program passes. Null is the empty string.
///
/// # Safety
/// The string must be null, or end with a 0.
pub unsafe fn text(string: *const c_char) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    let string = unsafe { CStr::from_ptr(string) };
    string.to_string_lossy().into_owned()
}

/// Stores a string, cut to `room` bytes with the 0 behind it. Returns its length.
///
/// # Safety
/// There must be room for as many bytes.
pub unsafe fn store(text: &str, into: *mut c_char, room: usize) -> usize {
    let len = text.floor_char_boundary(room.saturating_sub(1));
    // SAFETY: the caller's promise.
    unsafe {
        into.copy_from_nonoverlapping(text.as_ptr().cast(), len);
        *into.add(len) = 0;
    }
    len
}
