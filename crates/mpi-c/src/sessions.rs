//! Sessions: handles on the library beside, before and after `MPI_Init`, with the sets of processes that they name.
//!
//! A process's part of MPI begins with the first session or with `MPI_Init`, and stays as long as one of these is open
//! (`setup`). A session has two sets of processes: all of the job, and the process alone.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use farreach_mpi::error::{Class, Result};
use farreach_mpi::{Buffer, Comm, Group, Handler};

use crate::abi::{Abi, Kind, Place};
use crate::errors::{create, handler_of, name_handler, string};
use crate::fault::{Done, Fault, raise_on};
use crate::handles::{self, SESSIONS};
use crate::setup;
use crate::state::{LIBRARY, State};
use crate::strings::{store, text};
use crate::{comm, info};

/// The sets of processes: all, and the own one.
const SETS: [&str; 2] = ["mpi://WORLD", "mpi://SELF"];
/// Tags of messages by which groups make communicators are below this.
const TAGS: u64 = 1 << 30;

/// A session.
#[derive(Debug)]
pub(crate) struct Session {
    /// What has the error handler. Nothing is sent by it.
    errors: Arc<Comm>,
    /// The buffer for buffered sends by the communicators of its groups.
    buffer: Arc<Buffer>,
    level: &'static str,
}

/// Runs `f` with a session, to whose error handler a failure goes.
fn with<A: Abi>(
    handle: A::Handle,
    f: impl FnOnce(&Session) -> std::result::Result<(), Fault>,
) -> Done {
    let place = A::place(Kind::Session, handle);
    let found = match place {
        Place::Made(number) => SESSIONS.share(number),
        _ => None,
    };
    let wrong = || handles::wrong::<A>(Class::Session, "session", "session", place, handle);
    let session = found.ok_or_else(wrong)?;
    f(&session).map_err(|fault| Fault {
        comm: fault.comm.or(Some(Arc::clone(&session.errors))),
        ..fault
    })
}

/// The buffer of a session.
pub(crate) fn buffer<A: Abi>(handle: A::Handle) -> Result<Arc<Buffer>> {
    let found = match A::place(Kind::Session, handle) {
        Place::Made(number) => SESSIONS.share(number),
        _ => None,
    };
    let place = A::place(Kind::Session, handle);
    match found {
        Some(session) => Ok(Arc::clone(&session.buffer)),
        None => Err(handles::wrong::<A>(
            Class::Session,
            "session",
            "session",
            place,
            handle,
        )),
    }
}

/// What has the error handler of a session.
pub(crate) fn handled<A: Abi>(handle: A::Handle) -> Option<Arc<Comm>> {
    match A::place(Kind::Session, handle) {
        Place::Made(number) => Some(Arc::clone(&SESSIONS.share(number)?.errors)),
        _ => None,
    }
}

fn group_of(state: &State, set: usize) -> Group {
    match set {
        0 => state.mpi.all().group().clone(),
        _ => state.mpi.own().group().clone(),
    }
}

/// The level of threads that a session asks for, by the value of the hint `thread_level`.
fn level_of(hints: &[(String, String)]) -> &'static str {
    let asked = hints.iter().find(|(key, _)| key == "thread_level");
    let asked = asked.map_or("", |(_, value)| value.as_str());
    let levels = [
        "MPI_THREAD_SINGLE",
        "MPI_THREAD_FUNNELED",
        "MPI_THREAD_SERIALIZED",
    ];
    let known = levels.into_iter().find(|level| *level == asked);
    known.unwrap_or("MPI_THREAD_MULTIPLE")
}

pub(crate) unsafe fn session_init<A: Abi>(
    hints: A::Handle,
    errhandler: A::Handle,
    session: *mut A::Handle,
) -> Done {
    let hints = info::entries::<A>(hints)?;
    let handler = handler_of::<A>(errhandler)?;
    let state = setup::open_session()?;
    let made = Session {
        errors: Arc::new(state.mpi.of_errors("a session", handler)),
        buffer: Arc::default(),
        level: level_of(&hints),
    };
    let number = SESSIONS.add(Arc::new(made));
    // SAFETY: the program passes a place.
    unsafe { *session = A::handle(Kind::Session, Place::Made(number)) };
    Ok(())
}

pub(crate) unsafe fn session_finalize<A: Abi>(state: &State, session: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    let handle = unsafe { *session };
    with::<A>(handle, |_| {
        let Place::Made(number) = A::place(Kind::Session, handle) else {
            unreachable!("it names a session");
        };
        let removed = SESSIONS.remove(number);
        setup::close_session(state);
        drop(removed);
        Ok(())
    })?;
    // SAFETY: as above.
    unsafe { *session = A::handle(Kind::Session, Place::Null) };
    Ok(())
}

