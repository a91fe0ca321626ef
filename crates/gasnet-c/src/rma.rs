//! One-sided access to segments.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::events::Event;
use crate::state::{OK, State, fatal, ok, state};

/// `gex_RMA_PutBlocking`.
///
/// # Safety
/// The bytes at `source` must be valid for reads.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_PutBlocking(
    tm: *const c_void,
    to: u32,
    dest: *mut c_void,
    source: *const c_void,
    bytes: usize,
    flags: u32,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        let event = gex_RMA_PutNB(tm, to, dest, source, bytes, ptr::null_mut(), flags);
        crate::events::gex_Event_Wait(event);
    }
    OK
}

/// `gex_RMA_GetBlocking`.
///
/// # Safety
/// The bytes at `dest` must be valid for writes.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_GetBlocking(
    _tm: *const c_void,
    dest: *mut c_void,
    from: u32,
    source: *mut c_void,
    bytes: usize,
    _flags: u32,
) -> c_int {
    const FUNCTION: &str = "gex_RMA_GetBlocking";
    let state = state(FUNCTION);
    let offset = state.offset(FUNCTION, from, source, bytes);
    // SAFETY: the caller's promise.
    let got = unsafe {
        state
            .world
            .direct()
            .get_raw(from, offset, dest.cast(), bytes)
    };
    ok(FUNCTION, got);
    OK
}

/// `gex_RMA_PutNB`. The source can be reused at once.
///
/// # Safety
/// The bytes at `source` must be valid for reads; `leaf` is a constant, null or valid for writes.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_PutNB(
    _tm: *const c_void,
    to: u32,
    dest: *mut c_void,
    source: *const c_void,
    bytes: usize,
    leaf: *mut *mut c_void,
    _flags: u32,
) -> *mut c_void {
    const FUNCTION: &str = "gex_RMA_PutNB";
    let state = state(FUNCTION);
    let offset = state.offset(FUNCTION, to, dest, bytes);
    if leaf.addr() > 3 {
        // SAFETY: the caller's promise.
        unsafe { leaf.write(ptr::null_mut()) };
    }
    if bytes == 0 {
        return ptr::null_mut();
    }
    if state.world.is_near(to) {
        // SAFETY: the caller's promise.
        let put = unsafe {
            state
                .world
                .direct()
                .put_raw(to, offset, source.cast(), bytes)
        };
        ok(FUNCTION, put);
        return ptr::null_mut();
    }
    // SAFETY: the caller's promise.
    let source = unsafe { std::slice::from_raw_parts(source.cast(), bytes) };
    let pending = state.world.direct().put_start(to, offset, source);
    Event::Put(ok(FUNCTION, pending)).into_raw()
}

/// `gex_RMA_GetNB`.
///
/// # Safety
/// The bytes at `dest` must be valid for writes until the event has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_GetNB(
    tm: *const c_void,
    dest: *mut c_void,
    from: u32,
    source: *mut c_void,
    bytes: usize,
    flags: u32,
) -> *mut c_void {
    const FUNCTION: &str = "gex_RMA_GetNB";
    let state = state(FUNCTION);
    if bytes == 0 || state.world.is_near(from) {
        // SAFETY: the caller's promise.
        unsafe { gex_RMA_GetBlocking(tm, dest, from, source, bytes, flags) };
        return ptr::null_mut();
    }
    let offset = state.offset(FUNCTION, from, source, bytes);
    let pending = state.world.direct().get_start(from, offset, bytes);
    Event::Get(ok(FUNCTION, pending), dest.cast(), bytes).into_raw()
}

/// `gex_RMA_PutNBI`.
///
/// # Safety
/// The bytes at `source` must be valid for reads; with `GEX_EVENT_DEFER` or `GEX_EVENT_GROUP` until
/// the operation has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_PutNBI(
    _tm: *const c_void,
    to: u32,
    dest: *mut c_void,
    source: *const c_void,
    bytes: usize,
    leaf: *mut *mut c_void,
    _flags: u32,
) -> c_int {
    const FUNCTION: &str = "gex_RMA_PutNBI";
    /// `GEX_EVENT_NOW`.
    const NOW: usize = 1;
    let state = state(FUNCTION);
    let offset = state.offset(FUNCTION, to, dest, bytes);
    let through = state.world.direct();
    // SAFETY: the caller's promise.
    let put = unsafe {
        if leaf.addr() == NOW {
            through.put_raw(to, offset, source.cast(), bytes)
        } else {
            through.put_raw_nbi(to, offset, source.cast(), bytes)
        }
    };
    ok(FUNCTION, put);
    OK
}

