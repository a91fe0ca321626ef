//! Messages.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_armci::Received;
use farreach_c::{Fault, give, seconds, slice, slice_mut, unsigned};

use crate::state;

pub(crate) fn me() -> Result<c_int, Fault> {
    Ok(state::get()?.world.rank() as c_int)
}

pub(crate) fn nproc() -> Result<c_int, Fault> {
    Ok(state::get()?.world.size() as c_int)
}

/// Ends the job.
pub(crate) fn abort(code: c_int) -> Result<(), Fault> {
    state::abort("armci_msg_abort", code.to_string(), code)
}

/// Seconds of a clock.
pub(crate) fn timer() -> Result<f64, Fault> {
    state::get()?;
    Ok(seconds())
}

/// # Safety
/// There must be `len` bytes at `buffer`.
pub(crate) unsafe fn send(tag: c_int, buffer: *mut u8, len: c_int, to: c_int) -> Result<(), Fault> {
    let state = state::get()?;
    let pe = state.rank(to, "to")?;
    let len = unsigned(len, "len")?;
    // SAFETY: the caller's promise.
    let message = unsafe { slice(buffer, len) };
    Ok(state.messages.send(pe, tag, message)?)
}

/// # Safety
/// There must be room for `room` bytes at `buffer`, and for a number at `len`, unless it is null.
unsafe fn receive_from(
    tag: c_int,
    buffer: *mut u8,
    room: c_int,
    len: *mut c_int,
    source: Option<u32>,
) -> Result<Received, Fault> {
    let state = state::get()?;
    let room = unsigned(room, "buflen")?;
    // SAFETY: the caller's promise.
    let received = unsafe { state.messages.receive(source, tag, slice_mut(buffer, room)) }?;
    // SAFETY: the caller's promise.
    unsafe { give(len, received.len as c_int) };
    Ok(received)
}

/// # Safety
/// As for [`receive_from`].
pub(crate) unsafe fn receive(
    tag: c_int,
    buffer: *mut u8,
    room: c_int,
    len: *mut c_int,
    from: c_int,
) -> Result<(), Fault> {
    let source = state::get()?.rank(from, "from")?;
    // SAFETY: the caller's promise.
    unsafe { receive_from(tag, buffer, room, len, Some(source)) }.map(drop)
}

/// Returns the sender.
///
/// # Safety
/// As for [`receive_from`].
pub(crate) unsafe fn receive_any(
    tag: c_int,
    buffer: *mut u8,
    room: c_int,
    len: *mut c_int,
) -> Result<c_int, Fault> {
    // SAFETY: the caller's promise.
    let received = unsafe { receive_from(tag, buffer, room, len, None) }?;
    Ok(received.source as c_int)
}

pub(crate) fn notify(proc: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    Ok(state.messages.notify(state.rank(proc, "proc")?)?)
}

/// # Safety
/// There must be room for a number at `value`, unless it is null.
pub(crate) unsafe fn notify_wait(proc: c_int, value: *mut c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let count = state.messages.wait_notify(state.rank(proc, "proc")?)?;
    // SAFETY: the caller's promise.
    unsafe { give(value, count) };
    Ok(count)
}
