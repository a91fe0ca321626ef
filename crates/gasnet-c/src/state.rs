//! What the process has: its world, its handlers, and where the segments are.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use farreach_runtime::collectives::{Source, Target};
use farreach_runtime::settings::{Settings, environment};
use farreach_runtime::{Error, Port, World};

use crate::messages::Active;

pub(crate) const OK: c_int = 0;
pub(crate) const RESOURCE: c_int = 10002;
pub(crate) const BAD_ARG: c_int = 10003;
pub(crate) const NOT_READY: c_int = 10004;

/// The lowest and the highest number of a program's handler.
const HANDLERS: std::ops::RangeInclusive<u8> = 128..=255;
const PAGE: usize = 4096;
/// `GEX_FLAG_AM_REQUEST` and `GEX_FLAG_AM_REPLY`, of which a handler has one at least.
const REQREP: u32 = 8 | 16;
/// `GEX_FLAG_AM_SHORT` and `GEX_FLAG_AM_MEDLONG`.
const CATEGORIES: u32 = 1 | 2 | 4;

/// `gex_AM_Entry_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) index: u8,
    pub(crate) function: Option<unsafe extern "C" fn()>,
    pub(crate) flags: u32,
    pub(crate) arguments: c_uint,
    cdata: *const c_void,
    name: *const c_char,
}

// SAFETY: the pointers are the program's. They are only given back to it.
unsafe impl Send for Entry {}
// SAFETY: as above.
unsafe impl Sync for Entry {}

/// Where a process's segment is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    /// Its address in its process.
    pub(crate) base: usize,
    pub(crate) len: usize,
}

/// The segments of all processes.
#[derive(Debug)]
pub(crate) struct Bounds {
    /// The offset at which each of them begins.
    pub(crate) offset: usize,
    pub(crate) of: Vec<Bound>,
}

pub(crate) struct State {
    pub(crate) world: Arc<World>,
    /// Handlers by number.
    pub(crate) handlers: [OnceLock<Entry>; 256],
    pub(crate) bounds: OnceLock<Bounds>,
    /// The ranks of this node.
    pub(crate) near: Vec<u32>,
}

static STATE: OnceLock<State> = OnceLock::new();
static LEFT: AtomicBool = AtomicBool::new(false);

/// The state, for a function that needs the client.
pub(crate) fn state(function: &str) -> &'static State {
    STATE.get().unwrap_or_else(|| {
        eprintln!("farreach: {function}: called before gex_Client_Init");
        std::process::exit(1)
    })
}

/// The state, if there is a client.
pub(crate) fn get() -> Option<&'static State> {
    STATE.get()
}

/// Ends the job because of a mistake in a call.
pub(crate) fn fatal(function: &str, what: &str) -> ! {
    let rank = STATE.get().map_or(0, |state| state.world.rank());
    let text = format!("rank {rank}: {function}: {what}");
    if !STATE
        .get()
        .is_some_and(|state| state.world.end_job(1, &text))
    {
        eprintln!("farreach: {text}");
    }
    std::process::exit(1);
}

/// What `result` has. Ends the job if it is an error.
pub(crate) fn ok<T>(function: &str, result: Result<T, Error>) -> T {
    result.unwrap_or_else(|error| fatal(function, &error.to_string()))
}

impl State {
    /// The offset of `len` bytes at `address` of the segment of `rank`.
    pub(crate) fn offset(
        &self,
        function: &str,
        rank: u32,
        address: *const c_void,
        len: usize,
    ) -> usize {
        let Some(bounds) = self.bounds.get() else {
            fatal(
                function,
                "no segment is attached: call gex_Segment_Attach first",
            );
        };
        let Some(bound) = bounds.of.get(rank as usize) else {
            let size = bounds.of.len();
            fatal(
                function,
                &format!("there is no rank {rank}: there are {size}, numbered from 0"),
            );
        };
        let at = address.addr().wrapping_sub(bound.base);
        if at > bound.len || len > bound.len - at {
            let Bound { base, len: all } = bound;
            let what = format!(
                "{len} bytes at {address:p} are not in the segment of rank {rank}, {all} bytes at {base:#x}"
            );
            fatal(function, &what);
        }
        bounds.offset + at
    }
}

