//! Events: what operations have ended, and waits for them.
//!
//! ```text
//!   gex_Event_t   0          GEX_EVENT_INVALID: ended
//!                 1          GEX_EVENT_NO_OP: not begun
//!                 4 m + 2    one-sided operations: ended when the network has reached mark m
//!                 others     address of a collective
//! ```
//!
//! A mark is a number of operations of this process. All operations before it have ended when the
//! network has reached it, so an event of one-sided operations takes no memory.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use crate::collective::Begun;
use crate::implicit;
use crate::messages::NOTHING_DONE;
use crate::state::{NOT_READY, OK, State, fatal, ok, outside};

/// The event of one-sided operations before a mark.
pub(crate) fn of_mark(mark: u64) -> *mut c_void {
    ptr::without_provenance_mut((mark as usize) << 2 | 2)
}

/// The event of an operation that was not begun: `GEX_EVENT_NO_OP`.
pub(crate) const NO_OP: *mut c_void = ptr::without_provenance_mut(1);

/// What an event stands for.
enum Event {
    Ended,
    Mark(u64),
    Collective(*mut Begun),
}

fn parse(function: &str, event: *mut c_void) -> Event {
    match event.addr() {
        0 => Event::Ended,
        1 => fatal(
            function,
            "argument event: it is GEX_EVENT_NO_OP, an operation that was not begun",
        ),
        address if address & 3 == 2 => Event::Mark((address >> 2) as u64),
        address if address.is_multiple_of(4) => Event::Collective(event.cast()),
        address => fatal(
            function,
            &format!("argument event: {address:#x} is no event"),
        ),
    }
}

/// Whether an event has ended. A collective that has is released.
///
/// # Safety
/// `event` must be one that no earlier call has ended.
unsafe fn test(state: &State, function: &str, event: *mut c_void) -> bool {
    match parse(function, event) {
        Event::Ended => true,
        Event::Mark(mark) => ok(function, state.world.direct().has_reached(mark)),
        Event::Collective(begun) => {
            state.world.go_on();
            // SAFETY: the caller's promise.
            if !unsafe { &*begun }.has_ended() {
                state.world.polled_in_vain();
                return false;
            }
            // SAFETY: the caller's promise; `into_raw` made it.
            unsafe { Box::from_raw(begun) }.end(state, function);
            true
        }
    }
}

/// # Safety
/// `event` must be one that no earlier call has ended.
unsafe fn wait(state: &State, function: &str, event: *mut c_void) {
    match parse(function, event) {
        Event::Ended => {}
        Event::Mark(mark) => ok(function, state.world.direct().wait_for_mark(mark)),
        // SAFETY: the caller's promise; `into_raw` made it.
        Event::Collective(begun) => unsafe { Box::from_raw(begun) }.end(state, function),
    }
}

/// `gex_Event_Test`. Runs no handlers.
///
/// # Safety
/// `event` must be one that no earlier call has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Event_Test(event: *mut c_void) -> c_int {
    const FUNCTION: &str = "gex_Event_Test";
    // SAFETY: the caller's promise.
    if unsafe { test(outside(FUNCTION), FUNCTION, event) } {
        OK
    } else {
        NOT_READY
    }
}

/// `gex_Event_Wait`.
///
/// # Safety
/// `event` must be one that no earlier call has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Event_Wait(event: *mut c_void) {
    const FUNCTION: &str = "gex_Event_Wait";
    // SAFETY: the caller's promise.
    unsafe { wait(outside(FUNCTION), FUNCTION, event) };
}

/// Tests events, and makes those invalid that have ended. Returns how many ended now, and how many
/// are left.
///
/// # Safety
/// There must be `count` events at `events`.
unsafe fn test_each(function: &str, events: *mut *mut c_void, count: usize) -> (usize, usize) {
    let state = outside(function);
    let (mut ended, mut left) = (0, 0);
    for at in 0..count {
        // SAFETY: the caller's promise.
        unsafe {
            let place = events.add(at);
            if (*place).is_null() {
                continue;
            }
            if test(state, function, *place) {
                *place = ptr::null_mut();
                ended += 1;
            } else {
                left += 1;
            }
        }
    }
    (ended, left)
}

/// `gex_Event_TestAll`.
///
/// # Safety
/// There must be `count` events at `events`.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Event_TestAll(
    events: *mut *mut c_void,
    count: usize,
    _flags: u32,
) -> c_int {
    // SAFETY: the caller's promise.
    let (_, left) = unsafe { test_each("gex_Event_TestAll", events, count) };
    if left == 0 { OK } else { NOT_READY }
}

