//! The beginning and the end: a process joins the job as a client, and leaves.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU16, Ordering};

use farreach_c::{Fault, give, join, of_argument, settings};
use farreach_gasnet::am;

use crate::deliver::Registered;
use crate::objects::{Client, Endpoint, Object, Segment, Team};
use crate::state::{
    BAD_ARG, BARRIER_MISMATCH, ENDPOINTS_MAX, LIBRARY, NOT_READY, OK, RESOURCE, State, anywhere,
    outside,
};

/// `GEX_FLAG_DEFER_THREADS`.
const DEFER_THREADS: u32 = 2;

/// `gex_Client_Init`.
///
/// # Safety
/// The pointers must be valid for writes, or null; `name` is a string, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Client_Init(
    client: *mut *const Client,
    endpoint: *mut *const Endpoint,
    team: *mut *const Team,
    name: *const c_char,
    _argc: *mut c_int,
    _argv: *mut *mut *mut c_char,
    flags: u32,
) -> c_int {
    const FUNCTION: &str = "gex_Client_Init";
    let name = if name.is_null() {
        c""
    } else {
        // SAFETY: the caller's promise.
        unsafe { CStr::from_ptr(name) }
    };
    let begun = LIBRARY.begin_once(|| first(name, flags));
    let Some(state) = LIBRARY.finish(FUNCTION, begun) else {
        let what = "called twice: a process has one client";
        return anywhere(FUNCTION).refuse(RESOURCE, what);
    };
    am::open(&state.world, Registered);
    // SAFETY: the caller's promise.
    unsafe {
        give(client, state.client);
        give(endpoint, state.endpoint);
        give(team, state.all);
    }
    outside(FUNCTION).ok(state.world.barrier());
    OK
}

fn first(name: &CStr, flags: u32) -> Result<State, Fault> {
    // SAFETY: programs initialise before they start threads that store to variables.
    let world = unsafe { join(settings()?)? };
    // The objects stay until the process is gone, as the world does.
    let client: &'static Client = Box::leak(Box::new(Client {
        object: Object::new(flags),
        name: AtomicPtr::new(name.to_owned().into_raw()),
    }));
    let endpoint: &'static Endpoint = Box::leak(Box::new(Endpoint::new(client, 0, 0)));
    let node = world.node();
    let near = (0..world.size()).filter(|&rank| world.node_of(rank) == node);
    Ok(State {
        client,
        endpoint,
        all: Box::leak(Box::new(Team::of_all(&world, endpoint))),
        handlers: [const { OnceLock::new() }; 256],
        bounds: [const { OnceLock::new() }; ENDPOINTS_MAX],
        endpoints: AtomicU16::new(1),
        near: near.collect(),
        is_verbose: AtomicBool::new(true),
        has_queried_threads: AtomicBool::new(flags & DEFER_THREADS == 0),
        world,
    })
}

/// `gasnet_exit`: with 0 it waits until all processes exit, with another code it ends the job.
#[unsafe(no_mangle)]
extern "C" fn gasnet_exit(code: c_int) -> ! {
    if code == 0 {
        LIBRARY.leave();
    } else if LIBRARY.kept().is_some() && LIBRARY.exit(code).is_err() {
        // A handler calls, which runs while this thread leaves the job.
        LIBRARY.end_job(code, "");
    }
    std::process::exit(code)
}

/// `gex_System_SetVerboseErrors`.
#[unsafe(no_mangle)]
extern "C" fn gex_System_SetVerboseErrors(enable: c_int) {
    let call = anywhere("gex_System_SetVerboseErrors");
    if !matches!(enable, 0 | 1) {
        call.wrong("enable", format!("{enable}, but it is 0 or 1"));
    }
    call.is_verbose.store(enable == 1, Ordering::Relaxed);
}

/// `gex_System_GetVerboseErrors`.
#[unsafe(no_mangle)]
extern "C" fn gex_System_GetVerboseErrors() -> c_int {
    let call = anywhere("gex_System_GetVerboseErrors");
    c_int::from(call.is_verbose.load(Ordering::Relaxed))
}

/// `gex_System_QueryProgressThreads`: the program need not start any. The library has a thread of
/// its own where it needs one.
///
/// # Safety
/// `count` must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_System_QueryProgressThreads(
    _client: *const Client,
    count: *mut c_uint,
    info: *mut *const c_void,
    flags: u32,
) -> c_int {
    let call = anywhere("gex_System_QueryProgressThreads");
    if count.is_null() || info.is_null() || flags != 0 {
        return call.refuse(BAD_ARG, "wants places for its results, and flags 0");
    }
    if call.has_queried_threads.swap(true, Ordering::Relaxed) {
        let what = "may be called once, and only after gex_Client_Init with GEX_FLAG_DEFER_THREADS";
        return call.refuse(RESOURCE, what);
    }
    // SAFETY: the caller's promise.
    unsafe { count.write(0) };
    OK
}

/// `gasnet_set_waitmode`: checks the mode. How long a wait spins, the library decides by the cores
/// that the processes of a node have.
#[unsafe(no_mangle)]
extern "C" fn gasnet_set_waitmode(mode: c_int) -> c_int {
    if (0..=2).contains(&mode) {
        return OK;
    }
    let what = of_argument("wait_mode", format!("{mode}, but there are 0 to 2"));
    anywhere("gasnet_set_waitmode").refuse(BAD_ARG, what)
}

/// The name of an error, and its meaning.
fn error(code: c_int) -> (&'static CStr, &'static CStr) {
    match code {
        OK => (c"GASNET_OK", c"no error"),
        10001 => (
            c"GASNET_ERR_NOT_INIT",
            c"gex_Client_Init has not been called",
        ),
        RESOURCE => (
            c"GASNET_ERR_RESOURCE",
            c"something needed is used up or exists already",
        ),
        BAD_ARG => (c"GASNET_ERR_BAD_ARG", c"an argument is not allowed"),
        NOT_READY => (c"GASNET_ERR_NOT_READY", c"an operation has not ended"),
        BARRIER_MISMATCH => (
            c"GASNET_ERR_BARRIER_MISMATCH",
            c"processes met in different barriers",
        ),
        _ => (c"unknown", c"not an error of GASNet"),
    }
}

/// `gasnet_ErrorName`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_ErrorName(code: c_int) -> *const c_char {
    error(code).0.as_ptr()
}

/// `gasnet_ErrorDesc`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_ErrorDesc(code: c_int) -> *const c_char {
    error(code).1.as_ptr()
}

/// `gasnet_QueryGexObjects`.
///
/// # Safety
/// The pointers must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gasnet_QueryGexObjects(
    client: *mut *const Client,
    endpoint: *mut *const Endpoint,
    team: *mut *const Team,
    segment: *mut *const Segment,
) {
    let call = anywhere("gasnet_QueryGexObjects");
    // SAFETY: the caller's promise.
    unsafe {
        give(client, call.client);
        give(endpoint, call.endpoint);
        give(team, call.all);
        give(segment, call.endpoint.segment.load(Ordering::Acquire));
    }
}
