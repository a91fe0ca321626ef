//! The bits of C's types.

#![allow(unsafe_code)]

use std::mem::transmute_copy;

/// The bits of C's `long double`. Only C interprets them.
#[repr(C, align(16))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct LongDouble(pub(crate) [u8; size_of::<u128>()]);

/// The bits of Fortran's `real(16)`. Only C interprets them.
#[repr(C, align(16))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Real16(pub(crate) [u8; size_of::<u128>()]);

/// C's `float _Complex` and `double _Complex`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Complex<T> {
    pub(crate) re: T,
    pub(crate) im: T,
}

/// The bits of a value of at most 8 bytes, zero-extended.
#[inline]
pub(crate) fn of<T: Copy>(value: T) -> u64 {
    // SAFETY: as many bytes as the word has, and any bits make a word.
    unsafe {
        match size_of::<T>() {
            1 => u64::from(transmute_copy::<T, u8>(&value)),
            2 => u64::from(transmute_copy::<T, u16>(&value)),
            4 => u64::from(transmute_copy::<T, u32>(&value)),
            8 => transmute_copy::<T, u64>(&value),
            _ => unreachable!("words have at most 8 bytes"),
        }
    }
}

/// The value with these bits. `T` is one of C's numbers, which any bits make.
#[inline]
pub(crate) fn to<T: Copy>(bits: u64) -> T {
    // SAFETY: as many bytes as the value has; its type is one of C's numbers.
    unsafe {
        match size_of::<T>() {
            1 => transmute_copy::<u8, T>(&(bits as u8)),
            2 => transmute_copy::<u16, T>(&(bits as u16)),
            4 => transmute_copy::<u32, T>(&(bits as u32)),
            8 => transmute_copy::<u64, T>(&bits),
            _ => unreachable!("words have at most 8 bytes"),
        }
    }
}
