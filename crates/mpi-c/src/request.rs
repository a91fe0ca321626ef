//! Waits, tests and statuses.

#![allow(unsafe_code)]
#![expect(
    clippy::inline_always,
    reason = "results that are returned through memory cost tens of nanoseconds"
)]

use std::ffi::{c_int, c_long};
use std::sync::Arc;

use farreach_mpi::error::{Class, Failure};
use farreach_mpi::{Begun, Comm, Request, Status};

use crate::abi::{Abi, Kind, Place, predefined};
use crate::fault::{Done, Fault, named};
pub(crate) use crate::generalised::{grequest_complete, grequest_start};
use crate::handles;
use crate::numbers::Out;
use crate::requests::{Requests, requests};
use crate::state::State;
use crate::statuses::{Statuses, set_status};

/// What a request is that the program names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// No request, or an inactive one.
    Nothing,
    Open,
    Ended,
}

/// Looks at a request.
#[inline]
fn look<A: Abi>(table: &mut Requests, handle: A::Handle) -> Result<Look, Failure> {
    let number = match A::place(Kind::Request, handle) {
        Place::Null => return Ok(Look::Nothing),
        Place::Predefined(_) => return Ok(Look::Ended),
        Place::Made(number) => number,
        Place::Wrong => return Err(handles::no_request::<A>(handle)),
    };
    match table.get(number) {
        Some(request) => Ok(match request.active() {
            None => Look::Nothing,
            Some(begun) if begun.has_ended() => Look::Ended,
            Some(_) => Look::Open,
        }),
        None => Err(handles::no_request::<A>(handle)),
    }
}

/// What comes of asking whether an operation has ended.
enum Asked {
    Open,
    Ended(Status, Done),
}

impl Asked {
    const NOTHING: Asked = Asked::Ended(Status::EMPTY, Ok(()));
}

/// What came of an operation, if it has ended. Its handle is null afterwards, unless the request is
/// persistent.
///
/// # Safety
/// `handle` must be the place of a handle.
#[inline]
unsafe fn ask<A: Abi>(state: &State, handle: *mut A::Handle) -> Result<Asked, Failure> {
    // SAFETY: as the caller vouches.
    let handle = unsafe { &mut *handle };
    let number = match A::place(Kind::Request, *handle) {
        Place::Made(number) => number,
        Place::Null => return Ok(Asked::NOTHING),
        Place::Predefined(number) => {
            *handle = A::handle(Kind::Request, Place::Null);
            let is_of_null = number == predefined::ENDED_OF_NULL;
            let status = if is_of_null {
                Status::OF_NULL
            } else {
                Status::EMPTY
            };
            return Ok(Asked::Ended(status, Ok(())));
        }
        Place::Wrong => return Err(handles::no_request::<A>(*handle)),
    };
    let mut table = requests();
    let Some(request) = table.get(number) else {
        return Err(handles::no_request::<A>(*handle));
    };
    match request.active() {
        None => return Ok(Asked::NOTHING),
        Some(begun) if !begun.has_ended() => return Ok(Asked::Open),
        Some(_) => {}
    }
    let begun = request.take().expect("seen above");
    let comm = if request.is_persistent() {
        request.comm().cloned()
    } else {
        *handle = A::handle(Kind::Request, Place::Null);
        table.take(number).and_then(Request::into_comm)
    };
    // The operation's end may call the program.
    drop(table);
    let (status, result) = begun.finish(&state.mpi, comm.as_ref());
    let result = result.map_err(|failure| Fault { failure, comm });
    Ok(Asked::Ended(status, result))
}

/// Whether a handle names a receive that has not ended, as the handles that are tested do most of the time. `false` says nothing.
#[inline(always)]
fn is_open_receive<A: Abi>(handle: A::Handle) -> bool {
    match A::place(Kind::Request, handle) {
        Place::Made(number) => requests().is_open_receive(number),
        _ => false,
    }
}

/// What came of an operation that has ended well, as most do. Its handle is null afterwards. `None` says nothing: then [`ask`]
/// whether it has ended.
///
/// # Safety
/// As [`ask`].
#[inline(always)]
unsafe fn ended_well<A: Abi>(table: &mut Requests, handle: *mut A::Handle) -> Option<Status> {
    // SAFETY: as the caller vouches.
    let handle = unsafe { &mut *handle };
    let status = match A::place(Kind::Request, *handle) {
        Place::Predefined(predefined::ENDED) => Status::EMPTY,
        Place::Made(number) => table.take_ended_well(number)?,
        _ => return None,
    };
    *handle = A::handle(Kind::Request, Place::Null);
    Some(status)
}

