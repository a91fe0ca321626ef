//! Waits, tests and statuses.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_long, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use farreach_mpi::error::{Class, Failure};
use farreach_mpi::{Begun, Own, Request, Status};

use crate::abi::{Abi, Kind, Place, predefined};
use crate::fault::{Done, Fault};
use crate::handles::{self, REQUESTS};
use crate::numbers::Out;
use crate::state::State;

/// Stores a status if the program wants it. The error stays as it is.
///
/// # Safety
/// `into` must be valid for writes, or say that no status is wanted.
#[inline]
pub(crate) unsafe fn set_status<A: Abi>(into: *mut A::Status, status: &Status) {
    if !A::is_ignored(into) {
        // SAFETY: as the caller vouches.
        unsafe {
            let error = A::error_of(&*into);
            *into = A::status(status, error);
        }
    }
}

/// A request that the program names.
enum Named {
    /// No request, or an inactive one.
    Nothing,
    /// An operation that ended at once.
    Ended(Status),
    Active(Arc<Request>),
}

impl Named {
    fn of<A: Abi>(handle: A::Handle) -> Result<Named, Failure> {
        let place = A::place(Kind::Request, handle);
        match place {
            Place::Null => Ok(Named::Nothing),
            Place::Predefined(predefined::ENDED_OF_NULL) => Ok(Named::Ended(Status::OF_NULL)),
            Place::Predefined(_) => Ok(Named::Ended(Status::EMPTY)),
            Place::Made(number) => match REQUESTS.share(number) {
                Some(request) if request.is_active() => Ok(Named::Active(request)),
                Some(_) => Ok(Named::Nothing),
                None => Err(handles::wrong::<A>(
                    Class::Request,
                    "request",
                    "request",
                    place,
                    handle,
                )),
            },
            Place::Wrong => Err(handles::wrong::<A>(
                Class::Request,
                "request",
                "request",
                place,
                handle,
            )),
        }
    }

    fn has_ended(&self) -> bool {
        match self {
            Named::Nothing | Named::Ended(_) => true,
            Named::Active(request) => request.has_ended(),
        }
    }

    fn is_nothing(&self) -> bool {
        matches!(self, Named::Nothing)
    }

    /// What came of an operation that has ended. Its handle is null afterwards, unless the request is
    /// persistent.
    unsafe fn finish<A: Abi>(
        &self,
        state: &State,
        handle: *mut A::Handle,
    ) -> (Status, Result<(), Failure>) {
        // SAFETY: the program passes a handle's place.
        let handle = unsafe { &mut *handle };
        match self {
            Named::Nothing => (Status::EMPTY, Ok(())),
            Named::Ended(status) => {
                *handle = A::handle(Kind::Request, Place::Null);
                (*status, Ok(()))
            }
            Named::Active(request) => {
                // Another thread may have been faster, against the rules.
                let ended = request
                    .finish(&state.mpi)
                    .unwrap_or((Status::EMPTY, Ok(())));
                if !request.is_persistent() {
                    if let Place::Made(number) = A::place(Kind::Request, *handle) {
                        REQUESTS.remove(number);
                    }
                    *handle = A::handle(Kind::Request, Place::Null);
                }
                ended
            }
        }
    }

    fn fault(&self, failure: Failure) -> Fault {
        let comm = match self {
            Named::Active(request) => request.comm().cloned(),
            _ => None,
        };
        Fault { failure, comm }
    }
}

/// The requests of an array.
unsafe fn list<A: Abi>(count: c_int, requests: *mut A::Handle) -> Result<Vec<Named>, Failure> {
    let count = handles::count(count.into(), "count")?;
    // SAFETY: the program passes an array of this length.
    (0..count)
        .map(|at| Named::of::<A>(unsafe { *requests.add(at) }))
        .collect()
}

pub(crate) unsafe fn wait<A: Abi>(
    state: &State,
    request: *mut A::Handle,
    status: *mut A::Status,
) -> Done {
    // SAFETY: the program passes a handle's place, and one for the status.
    unsafe {
        let named = Named::of::<A>(*request)?;
        if !named.has_ended() {
            state.mpi.wait("a request", || named.has_ended());
        }
        let (found, result) = named.finish::<A>(state, request);
        set_status::<A>(status, &found);
        result.map_err(|failure| named.fault(failure))
    }
}

/// Makes progress, for a test that has not found what it asks for.
fn progress(state: &State) {
    state.mpi.world().progress();
    state.mpi.go_on();
}

