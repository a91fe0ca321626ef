//! Extensions: a clock, statistics of connections, and what holds beside MPI.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_c::{place, seconds};

use crate::fault::Fault;
use crate::state;

/// `shmemx_stats_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statistics {
    peers: u64,
    connections: u64,
    queue_pairs: u64,
    queue_pairs_most: u64,
    evictions: u64,
    connection_bytes: u64,
    datagram_ops: u64,
    network_bytes: u64,
    retransmitted: u64,
    heap_bytes: u64,
    init_seconds: f64,
    connect_seconds: f64,
}

/// Seconds of a monotonic clock with an arbitrary zero. Callable before initialisation.
#[expect(
    clippy::unnecessary_wraps,
    reason = "as all functions that are exported"
)]
pub(crate) fn wtime() -> Result<f64, Fault> {
    Ok(seconds())
}

/// This PE's statistics.
///
/// # Safety
/// There must be room for them.
pub(crate) unsafe fn stats(stats: *mut Statistics) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: as the caller vouches.
    let stats = unsafe { place(stats, "stats")? };
    let now = state.world.stats();
    *stats = Statistics {
        peers: now.peers,
        connections: now.connections,
        queue_pairs: now.connected_queue_pairs,
        queue_pairs_most: now.queue_pairs_most,
        evictions: now.evictions,
        connection_bytes: now.connection_bytes,
        datagram_ops: now.datagram_ops,
        network_bytes: now.rc_bytes + now.ud_bytes,
        retransmitted: now.retransmitted,
        heap_bytes: now.heap_bytes,
        init_seconds: now.init.total(),
        connect_seconds: now.connect_seconds,
    };
    Ok(())
}

/// Properties of `shmemx_query_interoperability` that hold: `SHMEMX_MPI_PROCESSES_ARE_PES` and
/// `SHMEMX_PROGRESS_MPI`. Each model is initialised by its own function, so other properties do not.
const HOLDING: [c_int; 2] = [2, 5];

/// 1 if a property holds for programs that use OpenSHMEM and another model, and 0 otherwise. Callable
/// before initialisation.
#[expect(
    clippy::unnecessary_wraps,
    reason = "as all functions that are exported"
)]
pub(crate) fn query_interoperability(property: c_int) -> Result<c_int, Fault> {
    Ok(c_int::from(HOLDING.contains(&property)))
}