/// Waits until an operation has ended, if there is one.
///
/// # Safety
/// As [`ask`].
#[inline(never)]
unsafe fn await_end<A: Abi>(state: &State, handle: *mut A::Handle) -> Result<(), Failure> {
    // SAFETY: as the caller vouches.
    let handle = unsafe { *handle };
    let no_request = || handles::no_request::<A>(handle);
    let begun = match A::place(Kind::Request, handle) {
        Place::Made(number) => requests()
            .get(number)
            .ok_or_else(no_request)?
            .active()
            .cloned(),
        Place::Wrong => return Err(no_request()),
        Place::Null | Place::Predefined(_) => None,
    };
    // Without the table, which threads that wait for other requests need as well.
    if let Some(begun) = begun.filter(|begun| !begun.has_ended()) {
        named("MPI_Wait", || {
            state.mpi.wait("a request", || begun.has_ended());
        });
    }
    Ok(())
}

/// Waits for an operation to end.
///
/// # Safety
/// As [`ask`].
unsafe fn ended<A: Abi>(state: &State, handle: *mut A::Handle) -> Result<(Status, Done), Failure> {
    // SAFETY: as the caller vouches.
    unsafe {
        await_end::<A>(state, handle)?;
        match ask::<A>(state, handle)? {
            Asked::Ended(status, result) => Ok((status, result)),
            Asked::Open => unreachable!("waited for"),
        }
    }
}

pub(crate) unsafe fn wait<A: Abi>(
    state: &State,
    request: *mut A::Handle,
    status: *mut A::Status,
) -> Done {
    // SAFETY: the program passes a handle's place, and one for the status.
    unsafe {
        let mut found = ended_well::<A>(&mut requests(), request);
        if found.is_none() {
            state.mpi.world().take_short_messages();
            found = ended_well::<A>(&mut requests(), request);
        }
        if found.is_none() {
            await_end::<A>(state, request)?;
            found = ended_well::<A>(&mut requests(), request);
        }
        if let Some(found) = found {
            set_status::<A>(status, &found);
            return Ok(());
        }
        let (found, result) = ended::<A>(state, request)?;
        set_status::<A>(status, &found);
        result
    }
}

/// Makes progress, for a test that has not found what it asks for. `false`: this has ended nothing, so that the test need not look
/// again.
fn progress(state: &State) -> bool {
    let has_moved = state.mpi.world().poll() > 0;
    let has_begun = state.mpi.has_begun();
    state.mpi.go_on();
    has_moved || has_begun
}

pub(crate) unsafe fn test<A: Abi>(
    state: &State,
    request: *mut A::Handle,
    flag: *mut c_int,
    status: *mut A::Status,
) -> Done {
    // SAFETY: the program passes a handle's place, and places for the flag and the status.
    unsafe {
        let is_open = is_open_receive::<A>(*request);
        let mut asked = if is_open {
            Asked::Open
        } else {
            ask::<A>(state, request)?
        };
        if matches!(asked, Asked::Open) && progress(state) {
            asked = ask::<A>(state, request)?;
        }
        let Asked::Ended(found, result) = asked else {
            *flag = 0;
            return Ok(());
        };
        *flag = 1;
        set_status::<A>(status, &found);
        result
    }
}

/// The most requests of a call that the table is locked for at a time.
const RUN: usize = 16;

pub(crate) unsafe fn waitall<A: Abi>(
    state: &State,
    count: c_int,
    handles: *mut A::Handle,
    statuses: *mut A::Status,
) -> Done {
    let mut statuses = Statuses::<A>::new(statuses);
    let count = handles::count(count.into(), "count")?;
    let mut table = requests();
    for at in 0..count {
        if at % RUN == RUN - 1 {
            drop(table);
            table = requests();
        }
        // SAFETY: the program passes arrays of this length.
        unsafe {
            let handle = handles.add(at);
            let mut found = ended_well::<A>(&mut table, handle);
            if found.is_none() {
                drop(table);
                state.mpi.world().take_short_messages();
                table = requests();
                found = ended_well::<A>(&mut table, handle);
            }
            if found.is_none() {
                drop(table);
                await_end::<A>(state, handle)?;
                table = requests();
                found = ended_well::<A>(&mut table, handle);
            }
            if let Some(found) = found {
                statuses.store_good(&found);
            } else {
                drop(table);
                let (found, result) = ended::<A>(state, handle)?;
                statuses.store(&found, result);
                table = requests();
            }
        }
    }
    drop(table);
    statuses.end()
}