/// `gex_RMA_GetNBI`.
///
/// # Safety
/// The bytes at `dest` must be valid for writes until the operation has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_RMA_GetNBI(
    _tm: *const c_void,
    dest: *mut c_void,
    from: u32,
    source: *mut c_void,
    bytes: usize,
    _flags: u32,
) -> c_int {
    const FUNCTION: &str = "gex_RMA_GetNBI";
    let state = state(FUNCTION);
    let offset = state.offset(FUNCTION, from, source, bytes);
    // SAFETY: the caller's promise.
    let got = unsafe {
        state
            .world
            .direct()
            .get_raw_nbi(from, offset, dest.cast(), bytes)
    };
    ok(FUNCTION, got);
    OK
}

/// The first bytes of a value in memory.
fn low_bytes(function: &str, value: u64, bytes: usize) -> ([u8; 8], usize) {
    if !(1..=8).contains(&bytes) {
        fatal(
            function,
            &format!("argument nbytes: a value has 1 to 8 bytes, not {bytes}"),
        );
    }
    let mut low = [0; 8];
    low[..bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    if cfg!(target_endian = "big") {
        low[..bytes].reverse();
    }
    (low, bytes)
}

fn put_value(
    state: &State,
    function: &str,
    (to, dest): (u32, *mut c_void),
    value: ([u8; 8], usize),
) {
    let offset = state.offset(function, to, dest, value.1);
    let put = state.world.direct().put(to, offset, &value.0[..value.1]);
    ok(function, put);
}

/// `gex_RMA_PutBlockingVal`.
#[unsafe(no_mangle)]
extern "C" fn gex_RMA_PutBlockingVal(
    _tm: *const c_void,
    to: u32,
    dest: *mut c_void,
    value: u64,
    bytes: usize,
    _flags: u32,
) -> c_int {
    const FUNCTION: &str = "gex_RMA_PutBlockingVal";
    let state = state(FUNCTION);
    put_value(
        state,
        FUNCTION,
        (to, dest),
        low_bytes(FUNCTION, value, bytes),
    );
    if !state.world.is_near(to) {
        ok(FUNCTION, state.world.direct().quiet());
    }
    OK
}

/// `gex_RMA_PutNBIVal`.
#[unsafe(no_mangle)]
extern "C" fn gex_RMA_PutNBIVal(
    _tm: *const c_void,
    to: u32,
    dest: *mut c_void,
    value: u64,
    bytes: usize,
    _flags: u32,
) -> c_int {
    const FUNCTION: &str = "gex_RMA_PutNBIVal";
    put_value(
        state(FUNCTION),
        FUNCTION,
        (to, dest),
        low_bytes(FUNCTION, value, bytes),
    );
    OK
}

/// `gex_RMA_PutNBVal`.
#[unsafe(no_mangle)]
extern "C" fn gex_RMA_PutNBVal(
    tm: *const c_void,
    to: u32,
    dest: *mut c_void,
    value: u64,
    bytes: usize,
    flags: u32,
) -> *mut c_void {
    let (low, len) = low_bytes("gex_RMA_PutNBVal", value, bytes);
    let source = low.as_ptr().cast();
    // SAFETY: the source is reused only after the call.
    unsafe { gex_RMA_PutNB(tm, to, dest, source, len, ptr::null_mut(), flags) }
}

/// `gex_RMA_GetBlockingVal`.
#[unsafe(no_mangle)]
extern "C" fn gex_RMA_GetBlockingVal(
    tm: *const c_void,
    from: u32,
    source: *mut c_void,
    bytes: usize,
    flags: u32,
) -> u64 {
    let (_, len) = low_bytes("gex_RMA_GetBlockingVal", 0, bytes);
    let mut low = [0u8; 8];
    // SAFETY: the target is a local with room for 8 bytes.
    unsafe { gex_RMA_GetBlocking(tm, low.as_mut_ptr().cast(), from, source, len, flags) };
    if cfg!(target_endian = "big") {
        low[..len].reverse();
    }
    u64::from_le_bytes(low)
}
