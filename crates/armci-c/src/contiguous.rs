//! Contiguous transfers.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ptr;

use farreach_c::{Fault, needed, unsigned};
use farreach_runtime::{Scale, Shape};

use crate::handle::{Handle, give};
use crate::state;

/// # Safety
/// There must be `size` bytes at `src`.
#[inline]
pub(crate) unsafe fn put(
    src: *mut u8,
    dst: *mut u8,
    size: c_int,
    target: c_int,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let len = unsigned(size, "size")?;
    let to = state.place(target, dst, "dst")?;
    // SAFETY: the caller's promise.
    unsafe { state.world.direct().put_raw(to.pe, to.offset, src, len) }?;
    Ok(0)
}

/// # Safety
/// There must be room for `size` bytes at `dst`.
#[inline]
pub(crate) unsafe fn get(
    src: *mut u8,
    dst: *mut u8,
    size: c_int,
    target: c_int,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let len = unsigned(size, "size")?;
    let from = state.place(target, src, "src")?;
    // SAFETY: the caller's promise.
    unsafe { state.world.direct().get_raw(from.pe, from.offset, dst, len) }?;
    Ok(0)
}

/// # Safety
/// There must be `size` bytes at `src`, and a factor of the type at `scale`.
pub(crate) unsafe fn acc(
    datatype: c_int,
    scale: *mut u8,
    src: *mut u8,
    dst: *mut u8,
    size: c_int,
    proc: c_int,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let shape = Shape::contiguous(unsigned(size, "bytes")?);
    let to = state.place(proc, dst, "dst")?;
    // SAFETY: the caller's promise.
    unsafe {
        let scale = self::scale(datatype, scale)?;
        let through = state.world.direct();
        through.accumulate_shape(to.pe, to.offset, src, &shape, scale)
    }?;
    Ok(0)
}

/// # Safety
/// There must be `size` bytes at `src` until the transfer has ended. `handle` must be valid for
/// writes, or null.
pub(crate) unsafe fn nb_put(
    src: *mut u8,
    dst: *mut u8,
    size: c_int,
    proc: c_int,
    handle: *mut Handle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let shape = Shape::contiguous(unsigned(size, "bytes")?);
    let to = state.place(proc, dst, "dst")?;
    // SAFETY: the caller's promise.
    unsafe {
        let through = state.world.direct();
        let begun = through.begin_put_shape(to.pe, to.offset, src, &shape);
        give(handle, begun)
    }
}

/// # Safety
/// There must be room for `size` bytes at `dst` until the transfer has ended. `handle` must be
/// valid for writes, or null.
pub(crate) unsafe fn nb_get(
    src: *mut u8,
    dst: *mut u8,
    size: c_int,
    proc: c_int,
    handle: *mut Handle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let shape = Shape::contiguous(unsigned(size, "bytes")?);
    let from = state.place(proc, src, "src")?;
    // SAFETY: the caller's promise.
    unsafe {
        let through = state.world.direct();
        let begun = through.begin_get_shape(from.pe, from.offset, dst, &shape);
        give(handle, begun)
    }
}

/// # Safety
/// As for [`acc`], until the transfer has ended. `handle` must be valid for writes, or null.
pub(crate) unsafe fn nb_acc(
    datatype: c_int,
    scale: *mut u8,
    src: *mut u8,
    dst: *mut u8,
    size: c_int,
    proc: c_int,
    handle: *mut Handle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let shape = Shape::contiguous(unsigned(size, "bytes")?);
    let to = state.place(proc, dst, "dst")?;
    // SAFETY: the caller's promise.
    unsafe {
        let scale = self::scale(datatype, scale)?;
        let through = state.world.direct();
        let begun = through.begin_accumulate_shape(to.pe, to.offset, src, &shape, scale);
        give(handle, begun)
    }
}

/// Puts, then stores `value` to `flag`. Who sees the flag sees the bytes.
///
/// # Safety
/// There must be `size` bytes at `src`.
pub(crate) unsafe fn put_flag(
    src: *mut u8,
    dst: *mut u8,
    size: c_int,
    flag: *mut c_int,
    value: c_int,
    proc: c_int,
) -> Result<c_int, Fault> {
    // SAFETY: the caller's promise.
    unsafe { put(src, dst, size, proc) }?;
    raise(flag, value, proc)
}

/// Stores `value` to a flag behind all that was put before.
pub(crate) fn raise(flag: *mut c_int, value: c_int, proc: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let to = state.place(proc, flag.cast(), "flag")?;
    let through = state.world.direct();
    through.fence();
    through.put(to.pe, to.offset, &value.to_ne_bytes())?;
    Ok(0)
}

/// `ARMCI_Copy`: copies on this process.
///
/// # Safety
/// There must be `size` bytes at both addresses.
pub(crate) unsafe fn copy(src: *mut u8, dst: *mut u8, size: c_int) -> Result<(), Fault> {
    let len = unsigned(size, "size")?;
    // SAFETY: the caller's promise.
    unsafe { ptr::copy(src, dst, len) };
    Ok(())
}

/// The factor of an accumulate.
///
/// # Safety
/// A factor of the type must be at `scale`.
#[inline]
pub(crate) unsafe fn scale(datatype: c_int, scale: *const u8) -> Result<Scale, Fault> {
    if !(0..=5).contains(&datatype) {
        return Err(no_type(datatype));
    }
    needed(scale, "scale")?;
    // SAFETY: the caller's promise.
    Ok(unsafe {
        match datatype {
            0 => Scale::I32(scale.cast::<i32>().read_unaligned()),
            1 => Scale::I64(scale.cast::<i64>().read_unaligned()),
            2 => Scale::F32(scale.cast::<f32>().read_unaligned()),
            3 => Scale::F64(scale.cast::<f64>().read_unaligned()),
            4 => {
                let [re, im] = scale.cast::<[f32; 2]>().read_unaligned();
                Scale::C32(re, im)
            }
            _ => {
                let [re, im] = scale.cast::<[f64; 2]>().read_unaligned();
                Scale::C64(re, im)
            }
        }
    })
}

#[cold]
fn no_type(datatype: c_int) -> Fault {
    let what = format!("{datatype} is none of ARMCI_ACC_INT to ARMCI_ACC_DCP, 0 to 5");
    Fault::argument("datatype", what)
}
