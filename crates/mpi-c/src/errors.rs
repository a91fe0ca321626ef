//! Error handlers, and error classes and codes of the program.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::sync::{Arc, Mutex, MutexGuard};

use farreach_c::{lock, text};
use farreach_mpi::error::{Class, Failure};
use farreach_mpi::{Comm, Handler};

use crate::abi::{Abi, Kind, Place, predefined};
use crate::comm::set_awaited;
use crate::fault::{Done, Fault, handle_of, raise_on};
use crate::handles::{self, ERRHANDLERS};
use crate::held::Held;
use crate::state::{LIBRARY, State};

/// The classes and codes that the program has added, with their class and their text.
static ADDED: Mutex<BTreeMap<c_int, (c_int, String)>> = Mutex::new(BTreeMap::new());

/// Adds a code of a class. Without a class the code is a class itself.
fn add<A: Abi>(class: Option<c_int>) -> c_int {
    let mut added = added();
    let last = added.last_key_value().map(|(code, _)| *code);
    let new = last.unwrap_or(A::LASTCODE) + 1;
    added.insert(new, (class.unwrap_or(new), String::new()));
    new
}

/// The functions of the standard that are not there and that the program has called. Each has a code.
static ABSENT: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
/// The code of an absent function is the class, with the function's number from 1 on above these bits.
const CLASS_BITS: u32 = 16;

fn absent() -> MutexGuard<'static, Vec<&'static str>> {
    lock(&ABSENT)
}

/// The code of a function that is not there, and whether the program calls it for the first time.
pub(crate) fn code_of_absent<A: Abi>(name: &'static str) -> (c_int, bool) {
    let mut absent = absent();
    let known = absent.iter().position(|other| *other == name);
    let at = known.unwrap_or_else(|| {
        absent.push(name);
        absent.len() - 1
    });
    let number = (at + 1) as c_int;
    (
        A::code(Class::Unsupported) | number << CLASS_BITS,
        known.is_none(),
    )
}

/// The function that is not there, by its code.
fn absent_of<A: Abi>(code: c_int) -> Option<&'static str> {
    let class = code & ((1 << CLASS_BITS) - 1);
    let at = usize::try_from(code >> CLASS_BITS).ok()?.checked_sub(1)?;
    let found = absent().get(at).copied();
    found.filter(|_| class == A::code(Class::Unsupported))
}

/// What is said of a function that is not there.
pub(crate) const IS_ABSENT: &str =
    "this library does not have this function: `farreach info --mpi` lists those that it has";

fn added() -> MutexGuard<'static, BTreeMap<c_int, (c_int, String)>> {
    lock(&ADDED)
}

/// The greatest code.
pub(crate) fn last_used<A: Abi>() -> c_int {
    let last = added().last_key_value().map(|(code, _)| *code);
    last.unwrap_or(A::LASTCODE)
}

pub(crate) fn class_of<A: Abi>(code: c_int) -> Result<c_int, Fault> {
    if A::is_class(code) {
        return Ok(code);
    }
    if absent_of::<A>(code).is_some() {
        return Ok(A::code(Class::Unsupported));
    }
    let class = added().get(&code).map(|(class, _)| *class);
    class.ok_or_else(|| no_code(code))
}

#[cold]
fn no_code(code: c_int) -> Fault {
    Fault::argument(Class::Arg, "errorcode", format!("{code} is no error code"))
}

