//! Messages.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_armci::Received;

use crate::address::bytes;
use crate::fault::{Fault, end_job};
use crate::state;

pub(crate) fn me() -> Result<c_int, Fault> {
    Ok(state::get()?.world.rank() as c_int)
}

pub(crate) fn nproc() -> Result<c_int, Fault> {
    Ok(state::get()?.world.size() as c_int)
}

/// Ends the job.
pub(crate) fn abort(code: c_int) -> Result<(), Fault> {
    // A code of 0 would be success.
    let status = if code == 0 { 1 } else { code };
    end_job(status, &format!("armci_msg_abort: {code}"))
}

/// The seconds since this process has begun.
pub(crate) fn timer() -> Result<f64, Fault> {
    Ok(state::get()?.begun.elapsed().as_secs_f64())
}

/// The bytes of a buffer.
///
/// # Safety
/// There must be `len` bytes at `buffer`, which nobody writes to for `'a`.
pub(crate) unsafe fn read<'a>(buffer: *const u8, len: usize) -> &'a [u8] {
    if len == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(buffer, len) }
}

/// The bytes of a buffer.
///
/// # Safety
/// There must be `len` bytes at `buffer`, which nobody else uses for `'a`.
pub(crate) unsafe fn write<'a>(buffer: *mut u8, len: usize) -> &'a mut [u8] {
    if len == 0 {
        return &mut [];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(buffer, len) }
}

/// # Safety
/// There must be `len` bytes at `buffer`.
pub(crate) unsafe fn send(tag: c_int, buffer: *mut u8, len: c_int, to: c_int) -> Result<(), Fault> {
    let state = state::get()?;
    let pe = state.rank(to, "to")?;
    let len = bytes(len, "len")?;
    // SAFETY: the caller's promise.
    let message = unsafe { read(buffer, len) };
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
    let room = bytes(room, "buflen")?;
    // SAFETY: the caller's promise.
    let received = unsafe { state.messages.receive(source, tag, write(buffer, room)) }?;
    // SAFETY: the caller's promise.
    if let Some(len) = unsafe { len.as_mut() } {
        *len = received.len as c_int;
    }
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
    if let Some(value) = unsafe { value.as_mut() } {
        *value = count;
    }
    Ok(count)
}