/// Looks at the requests of an array.
///
/// # Safety
/// There must be `count` handles at `handles`.
unsafe fn look_at<A: Abi>(
    count: usize,
    handles: *const A::Handle,
) -> impl Iterator<Item = Result<(usize, Look), Failure>> {
    (0..count).map(move |at| {
        // SAFETY: as the caller vouches.
        let handle = unsafe { *handles.add(at) };
        look::<A>(&mut requests(), handle).map(|look| (at, look))
    })
}

/// The first request that is what is asked for. Fails if a handle before it is wrong.
fn first(
    mut looks: impl Iterator<Item = Result<(usize, Look), Failure>>,
    is_it: impl Fn(Look) -> bool,
) -> Result<Option<usize>, Failure> {
    looks
        .find_map(|looked| match looked {
            Ok((at, look)) => is_it(look).then_some(Ok(at)),
            Err(failure) => Some(Err(failure)),
        })
        .transpose()
}

pub(crate) unsafe fn testall<A: Abi>(
    state: &State,
    count: c_int,
    handles: *mut A::Handle,
    flag: *mut c_int,
    statuses: *mut A::Status,
) -> Done {
    let count = handles::count(count.into(), "count")?;
    // SAFETY: the program passes arrays of this length, and a place for the flag.
    unsafe {
        let an_open = || first(look_at::<A>(count, handles), |look| look == Look::Open);
        let mut open = an_open()?;
        if open.is_some() && progress(state) {
            open = an_open()?;
        }
        *flag = c_int::from(open.is_none());
        if open.is_some() {
            return Ok(());
        }
        let mut statuses = Statuses::<A>::new(statuses);
        for at in 0..count {
            let (found, result) = ended::<A>(state, handles.add(at))?;
            statuses.store(&found, result);
        }
        statuses.end()
    }
}

/// What one or some of several requests wait for.
enum Several {
    /// None is active.
    Inactive,
    /// None has ended.
    Open,
    /// The first that has ended.
    Ended(usize),
}

/// Looks for a request that has ended.
///
/// # Safety
/// As [`look_at`].
unsafe fn look_for_one<A: Abi>(
    count: usize,
    handles: *const A::Handle,
) -> Result<Several, Failure> {
    let mut found = Several::Inactive;
    // SAFETY: as the caller vouches.
    for looked in unsafe { look_at::<A>(count, handles) } {
        match looked? {
            (_, Look::Nothing) => {}
            (_, Look::Open) => found = Several::Open,
            (at, Look::Ended) => return Ok(Several::Ended(at)),
        }
    }
    Ok(found)
}

/// Looks for a request that has ended, and waits for one or makes progress if there is none.
///
/// # Safety
/// As [`look_at`].
unsafe fn one<A: Abi>(
    state: &State,
    count: usize,
    handles: *const A::Handle,
    waits: Waits,
) -> Result<Several, Failure> {
    // SAFETY: as the caller vouches.
    let look = || unsafe { look_for_one::<A>(count, handles) };
    match (look()?, waits) {
        (Several::Open, Waits::Never) if progress(state) => look(),
        (Several::Open, Waits::ForOne) => {
            let mut looked = Ok(Several::Open);
            state.mpi.wait("one of several requests", || {
                looked = look();
                !matches!(looked, Ok(Several::Open))
            });
            looked
        }
        (looked, _) => Ok(looked),
    }
}

/// Whether a call waits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waits {
    Never,
    ForOne,
}

unsafe fn any<A: Abi>(
    state: &State,
    count: c_int,
    handles: *mut A::Handle,
    (index, status): (*mut c_int, *mut A::Status),
    waits: Waits,
) -> Result<(bool, Done), Failure> {
    let count = handles::count(count.into(), "count")?;
    // SAFETY: the program passes an array of this length, and places.
    unsafe {
        *index = A::UNDEFINED;
        Ok(match one::<A>(state, count, handles, waits)? {
            Several::Inactive => {
                set_status::<A>(status, &Status::EMPTY);
                (true, Ok(()))
            }
            Several::Open => (false, Ok(())),
            Several::Ended(at) => {
                let (found, result) = ended::<A>(state, handles.add(at))?;
                *index = at as c_int;
                set_status::<A>(status, &found);
                (true, result)
            }
        })
    }
}

pub(crate) unsafe fn waitany<A: Abi>(
    state: &State,
    count: c_int,
    handles: *mut A::Handle,
    index: *mut c_int,
    status: *mut A::Status,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { any::<A>(state, count, handles, (index, status), Waits::ForOne) }?.1
}

pub(crate) unsafe fn testany<A: Abi>(
    state: &State,
    count: c_int,
    handles: *mut A::Handle,
    index: *mut c_int,
    flag: *mut c_int,
    status: *mut A::Status,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        let (is_over, result) = any::<A>(state, count, handles, (index, status), Waits::Never)?;
        *flag = c_int::from(is_over);
        result
    }
}

