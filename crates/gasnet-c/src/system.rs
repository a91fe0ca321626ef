//! The job and its places.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_c::give;

use crate::state::{BAD_ARG, Location, OK, anywhere};

/// `gex_System_QueryJobRank`.
#[unsafe(no_mangle)]
extern "C" fn gex_System_QueryJobRank() -> u32 {
    anywhere("gex_System_QueryJobRank").world.rank()
}

/// `gex_System_QueryJobSize`.
#[unsafe(no_mangle)]
extern "C" fn gex_System_QueryJobSize() -> u32 {
    anywhere("gex_System_QueryJobSize").world.size()
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
    let call = anywhere("gex_System_QueryNbrhdInfo");
    // SAFETY: the caller's promise.
    unsafe {
        give(info, call.near.as_ptr());
        give(count, call.near.len() as u32);
        give(mine, call.world.local_index());
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
    let world = &anywhere("gex_System_QueryMyPosition").world;
    let (nodes, node) = (world.nodes(), world.node());
    for (place, value) in [(nbrhds, nodes), (nbrhd, node), (hosts, nodes), (host, node)] {
        if !place.is_null() {
            // SAFETY: the caller's promise.
            unsafe { place.write(value) };
        }
    }
}

/// `gasnet_nodeinfo_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct NodeInfo {
    host: u32,
    neighbourhood: u32,
    /// What to add to an address of the segment there, to access it here. Zero on other nodes.
    offset: usize,
}

/// `gasnet_getNodeInfo`.
///
/// # Safety
/// `table` must have room for `count` entries.
#[unsafe(no_mangle)]
unsafe extern "C" fn gasnet_getNodeInfo(table: *mut NodeInfo, count: c_int) -> c_int {
    let call = anywhere("gasnet_getNodeInfo");
    let Some(entries) = entries(table, count) else {
        return call.refuse(BAD_ARG, "wants a table of at least one entry");
    };
    for rank in (0..call.world.size()).take(entries) {
        let node = call.world.node_of(rank);
        let offset = call
            .bound(Location { rank, endpoint: 0 })
            .and_then(|bound| {
                let here = call.world.pointer(rank, bound.offset)?;
                Some(here.as_ptr().addr().wrapping_sub(bound.base))
            });
        let info = NodeInfo {
            host: node,
            neighbourhood: node,
            offset: offset.unwrap_or(0),
        };
        // SAFETY: the caller's promise.
        unsafe { table.add(rank as usize).write(info) };
    }
    OK
}

/// The number of entries of a table that is filled. `None` if there is no table.
pub(crate) fn entries<T>(table: *mut T, count: c_int) -> Option<usize> {
    let count = usize::try_from(count).ok().filter(|&count| count > 0);
    count.filter(|_| !table.is_null())
}