pub(crate) fn string<A: Abi>(code: c_int) -> Result<String, Fault> {
    if let Some((_, text)) = added().get(&code) {
        return Ok(text.clone());
    }
    if let Some(name) = absent_of::<A>(code) {
        return Ok(format!("{name}: {IS_ABSENT}"));
    }
    if !A::is_class(code) {
        return Err(no_code(code));
    }
    let text = match A::class(code) {
        _ if code == 0 => "no error",
        Some(Class::Buffer) => "invalid buffer",
        Some(Class::Count) => "invalid count",
        Some(Class::Type) => "invalid datatype",
        Some(Class::Tag) => "invalid tag",
        Some(Class::Comm) => "invalid communicator",
        Some(Class::Rank) => "invalid rank",
        Some(Class::Root) => "invalid root",
        Some(Class::Group) => "invalid group",
        Some(Class::Op) => "invalid operation",
        Some(Class::Topology) => "invalid topology",
        Some(Class::Dims) => "invalid dimensions",
        Some(Class::Arg) => "invalid argument",
        Some(Class::Truncate) => "message longer than its receive's buffer",
        Some(Class::Other) => "error of another kind",
        Some(Class::Intern) => "error inside of the library",
        Some(Class::InStatus) => "the error is in the status",
        Some(Class::Pending) => "the operation has not ended",
        Some(Class::Request) => "invalid request",
        Some(Class::Info) => "invalid info",
        Some(Class::InfoKey) => "invalid key of an info",
        Some(Class::InfoValue) => "invalid value of an info",
        Some(Class::InfoNokey) => "no such key in an info",
        Some(Class::NoMem) => "no memory",
        Some(Class::NotSame) => "the processes' arguments differ",
        Some(Class::Unsupported) => "the library does not have this",
        Some(Class::Keyval) => "invalid key of attributes",
        Some(Class::ValueTooLarge) => "a number is too large",
        Some(Class::Access) => "no permission for the file",
        Some(Class::Amode) => "invalid modes of a file",
        Some(Class::BadFile) => "invalid name of a file",
        Some(Class::Conversion) => "data can't be converted",
        Some(Class::DupDatarep) => "the representation of data is there already",
        Some(Class::FileExists) => "the file exists",
        Some(Class::FileInUse) => "the file is in use",
        Some(Class::File) => "invalid file",
        Some(Class::Io) => "error of input or output",
        Some(Class::NoSpace) => "no space for the file",
        Some(Class::NoSuchFile) => "no such file",
        Some(Class::Quota) => "the quota is used up",
        Some(Class::ReadOnly) => "the file can only be read",
        Some(Class::UnsupportedDatarep) => "no such representation of data",
        Some(Class::Win) => "invalid window",
        Some(Class::Base) => "invalid address of a window's memory",
        Some(Class::LockType) => "invalid kind of lock",
        Some(Class::RmaConflict) => "accesses to a window conflict",
        Some(Class::RmaSync) => "accesses to a window are not synchronised",
        Some(Class::Size) => "invalid size",
        Some(Class::Disp) => "invalid displacement",
        Some(Class::Assert) => "invalid assertion",
        Some(Class::RmaRange) => "outside of a window's memory",
        Some(Class::RmaAttach) => "memory can't be attached to a window",
        Some(Class::RmaShared) => "the processes share no memory",
        Some(Class::RmaFlavor) => "the window was made in another way",
        Some(Class::Session) => "invalid session",
        Some(Class::ErrHandler) => "invalid error handler",
        Some(Class::Tool(_)) => "error of the interface for tools (MPI_T)",
        _ => "an error",
    };
    Ok(text.to_owned())
}

/// A function of the program that gets errors.
#[derive(Debug)]
pub(crate) struct Function {
    address: usize,
    /// Calls the function at an address with a handle of its own ABI.
    call: fn(address: usize, &State, &Arc<Comm>, code: c_int),
    /// The number of its handle.
    number: u32,
}

impl Function {
    /// Calls the function.
    pub(crate) fn tell(&self, state: &State, comm: &Arc<Comm>, code: c_int) {
        (self.call)(self.address, state, comm, code);
    }
}

/// Calls the program's function at an address.
fn call_handler<A: Abi>(address: usize, state: &State, comm: &Arc<Comm>, mut code: c_int) {
    let function = std::ptr::with_exposed_provenance::<c_void>(address);
    let mut handle = handle_of::<A>(state, comm);
    // SAFETY: the program has given a function of this type. It may take more arguments, which are
    // not passed.
    unsafe {
        let function: unsafe extern "C" fn(*mut A::Handle, *mut c_int, ...) =
            std::mem::transmute(function);
        function(&raw mut handle, &raw mut code);
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        ERRHANDLERS.remove(self.number);
    }
}