unsafe fn some<A: Abi>(
    state: &State,
    count: c_int,
    handles: *mut A::Handle,
    (outcount, indices): (*mut c_int, *mut c_int),
    statuses: *mut A::Status,
    waits: Waits,
) -> Done {
    let count = handles::count(count.into(), "count")?;
    // SAFETY: the program passes arrays of this length, and a place.
    unsafe {
        *outcount = 0;
        let from = match one::<A>(state, count, handles, waits)? {
            Several::Inactive => {
                *outcount = A::UNDEFINED;
                return Ok(());
            }
            Several::Open => return Ok(()),
            Several::Ended(from) => from,
        };
        let mut statuses = Statuses::<A>::new(statuses);
        for at in from..count {
            if look::<A>(&mut requests(), *handles.add(at))? != Look::Ended {
                continue;
            }
            let (found, result) = ended::<A>(state, handles.add(at))?;
            statuses.store(&found, result);
            *indices.add(*outcount as usize) = at as c_int;
            *outcount += 1;
        }
        statuses.end()
    }
}

pub(crate) unsafe fn waitsome<A: Abi>(
    state: &State,
    incount: c_int,
    handles: *mut A::Handle,
    outcount: *mut c_int,
    indices: *mut c_int,
    statuses: *mut A::Status,
) -> Done {
    let out = (outcount, indices);
    // SAFETY: as the program vouches.
    unsafe { some::<A>(state, incount, handles, out, statuses, Waits::ForOne) }
}

pub(crate) unsafe fn testsome<A: Abi>(
    state: &State,
    incount: c_int,
    handles: *mut A::Handle,
    outcount: *mut c_int,
    indices: *mut c_int,
    statuses: *mut A::Status,
) -> Done {
    let out = (outcount, indices);
    // SAFETY: as the program vouches.
    unsafe { some::<A>(state, incount, handles, out, statuses, Waits::Never) }
}

/// An operation, with its communicator if it has one.
type Active = (Begun, Option<Arc<Comm>>);

/// The operation that a handle names.
fn active<A: Abi>(handle: A::Handle) -> Result<Option<Active>, Failure> {
    let number = match A::place(Kind::Request, handle) {
        Place::Made(number) => number,
        Place::Null => return Ok(None),
        Place::Predefined(predefined::ENDED_OF_NULL) => {
            return Ok(Some((Begun::Ended(Status::OF_NULL), None)));
        }
        Place::Predefined(_) => return Ok(Some((Begun::Ended(Status::EMPTY), None))),
        Place::Wrong => return Err(handles::no_request::<A>(handle)),
    };
    match requests().get(number) {
        Some(request) => {
            let begun = request.active().cloned();
            Ok(begun.map(|begun| (begun, request.comm().cloned())))
        }
        None => Err(handles::no_request::<A>(handle)),
    }
}

pub(crate) unsafe fn cancel<A: Abi>(state: &State, request: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    match active::<A>(unsafe { *request })? {
        Some((begun, comm)) => begun
            .cancel(&state.mpi)
            .map_err(|failure| Fault { failure, comm }),
        None => Err(Fault::new(
            Class::Request,
            "argument request: null or inactive",
        )),
    }
}

pub(crate) unsafe fn test_cancelled<A: Abi>(
    _: &State,
    status: *const A::Status,
    flag: *mut c_int,
) -> Done {
    // SAFETY: the program passes a status and a place.
    unsafe { *flag = c_int::from(A::read(&*status).is_cancelled) };
    Ok(())
}

pub(crate) unsafe fn request_free<A: Abi>(_: &State, request: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    unsafe {
        let place = A::place(Kind::Request, *request);
        match place {
            Place::Predefined(_) => {}
            Place::Made(number) => {
                let no_request = || handles::no_request::<A>(*request);
                let mut table = requests();
                let active = table.get(number).ok_or_else(no_request)?.active();
                if let Some(begun) = active.filter(|begun| begun.is_awaited_from_program()) {
                    // The program names it once more, when it has ended.
                    begun.free()?;
                } else {
                    let freed = table.take(number).and_then(|mut request| request.take());
                    drop(table);
                    freed.map_or(Ok(()), |begun| begun.free())?;
                }
            }
            _ => return Err(handles::no_request::<A>(*request).into()),
        }
        *request = A::handle(Kind::Request, Place::Null);
    }
    Ok(())
}