pub(crate) unsafe fn session_get_num_psets<A: Abi>(
    _: &State,
    session: A::Handle,
    _info: A::Handle,
    count: *mut c_int,
) -> Done {
    with::<A>(session, |_| {
        // SAFETY: the program passes a place.
        unsafe { *count = SETS.len() as c_int };
        Ok(())
    })
}

/// If the program says that it has no room, it learns the length, with the 0 at the end.
pub(crate) unsafe fn session_get_nth_pset<A: Abi>(
    _: &State,
    session: A::Handle,
    _info: A::Handle,
    n: c_int,
    len: *mut c_int,
    name: *mut c_char,
) -> Done {
    with::<A>(session, |_| {
        let set = usize::try_from(n).ok().and_then(|n| SETS.get(n));
        let Some(set) = set else {
            let what = format!("{n}: a session has {} sets, numbered from 0", SETS.len());
            return Err(Fault::argument(Class::Arg, "n", what));
        };
        // SAFETY: the program passes a place, and room for as many characters as it says.
        unsafe {
            let room = handles::count((*len).into(), "pset_len")?;
            if room > 0 {
                if name.is_null() {
                    return Err(Fault::argument(Class::Arg, "pset_name", "null"));
                }
                store(set, name, room);
            }
            *len = set.len() as c_int + 1;
        }
        Ok(())
    })
}

pub(crate) unsafe fn session_get_info<A: Abi>(
    _: &State,
    session: A::Handle,
    used: *mut A::Handle,
) -> Done {
    with::<A>(session, |session| {
        let hint = ("thread_level".to_owned(), session.level.to_owned());
        // SAFETY: the program passes a place.
        unsafe { *used = info::add::<A>(BTreeMap::from([hint])) };
        Ok(())
    })
}

/// The number of a set. Names differ in nothing but case in what follows `mpi://`.
fn number_of(name: &str) -> Option<usize> {
    SETS.iter().position(|set| set.eq_ignore_ascii_case(name))
}

pub(crate) unsafe fn session_get_pset_info<A: Abi>(
    state: &State,
    session: A::Handle,
    name: *const c_char,
    hints: *mut A::Handle,
) -> Done {
    with::<A>(session, |_| {
        // SAFETY: the program passes a string.
        let name = unsafe { text(name) };
        let Some(set) = number_of(&name) else {
            let what = format!("there is no set {name:?}: there are {}", SETS.join(" and "));
            return Err(Fault::argument(Class::Arg, "pset_name", what));
        };
        let size = group_of(state, set).size().to_string();
        let hint = ("mpi_size".to_owned(), size);
        // SAFETY: the program passes a place.
        unsafe { *hints = info::add::<A>(BTreeMap::from([hint])) };
        Ok(())
    })
}

/// The null group stands for a set that is not there.
pub(crate) unsafe fn group_from_session_pset<A: Abi>(
    state: &State,
    session: A::Handle,
    name: *const c_char,
    group: *mut A::Handle,
) -> Done {
    with::<A>(session, |session| {
        let of = |set| group_of(state, set).with_buffer(Arc::clone(&session.buffer));
        // SAFETY: the program passes a string and a place.
        unsafe {
            *group = match number_of(&text(name)) {
                Some(set) => handles::add_group::<A>(of(set)),
                None => A::handle(Kind::Group, Place::Null),
            };
        }
        Ok(())
    })
}

/// Calls the program's function at an address, with the handle of the session that has a communicator.
fn call_handler<A: Abi>(address: usize, _: &State, comm: &Arc<Comm>, mut code: c_int) {
    let function = std::ptr::with_exposed_provenance::<c_void>(address);
    let number = SESSIONS.find(|session| Arc::ptr_eq(&session.errors, comm));
    let place = number.map_or(Place::Null, Place::Made);
    let mut handle = A::handle(Kind::Session, place);
    // SAFETY: the program has given a function of this type. It may take more arguments, which are
    // not passed.
    unsafe {
        let function: unsafe extern "C" fn(*mut A::Handle, *mut c_int, ...) =
            std::mem::transmute(function);
        function(&raw mut handle, &raw mut code);
    }
}

pub(crate) unsafe fn session_create_errhandler<A: Abi>(
    function: *const c_void,
    errhandler: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes a place.
    unsafe { create::<A>(function, call_handler::<A>, errhandler) };
    Ok(())
}