/// Makes an error handler, whose function `call` calls.
///
/// # Safety
/// `errhandler` must be a place.
pub(crate) unsafe fn create<A: Abi>(
    function: *const c_void,
    call: fn(address: usize, &State, &Arc<Comm>, code: c_int),
    errhandler: *mut A::Handle,
) {
    let number = ERRHANDLERS.reserve();
    let made = Function {
        address: function.expose_provenance(),
        call,
        number,
    };
    ERRHANDLERS.fill(number, Arc::new(Held::new(made)));
    let place = Place::Made(number);
    // SAFETY: as the caller vouches.
    unsafe { *errhandler = A::handle(Kind::Errhandler, place) };
}

pub(crate) unsafe fn comm_create_errhandler<A: Abi>(
    function: *const c_void,
    errhandler: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes a place.
    unsafe { create::<A>(function, call_handler::<A>, errhandler) };
    Ok(())
}

pub(crate) unsafe fn errhandler_create<A: Abi>(
    _: &State,
    function: *const c_void,
    errhandler: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { comm_create_errhandler::<A>(function, errhandler) }
}

/// The error handler that a handle names.
pub(crate) fn handler_of<A: Abi>(errhandler: A::Handle) -> Result<Handler, Failure> {
    Ok(match A::place(Kind::Errhandler, errhandler) {
        Place::Predefined(predefined::ARE_FATAL) => Handler::EndsJob,
        Place::Predefined(predefined::ABORT) => Handler::EndsGroup,
        Place::Predefined(predefined::RETURN) => Handler::Returns,
        place => Handler::Program(made::<A>(place, errhandler)?.1),
    })
}

/// The handle of an error handler. The program frees it.
pub(crate) fn name_handler<A: Abi>(handler: Handler) -> A::Handle {
    let place = match handler {
        Handler::EndsJob => Place::Predefined(predefined::ARE_FATAL),
        Handler::EndsGroup => Place::Predefined(predefined::ABORT),
        Handler::Returns => Place::Predefined(predefined::RETURN),
        Handler::Program(function) => match function.downcast::<Function>() {
            Ok(function) => {
                let entry = ERRHANDLERS.get(function.number).expect("it is used");
                entry.name_again(&function);
                Place::Made(function.number)
            }
            Err(_) => unreachable!("C has functions of C"),
        },
    };
    A::handle(Kind::Errhandler, place)
}

pub(crate) unsafe fn comm_set_errhandler<A: Abi>(
    state: &State,
    comm: A::Handle,
    errhandler: A::Handle,
) -> Done {
    let handler = handler_of::<A>(errhandler)?;
    if !set_awaited::<A>(comm, handler.clone()) {
        handles::comm::<A>(state, comm)?.set_handler(handler);
    }
    Ok(())
}

pub(crate) unsafe fn errhandler_set<A: Abi>(
    state: &State,
    comm: A::Handle,
    errhandler: A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { comm_set_errhandler::<A>(state, comm, errhandler) }
}

pub(crate) unsafe fn comm_get_errhandler<A: Abi>(
    state: &State,
    comm: A::Handle,
    errhandler: *mut A::Handle,
) -> Done {
    let handler = handles::comm::<A>(state, comm)?.handler();
    // SAFETY: the program passes a place.
    unsafe { *errhandler = name_handler::<A>(handler) };
    Ok(())
}

pub(crate) unsafe fn errhandler_get<A: Abi>(
    state: &State,
    comm: A::Handle,
    errhandler: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { comm_get_errhandler::<A>(state, comm, errhandler) }
}

/// The function of a handle, with the table's entry.
fn made<A: Abi>(
    place: Place,
    handle: A::Handle,
) -> Result<(&'static Held<Function>, Arc<Function>), Failure> {
    let entry = match place {
        Place::Made(number) => ERRHANDLERS.get(number),
        _ => None,
    };
    let found = entry.and_then(|entry| Some((entry, entry.get()?)));
    found.ok_or_else(|| {
        handles::wrong::<A>(Class::Arg, "errhandler", "error handler", place, handle)
    })
}

