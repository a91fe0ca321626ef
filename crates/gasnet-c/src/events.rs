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
use crate::state::{Call, NOT_READY, OK, anywhere, outside};

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

fn parse(call: Call, event: *mut c_void) -> Event {
    match event.addr() {
        0 => Event::Ended,
        1 => call.wrong(
            "event",
            "it is GEX_EVENT_NO_OP, an operation that was not begun",
        ),
        address if address & 3 == 2 => Event::Mark((address >> 2) as u64),
        address if address.is_multiple_of(4) => Event::Collective(event.cast()),
        address => call.wrong("event", format!("{address:#x} is no event")),
    }
}

/// Whether an event has ended. A collective that has is released.
///
/// # Safety
/// `event` must be one that no earlier call has ended.
unsafe fn test(call: Call, event: *mut c_void) -> bool {
    match parse(call, event) {
        Event::Ended => true,
        Event::Mark(mark) => call.ok(call.world.direct().has_reached(mark)),
        Event::Collective(begun) => {
            call.world.go_on();
            // SAFETY: the caller's promise.
            if !unsafe { &*begun }.has_ended() {
                call.world.polled_in_vain();
                return false;
            }
            // SAFETY: the caller's promise; `into_raw` made it.
            unsafe { Box::from_raw(begun) }.end(call);
            true
        }
    }
}

/// # Safety
/// `event` must be one that no earlier call has ended.
unsafe fn wait(call: Call, event: *mut c_void) {
    match parse(call, event) {
        Event::Ended => {}
        Event::Mark(mark) => call.ok(call.world.direct().wait_for_mark(mark)),
        // SAFETY: the caller's promise; `into_raw` made it.
        Event::Collective(begun) => unsafe { Box::from_raw(begun) }.end(call),
    }
}

/// `gex_Event_Test`. Runs no handlers.
///
/// # Safety
/// `event` must be one that no earlier call has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Event_Test(event: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    if unsafe { test(outside("gex_Event_Test"), event) } {
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
    // SAFETY: the caller's promise.
    unsafe { wait(outside("gex_Event_Wait"), event) };
}

/// Tests events, and makes those invalid that have ended. Returns how many ended now, and how many
/// are left.
///
/// # Safety
/// There must be `count` events at `events`.
unsafe fn test_each(call: Call, events: *mut *mut c_void, count: usize) -> (usize, usize) {
    let (mut ended, mut left) = (0, 0);
    for at in 0..count {
        // SAFETY: the caller's promise.
        unsafe {
            let place = events.add(at);
            if (*place).is_null() {
                continue;
            }
            if test(call, *place) {
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
    let (_, left) = unsafe { test_each(outside("gex_Event_TestAll"), events, count) };
    if left == 0 { OK } else { NOT_READY }
}

/// Whether an event has ended, or none of them is left.
///
/// # Safety
/// There must be `count` events at `events`.
unsafe fn test_some(call: Call, events: *mut *mut c_void, count: usize) -> bool {
    // SAFETY: the caller's promise.
    let (ended, left) = unsafe { test_each(call, events, count) };
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
    if unsafe { test_some(outside("gex_Event_TestSome"), events, count) } {
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
    let call = outside("gex_Event_WaitAll");
    for at in 0..count {
        // SAFETY: the caller's promise.
        unsafe {
            let place = events.add(at);
            wait(call, *place);
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
    let call = outside("gex_Event_WaitSome");
    // SAFETY: the caller's promise.
    while !unsafe { test_some(call, events, count) } {
        call.world.poll();
    }
}

/// `gex_Event_QueryLeaf`: the parts of one-sided operations end together, so that a leaf is its root.
#[unsafe(no_mangle)]
extern "C" fn gex_Event_QueryLeaf(root: *mut c_void, category: c_uint) -> *mut c_void {
    let call = anywhere("gex_Event_QueryLeaf");
    if !matches!(category, 2 | 3 | 4 | 8) {
        let what = format!(
            "{category:#x} is not one of GEX_EC_LC, GEX_EC_AM, GEX_EC_PUT, GEX_EC_GET and \
             GEX_EC_RMW"
        );
        call.wrong("event_category", what);
    }
    match parse(call, root) {
        Event::Ended | Event::Mark(_) => root,
        Event::Collective(_) => call.wrong("root", "the event of a collective has no leaves"),
    }
}

/// `gex_NBI_Wait`: the operations of all categories end together.
#[unsafe(no_mangle)]
extern "C" fn gex_NBI_Wait(_mask: c_uint, _flags: u32) {
    let call = outside("gex_NBI_Wait");
    let through = call.world.direct();
    call.ok(through.wait_for_mark(implicit::mark(call)));
}

/// `gex_NBI_Test`.
#[unsafe(no_mangle)]
extern "C" fn gex_NBI_Test(_mask: c_uint, _flags: u32) -> c_int {
    let call = outside("gex_NBI_Test");
    let through = call.world.direct();
    if call.ok(through.has_reached(implicit::mark(call))) {
        OK
    } else {
        NOT_READY
    }
}

/// Adds a one-sided operation to the thread's operations without an event. Returns non-zero if it was
/// not begun.
#[unsafe(no_mangle)]
extern "C" fn farreach_gex_implicit(event: *mut c_void) -> c_int {
    if event == NO_OP {
        return NOTHING_DONE;
    }
    let call = anywhere("an operation without an event");
    match parse(call, event) {
        Event::Ended => {}
        Event::Mark(mark) => implicit::add(Some(mark)),
        Event::Collective(_) => call.fatal("a collective always has an event"),
    }
    OK
}

/// `gex_NBI_BeginAccessRegion`.
#[unsafe(no_mangle)]
extern "C" fn gex_NBI_BeginAccessRegion(_flags: u32) {
    let call = outside("gex_NBI_BeginAccessRegion");
    implicit::begin_region(call);
}

/// `gex_NBI_EndAccessRegion`.
#[unsafe(no_mangle)]
extern "C" fn gex_NBI_EndAccessRegion(_flags: u32) -> *mut c_void {
    let call = outside("gex_NBI_EndAccessRegion");
    implicit::end_region(call).map_or(ptr::null_mut(), of_mark)
}
