//! Segments: the memory of each process that others access.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::AtomicPtr;

use farreach_runtime::collectives::{Source, Target};

use crate::objects::{Object, Segment, Team};
use crate::state::{BAD_ARG, Bound, Bounds, OK, RESOURCE, State, fatal, ok, outside, state};
use crate::system::entries;

/// `GASNET_PAGESIZE`.
const PAGE: usize = 4096;

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
    segment: *mut *const Segment,
    team: *const Team,
    size: usize,
) -> c_int {
    const FUNCTION: &str = "gex_Segment_Attach";
    let state = outside(FUNCTION);
    let most = segment_max(state);
    if size == 0 || !size.is_multiple_of(PAGE) || size > most {
        let what = format!(
            "argument size: {size} is not a multiple of {PAGE} from {PAGE} to {most} (FARREACH_HEAP sets the limit)"
        );
        fatal(FUNCTION, &what);
    }
    if !ptr::eq(team, state.all) {
        let what = "argument tm: the team is the one of gex_Client_Init";
        return state.refuse(FUNCTION, BAD_ARG, what);
    }
    if state.bounds.get().is_some() {
        let what = "called twice: a process has one segment";
        return state.refuse(FUNCTION, RESOURCE, what);
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
    let own = world.own_segment().as_mut_ptr().wrapping_add(offset);
    let bases = gather(own.addr());
    let of = bases.iter().zip(&lens);
    let of = of.map(|(&base, &len)| Bound { base, len }).collect();
    if state.bounds.set(Bounds { offset, of }).is_err() {
        return RESOURCE;
    }
    let bound: &'static Segment = Box::leak(Box::new(Segment {
        object: Object::default(),
        client: state.client,
        address: AtomicPtr::new(own.cast()),
        size,
    }));
    state.endpoint.bind(bound);
    if !segment.is_null() {
        // SAFETY: the caller's promise.
        unsafe { segment.write(bound) };
    }
    ok(FUNCTION, world.barrier());
    OK
}

/// `gasnet_seginfo_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct SegmentInfo {
    address: *mut c_void,
    size: usize,
}

/// `gasnet_getSegmentInfo`.
///
/// # Safety
/// `table` must have room for `count` entries.
#[unsafe(no_mangle)]
unsafe extern "C" fn gasnet_getSegmentInfo(table: *mut SegmentInfo, count: c_int) -> c_int {
    const FUNCTION: &str = "gasnet_getSegmentInfo";
    let state = state(FUNCTION);
    let Some(entries) = entries(table, count) else {
        return state.refuse(FUNCTION, BAD_ARG, "wants a table of at least one entry");
    };
    let Some(bounds) = state.bounds.get() else {
        fatal(
            FUNCTION,
            "no segment is attached: call gex_Segment_Attach first",
        );
    };
    for (at, bound) in bounds.of.iter().enumerate().take(entries) {
        let info = SegmentInfo {
            address: ptr::with_exposed_provenance_mut(bound.base),
            size: bound.len,
        };
        // SAFETY: the caller's promise.
        unsafe { table.add(at).write(info) };
    }
    OK
}

/// `gex_Segment_QueryBound`: returns non-zero and writes nothing if no segment is attached.
///
/// # Safety
/// The pointers must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Segment_QueryBound(
    team: *const Team,
    rank: u32,
    owner: *mut *mut c_void,
    local: *mut *mut c_void,
    size: *mut usize,
) -> c_int {
    const FUNCTION: &str = "gex_Segment_QueryBound";
    if state(FUNCTION).bounds.get().is_none() {
        return 1;
    }
    // SAFETY: the caller's promise.
    unsafe { bound(FUNCTION, team, rank, (owner, local, size)) };
    OK
}

/// Writes where a rank's segment is. Its size is 0 if no segment is attached.
///
/// # Safety
/// The pointers must be valid for writes, or null.
unsafe fn bound(
    function: &str,
    team: *const Team,
    rank: u32,
    (owner, local, size): (*mut *mut c_void, *mut *mut c_void, *mut usize),
) {
    let state = state(function);
    // SAFETY: the caller's promise.
    let rank = unsafe { state.job_rank(function, team, rank) };
    let bounds = state.bounds.get();
    let bound = bounds.map(|bounds| (bounds, bounds.of[rank as usize]));
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
}

/// `gex_EP_QueryBoundSegmentNB`: known at once, since the processes exchange where their segments are
/// when they attach.
///
/// # Safety
/// The pointers must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_EP_QueryBoundSegmentNB(
    team: *const Team,
    rank: u32,
    owner: *mut *mut c_void,
    local: *mut *mut c_void,
    size: *mut usize,
    _flags: u32,
) -> *mut c_void {
    // SAFETY: the caller's promise.
    unsafe {
        bound(
            "gex_EP_QueryBoundSegmentNB",
            team,
            rank,
            (owner, local, size),
        );
    }
    ptr::null_mut()
}
