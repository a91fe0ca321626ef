//! What happens around each call: the check that the library is initialised, and the way of an error
//! through the error handler.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::c_int;
use std::fmt::Display;
use std::sync::Arc;

use farreach_c::of_argument;
use farreach_mpi::error::{Class, Failure, Tool};
use farreach_mpi::{Comm, Handler};
use farreach_runtime::say;

use crate::abi::{Abi, Kind, Place, predefined};
use crate::errors::{self, Function};
use crate::handles::COMMS;
use crate::numbers::given;
use crate::state::{self, LIBRARY, State};

/// Why a call failed, and on which communicator if the call does not name it.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) failure: Failure,
    pub(crate) comm: Option<Arc<Comm>>,
}

impl From<farreach_c::Fault> for Fault {
    #[cold]
    fn from(fault: farreach_c::Fault) -> Fault {
        Fault::new(Class::Arg, fault.to_string())
    }
}

impl From<Failure> for Fault {
    #[cold]
    fn from(failure: Failure) -> Fault {
        Fault {
            failure,
            comm: None,
        }
    }
}

impl Fault {
    #[cold]
    pub(crate) fn new(class: Class, what: impl Into<String>) -> Fault {
        Failure::new(class, what).into()
    }

    /// A wrong argument.
    #[cold]
    pub(crate) fn argument(class: Class, name: &str, what: impl Display) -> Fault {
        Fault::new(class, of_argument(name, what))
    }
}

/// Checks that the program passes a place for a result, or another argument that can't be null.
#[inline]
pub(crate) fn needed<T>(argument: &str, place: *const T) -> Done {
    needed_for(argument, place, 1_i64)
}

/// Checks that the program passes an array, unless the array's length is 0.
#[inline]
pub(crate) fn needed_for<T>(argument: &str, array: *const T, length: impl Into<i64>) -> Done {
    Ok(given(argument, array, length.into())?)
}

/// The result of a function.
pub(crate) type Done = Result<(), Fault>;

thread_local! {
    /// The function that the thread is in. Empty outside of the library.
    static CALLED: Cell<&'static str> = const { Cell::new("") };
}

