//! Communicators.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{c_char, c_int};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::{Comm, Handler, Likeness, Run};

use crate::abi::{Abi, Kind, Place};
use crate::attribute;
use crate::fault::{Done, Fault};
use crate::forms::Begins;
use crate::handles::{self, COMMS};
use crate::info;
use crate::state::State;
use crate::strings::{store, text};

pub(crate) unsafe fn comm_size<A: Abi>(state: &State, comm: A::Handle, size: *mut c_int) -> Done {
    let found = handles::with_comm::<A, _>(state, comm, Comm::size)?;
    // SAFETY: the program passes a place.
    unsafe { *size = found as c_int };
    Ok(())
}

pub(crate) unsafe fn comm_rank<A: Abi>(state: &State, comm: A::Handle, rank: *mut c_int) -> Done {
    let found = handles::with_comm::<A, _>(state, comm, Comm::rank)?;
    // SAFETY: the program passes a place.
    unsafe { *rank = found as c_int };
    Ok(())
}

pub(crate) unsafe fn comm_dup<A: Abi>(
    state: &'static State,
    comm: A::Handle,
    newcomm: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *newcomm = A::handle(Kind::Comm, Place::Null) };
    let found = handles::comm::<A>(state, comm)?;
    let made = state.mpi.duplicate(&found)?;
    attribute::copy::<A>(comm, &found, &made)?;
    // SAFETY: as above.
    unsafe { *newcomm = handles::add_comm::<A>(Some(made)) };
    Ok(())
}

pub(crate) unsafe fn comm_dup_with_info<A: Abi>(
    state: &'static State,
    comm: A::Handle,
    info: A::Handle,
    newcomm: *mut A::Handle,
) -> Done {
    let hints = info::entries::<A>(info)?;
    // SAFETY: as the program vouches.
    unsafe {
        comm_dup::<A>(state, comm, newcomm)?;
        let made = handles::comm::<A>(state, *newcomm)?;
        made.info
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        set_hints(&made, hints);
    }
    Ok(())
}

/// The program gets the handle at once. It names the communicator when the request has ended.
pub(crate) unsafe fn comm_idup<A: Abi>(
    state: &'static State,
    comm: A::Handle,
    newcomm: *mut A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { begin_dup::<A>(state, comm, None, newcomm, request) }
}

/// `MPI_Comm_idup_with_info`.
pub(crate) unsafe fn comm_idup_with_info<A: Abi>(
    state: &'static State,
    comm: A::Handle,
    info: A::Handle,
    newcomm: *mut A::Handle,
    request: *mut A::Handle,
) -> Done {
    let hints = info::entries::<A>(info)?;
    // SAFETY: as the program vouches.
    unsafe { begin_dup::<A>(state, comm, Some(hints), newcomm, request) }
}

/// The communicators that requests make, by their number, and the error handlers that they get. The
/// standard lets a program do nothing with such a communicator before the request has ended, but
/// bindings of other languages set its error handler at once.
static AWAITED: Mutex<BTreeMap<u32, Option<Handler>>> = Mutex::new(BTreeMap::new());

fn awaited() -> MutexGuard<'static, BTreeMap<u32, Option<Handler>>> {
    AWAITED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes the error handler of a communicator that a request makes. Returns whether it is one.
pub(crate) fn set_awaited<A: Abi>(comm: A::Handle, handler: Handler) -> bool {
    let Place::Made(number) = A::place(Kind::Comm, comm) else {
        return false;
    };
    let mut awaited = awaited();
    let place = awaited.get_mut(&number);
    place.map(|place| *place = Some(handler)).is_some()
}

unsafe fn begin_dup<A: Abi>(
    state: &'static State,
    comm: A::Handle,
    hints: Option<Vec<(String, String)>>,
    newcomm: *mut A::Handle,
    request: *mut A::Handle,
) -> Done {
    let found = handles::comm::<A>(state, comm)?;
    let copied = attribute::copies::<A>(comm, &found)?;
    let number = COMMS.reserve();
    awaited().insert(number, None);
    let run = Run::begun(&state.mpi, &found);
    let steps = run.clone();
    let making = async move {
        let made = farreach_mpi::duplicate(&steps).await;
        let mut awaited = awaited();
        let handler = awaited.remove(&number).flatten();
        let made = made?;
        copied.give(&made.attributes);
        if let Some(hints) = hints {
            set_hints(&made, hints);
        }
        if let Some(handler) = handler {
            made.set_handler(handler);
        }
        COMMS.fill(number, made);
        Ok(())
    };
    // SAFETY: the program passes places.
    unsafe {
        *newcomm = A::handle(Kind::Comm, Place::Made(number));
        Begins::<A>(request).begin(state, &run, making);
    }
    Ok(())
}

