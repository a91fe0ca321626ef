//! Events: operations that were begun, and what they wait for.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use farreach_runtime::Pending;
use farreach_runtime::collectives::{Operation, Request};

use crate::state::{NOT_READY, OK, State, ok, state};

/// What `gex_Event_t` points to. `GEX_EVENT_INVALID`, the null pointer, has ended.
pub(crate) enum Event {
    Put(Pending),
    /// A get, and where its bytes go.
    Get(Pending, *mut u8, usize),
    Barrier(Request),
}

impl Event {
    /// The event for C.
    pub(crate) fn into_raw(self) -> *mut c_void {
        Box::into_raw(Box::new(self)).cast()
    }

    fn has_ended(&self, state: &State) -> bool {
        match self {
            Event::Put(pending) | Event::Get(pending, ..) => {
                ok("gex_Event_Test", state.world.direct().test(pending))
            }
            Event::Barrier(request) => state.world.test_request(request),
        }
    }

    /// Waits until the operation has ended.
    fn wait(self, state: &State) {
        const FUNCTION: &str = "gex_Event_Wait";
        let through = state.world.direct();
        match self {
            Event::Put(pending) => ok(FUNCTION, through.wait(&pending)),
            Event::Get(pending, into, len) => {
                // SAFETY: the program keeps the target of a get until its event has ended.
                let into = unsafe { std::slice::from_raw_parts_mut(into, len) };
                ok(FUNCTION, through.wait_get(&pending, into));
            }
            Event::Barrier(request) => ok(FUNCTION, state.world.wait_request(&request)),
        }
    }
}

/// # Safety
/// `event` must be one that has not ended, or null.
unsafe fn test(event: *mut c_void) -> bool {
    let state = state("gex_Event_Test");
    // SAFETY: the caller's promise.
    let Some(known) = (unsafe { event.cast::<Event>().as_ref() }) else {
        return true;
    };
    if !known.has_ended(state) {
        return false;
    }
    // SAFETY: the caller's promise.
    unsafe { wait(event) };
    true
}

/// # Safety
/// `event` must be one that has not ended, or null.
unsafe fn wait(event: *mut c_void) {
    if !event.is_null() {
        // SAFETY: the caller's promise; `into_raw` made it.
        let event = unsafe { Box::from_raw(event.cast::<Event>()) };
        event.wait(state("gex_Event_Wait"));
    }
}

/// `gex_Event_Test`.
///
/// # Safety
/// `event` must be one that has not ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Event_Test(event: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    if unsafe { test(event) } {
        OK
    } else {
        NOT_READY
    }
}

/// `gex_Event_Wait`.
///
/// # Safety
/// `event` must be one that has not ended.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn gex_Event_Wait(event: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { wait(event) };
}

/// Tests events, and makes those invalid that have ended. Returns how many ended now, and how many
/// are left.
///
/// # Safety
/// There must be `count` events at `events`.
unsafe fn test_each(events: *mut *mut c_void, count: usize) -> (usize, usize) {
    let (mut ended, mut left) = (0, 0);
    for at in 0..count {
        // SAFETY: the caller's promise.
        unsafe {
            let place = events.add(at);
            if (*place).is_null() {
                continue;
            }
            if test(*place) {
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
    let (_, left) = unsafe { test_each(events, count) };
    if left == 0 { OK } else { NOT_READY }
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
    let (ended, left) = unsafe { test_each(events, count) };
    if ended > 0 || left == 0 {
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
    for at in 0..count {
        // SAFETY: the caller's promise.
        unsafe {
            let place = events.add(at);
            wait(*place);
            *place = ptr::null_mut();
        }
    }
}

/// `gex_Event_WaitSome`.
///
/// # Safety
/// There must be `count` events at `events`.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Event_WaitSome(events: *mut *mut c_void, count: usize, flags: u32) {
    // SAFETY: the caller's promise.
    while unsafe { gex_Event_TestSome(events, count, flags) } != OK {
        std::thread::yield_now();
    }
}

/// `gex_NBI_Wait`: waits for all operations with implicit handles, whatever the mask.
#[unsafe(no_mangle)]
extern "C" fn gex_NBI_Wait(_mask: c_uint, _flags: u32) {
    let state = state("gex_NBI_Wait");
    ok("gex_NBI_Wait", state.world.direct().quiet());
}

/// `gex_NBI_Test`: waits as well, since the operations end without other processes' help.
#[unsafe(no_mangle)]
extern "C" fn gex_NBI_Test(mask: c_uint, flags: u32) -> c_int {
    gex_NBI_Wait(mask, flags);
    OK
}

/// `gex_Coll_BarrierNB`.
#[unsafe(no_mangle)]
extern "C" fn gex_Coll_BarrierNB(_tm: *const c_void, _flags: u32) -> *mut c_void {
    let state = state("gex_Coll_BarrierNB");
    let all = state.world.collectives();
    // SAFETY: the world and its group live until the process ends, and nothing else is borrowed.
    let request = unsafe { all.named("gex_Coll_BarrierNB").begin(Operation::Sync) };
    Event::Barrier(request).into_raw()
}