/// Frees the handle. The function stays while communicators have it.
pub(crate) unsafe fn errhandler_free<A: Abi>(errhandler: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    let handle = unsafe { &mut *errhandler };
    let place = A::place(Kind::Errhandler, *handle);
    if !matches!(place, Place::Predefined(_)) {
        let (entry, function) = made::<A>(place, *handle)?;
        if !entry.free() {
            return Err(Fault::argument(Class::Arg, "errhandler", "freed before"));
        }
        // The entry is gone afterwards if nothing else uses the function.
        drop(function);
    }
    *handle = A::handle(Kind::Errhandler, Place::Null);
    Ok(())
}

pub(crate) unsafe fn comm_call_errhandler<A: Abi>(
    state: &'static State,
    comm: A::Handle,
    code: c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    raise_on::<A>(state, &comm, code, || {
        let (text, on) = (string::<A>(code).unwrap_or_default(), comm.describe());
        let what = format_args!("code {code}: {text} (on {on})");
        LIBRARY.line("MPI_Comm_call_errhandler", what)
    });
    Ok(())
}

pub(crate) unsafe fn add_error_class<A: Abi>(class: *mut c_int) -> Done {
    let new = add::<A>(None);
    // SAFETY: the program passes a place.
    unsafe { *class = new };
    Ok(())
}

pub(crate) unsafe fn add_error_code<A: Abi>(class: c_int, code: *mut c_int) -> Done {
    class_of::<A>(class)?;
    let new = add::<A>(Some(class));
    // SAFETY: the program passes a place.
    unsafe { *code = new };
    Ok(())
}

pub(crate) unsafe fn add_error_string<A: Abi>(code: c_int, string: *const c_char) -> Done {
    // SAFETY: the program passes a string.
    let string = unsafe { text(string) };
    if let Some((_, text)) = added().get_mut(&code) {
        *text = string;
        return Ok(());
    }
    Err(not_added("errorcode", code))
}

/// The failure of a class or a code that the program has not added.
#[cold]
fn not_added(argument: &str, number: c_int) -> Fault {
    let what = format!("{number} was not added by MPI_Add_error_code or MPI_Add_error_class");
    Fault::argument(Class::Arg, argument, what)
}

/// The failure of a class or a code that still has a text.
#[cold]
fn has_text(argument: &str, number: c_int) -> Fault {
    let what = format!("{number} has a text: remove it first (MPI_Remove_error_string)");
    Fault::argument(Class::Arg, argument, what)
}

/// Takes back a class that no code has any more, and that has no text: `MPI_Remove_error_class` since MPI 4.1.
pub(crate) unsafe fn mpix_delete_error_class<A: Abi>(class: c_int) -> Done {
    let mut added = added();
    match added.get(&class) {
        Some((own, text)) if *own == class && text.is_empty() => {}
        Some((own, _)) if *own == class => return Err(has_text("errorclass", class)),
        _ => return Err(not_added("errorclass", class)),
    }
    let code = added
        .iter()
        .find(|(code, (own, _))| *own == class && **code != class);
    if let Some((code, _)) = code {
        let what = format!("the code {code} is of this class: remove it first");
        return Err(Fault::argument(Class::Arg, "errorclass", what));
    }
    added.remove(&class);
    Ok(())
}

/// Takes back a code that has no text: `MPI_Remove_error_code` since MPI 4.1.
pub(crate) unsafe fn mpix_delete_error_code<A: Abi>(code: c_int) -> Done {
    let mut added = added();
    match added.get(&code) {
        Some((class, text)) if *class != code && text.is_empty() => {}
        Some((class, _)) if *class != code => return Err(has_text("errorcode", code)),
        _ => return Err(not_added("errorcode", code)),
    }
    added.remove(&code);
    Ok(())
}

/// Takes back the text of a class or of a code: `MPI_Remove_error_string` since MPI 4.1.
pub(crate) unsafe fn mpix_delete_error_string<A: Abi>(code: c_int) -> Done {
    match added().get_mut(&code) {
        Some((_, text)) => text.clear(),
        None => return Err(not_added("errorcode", code)),
    }
    Ok(())
}
