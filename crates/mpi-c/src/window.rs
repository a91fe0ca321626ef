//! Windows: how they are made, what they have, and how accesses are synchronised.

#![allow(unsafe_code)]

mod accesses;

use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_long, c_void};
use std::sync::{Arc, PoisonError};

use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::window::{Brings, Flavor, LockKind, Window};
use farreach_mpi::{Attributes, Comm};

use crate::abi::{Abi, Kind, Place, WindowAttribute};
use crate::attribute;
use crate::errors::{create, handler_of, name_handler, string};
use crate::fault::{Done, Fault, raise_on};
use crate::handles::{self, WINDOWS};
use crate::info;
use crate::numbers::Out;
use crate::state::{LIBRARY, State};
use crate::strings::{store, text};

pub(crate) use accesses::{
    accumulate, compare_and_swap, fetch_and_op, get, get_accumulate, put, raccumulate, rget,
    rget_accumulate, rput,
};

/// A window, with the numbers whose addresses are values of its attributes.
pub(crate) struct Shown {
    pub(crate) window: Window,
    bytes: c_long,
    unit: c_int,
    flavor: c_int,
    model: [c_int; 2],
}

/// The hints that a window has, with their values.
const HINTS: [(&str, &str); 6] = [
    ("accumulate_ops", "same_op_no_op"),
    ("accumulate_ordering", "rar,raw,war,waw"),
    ("alloc_shared_noncontig", "false"),
    ("no_locks", "false"),
    ("same_disp_unit", "false"),
    ("same_size", "false"),
];

/// The window of a handle.
#[inline]
fn shown<A: Abi>(handle: A::Handle) -> Result<&'static Shown> {
    let place = A::place(Kind::Win, handle);
    let found = match place {
        Place::Made(number) => WINDOWS.get(number),
        _ => None,
    };
    found.ok_or_else(|| handles::wrong::<A>(Class::Win, "win", "window", place, handle))
}

/// What has the error handler of a window.
pub(crate) fn handled<A: Abi>(handle: A::Handle) -> Option<Arc<Comm>> {
    let shown = shown::<A>(handle).ok()?;
    Some(Arc::clone(shown.window.comm()))
}

