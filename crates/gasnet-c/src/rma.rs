//! One-sided access to segments.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::events::{NO_OP, of_mark};
use crate::implicit;
use crate::messages::{IMMEDIATE, NOTHING_DONE};
use crate::objects::Team;
use crate::state::{Call, Location, OK, outside};

/// Bytes of the segment of an endpoint.
#[derive(Clone, Copy)]
pub(crate) struct There {
    pub(crate) location: Location,
    pub(crate) address: *mut c_void,
}

/// When a put's source can be reused, and who learns of it: an `lc_opt`.
enum Reuse {
    /// When the call returns.
    Now,
    /// When the put has ended, or with the thread's other implicit operations.
    Later,
    /// When this event has ended.
    Event(*mut *mut c_void),
}

fn reuse(call: Call, leaf: *mut *mut c_void, has_event: bool) -> Reuse {
    match leaf.addr() {
        1 => Reuse::Now,
        2 => Reuse::Later,
        3 if !has_event => Reuse::Later,
        4.. if has_event => Reuse::Event(leaf),
        _ => {
            let third = if has_event {
                "the address of an event"
            } else {
                "GEX_EVENT_GROUP"
            };
            call.wrong(
                "lc_opt",
                format!("it is GEX_EVENT_NOW, GEX_EVENT_DEFER or {third}"),
            )
        }
    }
}

/// Begins to copy `bytes` at `source`. With `is_now` the source can be reused when this returns.
///
/// # Safety
/// The bytes at `source` must be valid for reads until the put has ended; with `is_now` until this
/// returns.
#[inline]
pub(crate) unsafe fn put_part(
    call: Call,
    to: There,
    (source, bytes): (*const c_void, usize),
    is_now: bool,
) {
    if bytes == 0 {
        return;
    }
    let offset = call.offset(to.location, to.address, bytes);
    let (through, source) = (call.world.direct(), source.cast());
    // SAFETY: the caller's promise.
    let put = unsafe {
        if is_now {
            through.put_raw(to.location.rank, offset, source, bytes)
        } else {
            through.put_raw_nbi(to.location.rank, offset, source, bytes)
        }
    };
    call.ok(put);
}

/// Begins to copy `bytes` at `source`. Returns the mark behind the put, or `None` if the put has
/// ended.
///
/// # Safety
/// As for [`put_part`].
#[inline]
unsafe fn put(call: Call, to: There, source: (*const c_void, usize), is_now: bool) -> Option<u64> {
    // SAFETY: the caller's promise.
    unsafe { put_part(call, to, source, is_now) };
    let is_under_way = source.1 > 0 && !call.world.is_near(to.location.rank);
    is_under_way.then(|| call.world.direct().mark())
}

/// Begins to copy `bytes` to `dest`.
///
/// # Safety
/// The bytes at `dest` must be valid for writes until the get has ended.
#[inline]
pub(crate) unsafe fn get_part(call: Call, from: There, (dest, bytes): (*mut c_void, usize)) {
    if bytes == 0 {
        return;
    }
    let offset = call.offset(from.location, from.address, bytes);
    let (through, dest) = (call.world.direct(), dest.cast());
    // SAFETY: the caller's promise.
    call.ok(unsafe { through.get_raw_nbi(from.location.rank, offset, dest, bytes) });
}

/// Begins to copy `bytes` to `dest`. Returns the mark behind the get, or `None` if the get has ended.
///
/// # Safety
/// As for [`get_part`].
#[inline]
unsafe fn get(call: Call, from: There, dest: (*mut c_void, usize)) -> Option<u64> {
    // SAFETY: the caller's promise.
    unsafe { get_part(call, from, dest) };
    let is_under_way = dest.1 > 0 && !call.world.is_near(from.location.rank);
    is_under_way.then(|| call.world.direct().mark())
}

/// The event of an operation.
pub(crate) fn event(mark: Option<u64>) -> *mut c_void {
    mark.map_or(ptr::null_mut(), of_mark)
}

/// Waits for an operation. Runs handlers, also if the operation has ended: a program may access memory
/// until a handler tells it to stop.
fn wait(call: Call, mark: Option<u64>) {
    match mark {
        Some(mark) => call.ok(call.world.direct().wait_for_mark(mark)),
        None => {
            call.world.deliver();
        }
    }
}

