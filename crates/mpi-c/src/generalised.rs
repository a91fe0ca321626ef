//! Generalised requests: operations that the program carries out.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use farreach_mpi::error::{Class, Failure};
use farreach_mpi::{Begun, Own, Request, Status};

use crate::abi::{Abi, Kind, Place};
use crate::fault::Done;
use crate::handles;
use crate::requests::requests;
use crate::state::State;

/// An operation of the program.
struct Program<A: Abi> {
    query: unsafe extern "C" fn(*mut c_void, *mut A::Status) -> c_int,
    free: unsafe extern "C" fn(*mut c_void) -> c_int,
    cancel: unsafe extern "C" fn(*mut c_void, c_int) -> c_int,
    extra: usize,
    has_ended: AtomicBool,
    /// Whether the program has freed the request before the operation had ended.
    is_freed: AtomicBool,
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

    fn complete(&self) -> bool {
        self.has_ended.store(true, Ordering::Release);
        self.is_freed.load(Ordering::Relaxed)
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
        if !self.has_ended() {
            self.is_freed.store(true, Ordering::Relaxed);
            return Ok(());
        }
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
            is_freed: AtomicBool::new(false),
        }
    };
    let begun = Begun::Program(Arc::new(own));
    // SAFETY: the program passes a place.
    unsafe { *request = handles::add_request::<A>(Request::begun(None, begun)) };
    Ok(())
}

pub(crate) unsafe fn grequest_complete<A: Abi>(state: &State, request: A::Handle) -> Done {
    let place = A::place(Kind::Request, request);
    let wrong = || {
        handles::wrong::<A>(
            Class::Request,
            "request",
            "generalised request",
            place,
            request,
        )
    };
    let Place::Made(number) = place else {
        return Err(wrong().into());
    };
    let mut table = requests();
    let begun = table.get(number).and_then(|request| request.active());
    let is_freed = begun.and_then(Begun::complete).ok_or_else(wrong)?;
    let freed = is_freed.then(|| table.take(number)).flatten();
    drop(table);
    if let Some(begun) = freed.and_then(|mut request| request.take()) {
        begun.free()?;
    }
    state.mpi.world().wake_waits();
    Ok(())
}
