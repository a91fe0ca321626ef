//! Files.

#![allow(unsafe_code)]

mod transfers;

use std::collections::BTreeSet;
use std::ffi::{c_char, c_int, c_long, c_void};
use std::sync::{Arc, Mutex};

use farreach_c::lock;
use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::file::{File, From, Modes, Representation, delete_file};
use farreach_mpi::{Comm, Datatype};

use crate::abi::{Abi, Kind, Place};
use crate::errors::{create, handler_of, name_handler, string};
use crate::fault::{Done, Fault, raise_on};
use crate::handles::{self, FILES};
use crate::info;
use crate::numbers::Out;
use crate::state::{LIBRARY, State};
use crate::strings::{store, text};

pub(crate) use transfers::{
    file_iread, file_iread_all, file_iread_at, file_iread_at_all, file_iread_shared, file_iwrite,
    file_iwrite_all, file_iwrite_at, file_iwrite_at_all, file_iwrite_shared, file_read,
    file_read_all, file_read_all_begin, file_read_all_end, file_read_at, file_read_at_all,
    file_read_at_all_begin, file_read_at_all_end, file_read_ordered, file_read_ordered_begin,
    file_read_ordered_end, file_read_shared, file_write, file_write_all, file_write_all_begin,
    file_write_all_end, file_write_at, file_write_at_all, file_write_at_all_begin,
    file_write_at_all_end, file_write_ordered, file_write_ordered_begin, file_write_ordered_end,
    file_write_shared,
};

/// Where a view begins if it begins at the shared pointer: `MPI_DISPLACEMENT_CURRENT`, which all ABIs share.
const CURRENT: i64 = -54_278_278;
/// `MPI_SEEK_SET`, `MPI_SEEK_CUR` and `MPI_SEEK_END`, which all ABIs share.
const SEEK: [(c_int, From); 3] = [(600, From::Begin), (602, From::Pointer), (604, From::End)];
/// Bytes of the name of a representation, with its end: `MPI_MAX_DATAREP_STRING`, which all ABIs share.
const NAME_MAX: usize = 128;

/// The representations that the program has registered.
static REGISTERED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A failure about a file, which goes to the file's error handler.
fn on_file(comm: &Arc<Comm>) -> impl FnOnce(Failure) -> Fault + Copy {
    move |failure| Fault {
        failure,
        comm: Some(Arc::clone(comm)),
    }
}

/// A failure about no file, which goes to the error handler of `MPI_FILE_NULL`.
fn on_none(state: &State) -> impl FnOnce(Failure) -> Fault + Copy {
    on_file(state.mpi.of_files())
}

/// The file of a handle.
fn file<A: Abi>(state: &State, handle: A::File) -> std::result::Result<Arc<File>, Fault> {
    let place = A::place_of_file(handle);
    let found = match place {
        Place::Made(number) => FILES.share(number),
        _ => None,
    };
    found.ok_or_else(|| {
        let what = match place {
            Place::Null => "argument fh: MPI_FILE_NULL".to_owned(),
            Place::Made(_) => format!("argument fh: {handle:?} names no file: it was closed"),
            _ => format!("argument fh: {handle:?} names no file"),
        };
        on_none(state)(Failure::new(Class::File, what))
    })
}

/// Runs `f` with a file.
fn with<A: Abi>(state: &State, handle: A::File, f: impl FnOnce(&Arc<File>) -> Result<()>) -> Done {
    let file = file::<A>(state, handle)?;
    f(&file).map_err(on_file(file.comm()))
}

/// The handle of the file that has a communicator.
fn handle_of<A: Abi>(comm: &Arc<Comm>) -> A::File {
    let number = FILES.find(|file| Arc::ptr_eq(file.comm(), comm));
    A::file(number.map_or(Place::Null, Place::Made))
}

