//! Partitioned messages.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::{Begun, Comm, Data, Parts, Peer, Request, Status};

use crate::abi::{Abi, Kind, Place};
use crate::fault::{Done, Fault};
use crate::handles;
use crate::point::{data_of_message, destination, envelope};
use crate::requests::requests;
use crate::state::State;

/// The data of all parts, and their number.
unsafe fn all_parts<A: Abi>(
    has_peer: bool,
    (buf, partitions, count, datatype): (*const c_void, c_int, i64, A::Handle),
) -> Result<(Data, usize)> {
    let parts = handles::count(partitions.into(), "partitions")?;
    let each = handles::count(count, "count")?;
    let all = each
        .checked_mul(parts)
        .and_then(|all| i64::try_from(all).ok());
    let Some(all) = all else {
        let what = format!(
            "argument count: {count} elements in each of {parts} partitions are more than memory has"
        );
        return Err(Failure::new(Class::Count, what));
    };
    // SAFETY: as the program vouches.
    let data = unsafe { data_of_message::<A>(has_peer, buf, all, datatype) }?;
    Ok((data, parts))
}

pub(crate) unsafe fn psend_init<A: Abi>(
    state: &State,
    buf: *const c_void,
    partitions: c_int,
    count: i64,
    datatype: A::Handle,
    dest: c_int,
    tag: c_int,
    comm: A::Handle,
    _info: A::Handle,
    request: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let to = destination::<A>(&comm, dest)?;
    let tag = handles::tag(tag)?;
    // SAFETY: as the program vouches.
    let message = unsafe { all_parts::<A>(to.is_some(), (buf, partitions, count, datatype)) }?;
    let prepared = state.mpi.prepare_parts_to_send(&comm, message, to, tag)?;
    let made = Request::persistent(comm, move |_| Ok(prepared.start()));
    // SAFETY: the program passes a place.
    unsafe { *request = handles::add_request::<A>(made) };
    Ok(())
}

pub(crate) unsafe fn precv_init<A: Abi>(
    state: &State,
    buf: *mut c_void,
    partitions: c_int,
    count: i64,
    datatype: A::Handle,
    source: c_int,
    tag: c_int,
    comm: A::Handle,
    _info: A::Handle,
    request: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    if source == A::ANY_SOURCE {
        let what = "MPI_ANY_SOURCE, but a partitioned message has one sender";
        return Err(Fault::argument(Class::Rank, "source", what));
    }
    let from = envelope::<A>(&comm, source, tag)?.source;
    let tag = handles::tag(tag)?;
    let arguments = (buf.cast_const(), partitions, count, datatype);
    // SAFETY: as the program vouches.
    let message = unsafe { all_parts::<A>(from != Peer::Null, arguments) }?;
    let made = match from {
        Peer::Rank(from) => {
            let mpi = &state.mpi;
            let prepared = mpi.prepare_parts_to_receive(&comm, message, from, tag)?;
            Request::persistent(comm, move |mpi| Ok(prepared.start(mpi)))
        }
        _ => Request::persistent(comm, |_| Ok(Begun::Ended(Status::OF_NULL))),
    };
    // SAFETY: the program passes a place.
    unsafe { *request = handles::add_request::<A>(made) };
    Ok(())
}

/// The operation of a request, with its communicator. `None` if the request is inactive.
fn active<A: Abi>(handle: A::Handle) -> Result<Option<(Begun, Option<Arc<Comm>>)>> {
    let no_request = || handles::no_request::<A>(handle);
    let Place::Made(number) = A::place(Kind::Request, handle) else {
        return Err(no_request());
    };
    let mut table = requests();
    let request = table.get(number).ok_or_else(no_request)?;
    let comm = request.comm().cloned();
    Ok(request.active().cloned().map(|begun| (begun, comm)))
}

fn no_parts() -> Failure {
    Failure::new(
        Class::Request,
        "argument request: not of a partitioned message",
    )
}

/// Says that parts are ready.
fn ready<A: Abi>(
    state: &State,
    mut parts: impl Iterator<Item = c_int>,
    request: A::Handle,
) -> Done {
    let Some((begun, comm)) = active::<A>(request)? else {
        let what = "inactive: start it first";
        return Err(Fault::argument(Class::Request, "request", what));
    };
    let each = |part: c_int| {
        let part = handles::count(part.into(), "partition")
            .map_err(|failure| Failure::new(Class::Arg, failure.what.clone()))?;
        match &begun {
            Begun::Parts(parts) => parts.ready(&state.mpi, part),
            _ => Err(no_parts()),
        }
    };
    let done = parts.try_for_each(each);
    done.map_err(|failure| Fault { failure, comm })
}

pub(crate) unsafe fn pready<A: Abi>(state: &State, partition: c_int, request: A::Handle) -> Done {
    ready::<A>(state, std::iter::once(partition), request)
}

pub(crate) unsafe fn pready_range<A: Abi>(
    state: &State,
    low: c_int,
    high: c_int,
    request: A::Handle,
) -> Done {
    ready::<A>(state, low..=high, request)
}

pub(crate) unsafe fn pready_list<A: Abi>(
    state: &State,
    length: c_int,
    partitions: *mut c_int,
    request: A::Handle,
) -> Done {
    let length = handles::count(length.into(), "length")?;
    // SAFETY: the program passes an array of this length.
    let parts = (0..length).map(|at| unsafe { *partitions.add(at) });
    ready::<A>(state, parts, request)
}

pub(crate) unsafe fn parrived<A: Abi>(
    state: &State,
    request: A::Handle,
    partition: c_int,
    flag: *mut c_int,
) -> Done {
    let part = handles::count(partition.into(), "partition")
        .map_err(|failure| Failure::new(Class::Arg, failure.what.clone()))?;
    let has_arrived = match active::<A>(request)? {
        None | Some((Begun::Ended(_), _)) => true,
        Some((Begun::Parts(parts), comm)) => {
            arrived(state, &parts, part).map_err(|failure| Fault { failure, comm })?
        }
        Some(_) => return Err(no_parts().into()),
    };
    // SAFETY: the program passes a place.
    unsafe { *flag = c_int::from(has_arrived) };
    Ok(())
}

fn arrived(state: &State, parts: &Parts, part: usize) -> Result<bool> {
    parts.has_arrived(&state.mpi, part)
}
