//! The beginning and the end: a process joins the job as a client, and leaves.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU16, Ordering};
use std::sync::{Arc, OnceLock};

use farreach_runtime::settings::{Settings, environment};
use farreach_runtime::{Error, Port, World, flush_when_ended, say};

use crate::deliver::Active;
use crate::objects::{Client, Endpoint, Object, Segment, Team};
use crate::state::{
    BAD_ARG, BARRIER_MISMATCH, ENDPOINTS_MAX, NOT_READY, OK, RESOURCE, State, fatal, get, ok, set,
    state,
};

/// `GEX_FLAG_DEFER_THREADS`.
const DEFER_THREADS: u32 = 2;

static LEFT: AtomicBool = AtomicBool::new(false);

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
    if let Some(state) = get() {
        return state.refuse(FUNCTION, RESOURCE, "called twice: a process has one client");
    }
    let joined = Settings::from_variables(&environment()).map_err(Error::from);
    // SAFETY: programs initialise before they start threads that store to variables.
    let joined = joined.and_then(|settings| unsafe { World::join_sharing_variables(settings) });
    let world = joined.unwrap_or_else(|error| fatal(FUNCTION, &error.to_string()));
    flush_when_ended();
    let name = if name.is_null() {
        CString::default()
    } else {
        // SAFETY: the caller's promise.
        unsafe { CStr::from_ptr(name) }.to_owned()
    };
    // The objects stay until the process is gone, as the world does.
    let own_client: &'static Client = Box::leak(Box::new(Client {
        object: Object::new(flags),
        name: AtomicPtr::new(name.into_raw()),
    }));
    let own_endpoint: &'static Endpoint = Box::leak(Box::new(Endpoint::new(own_client, 0, 0)));
    let all: &'static Team = Box::leak(Box::new(Team::of_all(&world, own_endpoint)));
    let node = world.node();
    let near = (0..world.size()).filter(|&rank| world.node_of(rank) == node);
    let near = near.collect();
    let made = State {
        world,
        client: own_client,
        endpoint: own_endpoint,
        all,
        handlers: [const { OnceLock::new() }; 256],
        bounds: [const { OnceLock::new() }; ENDPOINTS_MAX],
        endpoints: AtomicU16::new(1),
        near,
        is_verbose: AtomicBool::new(true),
        has_queried_threads: AtomicBool::new(flags & DEFER_THREADS == 0),
    };
    let Some(state) = set(made) else {
        return RESOURCE;
    };
    state.world.open_port(Port::Active, Arc::new(Active));
    // SAFETY: registers a function that may be called at any exit.
    let registered = unsafe { on_exit(leave_at_exit, ptr::null_mut()) };
    assert_eq!(registered, 0, "room for a function to be called at exit");
    // SAFETY: the caller's promise.
    unsafe {
        if let Some(client) = client.as_mut() {
            *client = own_client;
        }
        if let Some(endpoint) = endpoint.as_mut() {
            *endpoint = own_endpoint;
        }
        if let Some(team) = team.as_mut() {
            *team = all;
        }
    }
    ok(FUNCTION, state.world.barrier());
    OK
}

unsafe extern "C" {
    /// Registers `function` for the exit of the process. It gets the exit status.
    fn on_exit(function: unsafe extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

/// Leaves the job when the process exits with 0. With any other status the launcher ends the job.
unsafe extern "C" fn leave_at_exit(status: c_int, _: *mut c_void) {
    if status == 0 {
        leave();
    }
}

/// Leaves the job, once.
fn leave() {
    if let Some(state) = get()
        && !LEFT.swap(true, Ordering::SeqCst)
        && let Err(error) = state.world.leave_at_exit(true)
    {
        say(&error);
    }
}

/// `gasnet_exit`: with 0 it waits until all processes exit, with another code it ends the job.
#[unsafe(no_mangle)]
extern "C" fn gasnet_exit(code: c_int) -> ! {
    if code == 0 {
        leave();
    } else if let Some(state) = get() {
        LEFT.store(true, Ordering::SeqCst);
        state.world.exit_process(code)
    }
    std::process::exit(code)
}

/// `gex_System_SetVerboseErrors`.
#[unsafe(no_mangle)]
extern "C" fn gex_System_SetVerboseErrors(enable: c_int) {
    const FUNCTION: &str = "gex_System_SetVerboseErrors";
    if !matches!(enable, 0 | 1) {
        fatal(
            FUNCTION,
            &format!("argument enable: {enable}, but it is 0 or 1"),
        );
    }
    let state = state(FUNCTION);
    state.is_verbose.store(enable == 1, Ordering::Relaxed);
}

/// `gex_System_GetVerboseErrors`.
#[unsafe(no_mangle)]
extern "C" fn gex_System_GetVerboseErrors() -> c_int {
    let state = state("gex_System_GetVerboseErrors");
    c_int::from(state.is_verbose.load(Ordering::Relaxed))
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
    const FUNCTION: &str = "gex_System_QueryProgressThreads";
    let state = state(FUNCTION);
    if count.is_null() || info.is_null() || flags != 0 {
        let what = "wants places for its results, and flags 0";
        return state.refuse(FUNCTION, BAD_ARG, what);
    }
    if state.has_queried_threads.swap(true, Ordering::Relaxed) {
        let what = "may be called once, and only after gex_Client_Init with GEX_FLAG_DEFER_THREADS";
        return state.refuse(FUNCTION, RESOURCE, what);
    }
    // SAFETY: the caller's promise.
    unsafe { count.write(0) };
    OK
}

/// `gasnet_set_waitmode`: checks the mode. How long a wait spins, the library decides by the cores
/// that the processes of a node have.
#[unsafe(no_mangle)]
extern "C" fn gasnet_set_waitmode(mode: c_int) -> c_int {
    const FUNCTION: &str = "gasnet_set_waitmode";
    if (0..=2).contains(&mode) {
        return OK;
    }
    let what = format!("argument wait_mode: {mode}, but there are 0 to 2");
    state(FUNCTION).refuse(FUNCTION, BAD_ARG, &what)
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
    let state = state("gasnet_QueryGexObjects");
    // SAFETY: the caller's promise.
    unsafe {
        if let Some(client) = client.as_mut() {
            *client = state.client;
        }
        if let Some(endpoint) = endpoint.as_mut() {
            *endpoint = state.endpoint;
        }
        if let Some(team) = team.as_mut() {
            *team = state.all;
        }
        if let Some(segment) = segment.as_mut() {
            *segment = state.endpoint.segment.load(Ordering::Acquire);
        }
    }
}