pub(crate) unsafe fn file_open<A: Abi>(
    state: &State,
    comm: A::Handle,
    name: *const c_char,
    amode: c_int,
    hints: A::Handle,
    fh: *mut A::File,
) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *fh = A::file(Place::Null) };
    let fault = on_none(state);
    let comm = handles::comm::<A>(state, comm).map_err(fault)?;
    let hints = info::entries::<A>(hints).map_err(fault)?;
    // SAFETY: the program passes a string.
    let name = unsafe { std::ffi::CStr::from_ptr(name) };
    let opened = state
        .mpi
        .open_file(&comm, name.to_bytes(), Modes::of(amode), &hints);
    let number = FILES.add(Arc::new(opened.map_err(fault)?));
    // SAFETY: as above.
    unsafe { *fh = A::file(Place::Made(number)) };
    Ok(())
}

pub(crate) unsafe fn file_close<A: Abi>(state: &State, fh: *mut A::File) -> Done {
    // SAFETY: the program passes a handle's place.
    let handle = unsafe { &mut *fh };
    with::<A>(state, *handle, |file| {
        let closed = file.close();
        if let Place::Made(number) = A::place_of_file(*handle) {
            FILES.remove(number);
        }
        *handle = A::file(Place::Null);
        closed
    })
}

pub(crate) unsafe fn file_delete<A: Abi>(
    state: &State,
    name: *const c_char,
    _hints: A::Handle,
) -> Done {
    // SAFETY: the program passes a string.
    let name = unsafe { std::ffi::CStr::from_ptr(name) };
    delete_file(name.to_bytes()).map_err(on_none(state))
}

pub(crate) unsafe fn file_set_size<A: Abi>(state: &State, fh: A::File, size: c_long) -> Done {
    with::<A>(state, fh, |file| file.set_size(size))
}

pub(crate) unsafe fn file_preallocate<A: Abi>(state: &State, fh: A::File, size: c_long) -> Done {
    with::<A>(state, fh, |file| file.preallocate(size))
}

pub(crate) unsafe fn file_get_size<A: Abi>(state: &State, fh: A::File, size: *mut c_long) -> Done {
    with::<A>(state, fh, |file| {
        let found = file.size()?;
        // SAFETY: the program passes a place.
        unsafe { *size = found as c_long };
        Ok(())
    })
}

pub(crate) unsafe fn file_get_group<A: Abi>(
    state: &State,
    fh: A::File,
    group: *mut A::Handle,
) -> Done {
    with::<A>(state, fh, |file| {
        // SAFETY: the program passes a place.
        unsafe { *group = handles::add_group::<A>(file.comm().group().clone()) };
        Ok(())
    })
}

pub(crate) unsafe fn file_get_amode<A: Abi>(state: &State, fh: A::File, amode: *mut c_int) -> Done {
    with::<A>(state, fh, |file| {
        // SAFETY: the program passes a place.
        unsafe { *amode = file.modes().bits() };
        Ok(())
    })
}

pub(crate) unsafe fn file_set_info<A: Abi>(state: &State, fh: A::File, hints: A::Handle) -> Done {
    with::<A>(state, fh, |file| {
        file.set_hints(&info::entries::<A>(hints)?)
    })
}

pub(crate) unsafe fn file_get_info<A: Abi>(
    state: &State,
    fh: A::File,
    hints: *mut A::Handle,
) -> Done {
    with::<A>(state, fh, |file| {
        // SAFETY: the program passes a place.
        unsafe { *hints = info::add::<A>(file.hints()) };
        Ok(())
    })
}

pub(crate) unsafe fn file_set_view<A: Abi>(
    state: &State,
    fh: A::File,
    displacement: c_long,
    etype: A::Handle,
    filetype: A::Handle,
    name: *const c_char,
    hints: A::Handle,
) -> Done {
    with::<A>(state, fh, |file| {
        let etype = handles::committed::<A>(etype)?;
        let filetype = handles::committed::<A>(filetype)?;
        let displacement = (displacement != CURRENT).then_some(displacement);
        // SAFETY: the program passes a string.
        let name = unsafe { text(name) };
        let hints = info::entries::<A>(hints)?;
        let name = name.to_ascii_lowercase();
        if lock(&REGISTERED).contains(&name) {
            let what = format!(
                "argument datarep: `{name}`: this library does not call functions of the program to convert data"
            );
            return Err(Failure::new(Class::UnsupportedDatarep, what));
        }
        file.set_view(displacement, (&etype, &filetype), &name, &hints)
    })
}

