//! The job, its teams and its places.

#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr;

use crate::state::state;

/// `gex_System_QueryJobRank`.
#[unsafe(no_mangle)]
extern "C" fn gex_System_QueryJobRank() -> u32 {
    state("gex_System_QueryJobRank").world.rank()
}

/// `gex_System_QueryJobSize`.
#[unsafe(no_mangle)]
extern "C" fn gex_System_QueryJobSize() -> u32 {
    state("gex_System_QueryJobSize").world.size()
}

/// `gex_System_QueryNbrhdInfo`: the processes of this node.
///
/// # Safety
/// The pointers must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_System_QueryNbrhdInfo(
    info: *mut *const u32,
    count: *mut u32,
    mine: *mut u32,
) {
    let state = state("gex_System_QueryNbrhdInfo");
    // SAFETY: the caller's promise.
    unsafe {
        if let Some(info) = info.as_mut() {
            *info = state.near.as_ptr();
        }
        if let Some(count) = count.as_mut() {
            *count = state.near.len() as u32;
        }
        if let Some(mine) = mine.as_mut() {
            *mine = state.world.local_index();
        }
    }
}

/// `gex_System_QueryHostInfo`: the processes of this node, as those that certainly share a host.
///
/// # Safety
/// The pointers must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_System_QueryHostInfo(
    info: *mut *const u32,
    count: *mut u32,
    mine: *mut u32,
) {
    // SAFETY: the caller's promise.
    unsafe { gex_System_QueryNbrhdInfo(info, count, mine) };
}

/// `gex_System_QueryMyPosition`.
///
/// # Safety
/// The pointers must be valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_System_QueryMyPosition(
    nbrhds: *mut u32,
    nbrhd: *mut u32,
    hosts: *mut u32,
    host: *mut u32,
) {
    let world = &state("gex_System_QueryMyPosition").world;
    let (nodes, node) = (world.nodes(), world.node());
    for (place, value) in [(nbrhds, nodes), (nbrhd, node), (hosts, nodes), (host, node)] {
        if !place.is_null() {
            // SAFETY: the caller's promise.
            unsafe { place.write(value) };
        }
    }
}

/// `gex_TM_QueryRank`.
#[unsafe(no_mangle)]
extern "C" fn gex_TM_QueryRank(_tm: *const c_void) -> u32 {
    gex_System_QueryJobRank()
}

/// `gex_TM_QuerySize`.
#[unsafe(no_mangle)]
extern "C" fn gex_TM_QuerySize(_tm: *const c_void) -> u32 {
    gex_System_QueryJobSize()
}

fn object(function: &str) -> *const c_void {
    ptr::from_ref(state(function)).cast()
}

/// `gex_TM_QueryClient`.
#[unsafe(no_mangle)]
extern "C" fn gex_TM_QueryClient(_tm: *const c_void) -> *const c_void {
    object("gex_TM_QueryClient")
}

/// `gex_TM_QueryEP`.
#[unsafe(no_mangle)]
extern "C" fn gex_TM_QueryEP(_tm: *const c_void) -> *const c_void {
    object("gex_TM_QueryEP")
}

/// `gex_EP_QueryClient`.
#[unsafe(no_mangle)]
extern "C" fn gex_EP_QueryClient(_ep: *const c_void) -> *const c_void {
    object("gex_EP_QueryClient")
}

/// The rank, or `GEX_RANK_INVALID` if there is no such rank.
fn existing(rank: u32) -> u32 {
    if rank < gex_System_QueryJobSize() {
        rank
    } else {
        u32::MAX
    }
}

/// `gex_TM_TranslateRankToJobrank`.
#[unsafe(no_mangle)]
extern "C" fn gex_TM_TranslateRankToJobrank(_tm: *const c_void, rank: u32) -> u32 {
    existing(rank)
}

/// `gex_TM_TranslateJobrankToRank`.
#[unsafe(no_mangle)]
extern "C" fn gex_TM_TranslateJobrankToRank(_tm: *const c_void, rank: u32) -> u32 {
    existing(rank)
}
