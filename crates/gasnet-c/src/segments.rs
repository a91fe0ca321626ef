//! Segments: the memory of each process that others access.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use farreach_c::{give, of_argument};
use farreach_runtime::Error;

use crate::endpoints::{bind, bound_here, publish};
use crate::objects::{Client, Object, Origin, Segment, Team};
use crate::state::{BAD_ARG, Bound, Call, Location, OK, RESOURCE, anywhere, outside};
use crate::system::entries;

/// `GASNET_PAGESIZE`.
const PAGE: usize = 4096;

/// The most bytes of a segment.
fn segment_max(call: Call) -> usize {
    (call.world.settings().heap as usize / 2) & !(PAGE - 1)
}

/// `gasnet_getMaxLocalSegmentSize`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_getMaxLocalSegmentSize() -> usize {
    segment_max(anywhere("gasnet_getMaxLocalSegmentSize"))
}

/// `gasnet_getMaxGlobalSegmentSize`.
#[unsafe(no_mangle)]
extern "C" fn gasnet_getMaxGlobalSegmentSize() -> usize {
    segment_max(anywhere("gasnet_getMaxGlobalSegmentSize"))
}

/// Allocates a segment. The error says why there is no memory.
fn allocated(call: Call, size: usize) -> Result<Box<Segment>, Error> {
    let offset = call.world.allocate_alone(size, PAGE)?;
    let address = call.world.own_segment().as_mut_ptr().wrapping_add(offset);
    Ok(Box::new(Segment {
        object: Object::default(),
        client: call.client,
        address: AtomicPtr::new(address.cast()),
        size,
        offset,
        origin: Origin::Allocated,
        is_bound: AtomicBool::new(false),
    }))
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
    let call = outside("gex_Segment_Attach");
    let most = segment_max(call);
    if size == 0 || !size.is_multiple_of(PAGE) || size > most {
        let what = format!(
            "{size} is not a multiple of {PAGE} from {PAGE} to {most} (FARREACH_HEAP sets \
             the limit)"
        );
        call.wrong("size", what);
    }
    if !ptr::eq(team, call.all) {
        let what = "the team is the one of gex_Client_Init";
        return call.refuse(BAD_ARG, of_argument("tm", what));
    }
    if bound_here(call.endpoint).is_some() {
        let what = "called twice: the endpoint of gex_Client_Init has one segment";
        return call.refuse(RESOURCE, what);
    }
    let attached: &'static Segment = Box::leak(call.ok(allocated(call, size)));
    bind(call, call.endpoint, attached);
    publish(call, call.all, std::iter::once(call.endpoint));
    if !segment.is_null() {
        // SAFETY: the caller's promise.
        unsafe { segment.write(attached) };
    }
    call.ok(call.world.barrier());
    OK
}

/// `GEX_MK_HOST`.
const HOST: usize = 1;

/// `gex_MK_Create_args_t`, without the arguments of devices.
#[repr(C)]
#[derive(Debug)]
struct KindArguments {
    flags: u64,
    class: c_uint,
}

/// `gex_MK_Create`: memory is the host's.
///
/// # Safety
/// `kind` must be valid for writes, and `arguments` for reads.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_MK_Create(
    kind: *mut *mut c_void,
    _client: *const Client,
    arguments: *const KindArguments,
    flags: u32,
) -> c_int {
    let call = anywhere("gex_MK_Create");
    // SAFETY: the caller's promise.
    let Some(arguments) = (unsafe { arguments.as_ref() }) else {
        return call.refuse(BAD_ARG, of_argument("args", "is a null pointer"));
    };
    if flags != 0 || arguments.flags != 0 || kind.is_null() {
        return call.refuse(BAD_ARG, "wants a place for its result, and flags 0");
    }
    if arguments.class != 0 {
        let class = ["HOST", "CUDA_UVA", "HIP", "ZE"].get(arguments.class as usize);
        let class = class.map_or_else(|| arguments.class.to_string(), ToString::to_string);
        let what = format!(
            "argument args: class {class}, but this library reaches the host's memory alone: copy to a segment of GEX_MK_HOST"
        );
        return call.refuse(BAD_ARG, what);
    }
    // SAFETY: the caller's promise.
    unsafe { kind.write(ptr::without_provenance_mut(HOST)) };
    OK
}

/// `gex_MK_Destroy`.
#[unsafe(no_mangle)]
extern "C" fn gex_MK_Destroy(kind: *mut c_void, _flags: u32) {
    let call = anywhere("gex_MK_Destroy");
    if kind.addr() != HOST {
        call.wrong("memkind", "it is not from gex_MK_Create");
    }
}