/// The handle of a datatype, which the program frees unless the datatype is predefined.
fn type_handle<A: Abi>(datatype: &Datatype) -> A::Handle {
    match datatype.as_basic().and_then(A::number) {
        Some(number) => A::handle(Kind::Datatype, Place::Predefined(number)),
        None => handles::add_type::<A>(datatype.clone()),
    }
}

pub(crate) unsafe fn file_get_view<A: Abi>(
    state: &State,
    fh: A::File,
    displacement: *mut c_long,
    etype: *mut A::Handle,
    filetype: *mut A::Handle,
    name: *mut c_char,
) -> Done {
    with::<A>(state, fh, |file| {
        let view = file.view();
        // SAFETY: the program passes places, and room for the longest name.
        unsafe {
            *displacement = view.displacement as c_long;
            *etype = type_handle::<A>(&view.etype);
            *filetype = type_handle::<A>(&view.filetype);
            store(view.representation.name(), name, NAME_MAX);
        }
        Ok(())
    })
}

pub(crate) unsafe fn file_get_type_extent<A: Abi>(
    state: &State,
    fh: A::File,
    datatype: A::Handle,
    extent: Out,
) -> Done {
    with::<A>(state, fh, |file| {
        let datatype = handles::datatype::<A>(datatype)?;
        let found = file.view().representation.extent(&datatype)?;
        // SAFETY: the program passes a place.
        unsafe { extent.set(found as i64, A::UNDEFINED) };
        Ok(())
    })
}

pub(crate) unsafe fn file_set_atomicity<A: Abi>(state: &State, fh: A::File, flag: c_int) -> Done {
    with::<A>(state, fh, |file| file.set_atomic(flag != 0))
}

pub(crate) unsafe fn file_get_atomicity<A: Abi>(
    state: &State,
    fh: A::File,
    flag: *mut c_int,
) -> Done {
    with::<A>(state, fh, |file| {
        // SAFETY: the program passes a place.
        unsafe { *flag = c_int::from(file.is_atomic()) };
        Ok(())
    })
}

pub(crate) unsafe fn file_sync<A: Abi>(state: &State, fh: A::File) -> Done {
    with::<A>(state, fh, |file| file.sync())
}

fn from_of(whence: c_int) -> Result<From> {
    let found = SEEK.iter().find(|(number, _)| *number == whence);
    found.map(|(_, from)| *from).ok_or_else(|| {
        let what = format!(
            "argument whence: {whence} is none of MPI_SEEK_SET, MPI_SEEK_CUR and MPI_SEEK_END"
        );
        Failure::new(Class::Arg, what)
    })
}

pub(crate) unsafe fn file_seek<A: Abi>(
    state: &State,
    fh: A::File,
    offset: c_long,
    whence: c_int,
) -> Done {
    with::<A>(state, fh, |file| file.seek(offset, from_of(whence)?))
}

pub(crate) unsafe fn file_seek_shared<A: Abi>(
    state: &State,
    fh: A::File,
    offset: c_long,
    whence: c_int,
) -> Done {
    with::<A>(state, fh, |file| file.seek_shared(offset, from_of(whence)?))
}

pub(crate) unsafe fn file_get_position<A: Abi>(
    state: &State,
    fh: A::File,
    offset: *mut c_long,
) -> Done {
    with::<A>(state, fh, |file| {
        // SAFETY: the program passes a place.
        unsafe { *offset = file.own_pointer() };
        Ok(())
    })
}

pub(crate) unsafe fn file_get_position_shared<A: Abi>(
    state: &State,
    fh: A::File,
    offset: *mut c_long,
) -> Done {
    with::<A>(state, fh, |file| {
        let found = file.shared_pointer()?;
        // SAFETY: the program passes a place.
        unsafe { *offset = found };
        Ok(())
    })
}

