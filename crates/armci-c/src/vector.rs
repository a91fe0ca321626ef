//! Transfers of lists of pieces.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_c::{Fault, unsigned};
use farreach_runtime::Piece;

use crate::contiguous::scale;
use crate::handle::{Handle, give};
use crate::state::{self, State};

/// `armci_giov_t`: pieces of one length.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Vector {
    sources: *mut *mut u8,
    targets: *mut *mut u8,
    bytes: c_int,
    count: c_int,
}

/// Which of a vector's addresses are of the other process.
#[derive(Clone, Copy, PartialEq, Eq)]
enum There {
    Sources,
    Targets,
}

/// The pieces of some vectors.
///
/// # Safety
/// There must be `len` vectors, each with as many addresses as it says.
unsafe fn pieces(
    state: &State,
    vectors: *const Vector,
    len: c_int,
    pe: u32,
    there: There,
) -> Result<Vec<Piece>, Fault> {
    let len = unsigned(len, "iov_len")?;
    let mut pieces = Vec::new();
    for at in 0..len {
        // SAFETY: the caller's promise.
        let vector = unsafe { &*vectors.add(at) };
        let each = unsigned(vector.bytes, "iov.bytes")?;
        let count = unsigned(vector.count, "iov.ptr_array_len")?;
        pieces.reserve(count);
        for piece in 0..count {
            // SAFETY: the caller's promise.
            let (source, target) =
                unsafe { (*vector.sources.add(piece), *vector.targets.add(piece)) };
            let (here, other, name) = match there {
                There::Sources => (target, source, "iov.src_ptr_array"),
                There::Targets => (source, target, "iov.dst_ptr_array"),
            };
            let place = state.place(pe as c_int, other, name)?;
            pieces.push(Piece {
                here,
                there: place.offset,
                bytes: each,
            });
        }
    }
    Ok(pieces)
}

/// # Safety
/// There must be `len` vectors, whose sources have their bytes.
pub(crate) unsafe fn put(vectors: *mut Vector, len: c_int, proc: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let pe = state.rank(proc, "proc")?;
    // SAFETY: the caller's promise.
    unsafe {
        let pieces = pieces(state, vectors, len, pe, There::Targets)?;
        state.world.direct().put_pieces(pe, &pieces)
    }?;
    Ok(0)
}

/// # Safety
/// There must be `len` vectors, whose targets have room for their bytes.
pub(crate) unsafe fn get(vectors: *mut Vector, len: c_int, proc: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let pe = state.rank(proc, "proc")?;
    // SAFETY: the caller's promise.
    unsafe {
        let pieces = pieces(state, vectors, len, pe, There::Sources)?;
        state.world.direct().get_pieces(pe, &pieces)
    }?;
    Ok(0)
}

/// # Safety
/// As for [`put`], and a factor of the type must be at `factor`.
pub(crate) unsafe fn acc(
    datatype: c_int,
    factor: *mut u8,
    vectors: *mut Vector,
    len: c_int,
    proc: c_int,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let pe = state.rank(proc, "proc")?;
    // SAFETY: the caller's promise.
    unsafe {
        let scale = scale(datatype, factor)?;
        let pieces = pieces(state, vectors, len, pe, There::Targets)?;
        state.world.direct().accumulate_pieces(pe, &pieces, scale)
    }?;
    Ok(0)
}

/// # Safety
/// As for [`put`], until the transfer has ended. `handle` must be valid for writes, or null.
pub(crate) unsafe fn nb_put(
    vectors: *mut Vector,
    len: c_int,
    proc: c_int,
    handle: *mut Handle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let pe = state.rank(proc, "proc")?;
    // SAFETY: the caller's promise.
    unsafe {
        let pieces = pieces(state, vectors, len, pe, There::Targets)?;
        let through = state.world.direct();
        let begun = through.begin_put_pieces(pe, &pieces);
        give(handle, begun)
    }
}

/// # Safety
/// As for [`get`], until the transfer has ended. `handle` must be valid for writes, or null.
pub(crate) unsafe fn nb_get(
    vectors: *mut Vector,
    len: c_int,
    proc: c_int,
    handle: *mut Handle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let pe = state.rank(proc, "proc")?;
    // SAFETY: the caller's promise.
    unsafe {
        let pieces = pieces(state, vectors, len, pe, There::Sources)?;
        let through = state.world.direct();
        let begun = through.begin_get_pieces(pe, &pieces);
        give(handle, begun)
    }
}

/// # Safety
/// As for [`acc`], until the transfer has ended. `handle` must be valid for writes, or null.
pub(crate) unsafe fn nb_acc(
    datatype: c_int,
    factor: *mut u8,
    vectors: *mut Vector,
    len: c_int,
    proc: c_int,
    handle: *mut Handle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let pe = state.rank(proc, "proc")?;
    // SAFETY: the caller's promise.
    unsafe {
        let scale = scale(datatype, factor)?;
        let pieces = pieces(state, vectors, len, pe, There::Targets)?;
        let through = state.world.direct();
        let begun = through.begin_accumulate_pieces(pe, &pieces, scale);
        give(handle, begun)
    }
}
