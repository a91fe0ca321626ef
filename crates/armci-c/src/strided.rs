//! Transfers with strides.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ptr;

use farreach_c::{Fault, needed, unsigned};
use farreach_runtime::{LEVELS_MAX, Shape};

use crate::contiguous::{raise, scale};
use crate::handle::{Handle, give};
use crate::state;

/// The shape of a transfer, of which `here` are the strides of this process and `there` those of
/// the other.
///
/// # Safety
/// There must be `levels + 1` counts, and `levels` strides on either side.
#[inline]
unsafe fn shape(
    (here, here_name): (*const c_int, &'static str),
    (there, there_name): (*const c_int, &'static str),
    count: *const c_int,
    levels: c_int,
) -> Result<Shape, Fault> {
    let Some(levels) = usize::try_from(levels)
        .ok()
        .filter(|&levels| levels <= LEVELS_MAX)
    else {
        let what = format!("{levels} is not 0 to {LEVELS_MAX}");
        return Err(Fault::argument("stride_levels", what));
    };
    needed(count, "count")?;
    let (mut counts, mut strides) = ([0; LEVELS_MAX], [[0; LEVELS_MAX]; 2]);
    // SAFETY: the caller's promise.
    unsafe {
        for (level, to) in counts.iter_mut().enumerate().take(levels) {
            *to = unsigned(*count.add(level + 1), "count")?;
        }
        for (to, from, name) in [(0, here, here_name), (1, there, there_name)] {
            if from.is_null() && levels > 0 {
                return Err(Fault::null(name));
            }
            for (level, to) in strides[to].iter_mut().enumerate().take(levels) {
                *to = unsigned(*from.add(level), name)?;
            }
        }
        let block = unsigned(*count, "count")?;
        let [here, there] = &strides;
        Shape::new(block, &counts[..levels], &here[..levels], &there[..levels])
            .map_err(|error| Fault::argument("count", error.to_string()))
    }
}

/// # Safety
/// There must be `stride_levels + 1` counts and `stride_levels` strides, and the bytes that they
/// name at `src`.
pub(crate) unsafe fn put(
    src: *mut u8,
    src_strides: *mut c_int,
    dst: *mut u8,
    dst_strides: *mut c_int,
    count: *mut c_int,
    levels: c_int,
    proc: c_int,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let to = state.place(proc, dst, "dst_ptr")?;
    // SAFETY: the caller's promise.
    unsafe {
        let shape = of_put(src_strides, dst_strides, count, levels)?;
        state
            .world
            .direct()
            .put_shape(to.pe, to.offset, src, &shape)
    }?;
    Ok(0)
}

/// # Safety
/// As for [`put`].
unsafe fn of_put(
    src_strides: *const c_int,
    dst_strides: *const c_int,
    count: *const c_int,
    levels: c_int,
) -> Result<Shape, Fault> {
    let here = (src_strides, "src_stride_ar");
    // SAFETY: the caller's promise.
    unsafe { shape(here, (dst_strides, "dst_stride_ar"), count, levels) }
}

/// # Safety
/// As for [`get`].
unsafe fn of_get(
    src_strides: *const c_int,
    dst_strides: *const c_int,
    count: *const c_int,
    levels: c_int,
) -> Result<Shape, Fault> {
    let here = (dst_strides, "dst_stride_ar");
    // SAFETY: the caller's promise.
    unsafe { shape(here, (src_strides, "src_stride_ar"), count, levels) }
}

/// # Safety
/// There must be `stride_levels + 1` counts and `stride_levels` strides, and room for the bytes
/// that they name at `dst`.
pub(crate) unsafe fn get(
    src: *mut u8,
    src_strides: *mut c_int,
    dst: *mut u8,
    dst_strides: *mut c_int,
    count: *mut c_int,
    levels: c_int,
    proc: c_int,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let from = state.place(proc, src, "src_ptr")?;
    // SAFETY: the caller's promise.
    unsafe {
        let shape = of_get(src_strides, dst_strides, count, levels)?;
        let through = state.world.direct();
        through.get_shape(from.pe, from.offset, dst, &shape)
    }?;
    Ok(0)
}

/// # Safety
/// As for [`put`], and a factor of the type must be at `factor`.
#[expect(clippy::too_many_arguments, reason = "the interface's")]
pub(crate) unsafe fn acc(
    datatype: c_int,
    factor: *mut u8,
    src: *mut u8,
    src_strides: *mut c_int,
    dst: *mut u8,
    dst_strides: *mut c_int,
    count: *mut c_int,
    levels: c_int,
    proc: c_int,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let to = state.place(proc, dst, "dst_ptr")?;
    // SAFETY: the caller's promise.
    unsafe {
        let shape = of_put(src_strides, dst_strides, count, levels)?;
        let scale = scale(datatype, factor)?;
        let through = state.world.direct();
        through.accumulate_shape(to.pe, to.offset, src, &shape, scale)
    }?;
    Ok(0)
}

/// # Safety
/// As for [`put`], until the transfer has ended. `handle` must be valid for writes, or null.
#[expect(clippy::too_many_arguments, reason = "the interface's")]
pub(crate) unsafe fn nb_put(
    src: *mut u8,
    src_strides: *mut c_int,
    dst: *mut u8,
    dst_strides: *mut c_int,
    count: *mut c_int,
    levels: c_int,
    proc: c_int,
    handle: *mut Handle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let to = state.place(proc, dst, "dst_ptr")?;
    // SAFETY: the caller's promise.
    unsafe {
        let shape = of_put(src_strides, dst_strides, count, levels)?;
        let through = state.world.direct();
        let begun = through.begin_put_shape(to.pe, to.offset, src, &shape);
        give(handle, begun)
    }
}

/// # Safety
/// As for [`get`], until the transfer has ended. `handle` must be valid for writes, or null.
#[expect(clippy::too_many_arguments, reason = "the interface's")]
pub(crate) unsafe fn nb_get(
    src: *mut u8,
    src_strides: *mut c_int,
    dst: *mut u8,
    dst_strides: *mut c_int,
    count: *mut c_int,
    levels: c_int,
    proc: c_int,
    handle: *mut Handle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let from = state.place(proc, src, "src_ptr")?;
    // SAFETY: the caller's promise.
    unsafe {
        let shape = of_get(src_strides, dst_strides, count, levels)?;
        let through = state.world.direct();
        let begun = through.begin_get_shape(from.pe, from.offset, dst, &shape);
        give(handle, begun)
    }
}

/// # Safety
/// As for [`acc`], until the transfer has ended. `handle` must be valid for writes, or null.
#[expect(clippy::too_many_arguments, reason = "the interface's")]
pub(crate) unsafe fn nb_acc(
    datatype: c_int,
    factor: *mut u8,
    src: *mut u8,
    src_strides: *mut c_int,
    dst: *mut u8,
    dst_strides: *mut c_int,
    count: *mut c_int,
    levels: c_int,
    proc: c_int,
    handle: *mut Handle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let to = state.place(proc, dst, "dst_ptr")?;
    // SAFETY: the caller's promise.
    unsafe {
        let shape = of_put(src_strides, dst_strides, count, levels)?;
        let scale = scale(datatype, factor)?;
        let through = state.world.direct();
        let begun = through.begin_accumulate_shape(to.pe, to.offset, src, &shape, scale);
        give(handle, begun)
    }
}

/// Puts, then stores `value` to `flag`. Who sees the flag sees the bytes.
///
/// # Safety
/// As for [`put`].
#[expect(clippy::too_many_arguments, reason = "the interface's")]
pub(crate) unsafe fn put_flag(
    src: *mut u8,
    src_strides: *mut c_int,
    dst: *mut u8,
    dst_strides: *mut c_int,
    count: *mut c_int,
    levels: c_int,
    flag: *mut c_int,
    value: c_int,
    proc: c_int,
) -> Result<c_int, Fault> {
    // SAFETY: the caller's promise.
    unsafe { put(src, src_strides, dst, dst_strides, count, levels, proc) }?;
    raise(flag, value, proc)
}

/// `armci_write_strided`: packs blocks with strides into a buffer.
///
/// # Safety
/// There must be `levels + 1` counts and `levels` strides, the bytes that they name at `from`, and
/// room for as many bytes at `into`.
pub(crate) unsafe fn write(
    from: *mut u8,
    levels: c_int,
    strides: *mut c_int,
    count: *mut c_int,
    into: *mut u8,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    unsafe {
        for_each(levels, strides, count, |at, block, len| {
            ptr::copy_nonoverlapping(from.add(block), into.add(at), len);
        })
    }
}

/// `armci_read_strided`: unpacks a buffer into blocks with strides.
///
/// # Safety
/// There must be `levels + 1` counts and `levels` strides, room for the bytes that they name at
/// `into`, and as many bytes at `from`.
pub(crate) unsafe fn read(
    into: *mut u8,
    levels: c_int,
    strides: *mut c_int,
    count: *mut c_int,
    from: *mut u8,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    unsafe {
        for_each(levels, strides, count, |at, block, len| {
            ptr::copy_nonoverlapping(from.add(at), into.add(block), len);
        })
    }
}

/// Calls `f` with the place of each block in the buffer, its place among the strides, and its
/// length.
///
/// # Safety
/// There must be `levels + 1` counts and `levels` strides.
unsafe fn for_each(
    levels: c_int,
    strides: *const c_int,
    count: *const c_int,
    mut f: impl FnMut(usize, usize, usize),
) -> Result<(), Fault> {
    let side = (strides, "stride_arr");
    // SAFETY: the caller's promise.
    let shape = unsafe { shape(side, side, count, levels) }?;
    let len = shape.block();
    for (number, (block, _)) in shape.each().enumerate() {
        f(number * len, block, len);
    }
    Ok(())
}