pub(crate) unsafe fn file_get_byte_offset<A: Abi>(
    state: &State,
    fh: A::File,
    offset: c_long,
    place: *mut c_long,
) -> Done {
    with::<A>(state, fh, |file| {
        let found = file.byte_offset(offset)?;
        // SAFETY: the program passes a place.
        unsafe { *place = found };
        Ok(())
    })
}

/// Calls the program's function at an address.
fn call_handler<A: Abi>(address: usize, _: &State, comm: &Arc<Comm>, mut code: c_int) {
    let function = std::ptr::with_exposed_provenance::<c_void>(address);
    let mut handle = handle_of::<A>(comm);
    // SAFETY: the program has given a function of this type. It may take more arguments, which are not passed.
    unsafe {
        let function: unsafe extern "C" fn(*mut A::File, *mut c_int, ...) =
            std::mem::transmute(function);
        function(&raw mut handle, &raw mut code);
    }
}

pub(crate) unsafe fn file_create_errhandler<A: Abi>(
    function: *const c_void,
    errhandler: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes a place.
    unsafe { create::<A>(function, call_handler::<A>, errhandler) };
    Ok(())
}

/// The communicator that has the error handler of a file, or of `MPI_FILE_NULL`.
pub(crate) fn handled<A: Abi>(
    state: &State,
    handle: A::File,
) -> std::result::Result<Arc<Comm>, Fault> {
    match A::place_of_file(handle) {
        Place::Null => Ok(Arc::clone(state.mpi.of_files())),
        _ => Ok(Arc::clone(file::<A>(state, handle)?.comm())),
    }
}

pub(crate) unsafe fn file_set_errhandler<A: Abi>(
    state: &State,
    fh: A::File,
    errhandler: A::Handle,
) -> Done {
    let comm = handled::<A>(state, fh)?;
    let handler = handler_of::<A>(errhandler).map_err(on_file(&comm))?;
    comm.set_handler(handler);
    Ok(())
}

pub(crate) unsafe fn file_get_errhandler<A: Abi>(
    state: &State,
    fh: A::File,
    errhandler: *mut A::Handle,
) -> Done {
    let comm = handled::<A>(state, fh)?;
    // SAFETY: the program passes a place.
    unsafe { *errhandler = name_handler::<A>(comm.handler()) };
    Ok(())
}

pub(crate) unsafe fn file_call_errhandler<A: Abi>(
    state: &'static State,
    fh: A::File,
    code: c_int,
) -> Done {
    let comm = handled::<A>(state, fh)?;
    raise_on::<A>(state, &comm, code, || {
        let (text, on) = (string::<A>(code).unwrap_or_default(), comm.describe());
        let what = format_args!("code {code}: {text} (on {on})");
        LIBRARY.line("MPI_File_call_errhandler", what)
    });
    Ok(())
}

/// Notes the name of a representation. Its functions are never called: [`file_set_view`] refuses it.
pub(crate) unsafe fn register_datarep<A: Abi>(
    state: &State,
    name: *const c_char,
    _read: *const c_void,
    _write: *const c_void,
    _extent: *const c_void,
    _extra: *mut c_void,
) -> Done {
    // SAFETY: the program passes a string.
    let name = unsafe { text(name) }.to_ascii_lowercase();
    let fault = on_none(state);
    if name.is_empty() || name.len() >= NAME_MAX {
        let what = format!(
            "argument datarep: {} characters, but names have 1 to {}",
            name.len(),
            NAME_MAX - 1
        );
        return Err(fault(Failure::new(Class::Arg, what)));
    }
    let is_known = Representation::of(&name).is_ok() || !lock(&REGISTERED).insert(name.clone());
    if is_known {
        let what = format!("argument datarep: `{name}` is there already");
        return Err(fault(Failure::new(Class::DupDatarep, what)));
    }
    Ok(())
}