/// Whether an operation must not begin, since it is immediate and would wait.
pub(crate) fn would_wait(call: Call, rank: u32, flags: u32) -> bool {
    flags & IMMEDIATE != 0 && !call.world.has_room_toward(rank)
}

/// The call, and the segment's bytes.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
unsafe fn there(
    function: &'static str,
    team: *const Team,
    rank: u32,
    address: *mut c_void,
) -> (Call, There) {
    let call = outside(function);
    // SAFETY: the caller's promise.
    let location = unsafe { call.location(team, rank) };
    (call, There { location, address })
}

/// `gex_RMA_PutBlocking`.
///
/// # Safety
/// The bytes at `source` must be valid for reads.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_PutBlocking(
    team: *const Team,
    to: u32,
    dest: *mut c_void,
    source: *const c_void,
    bytes: usize,
    flags: u32,
) -> c_int {
    // SAFETY: the caller's promise; the put has ended when this returns.
    unsafe {
        let (call, to) = there("gex_RMA_PutBlocking", team, to, dest);
        if would_wait(call, to.location.rank, flags) {
            return NOTHING_DONE;
        }
        let mark = put(call, to, (source, bytes), false);
        wait(call, mark);
    }
    OK
}

/// `gex_RMA_PutNB`.
///
/// # Safety
/// The bytes at `source` must be valid for reads until `leaf` allows their reuse; `leaf` is a constant
/// or valid for writes.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_PutNB(
    team: *const Team,
    to: u32,
    dest: *mut c_void,
    source: *const c_void,
    bytes: usize,
    leaf: *mut *mut c_void,
    flags: u32,
) -> *mut c_void {
    // SAFETY: the caller's promise.
    unsafe {
        let (call, to) = there("gex_RMA_PutNB", team, to, dest);
        let reuse = reuse(call, leaf, true);
        if would_wait(call, to.location.rank, flags) {
            return NO_OP;
        }
        let is_now = matches!(reuse, Reuse::Now);
        let event = event(put(call, to, (source, bytes), is_now));
        if let Reuse::Event(leaf) = reuse {
            leaf.write(event);
        }
        event
    }
}

/// `gex_RMA_PutNBI`.
///
/// # Safety
/// The bytes at `source` must be valid for reads until `leaf` allows their reuse.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_PutNBI(
    team: *const Team,
    to: u32,
    dest: *mut c_void,
    source: *const c_void,
    bytes: usize,
    leaf: *mut *mut c_void,
    flags: u32,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        let (call, to) = there("gex_RMA_PutNBI", team, to, dest);
        let is_now = matches!(reuse(call, leaf, false), Reuse::Now);
        if would_wait(call, to.location.rank, flags) {
            return NOTHING_DONE;
        }
        implicit::add(put(call, to, (source, bytes), is_now));
    }
    OK
}

/// `gex_RMA_GetBlocking`.
///
/// # Safety
/// The bytes at `dest` must be valid for writes.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_GetBlocking(
    team: *const Team,
    dest: *mut c_void,
    from: u32,
    source: *mut c_void,
    bytes: usize,
    flags: u32,
) -> c_int {
    // SAFETY: the caller's promise.
    let (call, from) = unsafe { there("gex_RMA_GetBlocking", team, from, source) };
    if would_wait(call, from.location.rank, flags) {
        return NOTHING_DONE;
    }
    if bytes > 0 {
        let offset = call.offset(from.location, source, bytes);
        let through = call.world.direct();
        // SAFETY: the caller's promise.
        call.ok(unsafe { through.get_raw(from.location.rank, offset, dest.cast(), bytes) });
    }
    wait(call, None);
    OK
}

/// `gex_RMA_GetNB`.
///
/// # Safety
/// The bytes at `dest` must be valid for writes until the event has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_GetNB(
    team: *const Team,
    dest: *mut c_void,
    from: u32,
    source: *mut c_void,
    bytes: usize,
    flags: u32,
) -> *mut c_void {
    // SAFETY: the caller's promise.
    unsafe {
        let (call, from) = there("gex_RMA_GetNB", team, from, source);
        if would_wait(call, from.location.rank, flags) {
            return NO_OP;
        }
        event(get(call, from, (dest, bytes)))
    }
}

/// `gex_RMA_GetNBI`.
///
/// # Safety
/// The bytes at `dest` must be valid for writes until the operation has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_GetNBI(
    team: *const Team,
    dest: *mut c_void,
    from: u32,
    source: *mut c_void,
    bytes: usize,
    flags: u32,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        let (call, from) = there("gex_RMA_GetNBI", team, from, source);
        if would_wait(call, from.location.rank, flags) {
            return NOTHING_DONE;
        }
        implicit::add(get(call, from, (dest, bytes)));
    }
    OK
}

