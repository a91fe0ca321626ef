//! Puts and gets of elements that lie side by side.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::slice;

use crate::bits;
use crate::context::On;
use crate::fault::Fault;
use crate::state::{self, State};

/// The bytes of `count` elements at `source`.
///
/// # Safety
/// They must be readable for as long as the slice is used.
#[inline]
pub(crate) unsafe fn bytes<'a, T>(source: *const T, count: usize) -> Result<&'a [u8], Fault> {
    let len = length::<T>(count)?;
    if len == 0 {
        return Ok(&[]);
    }
    if source.is_null() {
        return Err(null("source"));
    }
    // SAFETY: the caller vouches for the elements.
    Ok(unsafe { slice::from_raw_parts(source.cast(), len) })
}

/// The same, to be written.
///
/// # Safety
/// They must be writable for as long as the slice is used.
#[inline]
pub(crate) unsafe fn bytes_mut<'a, T>(dest: *mut T, count: usize) -> Result<&'a mut [u8], Fault> {
    let len = length::<T>(count)?;
    if len == 0 {
        return Ok(&mut []);
    }
    if dest.is_null() {
        return Err(null("dest"));
    }
    // SAFETY: the caller vouches for the elements.
    Ok(unsafe { slice::from_raw_parts_mut(dest.cast(), len) })
}

/// The bytes of so many elements.
#[inline]
pub(crate) fn length<T>(count: usize) -> Result<usize, Fault> {
    match count.checked_mul(size_of::<T>()) {
        Some(len) if len <= isize::MAX as usize => Ok(len),
        _ => Err(too_many(count, size_of::<T>())),
    }
}

#[cold]
fn too_many(count: usize, size: usize) -> Fault {
    let what = format!("{count} elements of {size} bytes are more than any memory has");
    Fault::argument("nelems", what)
}

#[cold]
fn null(name: &'static str) -> Fault {
    Fault::argument(
        name,
        "is a null pointer: pass the address of the elements".to_owned(),
    )
}

/// Copies elements to a PE.
///
/// # Safety
/// `source` must have as many elements.
#[inline]
pub(crate) unsafe fn put<T>(
    ctx: impl On,
    dest: *mut T,
    source: *const T,
    nelems: usize,
    pe: c_int,
) -> Result<(), Fault> {
    let state = state::get()?;
    let rank = ctx.rank(state, pe)?;
    // SAFETY: as the caller vouches.
    let source = unsafe { bytes(source, nelems)? };
    if source.is_empty() {
        return Ok(());
    }
    let offset = state.offset(dest, "dest")?;
    state
        .world
        .put(rank, offset, source)
        .map_err(|error| state.fault(error, pe))
}

/// Copies elements from a PE.
///
/// # Safety
/// `dest` must have room for as many elements.
#[inline]
pub(crate) unsafe fn get<T>(
    ctx: impl On,
    dest: *mut T,
    source: *const T,
    nelems: usize,
    pe: c_int,
) -> Result<(), Fault> {
    let state = state::get()?;
    let rank = ctx.rank(state, pe)?;
    // SAFETY: as the caller vouches.
    let dest = unsafe { bytes_mut(dest, nelems)? };
    if dest.is_empty() {
        return Ok(());
    }
    let offset = state.offset(source, "source")?;
    state
        .world
        .get(rank, offset, dest)
        .map_err(|error| state.fault(error, pe))
}

/// Stores an element at a PE.
#[inline]
pub(crate) unsafe fn p<T: Copy>(
    ctx: impl On,
    dest: *mut T,
    value: T,
    pe: c_int,
) -> Result<(), Fault> {
    let state = state::get()?;
    let rank = ctx.rank(state, pe)?;
    let offset = state.offset(dest, "dest")?;
    let world = &state.world;
    let put = match size_of::<T>() {
        1 => world.put_word(rank, offset, bits::of(value) as u8),
        2 => world.put_word(rank, offset, bits::of(value) as u16),
        4 => world.put_word(rank, offset, bits::of(value) as u32),
        8 => world.put_word(rank, offset, bits::of(value)),
        // SAFETY: a local value.
        _ => world.put(rank, offset, unsafe { bytes(&raw const value, 1)? }),
    };
    put.map_err(|error| state.fault(error, pe))
}

/// Loads an element from a PE.
#[inline]
pub(crate) unsafe fn g<T: Copy>(ctx: impl On, source: *const T, pe: c_int) -> Result<T, Fault> {
    let state = state::get()?;
    let rank = ctx.rank(state, pe)?;
    let offset = state.offset(source, "source")?;
    load(state, rank, offset).map_err(|error| state.fault(error, pe))
}

#[inline]
fn load<T: Copy>(state: &State, rank: u32, offset: usize) -> Result<T, farreach_runtime::Error> {
    let world = &state.world;
    let bits = match size_of::<T>() {
        1 => u64::from(world.get_word::<u8>(rank, offset)?),
        2 => u64::from(world.get_word::<u16>(rank, offset)?),
        4 => u64::from(world.get_word::<u32>(rank, offset)?),
        8 => world.get_word(rank, offset)?,
        _ => {
            let mut value = std::mem::MaybeUninit::<T>::zeroed();
            // SAFETY: local room for a value.
            let into = unsafe {
                slice::from_raw_parts_mut(value.as_mut_ptr().cast::<u8>(), size_of::<T>())
            };
            world.get(rank, offset, into)?;
            // SAFETY: any bits make one of C's numbers.
            return Ok(unsafe { value.assume_init() });
        }
    };
    Ok(bits::to(bits))
}