/// `gex_Segment_Create`: of new memory, of memory that other processes reach already, or of private memory, which
/// becomes memory of this process's segment of the runtime.
///
/// # Safety
/// `segment` must be valid for writes. Memory at `address` stays until the segment is destroyed.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Segment_Create(
    segment: *mut *const Segment,
    _client: *const Client,
    address: *mut c_void,
    size: usize,
    kind: *mut c_void,
    flags: u32,
) -> c_int {
    let call = outside("gex_Segment_Create");
    if segment.is_null() || size == 0 || kind.addr() != HOST || flags != 0 {
        let what = format!(
            "wants a place for its result, a length above 0, which is {size}, the kind GEX_MK_HOST and flags 0"
        );
        return call.refuse(BAD_ARG, what);
    }
    let made = if address.is_null() {
        match allocated(call, size) {
            Ok(made) => made,
            Err(error) => return call.refuse(RESOURCE, error),
        }
    } else {
        let found = call.world.locate(address.cast(), size);
        let (offset, origin) = match found {
            Some(offset) => (offset, Origin::Symmetric),
            None => {
                // SAFETY: the caller's promise.
                match unsafe { call.world.expose(address.cast(), size) } {
                    Ok(exposure) => (exposure.offset(), Origin::Private(exposure)),
                    Err(error) => {
                        let what = format!("{size} bytes at {address:p}: {error}");
                        return call.refuse(BAD_ARG, of_argument("address", what));
                    }
                }
            }
        };
        Box::new(Segment {
            object: Object::default(),
            client: call.client,
            address: AtomicPtr::new(address),
            size,
            offset,
            origin,
            is_bound: AtomicBool::new(false),
        })
    };
    // SAFETY: the caller's promise.
    unsafe { segment.write(Box::into_raw(made)) };
    OK
}

/// `gex_Segment_Destroy`.
///
/// # Safety
/// `segment` must come from [`gex_Segment_Create`], and is not used afterwards.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Segment_Destroy(segment: *mut Segment, _flags: u32) {
    let call = outside("gex_Segment_Destroy");
    // SAFETY: the caller's promise.
    let Some(old) = (unsafe { segment.as_ref() }) else {
        call.wrong("segment", "it is GEX_SEGMENT_INVALID");
    };
    if old.is_bound.load(Ordering::Acquire) {
        let what = "an endpoint has it bound, which ends with the job";
        call.wrong("segment", what);
    }
    // SAFETY: the caller's promise.
    let old = unsafe { Box::from_raw(segment) };
    let ended = match old.origin {
        Origin::Allocated => call.world.free_alone(old.offset),
        Origin::Symmetric => Ok(()),
        Origin::Private(exposure) => call.world.conceal(exposure),
    };
    call.ok(ended);
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
    let call = anywhere("gasnet_getSegmentInfo");
    let Some(entries) = entries(table, count) else {
        return call.refuse(BAD_ARG, "wants a table of at least one entry");
    };
    if call.bounds[0].get().is_none() {
        call.fatal("no segment is attached: call gex_Segment_Attach first");
    }
    for rank in (0..call.world.size()).take(entries) {
        let bound = call.bound(Location { rank, endpoint: 0 });
        let (base, size) = bound.map_or((0, 0), |bound| (bound.base, bound.len));
        let info = SegmentInfo {
            address: ptr::with_exposed_provenance_mut(base),
            size,
        };
        // SAFETY: the caller's promise.
        unsafe { table.add(rank as usize).write(info) };
    }
    OK
}

/// Where an endpoint's segment is: for C, the address in its process, the address here and the
/// size.
type Places = (*mut *mut c_void, *mut *mut c_void, *mut usize);

/// `gex_Segment_QueryBound`: returns non-zero and writes nothing if no segment is bound.
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
    let call = anywhere("gex_Segment_QueryBound");
    // SAFETY: the caller's promise.
    unsafe {
        let location = call.location(team, rank);
        let bound = call.bound(location);
        if bound.is_some() {
            tell(call, location, bound, (owner, local, size));
        }
        c_int::from(bound.is_none())
    }
}

/// Writes where an endpoint's segment is. Its size is 0 if this process knows none.
///
/// # Safety
/// The pointers must be valid for writes, or null.
unsafe fn tell(call: Call, location: Location, bound: Option<Bound>, (owner, local, size): Places) {
    let (at, here, len) = bound.map_or((0, ptr::null_mut(), 0), |bound| {
        let here = if location.rank == call.world.rank() {
            ptr::with_exposed_provenance_mut(bound.base)
        } else {
            let here = call.world.pointer(location.rank, bound.offset);
            here.map_or(ptr::null_mut(), |here| here.as_ptr().cast())
        };
        (bound.base, here, bound.len)
    });
    // SAFETY: the caller's promise.
    unsafe {
        give(owner, ptr::with_exposed_provenance_mut(at));
        give(local, here);
        give(size, len);
    }
}

/// `gex_EP_QueryBoundSegmentNB`: known at once, since the processes exchange where their segments are
/// when they attach or publish them.
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
    let call = anywhere("gex_EP_QueryBoundSegmentNB");
    // SAFETY: the caller's promise.
    unsafe {
        let location = call.location(team, rank);
        tell(call, location, call.bound(location), (owner, local, size));
    }
    ptr::null_mut()
}