pub(crate) unsafe fn test<A: Abi>(
    state: &State,
    request: *mut A::Handle,
    flag: *mut c_int,
    status: *mut A::Status,
) -> Done {
    // SAFETY: the program passes a handle's place, and places for the flag and the status.
    unsafe {
        let named = Named::of::<A>(*request)?;
        if !named.has_ended() {
            progress(state);
        }
        let has_ended = named.has_ended();
        *flag = c_int::from(has_ended);
        if !has_ended {
            return Ok(());
        }
        let (found, result) = named.finish::<A>(state, request);
        set_status::<A>(status, &found);
        result.map_err(|failure| named.fault(failure))
    }
}

/// Finishes the requests `which` of an array. Their statuses are stored in the order of `which`, at
/// its places if `at_own` says so.
unsafe fn finish_all<A: Abi>(
    state: &State,
    named: &[Named],
    which: &[usize],
    requests: *mut A::Handle,
    (statuses, at_own): (*mut A::Status, bool),
) -> Done {
    let mut first = None;
    let mut ended = Vec::new();
    for &at in which {
        // SAFETY: the program passes arrays of the length.
        let (found, result) = unsafe { named[at].finish::<A>(state, requests.add(at)) };
        if let (Err(failure), None) = (&result, &first) {
            first = Some(named[at].fault(failure.clone()));
        }
        ended.push((found, result));
    }
    if !A::is_ignored(statuses) {
        for (number, (&at, (found, result))) in which.iter().zip(&ended).enumerate() {
            let place = if at_own { at } else { number };
            // SAFETY: as above.
            unsafe {
                let into = statuses.add(place);
                let error = match (&first, result) {
                    (None, _) => A::error_of(&*into),
                    (Some(_), Ok(())) => 0,
                    (Some(_), Err(failure)) => A::code(failure.class),
                };
                *into = A::status(found, error);
            }
        }
    }
    match first {
        None => Ok(()),
        Some(fault) => Err(Fault {
            failure: Failure::new(Class::InStatus, fault.failure.what),
            comm: fault.comm,
        }),
    }
}

pub(crate) unsafe fn waitall<A: Abi>(
    state: &State,
    count: c_int,
    requests: *mut A::Handle,
    statuses: *mut A::Status,
) -> Done {
    // SAFETY: the program passes arrays of this length.
    unsafe {
        let named = list::<A>(count, requests)?;
        let mut at = 0;
        state.mpi.wait("requests", || {
            while at < named.len() && named[at].has_ended() {
                at += 1;
            }
            at == named.len()
        });
        let which: Vec<usize> = (0..named.len()).collect();
        finish_all::<A>(state, &named, &which, requests, (statuses, true))
    }
}

pub(crate) unsafe fn testall<A: Abi>(
    state: &State,
    count: c_int,
    requests: *mut A::Handle,
    flag: *mut c_int,
    statuses: *mut A::Status,
) -> Done {
    // SAFETY: the program passes arrays of this length, and a place for the flag.
    unsafe {
        let named = list::<A>(count, requests)?;
        let have_ended = || named.iter().all(Named::has_ended);
        if !have_ended() {
            progress(state);
        }
        *flag = c_int::from(have_ended());
        if *flag == 0 {
            return Ok(());
        }
        let which: Vec<usize> = (0..named.len()).collect();
        finish_all::<A>(state, &named, &which, requests, (statuses, true))
    }
}

/// The first request of an array that has ended.
fn first_ended(named: &[Named]) -> Option<usize> {
    named
        .iter()
        .position(|named| !named.is_nothing() && named.has_ended())
}

unsafe fn finish_one<A: Abi>(
    state: &State,
    named: &[Named],
    at: usize,
    requests: *mut A::Handle,
    (index, status): (*mut c_int, *mut A::Status),
) -> Done {
    // SAFETY: the program passes an array, and places.
    unsafe {
        let (found, result) = named[at].finish::<A>(state, requests.add(at));
        *index = at as c_int;
        set_status::<A>(status, &found);
        result.map_err(|failure| named[at].fault(failure))
    }
}

pub(crate) unsafe fn waitany<A: Abi>(
    state: &State,
    count: c_int,
    requests: *mut A::Handle,
    index: *mut c_int,
    status: *mut A::Status,
) -> Done {
    // SAFETY: the program passes an array of this length, and places.
    unsafe {
        let named = list::<A>(count, requests)?;
        if named.iter().all(Named::is_nothing) {
            *index = A::UNDEFINED;
            set_status::<A>(status, &Status::EMPTY);
            return Ok(());
        }
        let mut at = None;
        state.mpi.wait("one of several requests", || {
            at = first_ended(&named);
            at.is_some()
        });
        let at = at.expect("waited for");
        finish_one::<A>(state, &named, at, requests, (index, status))
    }
}