/// The name of a wait: the function that the program has called.
pub(crate) fn called() -> Option<String> {
    let name = CALLED.get();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The object that a call names, to whose error handler an error goes.
#[derive(Clone, Copy)]
pub(crate) enum On<A: Abi> {
    /// The call names none.
    Nothing,
    Comm(A::Handle),
    Win(A::Handle),
    File(A::File),
    Session(A::Handle),
}

impl<A: Abi> On<A> {
    /// What has the error handler. `None` if there is no such object.
    fn handler(&self, state: &State) -> Option<Arc<Comm>> {
        match *self {
            On::Nothing => None,
            On::Comm(handle) => crate::handles::comm::<A>(state, handle).ok(),
            On::Win(handle) => crate::window::handled::<A>(handle),
            On::File(handle) => crate::file::handled::<A>(state, handle).ok(),
            On::Session(handle) => crate::sessions::handled::<A>(handle),
        }
    }
}

/// Runs a function. `on` is what the call names.
#[inline]
pub(crate) fn call<A: Abi>(
    name: &'static str,
    on: On<A>,
    function: impl FnOnce(&'static State) -> Done,
) -> c_int {
    let outer = CALLED.replace(name);
    let code = brief::<A>(name, on, function);
    CALLED.set(outer);
    code
}

/// Names the function that the thread is in while `f` runs, unless it has a name already. For functions that seldom wait.
pub(crate) fn named<R>(name: &'static str, f: impl FnOnce() -> R) -> R {
    let outer = CALLED.get();
    if outer.is_empty() {
        CALLED.set(name);
    }
    let result = f();
    CALLED.set(outer);
    result
}

/// Runs a function that never waits, or names itself when it does ([`named`]).
#[inline]
pub(crate) fn brief<A: Abi>(
    name: &'static str,
    on: On<A>,
    function: impl FnOnce(&'static State) -> Done,
) -> c_int {
    let Some(state) = state::get() else {
        LIBRARY.fail(name, LIBRARY.outside())
    };
    match function(state) {
        Ok(()) => 0,
        Err(fault) => raise::<A>(state, name, on, &fault),
    }
}

/// Runs a function that may be called at any time.
pub(crate) fn anytime<A: Abi>(name: &'static str, function: impl FnOnce() -> Done) -> c_int {
    let outer = CALLED.replace(name);
    let done = function();
    CALLED.set(outer);
    match (done, state::get()) {
        (Ok(()), _) => 0,
        (Err(fault), Some(state)) => raise::<A>(state, name, On::Nothing, &fault),
        (Err(fault), None) => LIBRARY.fail(name, fault.failure),
    }
}

/// A function that does not exist. The first call of each function says so, since programs may ignore codes. Some of
/// these functions may be called before the initialisation, when there is no communicator whose error handler decides.
#[cold]
pub(crate) fn absent<A: Abi>(name: &'static str) -> c_int {
    let (code, is_first) = errors::code_of_absent::<A>(name);
    let told = LIBRARY.line(name, errors::IS_ABSENT);
    if let Some(state) = state::get() {
        raise_on::<A>(state, otherwise(state), code, || told.clone());
    }
    if is_first {
        say(told);
    }
    code
}

/// The communicator whose error handler gets the errors of calls that name no object: since MPI 4.0 that of the process alone,
/// and before that of all, which programs still rely on that set no other.
fn otherwise(state: &State) -> &Arc<Comm> {
    match state.mpi.own().handler() {
        Handler::EndsJob => state.mpi.all(),
        _ => state.mpi.own(),
    }
}

/// Runs a function of the interface for tools, whose errors go to no handler.
pub(crate) fn tool<A: Abi>(function: impl FnOnce() -> Done) -> c_int {
    match function() {
        Ok(()) => 0,
        Err(fault) => A::code(match fault.failure.class {
            Class::Arg => Class::Tool(Tool::Invalid),
            class => class,
        }),
    }
}

/// Passes an error to the error handler. Returns the code for the program.
#[cold]
fn raise<A: Abi>(state: &'static State, name: &'static str, on: On<A>, fault: &Fault) -> c_int {
    let comm = fault.comm.clone().or_else(|| on.handler(state));
    let comm = comm.unwrap_or_else(|| Arc::clone(otherwise(state)));
    raise_on::<A>(state, &comm, A::code(fault.failure.class), || {
        let on = comm.describe();
        LIBRARY.line(name, format_args!("{} (on {on})", fault.failure))
    })
}

/// Passes a code to the error handler of a communicator.
pub(crate) fn raise_on<A: Abi>(
    state: &'static State,
    comm: &Arc<Comm>,
    code: c_int,
    text: impl FnOnce() -> String,
) -> c_int {
    match comm.handler() {
        Handler::EndsJob | Handler::EndsGroup => LIBRARY.end_job(1, &text()),
        Handler::Returns => code,
        Handler::Program(function) => {
            let function = function.downcast_ref::<Function>();
            let function = function.expect("C has functions of C");
            function.tell(state, comm, code);
            code
        }
    }
}

/// The handle of a communicator.
pub(crate) fn handle_of<A: Abi>(state: &State, comm: &Arc<Comm>) -> A::Handle {
    let place = if Arc::ptr_eq(comm, state.mpi.all()) {
        Place::Predefined(predefined::WORLD)
    } else if Arc::ptr_eq(comm, state.mpi.own()) {
        Place::Predefined(predefined::SELF)
    } else {
        let made = COMMS.find(|other| std::ptr::eq(other, Arc::as_ptr(comm)));
        made.map_or(Place::Null, Place::Made)
    };
    A::handle(Kind::Comm, place)
}