/// Runs `f` with a window, to whose error handler a failure goes.
#[inline]
fn with<A: Abi>(handle: A::Handle, f: impl FnOnce(&'static Shown) -> Result<()>) -> Done {
    let shown = shown::<A>(handle)?;
    f(shown).map_err(|failure| Fault {
        failure,
        comm: Some(Arc::clone(shown.window.comm())),
    })
}

/// The handle of the window that has a communicator.
fn handle_of<A: Abi>(comm: &Arc<Comm>) -> A::Handle {
    let number = WINDOWS.find(|shown| Arc::ptr_eq(shown.window.comm(), comm));
    A::handle(Kind::Win, number.map_or(Place::Null, Place::Made))
}

/// The bits of an assertion.
fn check_assert<A: Abi>(assert: c_int) -> Result<()> {
    if assert & !A::WINDOW_ASSERTS == 0 {
        return Ok(());
    }
    let what = format!("argument assert: {assert:#x} has bits that are no assertion about windows");
    Err(Failure::new(Class::Assert, what))
}

/// The rank of a target that is no process's absence.
fn target<A: Abi>(window: &Window, rank: c_int, argument: &str) -> Result<Option<u32>> {
    if rank == A::PROC_NULL {
        return Ok(None);
    }
    let size = window.comm().size();
    match u32::try_from(rank) {
        Ok(rank) if rank < size => Ok(Some(rank)),
        _ => {
            let what = format!(
                "argument {argument}: there is no rank {rank}: the window has {size}, numbered from 0"
            );
            Err(Failure::new(Class::Rank, what))
        }
    }
}

/// Makes a window. `base` gets the address of memory that is allocated.
unsafe fn make<A: Abi>(
    state: &State,
    (flavor, address): (Flavor, *mut c_void),
    (size, unit): (c_long, i64),
    (hints, comm): (A::Handle, A::Handle),
    base: Option<*mut c_void>,
    win: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let bytes = usize::try_from(size)
        .map_err(|_| Fault::argument(Class::Size, "size", format_args!("{size} is negative")))?;
    let unit = usize::try_from(unit).ok().filter(|unit| *unit > 0);
    let Some(unit) = unit else {
        return Err(Fault::argument(
            Class::Disp,
            "disp_unit",
            "it has to be greater than 0",
        ));
    };
    if flavor == Flavor::Created && address.is_null() && bytes > 0 {
        let what = format!("null, but the window has {bytes} bytes here");
        return Err(Fault::argument(Class::Base, "base", what));
    }
    let hints = info::entries::<A>(hints)?;
    let brings = Brings {
        address: address.cast(),
        bytes,
        unit,
    };
    // SAFETY: as the program vouches.
    let window = unsafe { state.mpi.make_window(&comm, flavor, brings) }?;
    set_hints(window.comm(), hints);
    let (bytes, unit) = (window.bytes() as c_long, window.unit() as c_int);
    if let Some(base) = base {
        // SAFETY: the program passes the place of a pointer.
        unsafe { *base.cast::<*mut u8>() = window.base() };
    }
    let shown = Shown {
        bytes,
        unit,
        flavor: match flavor {
            Flavor::Created => 1,
            Flavor::Allocated => 2,
            Flavor::Dynamic => 3,
            Flavor::Shared => 4,
        },
        model: [A::WINDOW_SEPARATE, A::WINDOW_UNIFIED],
        window,
    };
    let number = WINDOWS.add(Arc::new(shown));
    // SAFETY: the program passes a place.
    unsafe { *win = A::handle(Kind::Win, Place::Made(number)) };
    Ok(())
}

fn set_hints(comm: &Comm, hints: Vec<(String, String)>) {
    let mut all = comm.info.lock().unwrap_or_else(PoisonError::into_inner);
    if all.is_empty() {
        *all = HINTS
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into();
    }
    for (key, value) in hints {
        if let Some(known) = all.get_mut(&key) {
            *known = value;
        }
    }
}

pub(crate) unsafe fn win_create<A: Abi>(
    state: &State,
    base: *mut c_void,
    size: c_long,
    disp_unit: i64,
    info: A::Handle,
    comm: A::Handle,
    win: *mut A::Handle,
) -> Done {
    let memory = (Flavor::Created, base);
    // SAFETY: as the program vouches.
    unsafe { make::<A>(state, memory, (size, disp_unit), (info, comm), None, win) }
}

pub(crate) unsafe fn win_allocate<A: Abi>(
    state: &State,
    size: c_long,
    disp_unit: i64,
    info: A::Handle,
    comm: A::Handle,
    baseptr: *mut c_void,
    win: *mut A::Handle,
) -> Done {
    let memory = (Flavor::Allocated, std::ptr::null_mut());
    // SAFETY: as the program vouches.
    unsafe {
        make::<A>(
            state,
            memory,
            (size, disp_unit),
            (info, comm),
            Some(baseptr),
            win,
        )
    }
}

pub(crate) unsafe fn win_allocate_shared<A: Abi>(
    state: &State,
    size: c_long,
    disp_unit: i64,
    info: A::Handle,
    comm: A::Handle,
    baseptr: *mut c_void,
    win: *mut A::Handle,
) -> Done {
    let memory = (Flavor::Shared, std::ptr::null_mut());
    // SAFETY: as the program vouches.
    unsafe {
        make::<A>(
            state,
            memory,
            (size, disp_unit),
            (info, comm),
            Some(baseptr),
            win,
        )
    }
}

pub(crate) unsafe fn win_create_dynamic<A: Abi>(
    state: &State,
    info: A::Handle,
    comm: A::Handle,
    win: *mut A::Handle,
) -> Done {
    let memory = (Flavor::Dynamic, std::ptr::null_mut());
    // SAFETY: as the program vouches.
    unsafe { make::<A>(state, memory, (0, 1), (info, comm), None, win) }
}

pub(crate) unsafe fn win_shared_query<A: Abi>(
    _: &State,
    win: A::Handle,
    rank: c_int,
    size: *mut c_long,
    disp_unit: Out,
    baseptr: *mut c_void,
) -> Done {
    with::<A>(win, |shown| {
        let rank = target::<A>(&shown.window, rank, "rank")?;
        let (bytes, unit, base) = shown.window.query_shared(rank)?;
        // SAFETY: the program passes places.
        unsafe {
            *size = bytes as c_long;
            disp_unit.set(unit as i64, A::UNDEFINED);
            *baseptr.cast::<*mut u8>() = base;
        }
        Ok(())
    })
}

pub(crate) unsafe fn win_attach<A: Abi>(
    _: &State,
    win: A::Handle,
    base: *mut c_void,
    size: c_long,
) -> Done {
    with::<A>(win, |shown| {
        let bytes = usize::try_from(size)
            .map_err(|_| Failure::new(Class::Size, format!("argument size: {size} is negative")))?;
        // SAFETY: as the program vouches.
        unsafe { shown.window.attach(base.cast(), bytes) }
    })
}

pub(crate) unsafe fn win_detach<A: Abi>(_: &State, win: A::Handle, base: *const c_void) -> Done {
    with::<A>(win, |shown| shown.window.detach(base.cast_mut().cast()))
}

pub(crate) unsafe fn win_free<A: Abi>(_: &State, win: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    let handle = unsafe { &mut *win };
    with::<A>(*handle, |shown| {
        let attributes = &shown.window.comm().attributes;
        attributes.delete_all(attribute::number::<A>(Kind::Win, *handle))?;
        shown.window.free()?;
        if let Place::Made(number) = A::place(Kind::Win, *handle) {
            WINDOWS.remove(number);
        }
        *handle = A::handle(Kind::Win, Place::Null);
        Ok(())
    })
}

pub(crate) unsafe fn win_get_group<A: Abi>(
    _: &State,
    win: A::Handle,
    group: *mut A::Handle,
) -> Done {
    let members = shown::<A>(win)?.window.comm().group().clone();
    // SAFETY: the program passes a place.
    unsafe { *group = handles::add_group::<A>(members) };
    Ok(())
}

pub(crate) unsafe fn win_fence<A: Abi>(_: &State, assert: c_int, win: A::Handle) -> Done {
    with::<A>(win, |shown| {
        check_assert::<A>(assert)?;
        shown.window.fence(assert & A::MODE_NOSUCCEED != 0)
    })
}

pub(crate) unsafe fn win_post<A: Abi>(
    _: &State,
    group: A::Handle,
    assert: c_int,
    win: A::Handle,
) -> Done {
    with::<A>(win, |shown| {
        check_assert::<A>(assert)?;
        let group = handles::group::<A>(group)?;
        shown.window.post(&group, assert & A::MODE_NOCHECK == 0)
    })
}

pub(crate) unsafe fn win_start<A: Abi>(
    _: &State,
    group: A::Handle,
    assert: c_int,
    win: A::Handle,
) -> Done {
    with::<A>(win, |shown| {
        check_assert::<A>(assert)?;
        let group = handles::group::<A>(group)?;
        shown.window.start(&group, assert & A::MODE_NOCHECK == 0)
    })
}

pub(crate) unsafe fn win_complete<A: Abi>(_: &State, win: A::Handle) -> Done {
    with::<A>(win, |shown| shown.window.complete())
}

pub(crate) unsafe fn win_wait<A: Abi>(_: &State, win: A::Handle) -> Done {
    with::<A>(win, |shown| shown.window.wait(true).map(drop))
}

pub(crate) unsafe fn win_test<A: Abi>(_: &State, win: A::Handle, flag: *mut c_int) -> Done {
    with::<A>(win, |shown| {
        let is_over = shown.window.wait(false)?;
        // SAFETY: the program passes a place.
        unsafe { *flag = c_int::from(is_over) };
        Ok(())
    })
}

pub(crate) unsafe fn win_lock<A: Abi>(
    _: &State,
    lock_type: c_int,
    rank: c_int,
    assert: c_int,
    win: A::Handle,
) -> Done {
    with::<A>(win, |shown| {
        let kind = if lock_type == A::LOCK_SHARED {
            LockKind::Shared
        } else if lock_type == A::LOCK_EXCLUSIVE {
            LockKind::Exclusive
        } else {
            let what = format!(
                "argument lock_type: {lock_type} is neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE"
            );
            return Err(Failure::new(Class::LockType, what));
        };
        check_assert::<A>(assert)?;
        match target::<A>(&shown.window, rank, "rank")? {
            Some(target) => shown
                .window
                .lock(target, kind, assert & A::MODE_NOCHECK == 0),
            None => Ok(()),
        }
    })
}

pub(crate) unsafe fn win_unlock<A: Abi>(_: &State, rank: c_int, win: A::Handle) -> Done {
    with::<A>(win, |shown| {
        match target::<A>(&shown.window, rank, "rank")? {
            Some(target) => shown.window.unlock(target),
            None => Ok(()),
        }
    })
}

pub(crate) unsafe fn win_lock_all<A: Abi>(_: &State, assert: c_int, win: A::Handle) -> Done {
    with::<A>(win, |shown| {
        check_assert::<A>(assert)?;
        shown.window.lock_all(assert & A::MODE_NOCHECK == 0)
    })
}

pub(crate) unsafe fn win_unlock_all<A: Abi>(_: &State, win: A::Handle) -> Done {
    with::<A>(win, |shown| shown.window.unlock_all())
}

/// Exports the functions that complete accesses. Those that complete only what is here do the same.
macro_rules! flushes {
    ($($one:ident $all:ident)+) => { $(
        pub(crate) unsafe fn $one<A: Abi>(_: &State, rank: c_int, win: A::Handle) -> Done {
            with::<A>(win, |shown| match target::<A>(&shown.window, rank, "rank")? {
                Some(target) => shown.window.flush(Some(target)),
                None => Ok(()),
            })
        }

        pub(crate) unsafe fn $all<A: Abi>(_: &State, win: A::Handle) -> Done {
            with::<A>(win, |shown| shown.window.flush(None))
        }
    )+ };
}

flushes! { win_flush win_flush_all win_flush_local win_flush_local_all }

pub(crate) unsafe fn win_sync<A: Abi>(_: &State, win: A::Handle) -> Done {
    with::<A>(win, |shown| {
        std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
        shown.window.synchronise()
    })
}

pub(crate) unsafe fn win_create_keyval<A: Abi>(
    _: &State,
    copy: *const c_void,
    delete: *const c_void,
    keyval: *mut c_int,
    extra: *mut c_void,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { attribute::create::<A>(Kind::Win, (copy, delete), extra, keyval) }
}

pub(crate) unsafe fn win_free_keyval<A: Abi>(_: &State, keyval: *mut c_int) -> Done {
    // SAFETY: as the program vouches.
    unsafe { attribute::free::<A>(keyval) }
}

fn attributes(shown: &Shown) -> &Attributes {
    &shown.window.comm().attributes
}

pub(crate) unsafe fn win_get_attr<A: Abi>(
    _: &State,
    win: A::Handle,
    key: c_int,
    value: *mut c_void,
    flag: *mut c_int,
) -> Done {
    let shown = shown::<A>(win)?;
    let Some(predefined) = A::window_attribute(key) else {
        // SAFETY: as the program vouches.
        return unsafe { attribute::get::<A>(attributes(shown), key, value, flag) };
    };
    let found: *const c_void = match predefined {
        WindowAttribute::Base => shown.window.base().cast_const().cast(),
        WindowAttribute::Size => (&raw const shown.bytes).cast(),
        WindowAttribute::DispUnit => (&raw const shown.unit).cast(),
        WindowAttribute::Flavor => (&raw const shown.flavor).cast(),
        WindowAttribute::Model => {
            let is_unified = shown.window.is_unified();
            (&raw const shown.model[usize::from(is_unified)]).cast()
        }
    };
    // SAFETY: the program passes a pointer's place, and a place for the flag.
    unsafe {
        *flag = 1;
        *value.cast::<*const c_void>() = found;
    }
    Ok(())
}

pub(crate) unsafe fn win_set_attr<A: Abi>(
    _: &State,
    win: A::Handle,
    key: c_int,
    value: *mut c_void,
) -> Done {
    with::<A>(win, |shown| {
        let object = attribute::number::<A>(Kind::Win, win);
        let key = attribute::key_of::<A>(key)?;
        attributes(shown).set(object, &key, value.expose_provenance())
    })
}

pub(crate) unsafe fn win_delete_attr<A: Abi>(_: &State, win: A::Handle, key: c_int) -> Done {
    let object = attribute::number::<A>(Kind::Win, win);
    // SAFETY: as the program vouches.
    unsafe { attribute::delete::<A>(attributes(shown::<A>(win)?), object, key) }
}

pub(crate) unsafe fn win_get_info<A: Abi>(_: &State, win: A::Handle, info: *mut A::Handle) -> Done {
    let comm = shown::<A>(win)?.window.comm();
    let hints: BTreeMap<String, String> = comm
        .info
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    // SAFETY: the program passes a place.
    unsafe { *info = info::add::<A>(hints) };
    Ok(())
}

pub(crate) unsafe fn win_set_info<A: Abi>(_: &State, win: A::Handle, info: A::Handle) -> Done {
    with::<A>(win, |shown| {
        set_hints(shown.window.comm(), info::entries::<A>(info)?);
        Ok(())
    })
}

pub(crate) unsafe fn win_get_name<A: Abi>(
    _: &State,
    win: A::Handle,
    name: *mut c_char,
    len: *mut c_int,
) -> Done {
    let own = shown::<A>(win)?.window.comm().name();
    // SAFETY: the program passes places.
    unsafe { *len = store(&own, name, A::OBJECT_NAME_MAX) as c_int };
    Ok(())
}

pub(crate) unsafe fn win_set_name<A: Abi>(_: &State, win: A::Handle, name: *const c_char) -> Done {
    // SAFETY: the program passes a string.
    shown::<A>(win)?
        .window
        .comm()
        .set_name(&unsafe { text(name) });
    Ok(())
}

/// Calls the program's function at an address, with the handle of the window that has a communicator.
fn call_handler<A: Abi>(address: usize, _: &State, comm: &Arc<Comm>, mut code: c_int) {
    let function = std::ptr::with_exposed_provenance::<c_void>(address);
    let mut handle = handle_of::<A>(comm);
    // SAFETY: the program has given a function of this type. It may take more arguments, which are
    // not passed.
    unsafe {
        let function: unsafe extern "C" fn(*mut A::Handle, *mut c_int, ...) =
            std::mem::transmute(function);
        function(&raw mut handle, &raw mut code);
    }
}

pub(crate) unsafe fn win_create_errhandler<A: Abi>(
    function: *const c_void,
    errhandler: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes a place.
    unsafe { create::<A>(function, call_handler::<A>, errhandler) };
    Ok(())
}

pub(crate) unsafe fn win_set_errhandler<A: Abi>(
    _: &State,
    win: A::Handle,
    errhandler: A::Handle,
) -> Done {
    with::<A>(win, |shown| {
        shown
            .window
            .comm()
            .set_handler(handler_of::<A>(errhandler)?);
        Ok(())
    })
}

pub(crate) unsafe fn win_get_errhandler<A: Abi>(
    _: &State,
    win: A::Handle,
    errhandler: *mut A::Handle,
) -> Done {
    let handler = shown::<A>(win)?.window.comm().handler();
    // SAFETY: the program passes a place.
    unsafe { *errhandler = name_handler::<A>(handler) };
    Ok(())
}

pub(crate) unsafe fn win_call_errhandler<A: Abi>(
    state: &'static State,
    win: A::Handle,
    code: c_int,
) -> Done {
    let comm = shown::<A>(win)?.window.comm();
    raise_on::<A>(state, comm, code, || {
        let text = string::<A>(code).unwrap_or_else(|_| format!("code {code}"));
        LIBRARY.line("MPI_Win_call_errhandler", text)
    });
    Ok(())
}