/// `gex_Client_Init`.
///
/// # Safety
/// The pointers must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Client_Init(
    client: *mut *const c_void,
    ep: *mut *const c_void,
    tm: *mut *const c_void,
    _name: *const c_char,
    _argc: *mut c_int,
    _argv: *mut *mut *mut c_char,
    _flags: u32,
) -> c_int {
    if STATE.get().is_some() {
        return RESOURCE;
    }
    let joined = Settings::from_variables(&environment()).map_err(Error::from);
    // SAFETY: programs initialise before they start threads that store to variables.
    let joined = joined.and_then(|settings| unsafe { World::join_sharing_variables(settings) });
    let world = joined.unwrap_or_else(|error| fatal("gex_Client_Init", &error.to_string()));
    let node = world.node();
    let near = (0..world.size()).filter(|&rank| world.node_of(rank) == node);
    let near = near.collect();
    let state = State {
        world,
        handlers: [const { OnceLock::new() }; 256],
        bounds: OnceLock::new(),
        near,
    };
    if STATE.set(state).is_err() {
        return RESOURCE;
    }
    let state = self::state("gex_Client_Init");
    state.world.open_port(Port::Active, Arc::new(Active));
    // SAFETY: registers a function that may be called at any exit.
    let registered = unsafe { on_exit(leave_at_exit, ptr::null_mut()) };
    assert_eq!(registered, 0, "room for a function to be called at exit");
    let object: *const c_void = ptr::from_ref(state).cast();
    for place in [client, ep, tm] {
        if !place.is_null() {
            // SAFETY: the caller's promise.
            unsafe { place.write(object) };
        }
    }
    ok("gex_Client_Init", state.world.barrier());
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
    if let Some(state) = STATE.get()
        && !LEFT.swap(true, Ordering::SeqCst)
        && let Err(error) = state.world.leave_at_exit(true)
    {
        eprintln!("farreach: {error}");
    }
}

/// `gasnet_exit`: with 0 it waits until all processes exit, with another code it ends the job.
#[unsafe(no_mangle)]
extern "C" fn gasnet_exit(code: c_int) -> ! {
    if code == 0 {
        leave();
    } else if let Some(state) = STATE.get() {
        LEFT.store(true, Ordering::SeqCst);
        state.world.end_job(code, "");
    }
    std::process::exit(code)
}

/// `gex_EP_RegisterHandlers`.
///
/// # Safety
/// `table` must have `count` entries.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_EP_RegisterHandlers(
    _ep: *const c_void,
    table: *mut Entry,
    count: usize,
) -> c_int {
    const FUNCTION: &str = "gex_EP_RegisterHandlers";
    let state = state(FUNCTION);
    if count == 0 {
        return OK;
    }
    if table.is_null() || count > HANDLERS.count() {
        return BAD_ARG;
    }
    // SAFETY: the caller's promise.
    let entries = unsafe { std::slice::from_raw_parts_mut(table, count) };
    for entry in entries.iter() {
        let category = entry.flags & CATEGORIES;
        let is_known = entry.flags & REQREP != 0 && matches!(category, 1 | 2 | 4 | 6);
        if entry.arguments > 16 || !is_known || entry.function.is_none() {
            let what = format!(
                "handler {}: wants up to 16 arguments, a function, REQUEST or REPLY, and SHORT, MEDIUM or LONG; got {} arguments and flags {:#x}",
                entry.index, entry.arguments, entry.flags
            );
            fatal(FUNCTION, &what);
        }
    }
    for entry in entries.iter().filter(|entry| entry.index != 0) {
        let is_new = HANDLERS.contains(&entry.index)
            && state.handlers[usize::from(entry.index)].set(*entry).is_ok();
        if !is_new {
            return RESOURCE;
        }
    }
    for entry in entries.iter_mut().filter(|entry| entry.index == 0) {
        let is_free = |index: &u8| state.handlers[usize::from(*index)].get().is_none();
        let Some(index) = HANDLERS.rev().find(is_free) else {
            return RESOURCE;
        };
        entry.index = index;
        if state.handlers[usize::from(index)].set(*entry).is_err() {
            return RESOURCE;
        }
    }
    OK
}

/// The most bytes of a segment.
fn segment_max(state: &State) -> usize {
    (state.world.settings().heap as usize / 2) & !(PAGE - 1)
}

/// `gasnet_getMaxLocalSegmentSize`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_getMaxLocalSegmentSize() -> usize {
    segment_max(state("gasnet_getMaxLocalSegmentSize"))
}

/// `gasnet_getMaxGlobalSegmentSize`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_getMaxGlobalSegmentSize() -> usize {
    segment_max(state("gasnet_getMaxGlobalSegmentSize"))
}