/// Keeps the hints that the standard defines. Others are ignored.
pub(crate) fn set_hints(comm: &Comm, hints: Vec<(String, String)>) {
    let known = hints
        .into_iter()
        .filter(|(key, _)| key.starts_with("mpi_assert_"));
    comm.info
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .extend(known);
}

pub(crate) unsafe fn comm_free<A: Abi>(state: &'static State, comm: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    let handle = unsafe { *comm };
    let found = handles::comm::<A>(state, handle)?;
    let Place::Made(number) = A::place(Kind::Comm, handle) else {
        let what = "argument comm: a predefined communicator, which can't be freed";
        return Err(Fault::new(Class::Comm, what));
    };
    attribute::delete_all::<A>(handle, &found)?;
    COMMS.remove(number);
    state.mpi.leave(&found);
    // SAFETY: as above.
    unsafe { *comm = A::handle(Kind::Comm, Place::Null) };
    Ok(())
}

pub(crate) unsafe fn comm_disconnect<A: Abi>(state: &'static State, comm: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    let found = handles::comm::<A>(state, unsafe { *comm })?;
    let run = Run::new(&state.mpi, &found);
    state
        .mpi
        .block(&run, farreach_mpi::collective::barrier(run.clone()))?;
    // SAFETY: as above.
    unsafe { comm_free::<A>(state, comm) }
}

/// The color of a split. `None` is undefined.
fn color<A: Abi>(color: c_int) -> Result<Option<u32>> {
    if color == A::UNDEFINED {
        return Ok(None);
    }
    let what = || format!("argument color: {color}: colors are 0 and above, or MPI_UNDEFINED");
    match u32::try_from(color) {
        Ok(color) => Ok(Some(color)),
        Err(_) => Err(Failure::new(Class::Arg, what())),
    }
}

pub(crate) unsafe fn comm_split<A: Abi>(
    state: &State,
    comm: A::Handle,
    given: c_int,
    key: c_int,
    newcomm: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let made = state.mpi.split(&comm, color::<A>(given)?, key)?;
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(made) };
    Ok(())
}

pub(crate) unsafe fn comm_split_type<A: Abi>(
    state: &State,
    comm: A::Handle,
    kind: c_int,
    key: c_int,
    hints: A::Handle,
    newcomm: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let is_unknown = A::COMM_TYPES_UNKNOWN.contains(&kind);
    // The kind of part that all libraries know by its name.
    let is_node = is_unknown
        && (info::entries::<A>(hints)?.iter())
            .any(|(key, value)| key == "mpi_hw_resource_type" && value == "mpi_shared_memory");
    let color = if kind == A::COMM_TYPE_SHARED || is_node {
        Some(state.mpi.world().node())
    } else if kind == A::UNDEFINED || is_unknown {
        None
    } else {
        let what = format!(
            "argument split_type: {kind}: MPI_COMM_TYPE_SHARED and MPI_UNDEFINED are there"
        );
        return Err(Fault::new(Class::Arg, what));
    };
    let made = state.mpi.split(&comm, color, key)?;
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(made) };
    Ok(())
}

pub(crate) unsafe fn comm_create<A: Abi>(
    state: &State,
    comm: A::Handle,
    group: A::Handle,
    newcomm: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let made = state.mpi.create(&comm, &handles::group::<A>(group)?)?;
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(made) };
    Ok(())
}

pub(crate) unsafe fn comm_create_group<A: Abi>(
    state: &State,
    comm: A::Handle,
    group: A::Handle,
    tag: c_int,
    newcomm: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    comm.only_intra()?;
    let tag = handles::tag(tag)?;
    let made = state
        .mpi
        .create_of_group(&comm, &handles::group::<A>(group)?, tag)?;
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(made) };
    Ok(())
}

pub(crate) unsafe fn comm_group<A: Abi>(
    state: &State,
    comm: A::Handle,
    group: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: the program passes a place.
    unsafe { *group = handles::add_group::<A>(comm.group().clone()) };
    Ok(())
}