pub(crate) unsafe fn testany<A: Abi>(
    state: &State,
    count: c_int,
    requests: *mut A::Handle,
    index: *mut c_int,
    flag: *mut c_int,
    status: *mut A::Status,
) -> Done {
    // SAFETY: the program passes an array of this length, and places.
    unsafe {
        let named = list::<A>(count, requests)?;
        *index = A::UNDEFINED;
        if named.iter().all(Named::is_nothing) {
            *flag = 1;
            set_status::<A>(status, &Status::EMPTY);
            return Ok(());
        }
        if first_ended(&named).is_none() {
            progress(state);
        }
        let at = first_ended(&named);
        *flag = c_int::from(at.is_some());
        match at {
            None => Ok(()),
            Some(at) => finish_one::<A>(state, &named, at, requests, (index, status)),
        }
    }
}

/// The requests of an array that have ended.
fn all_ended(named: &[Named]) -> Vec<usize> {
    let all = named.iter().enumerate();
    let ended = all.filter(|(_, named)| !named.is_nothing() && named.has_ended());
    ended.map(|(at, _)| at).collect()
}

unsafe fn some<A: Abi>(
    state: &State,
    count: c_int,
    requests: *mut A::Handle,
    (outcount, indices): (*mut c_int, *mut c_int),
    statuses: *mut A::Status,
    waits: bool,
) -> Done {
    // SAFETY: the program passes arrays of this length, and a place.
    unsafe {
        let named = list::<A>(count, requests)?;
        if named.iter().all(Named::is_nothing) {
            *outcount = A::UNDEFINED;
            return Ok(());
        }
        if waits {
            state
                .mpi
                .wait("some of several requests", || first_ended(&named).is_some());
        } else if first_ended(&named).is_none() {
            progress(state);
        }
        let which = all_ended(&named);
        *outcount = which.len() as c_int;
        for (number, at) in which.iter().enumerate() {
            *indices.add(number) = *at as c_int;
        }
        finish_all::<A>(state, &named, &which, requests, (statuses, false))
    }
}

pub(crate) unsafe fn waitsome<A: Abi>(
    state: &State,
    incount: c_int,
    requests: *mut A::Handle,
    outcount: *mut c_int,
    indices: *mut c_int,
    statuses: *mut A::Status,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        some::<A>(
            state,
            incount,
            requests,
            (outcount, indices),
            statuses,
            true,
        )
    }
}

pub(crate) unsafe fn testsome<A: Abi>(
    state: &State,
    incount: c_int,
    requests: *mut A::Handle,
    outcount: *mut c_int,
    indices: *mut c_int,
    statuses: *mut A::Status,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        some::<A>(
            state,
            incount,
            requests,
            (outcount, indices),
            statuses,
            false,
        )
    }
}

