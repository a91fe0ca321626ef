//! Endpoints: those that are made beside the client's, and the segments that are bound to them.
//!
//! A process tells the others by [`publish`] where its segments are. `gex_Segment_Attach` does so for
//! the client's endpoint.
//!
//! An address in another process's segment becomes an offset by this table of where the segments of
//! each endpoint are.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::Ordering;

use farreach_runtime::collectives::{Source, Target};

use crate::objects::{Client, Endpoint, Segment, Team};
use crate::state::{BAD_ARG, Bound, Call, ENDPOINTS_MAX, Location, OK, RESOURCE, outside};
use crate::teams::team;

/// Where the segment of an endpoint of this process is.
pub(crate) fn bound_here(endpoint: &Endpoint) -> Option<Bound> {
    // SAFETY: a segment that is bound to an endpoint is not destroyed.
    let segment = unsafe { endpoint.segment.load(Ordering::Acquire).as_ref() }?;
    Some(Bound {
        base: segment.address.load(Ordering::Relaxed).addr(),
        len: segment.size,
        offset: segment.offset,
    })
}

/// Binds a segment to an endpoint of this process, unless one is bound.
pub(crate) fn bind(call: Call, endpoint: &Endpoint, segment: &Segment) -> bool {
    let is_new = endpoint.bind(segment);
    if let Some(bound) = bound_here(endpoint).filter(|_| is_new) {
        let location = Location {
            rank: call.world.rank(),
            endpoint: endpoint.index,
        };
        call.learn(location, bound);
    }
    is_new
}

/// Tells the members of a team where the segments of endpoints are. Collective.
pub(crate) fn publish<'a>(call: Call, team: &Team, endpoints: impl Iterator<Item = &'a Endpoint>) {
    /// Words for an endpoint: its index, and its [`Bound`].
    const WORDS: usize = 4;
    let bounds = endpoints.filter_map(|endpoint| Some((endpoint.index, bound_here(endpoint)?)));
    let mut own: Vec<u64> = bounds
        .flat_map(|(index, Bound { base, len, offset })| {
            [usize::from(index), base, len, offset].map(|word| word as u64)
        })
        .collect();
    let gather = |own: &[u64]| -> Vec<u64> {
        let bytes: Vec<u8> = own.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let mut all = vec![0; bytes.len() * team.size as usize];
        let collectives = team.collectives(&call.world).named(call.function);
        let gathered = collectives.all_gather(Source::Private(&bytes), Target::Private(&mut all));
        call.ok(gathered);
        let words = all.as_chunks::<8>().0.iter();
        words.map(|word| u64::from_ne_bytes(*word)).collect()
    };
    let counts = gather(&[own.len() as u64]);
    let most = counts.iter().copied().max().unwrap_or(0) as usize;
    if most == 0 {
        return;
    }
    own.resize(most, 0);
    for (member, words) in (0..).zip(gather(&own).chunks_exact(most)) {
        for words in words.as_chunks::<WORDS>().0 {
            let [index, base, len, offset] = words.map(|word| word as usize);
            if let Some(rank) = team.job_rank(member).filter(|_| len > 0) {
                let endpoint = index as u16;
                call.learn(Location { rank, endpoint }, Bound { base, len, offset });
            }
        }
    }
}

/// `gex_EP_Create`: endpoints beyond the first are in no team. The endpoints of a process share their
/// handlers.
///
/// # Safety
/// `endpoint` must be valid for writes.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_EP_Create(
    endpoint: *mut *const Endpoint,
    _client: *const Client,
    capabilities: u32,
    flags: u32,
) -> c_int {
    /// `GEX_EP_CAPABILITY_RMA`, `GEX_EP_CAPABILITY_AM` and `GEX_EP_CAPABILITY_VIS`.
    const POINT_TO_POINT: u32 = 1 | 2 | 4;
    /// `GEX_FLAG_HINT_ACCEL_ALL`.
    const HINTS: u32 = 3;
    let call = outside("gex_EP_Create");
    if endpoint.is_null() || flags & !HINTS != 0 {
        return call.refuse(
            BAD_ARG,
            "wants a place for its result, and no flags but hints",
        );
    }
    if capabilities == 0 || capabilities & !POINT_TO_POINT != 0 {
        let what = format!(
            "argument capabilities: {capabilities:#x}, but endpoints beside that of gex_Client_Init have some of \
             GEX_EP_CAPABILITY_RMA, _AM and _VIS: use the client's endpoint for teams and atomics"
        );
        return call.refuse(BAD_ARG, what);
    }
    let next = |count: u16| (usize::from(count) < ENDPOINTS_MAX).then_some(count + 1);
    let count = (call.endpoints).fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    let Ok(index) = count else {
        return call.refuse(
            RESOURCE,
            format!("a process has at most {ENDPOINTS_MAX} endpoints"),
        );
    };
    let made = Box::new(Endpoint::new(call.client, index, flags));
    // SAFETY: the caller's promise.
    unsafe { endpoint.write(Box::into_raw(made)) };
    OK
}

/// `gex_EP_Destroy`. The endpoint's index is not given to another endpoint.
///
/// # Safety
/// `endpoint` must come from [`gex_EP_Create`], and no process uses it afterwards.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_EP_Destroy(endpoint: *mut Endpoint, _flags: u32) {
    let call = outside("gex_EP_Destroy");
    if endpoint.is_null() || ptr::eq(endpoint, call.endpoint) {
        call.wrong("ep", "it is not from gex_EP_Create");
    }
    // SAFETY: the caller's promise.
    drop(unsafe { Box::from_raw(endpoint) });
}

/// `gex_EP_BindSegment`.
///
/// # Safety
/// The objects must be valid, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_EP_BindSegment(
    endpoint: *const Endpoint,
    segment: *const Segment,
    flags: u32,
) -> c_int {
    let call = outside("gex_EP_BindSegment");
    // SAFETY: the caller's promise.
    let (Some(endpoint), Some(segment)) = (unsafe { (endpoint.as_ref(), segment.as_ref()) }) else {
        return call.refuse(
            BAD_ARG,
            "wants an endpoint and a segment, of which one is invalid",
        );
    };
    if flags != 0 {
        return call.refuse(BAD_ARG, format!("argument flags: {flags:#x}, but it is 0"));
    }
    if !bind(call, endpoint, segment) {
        let what = format!(
            "argument ep: endpoint {} has a segment, which stays until the end",
            endpoint.index
        );
        return call.refuse(BAD_ARG, what);
    }
    OK
}

/// `gex_EP_PublishBoundSegment`.
///
/// # Safety
/// `over` must be a team, and there must be `count` endpoints at `endpoints`.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_EP_PublishBoundSegment(
    over: *const Team,
    endpoints: *const *const Endpoint,
    count: usize,
    flags: u32,
) -> c_int {
    let call = outside("gex_EP_PublishBoundSegment");
    if flags != 0 {
        return call.refuse(BAD_ARG, format!("argument flags: {flags:#x}, but it is 0"));
    }
    // SAFETY: the caller's promise.
    let team = unsafe { team(call, over) };
    let endpoints = (0..count).filter_map(|at| {
        // SAFETY: the caller's promise.
        unsafe { (*endpoints.add(at)).as_ref() }
    });
    publish(call, team, endpoints);
    OK
}
