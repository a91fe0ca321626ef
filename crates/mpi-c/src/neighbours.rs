//! Collectives among neighbours. As in `collective`, each body serves all forms.

#![allow(unsafe_code)]

use std::ffi::{c_long, c_void};
use std::sync::Arc;

use farreach_mpi::collective::exchange_with_neighbours;
use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::topology::Neighbours;
use farreach_mpi::{Comm, Data};

use crate::abi::Abi;
use crate::fault::Done;
use crate::forms::Form;
use crate::handles;
use crate::numbers::Ints;
use crate::operands::{some_listed, some_typed};
use crate::point::{check_size, data};
use crate::state::State;

/// The neighbours of this process.
fn neighbours_of(comm: &Comm) -> Result<Neighbours> {
    let Some(topology) = comm.topology.get() else {
        let what = "argument comm: it has no topology: make one by MPI_Cart_create, MPI_Graph_create or MPI_Dist_graph_create";
        return Err(Failure::new(Class::Topology, what));
    };
    let found = topology.neighbours(comm.rank());
    found.map_err(|error| Failure::new(Class::Topology, error.to_string()))
}

/// Parts of one length, one behind the other.
unsafe fn row<A: Abi>(
    parts: usize,
    buf: *const c_void,
    count: i64,
    datatype: A::Handle,
) -> Result<Vec<Data>> {
    if parts == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: as the program vouches.
    let first = unsafe { data::<A>(buf, count, datatype) }?;
    let count = first.count();
    let all = count.saturating_mul(parts);
    check_size(first.datatype(), all)?;
    // SAFETY: as above.
    let all = unsafe { Data::new(buf.cast_mut().cast(), all, first.datatype()) };
    Ok((0..parts).map(|at| all.part(at * count, count)).collect())
}

/// A communicator, and how many sources and destinations this process has there.
fn of_call<A: Abi>(state: &State, comm: A::Handle) -> Result<(Arc<Comm>, Neighbours)> {
    let comm = handles::comm::<A>(state, comm)?;
    let neighbours = neighbours_of(&comm)?;
    Ok((comm, neighbours))
}

/// Checks that a buffer is one.
fn no_place<A: Abi>(buf: *const c_void) -> Result<()> {
    if !A::is_in_place(buf) {
        return Ok(());
    }
    let what = "a buffer is MPI_IN_PLACE: nothing is in place among neighbours";
    Err(Failure::new(Class::Buffer, what))
}

fn exchange(
    state: &State,
    (comm, neighbours): (Arc<Comm>, Neighbours),
    (from, into): (Vec<Data>, Vec<Data>),
    form: impl Form,
) -> Done {
    form.go(state, &comm, move |run| {
        exchange_with_neighbours(run, neighbours, from, into)
    })
}

/// The same data for each destination.
unsafe fn copies<A: Abi>(
    neighbours: &Neighbours,
    buf: *const c_void,
    count: i64,
    datatype: A::Handle,
) -> Result<Vec<Data>> {
    let destinations = neighbours.destinations.len();
    if destinations == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: as the program vouches.
    Ok(vec![
        unsafe { data::<A>(buf, count, datatype) }?;
        destinations
    ])
}

pub(crate) unsafe fn neighbor_allgather<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let found = of_call::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let parts = unsafe {
        (
            copies::<A>(&found.1, sendbuf, sendcount, sendtype)?,
            row::<A>(found.1.sources.len(), recvbuf, recvcount, recvtype)?,
        )
    };
    exchange(state, found, parts, form)
}

pub(crate) unsafe fn neighbor_allgatherv<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcounts: Ints,
    displs: Ints,
    recvtype: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    no_place::<A>(recvbuf)?;
    let found = of_call::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let parts = unsafe {
        (
            copies::<A>(&found.1, sendbuf, sendcount, sendtype)?,
            some_listed::<A>(
                found.1.sources.len(),
                recvbuf,
                (recvcounts, displs),
                recvtype,
            )?,
        )
    };
    exchange(state, found, parts, form)
}

pub(crate) unsafe fn neighbor_alltoall<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let found = of_call::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let parts = unsafe {
        (
            row::<A>(found.1.destinations.len(), sendbuf, sendcount, sendtype)?,
            row::<A>(found.1.sources.len(), recvbuf, recvcount, recvtype)?,
        )
    };
    exchange(state, found, parts, form)
}

pub(crate) unsafe fn neighbor_alltoallv<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcounts: Ints,
    sdispls: Ints,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcounts: Ints,
    rdispls: Ints,
    recvtype: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    no_place::<A>(sendbuf)?;
    no_place::<A>(recvbuf)?;
    let found = of_call::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let parts = unsafe {
        (
            some_listed::<A>(
                found.1.destinations.len(),
                sendbuf,
                (sendcounts, sdispls),
                sendtype,
            )?,
            some_listed::<A>(
                found.1.sources.len(),
                recvbuf,
                (recvcounts, rdispls),
                recvtype,
            )?,
        )
    };
    exchange(state, found, parts, form)
}

pub(crate) unsafe fn neighbor_alltoallw<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcounts: Ints,
    sdispls: *const c_long,
    sendtypes: *const A::Handle,
    recvbuf: *mut c_void,
    recvcounts: Ints,
    rdispls: *const c_long,
    recvtypes: *const A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    no_place::<A>(sendbuf)?;
    no_place::<A>(recvbuf)?;
    let found = of_call::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let parts = unsafe {
        (
            some_typed::<A>(
                found.1.destinations.len(),
                sendbuf,
                (sendcounts, sdispls.into()),
                sendtypes,
            )?,
            some_typed::<A>(
                found.1.sources.len(),
                recvbuf,
                (recvcounts, rdispls.into()),
                recvtypes,
            )?,
        )
    };
    exchange(state, found, parts, form)
}