/// Whether an event has ended, or none of them is left.
///
/// # Safety
/// There must be `count` events at `events`.
unsafe fn test_some(function: &str, events: *mut *mut c_void, count: usize) -> bool {
    // SAFETY: the caller's promise.
    let (ended, left) = unsafe { test_each(function, events, count) };
    ended > 0 || left == 0
}

/// `gex_Event_TestSome`.
///
/// # Safety
/// There must be `count` events at `events`.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Event_TestSome(
    events: *mut *mut c_void,
    count: usize,
    _flags: u32,
) -> c_int {
    // SAFETY: the caller's promise.
    if unsafe { test_some("gex_Event_TestSome", events, count) } {
        OK
    } else {
        NOT_READY
    }
}

/// `gex_Event_WaitAll`.
///
/// # Safety
/// There must be `count` events at `events`.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Event_WaitAll(events: *mut *mut c_void, count: usize, _flags: u32) {
    const FUNCTION: &str = "gex_Event_WaitAll";
    let state = outside(FUNCTION);
    for at in 0..count {
        // SAFETY: the caller's promise.
        unsafe {
            let place = events.add(at);
            wait(state, FUNCTION, *place);
            *place = ptr::null_mut();
        }
    }
}

/// `gex_Event_WaitSome`.
///
/// # Safety
/// There must be `count` events at `events`.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Event_WaitSome(events: *mut *mut c_void, count: usize, _flags: u32) {
    const FUNCTION: &str = "gex_Event_WaitSome";
    let world = &outside(FUNCTION).world;
    // SAFETY: the caller's promise.
    while !unsafe { test_some(FUNCTION, events, count) } {
        world.poll();
    }
}

/// `gex_Event_QueryLeaf`: the parts of one-sided operations end together, so that a leaf is its root.
#[unsafe(no_mangle)]
extern "C" fn gex_Event_QueryLeaf(root: *mut c_void, category: c_uint) -> *mut c_void {
    const FUNCTION: &str = "gex_Event_QueryLeaf";
    if !matches!(category, 2 | 3 | 4 | 8) {
        let what = format!(
            "argument event_category: {category:#x} is not one of GEX_EC_LC, GEX_EC_AM, GEX_EC_PUT, GEX_EC_GET and GEX_EC_RMW"
        );
        fatal(FUNCTION, &what);
    }
    match parse(FUNCTION, root) {
        Event::Ended | Event::Mark(_) => root,
        Event::Collective(_) => fatal(
            FUNCTION,
            "argument root: the event of a collective has no leaves",
        ),
    }
}

/// `gex_NBI_Wait`: the operations of all categories end together.
#[unsafe(no_mangle)]
extern "C" fn gex_NBI_Wait(_mask: c_uint, _flags: u32) {
    const FUNCTION: &str = "gex_NBI_Wait";
    let through = outside(FUNCTION).world.direct();
    ok(FUNCTION, through.wait_for_mark(implicit::mark(FUNCTION)));
}

/// `gex_NBI_Test`.
#[unsafe(no_mangle)]
extern "C" fn gex_NBI_Test(_mask: c_uint, _flags: u32) -> c_int {
    const FUNCTION: &str = "gex_NBI_Test";
    let through = outside(FUNCTION).world.direct();
    if ok(FUNCTION, through.has_reached(implicit::mark(FUNCTION))) {
        OK
    } else {
        NOT_READY
    }
}

/// Adds a one-sided operation to the thread's operations without an event. Returns non-zero if it was
/// not begun.
#[unsafe(no_mangle)]
extern "C" fn farreach_gex_implicit(event: *mut c_void) -> c_int {
    const FUNCTION: &str = "an operation without an event";
    if event == NO_OP {
        return NOTHING_DONE;
    }
    match parse(FUNCTION, event) {
        Event::Ended => {}
        Event::Mark(mark) => implicit::add(Some(mark)),
        Event::Collective(_) => fatal(FUNCTION, "a collective always has an event"),
    }
    OK
}

/// `gex_NBI_BeginAccessRegion`.
#[unsafe(no_mangle)]
extern "C" fn gex_NBI_BeginAccessRegion(_flags: u32) {
    const FUNCTION: &str = "gex_NBI_BeginAccessRegion";
    outside(FUNCTION);
    implicit::begin_region(FUNCTION);
}

/// `gex_NBI_EndAccessRegion`.
#[unsafe(no_mangle)]
extern "C" fn gex_NBI_EndAccessRegion(_flags: u32) -> *mut c_void {
    const FUNCTION: &str = "gex_NBI_EndAccessRegion";
    outside(FUNCTION);
    implicit::end_region(FUNCTION).map_or(ptr::null_mut(), of_mark)
}