pub(crate) unsafe fn cancel<A: Abi>(state: &State, request: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    let named = Named::of::<A>(unsafe { *request })?;
    match &named {
        Named::Active(request) => request
            .cancel(&state.mpi)
            .map_err(|failure| named.fault(failure)),
        Named::Ended(_) => Ok(()),
        Named::Nothing => Err(Fault::new(
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
                let found = REQUESTS.remove(number);
                let found = found.ok_or_else(|| {
                    handles::wrong::<A>(Class::Request, "request", "request", place, *request)
                })?;
                found.free()?;
            }
            _ => {
                let failure =
                    handles::wrong::<A>(Class::Request, "request", "request", place, *request);
                return Err(failure.into());
            }
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
    let named = Named::of::<A>(request)?;
    if !named.has_ended() {
        progress(state);
    }
    let has_ended = named.has_ended();
    // SAFETY: the program passes places.
    unsafe { *flag = c_int::from(has_ended) };
    if !has_ended {
        return Ok(());
    }
    let (found, result) = match &named {
        Named::Nothing => (Status::EMPTY, Ok(())),
        Named::Ended(status) => (*status, Ok(())),
        Named::Active(request) => request.peek(&state.mpi).unwrap_or((Status::EMPTY, Ok(()))),
    };
    // SAFETY: as above.
    unsafe { set_status::<A>(status, &found) };
    result.map_err(|failure| named.fault(failure))
}

pub(crate) unsafe fn start<A: Abi>(state: &State, request: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    let handle = unsafe { *request };
    let place = A::place(Kind::Request, handle);
    let found = match place {
        Place::Made(number) => REQUESTS.share(number),
        _ => None,
    };
    let found = found.ok_or_else(|| {
        handles::wrong::<A>(
            Class::Request,
            "request",
            "persistent request",
            place,
            handle,
        )
    })?;
    found.start(&state.mpi).map_err(|failure| Fault {
        failure,
        comm: found.comm().cloned(),
    })
}

pub(crate) unsafe fn startall<A: Abi>(
    state: &State,
    count: c_int,
    requests: *mut A::Handle,
) -> Done {
    for at in 0..handles::count(count.into(), "count")? {
        // SAFETY: the program passes an array of this length.
        unsafe { start::<A>(state, requests.add(at)) }?;
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

pub(crate) unsafe fn status_c2f<A: Abi>(
    _: &State,
    status: *const A::Status,
    fortran: *mut c_int,
) -> Done {
    // SAFETY: a status of Fortran is one of C.
    unsafe { *fortran.cast::<A::Status>() = *status };
    Ok(())
}

pub(crate) unsafe fn status_f2c<A: Abi>(
    _: &State,
    fortran: *const c_int,
    status: *mut A::Status,
) -> Done {
    // SAFETY: a status of Fortran is one of C.
    unsafe { *status = *fortran.cast::<A::Status>() };
    Ok(())
}

/// An operation of the program.
struct Program<A: Abi> {
    query: unsafe extern "C" fn(*mut c_void, *mut A::Status) -> c_int,
    free: unsafe extern "C" fn(*mut c_void) -> c_int,
    cancel: unsafe extern "C" fn(*mut c_void, c_int) -> c_int,
    extra: usize,
    has_ended: AtomicBool,
}

impl<A: Abi> std::fmt::Debug for Program<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an operation of the program")
    }
}

/// The result of a function of the program.
pub(crate) fn returned(code: c_int) -> Result<(), Failure> {
    match code {
        0 => Ok(()),
        code => Err(Failure::new(
            Class::Code(code),
            format!("a function of the program returned {code}"),
        )),
    }
}

impl<A: Abi> Program<A> {
    fn extra(&self) -> *mut c_void {
        std::ptr::with_exposed_provenance_mut(self.extra)
    }
}

impl<A: Abi> Own for Program<A> {
    fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Acquire)
    }

    fn complete(&self) {
        self.has_ended.store(true, Ordering::Release);
    }

    fn end(&self) -> (Status, Result<(), Failure>) {
        let mut status = A::status(&Status::EMPTY, 0);
        // SAFETY: the program's function, with what the program gave for it.
        let code = unsafe { (self.query)(self.extra(), &raw mut status) };
        (A::read(&status), returned(code))
    }

    fn cancel(&self) -> Result<(), Failure> {
        let has_ended = c_int::from(self.has_ended());
        // SAFETY: as above.
        returned(unsafe { (self.cancel)(self.extra(), has_ended) })
    }

    fn free(&self) -> Result<(), Failure> {
        // SAFETY: as above.
        returned(unsafe { (self.free)(self.extra()) })
    }
}

pub(crate) unsafe fn grequest_start<A: Abi>(
    _: &State,
    query: *const c_void,
    free: *const c_void,
    cancel: *const c_void,
    extra: *mut c_void,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes functions of these types.
    let own = unsafe {
        Program::<A> {
            query: std::mem::transmute::<
                *const c_void,
                unsafe extern "C" fn(*mut c_void, *mut A::Status) -> c_int,
            >(query),
            free: std::mem::transmute::<*const c_void, unsafe extern "C" fn(*mut c_void) -> c_int>(
                free,
            ),
            cancel: std::mem::transmute::<
                *const c_void,
                unsafe extern "C" fn(*mut c_void, c_int) -> c_int,
            >(cancel),
            extra: extra.expose_provenance(),
            has_ended: AtomicBool::new(false),
        }
    };
    let begun = Begun::Program(Arc::new(own));
    // SAFETY: the program passes a place.
    unsafe { *request = handles::add_request::<A>(Request::begun(None, begun)) };
    Ok(())
}

pub(crate) unsafe fn grequest_complete<A: Abi>(state: &State, request: A::Handle) -> Done {
    let place = A::place(Kind::Request, request);
    let found = match place {
        Place::Made(number) => REQUESTS.share(number),
        _ => None,
    };
    if found.is_some_and(|found| found.complete()) {
        state.mpi.world().wake_waits();
        return Ok(());
    }
    Err(handles::wrong::<A>(
        Class::Request,
        "request",
        "generalised request",
        place,
        request,
    )
    .into())
}