pub(crate) unsafe fn comm_compare<A: Abi>(
    state: &State,
    first: A::Handle,
    second: A::Handle,
    result: *mut c_int,
) -> Done {
    let first = handles::comm::<A>(state, first)?;
    let second = handles::comm::<A>(state, second)?;
    let likeness = match first.compare(&second) {
        Likeness::Same => 0,
        Likeness::Congruent => 1,
        Likeness::Similar => 2,
        Likeness::Unequal => 3,
    };
    // SAFETY: the program passes a place.
    unsafe { *result = likeness };
    Ok(())
}

pub(crate) unsafe fn comm_get_name<A: Abi>(
    state: &State,
    comm: A::Handle,
    name: *mut c_char,
    len: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: the program passes places.
    unsafe { *len = store(&comm.name(), name, A::OBJECT_NAME_MAX) as c_int };
    Ok(())
}

pub(crate) unsafe fn comm_set_name<A: Abi>(
    state: &State,
    comm: A::Handle,
    name: *const c_char,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: the program passes a string.
    comm.set_name(&unsafe { text(name) });
    Ok(())
}

pub(crate) unsafe fn comm_test_inter<A: Abi>(
    state: &State,
    comm: A::Handle,
    flag: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: the program passes a place.
    unsafe { *flag = c_int::from(comm.remote().is_some()) };
    Ok(())
}

fn remote<A: Abi>(state: &State, comm: A::Handle) -> Result<farreach_mpi::Group> {
    let comm = handles::comm::<A>(state, comm)?;
    let remote = comm.remote().cloned();
    remote.ok_or_else(|| Failure::new(Class::Comm, "argument comm: no intercommunicator"))
}

pub(crate) unsafe fn comm_remote_size<A: Abi>(
    state: &State,
    comm: A::Handle,
    size: *mut c_int,
) -> Done {
    let remote = remote::<A>(state, comm)?;
    // SAFETY: the program passes a place.
    unsafe { *size = remote.size() as c_int };
    Ok(())
}

pub(crate) unsafe fn comm_remote_group<A: Abi>(
    state: &State,
    comm: A::Handle,
    group: *mut A::Handle,
) -> Done {
    let remote = remote::<A>(state, comm)?;
    // SAFETY: the program passes a place.
    unsafe { *group = handles::add_group::<A>(remote) };
    Ok(())
}

pub(crate) unsafe fn intercomm_create<A: Abi>(
    state: &State,
    local: A::Handle,
    leader: c_int,
    peer: A::Handle,
    other: c_int,
    tag: c_int,
    newcomm: *mut A::Handle,
) -> Done {
    let local = handles::comm::<A>(state, local)?;
    local.only_intra()?;
    let leader = u32::try_from(leader)
        .ok()
        .filter(|leader| *leader < local.size());
    let Some(leader) = leader else {
        let what = format!(
            "argument local_leader: the communicator has {} processes",
            local.size()
        );
        return Err(Fault::new(Class::Rank, what));
    };
    let bridge = if local.rank() == leader {
        let peer = handles::comm::<A>(state, peer)?;
        let other = u32::try_from(other)
            .ok()
            .filter(|other| *other < peer.peers().size());
        let Some(other) = other else {
            let what = format!(
                "argument remote_leader: the communicator has {} processes",
                peer.size()
            );
            return Err(Fault::new(Class::Rank, what));
        };
        Some((peer, other, handles::tag(tag)?))
    } else {
        None
    };
    let bridge = bridge
        .as_ref()
        .map(|(peer, other, tag)| (peer, *other, *tag));
    let made = state.mpi.connect(&local, leader, bridge)?;
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(Some(made)) };
    Ok(())
}

pub(crate) unsafe fn intercomm_merge<A: Abi>(
    state: &State,
    comm: A::Handle,
    high: c_int,
    newcomm: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let made = state.mpi.merge(&comm, high != 0)?;
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(Some(made)) };
    Ok(())
}

pub(crate) unsafe fn comm_get_info<A: Abi>(
    state: &State,
    comm: A::Handle,
    info: *mut A::Handle,
) -> Done {
    let comm: Arc<Comm> = handles::comm::<A>(state, comm)?;
    let hints = comm
        .info
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    // SAFETY: the program passes a place.
    unsafe { *info = info::add::<A>(hints) };
    Ok(())
}

pub(crate) unsafe fn comm_set_info<A: Abi>(
    state: &State,
    comm: A::Handle,
    info: A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    set_hints(&comm, info::entries::<A>(info)?);
    Ok(())
}

/// No process was spawned by another one.
pub(crate) unsafe fn comm_get_parent<A: Abi>(_: &State, parent: *mut A::Handle) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *parent = A::handle(Kind::Comm, Place::Null) };
    Ok(())
}