/// `gex_Segment_Attach`.
///
/// # Safety
/// `segment` must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Segment_Attach(
    segment: *mut *const c_void,
    _tm: *const c_void,
    size: usize,
) -> c_int {
    const FUNCTION: &str = "gex_Segment_Attach";
    let state = state(FUNCTION);
    let most = segment_max(state);
    if size == 0 || !size.is_multiple_of(PAGE) || size > most {
        let what = format!(
            "argument size: {size} is not a multiple of {PAGE} from {PAGE} to {most} (FARREACH_HEAP sets the limit)"
        );
        fatal(FUNCTION, &what);
    }
    let world = &state.world;
    let gather = |word: usize| {
        let mut all = vec![0; 8 * world.size() as usize];
        let own = (word as u64).to_ne_bytes();
        let gathered = world
            .collectives()
            .named(FUNCTION)
            .all_gather(Source::Private(&own), Target::Private(&mut all));
        ok(FUNCTION, gathered);
        let words = all.chunks_exact(8);
        words
            .map(|word| u64::from_ne_bytes(word.try_into().expect("8 bytes")) as usize)
            .collect::<Vec<_>>()
    };
    let lens = gather(size);
    let longest = lens.iter().copied().max().unwrap_or(size);
    let offset = ok(FUNCTION, world.allocate(longest, PAGE));
    let own = world.own_segment().as_mut_ptr().addr() + offset;
    let bases = gather(own);
    let of = bases.iter().zip(&lens);
    let of = of.map(|(&base, &len)| Bound { base, len }).collect();
    if state.bounds.set(Bounds { offset, of }).is_err() {
        return RESOURCE;
    }
    if !segment.is_null() {
        // SAFETY: the caller's promise.
        unsafe { segment.write(ptr::from_ref(state).cast()) };
    }
    ok(FUNCTION, world.barrier());
    OK
}

fn own_bound(state: &State) -> Option<Bound> {
    let bounds = state.bounds.get()?;
    bounds.of.get(state.world.rank() as usize).copied()
}

/// `gex_Segment_QueryAddr`.
#[unsafe(no_mangle)]
extern "C" fn gex_Segment_QueryAddr(_segment: *const c_void) -> *mut c_void {
    let bound = own_bound(state("gex_Segment_QueryAddr"));
    bound.map_or(ptr::null_mut(), |bound| {
        ptr::with_exposed_provenance_mut(bound.base)
    })
}

/// `gex_Segment_QuerySize`.
#[unsafe(no_mangle)]
extern "C" fn gex_Segment_QuerySize(_segment: *const c_void) -> usize {
    own_bound(state("gex_Segment_QuerySize")).map_or(0, |bound| bound.len)
}

/// `gex_EP_QuerySegment`.
#[unsafe(no_mangle)]
extern "C" fn gex_EP_QuerySegment(_ep: *const c_void) -> *const c_void {
    let state = state("gex_EP_QuerySegment");
    if state.bounds.get().is_some() {
        ptr::from_ref(state).cast()
    } else {
        ptr::null()
    }
}

/// `gex_Segment_QueryBound`.
///
/// # Safety
/// The pointers must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Segment_QueryBound(
    _tm: *const c_void,
    rank: u32,
    owner: *mut *mut c_void,
    local: *mut *mut c_void,
    size: *mut usize,
) -> c_int {
    let state = state("gex_Segment_QueryBound");
    let bounds = state.bounds.get();
    let bound = bounds.and_then(|bounds| Some((bounds, bounds.of.get(rank as usize)?)));
    let (at, here, len) = bound.map_or((0, ptr::null_mut(), 0), |(bounds, bound)| {
        let here = state.world.pointer(rank, bounds.offset);
        let here = here.map_or(ptr::null_mut(), |here| here.as_ptr().cast());
        (bound.base, here, bound.len)
    });
    // SAFETY: the caller's promise.
    unsafe {
        if let Some(owner) = owner.as_mut() {
            *owner = ptr::with_exposed_provenance_mut(at);
        }
        if let Some(local) = local.as_mut() {
            *local = here;
        }
        if let Some(size) = size.as_mut() {
            *size = len;
        }
    }
    c_int::from(bound.is_none())
}

/// `gex_EP_QueryBoundSegmentNB`.
///
/// # Safety
/// The pointers must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_EP_QueryBoundSegmentNB(
    tm: *const c_void,
    rank: u32,
    owner: *mut *mut c_void,
    local: *mut *mut c_void,
    size: *mut usize,
    _flags: u32,
) -> *mut c_void {
    // SAFETY: the caller's promise.
    unsafe { gex_Segment_QueryBound(tm, rank, owner, local, size) };
    ptr::null_mut()
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
        10005 => (
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