pub(crate) unsafe fn request_get_status<A: Abi>(
    state: &State,
    request: A::Handle,
    flag: *mut c_int,
    status: *mut A::Status,
) -> Done {
    let active = active::<A>(request)?;
    let has_ended = || active.as_ref().is_none_or(|(begun, _)| begun.has_ended());
    if !has_ended() {
        let _ = progress(state);
    }
    // SAFETY: the program passes places.
    unsafe { *flag = c_int::from(has_ended()) };
    if !has_ended() {
        return Ok(());
    }
    let (found, result) = match &active {
        None => (Status::EMPTY, Ok(())),
        Some((begun, comm)) => begun.end(&state.mpi, comm.as_ref()),
    };
    // SAFETY: as above.
    unsafe { set_status::<A>(status, &found) };
    result.map_err(|failure| Fault {
        failure,
        comm: active.and_then(|(_, comm)| comm),
    })
}

pub(crate) unsafe fn start<A: Abi>(state: &State, request: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    let handle = unsafe { *request };
    let place = A::place(Kind::Request, handle);
    let wrong = || {
        let kind = "persistent request";
        handles::wrong::<A>(Class::Request, "request", kind, place, handle)
    };
    let Place::Made(number) = place else {
        return Err(wrong().into());
    };
    // What begins may wait.
    let mut request = requests().lift(number).ok_or_else(wrong)?;
    let started = request.start(&state.mpi).map_err(|failure| Fault {
        failure,
        comm: request.comm().cloned(),
    });
    requests().put_back(number, request);
    started
}

pub(crate) unsafe fn startall<A: Abi>(
    state: &State,
    count: c_int,
    handles: *mut A::Handle,
) -> Done {
    for at in 0..handles::count(count.into(), "count")? {
        // SAFETY: the program passes an array of this length.
        unsafe { start::<A>(state, handles.add(at)) }?;
    }
    Ok(())
}

pub(crate) unsafe fn get_count<A: Abi>(
    _: &State,
    status: *const A::Status,
    datatype: A::Handle,
    count: Out,
) -> Done {
    let datatype = handles::datatype::<A>(datatype)?;
    // SAFETY: the program passes a status and a place.
    unsafe {
        let bytes = A::read(&*status).bytes;
        let size = datatype.size();
        let elements = match (bytes, size) {
            (0, _) => 0,
            (_, 0) => i64::from(A::UNDEFINED),
            (bytes, size) if bytes % size == 0 => (bytes / size) as i64,
            _ => i64::from(A::UNDEFINED),
        };
        count.set(elements, A::UNDEFINED);
    }
    Ok(())
}

pub(crate) unsafe fn get_elements<A: Abi>(
    _: &State,
    status: *const A::Status,
    datatype: A::Handle,
    count: Out,
) -> Done {
    let datatype = handles::datatype::<A>(datatype)?;
    // SAFETY: the program passes a status and a place.
    unsafe {
        let elements = datatype.basic_elements(A::read(&*status).bytes);
        let elements = elements.map_or(i64::from(A::UNDEFINED), |elements| elements as i64);
        count.set(elements, A::UNDEFINED);
    }
    Ok(())
}

pub(crate) unsafe fn get_elements_x<A: Abi>(
    state: &State,
    status: *const A::Status,
    datatype: A::Handle,
    count: *mut c_long,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { get_elements::<A>(state, status, datatype, count.into()) }
}

pub(crate) unsafe fn status_set_cancelled<A: Abi>(
    _: &State,
    status: *mut A::Status,
    flag: c_int,
) -> Done {
    // SAFETY: the program passes a status.
    unsafe {
        let read = Status {
            is_cancelled: flag != 0,
            ..A::read(&*status)
        };
        *status = A::status(&read, A::error_of(&*status));
    }
    Ok(())
}

pub(crate) unsafe fn status_set_elements<A: Abi>(
    state: &State,
    status: *mut A::Status,
    datatype: A::Handle,
    count: c_int,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { status_set_elements_x::<A>(state, status, datatype, count.into()) }
}

pub(crate) unsafe fn status_set_elements_x<A: Abi>(
    _: &State,
    status: *mut A::Status,
    datatype: A::Handle,
    count: c_long,
) -> Done {
    let datatype = handles::datatype::<A>(datatype)?;
    let count = handles::count(count, "count")?;
    let Some(bytes) = datatype.bytes_of_elements(count) else {
        let what = format!("argument count: {count} elements have too many bytes");
        return Err(Fault::new(Class::Count, what));
    };
    // SAFETY: the program passes a status.
    unsafe {
        let read = Status {
            bytes,
            ..A::read(&*status)
        };
        *status = A::status(&read, A::error_of(&*status));
    }
    Ok(())
}