pub(crate) unsafe fn session_set_errhandler<A: Abi>(
    _: &State,
    session: A::Handle,
    errhandler: A::Handle,
) -> Done {
    with::<A>(session, |session| {
        session.errors.set_handler(handler_of::<A>(errhandler)?);
        Ok(())
    })
}

pub(crate) unsafe fn session_get_errhandler<A: Abi>(
    _: &State,
    session: A::Handle,
    errhandler: *mut A::Handle,
) -> Done {
    with::<A>(session, |session| {
        // SAFETY: the program passes a place.
        unsafe { *errhandler = name_handler::<A>(session.errors.handler()) };
        Ok(())
    })
}

pub(crate) unsafe fn session_call_errhandler<A: Abi>(
    state: &'static State,
    session: A::Handle,
    code: c_int,
) -> Done {
    with::<A>(session, |session| {
        raise_on::<A>(state, &session.errors, code, || {
            let text = string::<A>(code).unwrap_or_default();
            let what = format_args!("code {code}: {text} (of a session)");
            LIBRARY.line("MPI_Session_call_errhandler", what)
        });
        Ok(())
    })
}

/// The tag of the messages by which processes with the same string make a communicator.
///
/// # Safety
/// `string` must be a string.
unsafe fn tag_of(string: *const c_char) -> u32 {
    let mut hasher = DefaultHasher::new();
    // SAFETY: as the caller vouches.
    unsafe { text(string) }.hash(&mut hasher);
    (hasher.finish() % TAGS) as u32
}

/// A failure that goes to an error handler which belongs to no communicator yet.
fn raised<T>(state: &State, handler: &Handler, result: Result<T>) -> std::result::Result<T, Fault> {
    result.map_err(|failure| Fault {
        failure,
        comm: Some(Arc::new(state.mpi.of_errors("a group", handler.clone()))),
    })
}

/// The communicator of a group's processes, which alone call this.
fn of_group(state: &State, group: &Group, tag: u32) -> Result<Option<Arc<Comm>>> {
    let all = state.mpi.of_sessions();
    state.mpi.create_of_group(all, group, tag)
}

pub(crate) unsafe fn comm_create_from_group<A: Abi>(
    state: &State,
    group: A::Handle,
    tag: *const c_char,
    hints: A::Handle,
    errhandler: A::Handle,
    newcomm: *mut A::Handle,
) -> Done {
    let handler = handler_of::<A>(errhandler)?;
    let make = || {
        let hints = info::entries::<A>(hints)?;
        // SAFETY: the program passes a string.
        let tag = unsafe { tag_of(tag) };
        let made = of_group(state, &handles::group::<A>(group)?, tag)?;
        if let Some(made) = &made {
            made.set_handler(handler.clone());
            comm::set_hints(made, hints);
        }
        Ok(made)
    };
    let made = raised(state, &handler, make())?;
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(made) };
    Ok(())
}

/// The rank in the job of a leader.
fn leader_of(group: &Group, leader: c_int, argument: &str) -> Result<u32> {
    let index = u32::try_from(leader).ok();
    index.filter(|index| *index < group.size()).ok_or_else(|| {
        let what = format!(
            "argument {argument}: {leader}: the group has {} members",
            group.size()
        );
        farreach_mpi::error::Failure::new(Class::Rank, what)
    })
}

pub(crate) unsafe fn intercomm_create_from_groups<A: Abi>(
    state: &State,
    local_group: A::Handle,
    local_leader: c_int,
    remote_group: A::Handle,
    remote_leader: c_int,
    tag: *const c_char,
    hints: A::Handle,
    errhandler: A::Handle,
    newcomm: *mut A::Handle,
) -> Done {
    let handler = handler_of::<A>(errhandler)?;
    let mpi = &state.mpi;
    let make = || {
        let hints = info::entries::<A>(hints)?;
        // SAFETY: the program passes a string.
        let tag = unsafe { tag_of(tag) };
        let own = handles::group::<A>(local_group)?;
        let leader = leader_of(&own, local_leader, "local_leader")?;
        let all = mpi.of_sessions();
        // Only the leader has to know the other group.
        let bridge = if own.rank(leader) == mpi.rank() {
            let other = handles::group::<A>(remote_group)?;
            let index = leader_of(&other, remote_leader, "remote_leader")?;
            Some((all, other.rank(index), tag))
        } else {
            None
        };
        let Some(local) = of_group(state, &own, tag)? else {
            return Ok(None);
        };
        local.set_handler(handler.clone());
        let made = mpi.connect(&local, leader, bridge)?;
        mpi.leave(&local);
        comm::set_hints(&made, hints);
        Ok(Some(made))
    };
    let made = raised(state, &handler, make())?;
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(made) };
    Ok(())
}