/// The first bytes of a value in memory.
fn low_bytes(call: Call, value: u64, bytes: usize) -> [u8; 8] {
    if !(1..=8).contains(&bytes) {
        call.wrong("nbytes", format!("a value has 1 to 8 bytes, not {bytes}"));
    }
    let mut low = [0; 8];
    low[..bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    if cfg!(target_endian = "big") {
        low[..bytes].reverse();
    }
    low
}

/// The operation has not begun: it is immediate and would wait.
struct WouldWait;

/// Begins to put a value.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
unsafe fn put_value(
    function: &'static str,
    (team, to): (*const Team, u32),
    dest: *mut c_void,
    (value, bytes): (u64, usize),
    flags: u32,
) -> Result<Option<u64>, WouldWait> {
    // SAFETY: the caller's promise; the source can be reused when the put has begun.
    unsafe {
        let (call, to) = there(function, team, to, dest);
        let low = low_bytes(call, value, bytes);
        if would_wait(call, to.location.rank, flags) {
            return Err(WouldWait);
        }
        Ok(put(call, to, (low.as_ptr().cast(), bytes), true))
    }
}

/// `gex_RMA_PutBlockingVal`.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_PutBlockingVal(
    team: *const Team,
    to: u32,
    dest: *mut c_void,
    value: u64,
    bytes: usize,
    flags: u32,
) -> c_int {
    const FUNCTION: &str = "gex_RMA_PutBlockingVal";
    // SAFETY: the caller's promise.
    let begun = unsafe { put_value(FUNCTION, (team, to), dest, (value, bytes), flags) };
    let Ok(mark) = begun else {
        return NOTHING_DONE;
    };
    wait(outside(FUNCTION), mark);
    OK
}

/// `gex_RMA_PutNBIVal`.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_PutNBIVal(
    team: *const Team,
    to: u32,
    dest: *mut c_void,
    value: u64,
    bytes: usize,
    flags: u32,
) -> c_int {
    // SAFETY: the caller's promise.
    let begun = unsafe { put_value("gex_RMA_PutNBIVal", (team, to), dest, (value, bytes), flags) };
    let Ok(mark) = begun else {
        return NOTHING_DONE;
    };
    implicit::add(mark);
    OK
}

/// `gex_RMA_PutNBVal`.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_PutNBVal(
    team: *const Team,
    to: u32,
    dest: *mut c_void,
    value: u64,
    bytes: usize,
    flags: u32,
) -> *mut c_void {
    // SAFETY: the caller's promise.
    let begun = unsafe { put_value("gex_RMA_PutNBVal", (team, to), dest, (value, bytes), flags) };
    begun.map_or(NO_OP, event)
}

/// `gex_RMA_GetBlockingVal`.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_GetBlockingVal(
    team: *const Team,
    from: u32,
    source: *mut c_void,
    bytes: usize,
    flags: u32,
) -> u64 {
    let mut low = low_bytes(outside("gex_RMA_GetBlockingVal"), 0, bytes);
    let dest = low.as_mut_ptr().cast();
    // SAFETY: the target is a local with room for 8 bytes. A value can't be had without waiting.
    unsafe { gex_RMA_GetBlocking(team, dest, from, source, bytes, flags & !IMMEDIATE) };
    if cfg!(target_endian = "big") {
        low[..bytes].reverse();
    }
    u64::from_le_bytes(low)
}

/// `gasnet_memset_nb`: puts blocks of equal bytes.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_fill(
    team: *const Team,
    to: u32,
    dest: *mut c_void,
    value: c_int,
    bytes: usize,
) -> *mut c_void {
    const BLOCK: usize = 64 << 10;
    let block = vec![value as u8; bytes.min(BLOCK)];
    // SAFETY: the caller's promise; the block can be reused when each put has begun.
    unsafe {
        let (call, to) = there("gasnet_memset", team, to, dest);
        let mut mark = None;
        for at in (0..bytes).step_by(BLOCK) {
            let to = There {
                address: dest.wrapping_byte_add(at),
                ..to
            };
            let source = (block.as_ptr().cast(), BLOCK.min(bytes - at));
            mark = put(call, to, source, true);
        }
        event(mark)
    }
}
