//! Attributes of communicators and of datatypes.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::{Attributes, Comm, Copies, Deletes, Keyval};

use crate::abi::{Abi, Attribute, Kind, Place, predefined};
use crate::errors;
use crate::fault::{Done, Fault};
use crate::generalised::returned;
use crate::handles::{self, KEYVALS, TYPES};
use crate::held::Held;
use crate::state::State;

/// The place of a key among [`KEYVALS`], which the key leaves at its end.
struct Entry(u32);

impl Drop for Entry {
    fn drop(&mut self) {
        KEYVALS.remove(self.0);
    }
}

type CopyFunction<A> = unsafe extern "C" fn(
    <A as Abi>::Handle,
    c_int,
    *mut c_void,
    *mut c_void,
    *mut c_void,
    *mut c_int,
) -> c_int;
type DeleteFunction<A> =
    unsafe extern "C" fn(<A as Abi>::Handle, c_int, *mut c_void, *mut c_void) -> c_int;

fn pointer(address: usize) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address)
}

/// The object that a number stands for in a key's functions.
fn object<A: Abi>(kind: Kind, number: i64) -> A::Handle {
    let place = if number < 0 {
        Place::Predefined((-1 - number) as u32)
    } else {
        Place::Made(number as u32)
    };
    A::handle(kind, place)
}

/// The number that stands for an object in a key's functions.
pub(crate) fn number<A: Abi>(kind: Kind, handle: A::Handle) -> i64 {
    match A::place(kind, handle) {
        Place::Predefined(number) => -1 - i64::from(number),
        Place::Made(number) => number.into(),
        _ => i64::MAX,
    }
}

pub(crate) unsafe fn create<A: Abi>(
    kind: Kind,
    (copy, delete): (*const c_void, *const c_void),
    extra: *mut c_void,
    keyval: *mut c_int,
) -> Done {
    // SAFETY: the program passes functions of these types, or null.
    let (copy, delete) = unsafe {
        (
            std::mem::transmute::<*const c_void, Option<CopyFunction<A>>>(copy),
            std::mem::transmute::<*const c_void, Option<DeleteFunction<A>>>(delete),
        )
    };
    let extra = extra.expose_provenance();
    let slot = KEYVALS.reserve();
    let key = A::key(slot);
    let entry = Entry(slot);
    let copies = move |from: i64| -> Copies {
        Box::new(move |value| {
            let Some(copy) = copy else {
                return Ok(None);
            };
            let (mut copied, mut flag) = (0usize, 0);
            let from = object::<A>(kind, from);
            let into = (&raw mut copied).cast();
            // SAFETY: the program's function, with what it wants.
            let code = unsafe {
                copy(
                    from,
                    key,
                    pointer(extra),
                    pointer(value),
                    into,
                    &raw mut flag,
                )
            };
            returned(code)?;
            Ok((flag != 0).then_some(copied))
        })
    };
    let deletes = move |of: i64| -> Deletes {
        // It lives as long as the key.
        let _ = &entry;
        Box::new(move |value| {
            let Some(delete) = delete else {
                return Ok(());
            };
            // SAFETY: as above.
            returned(unsafe { delete(object::<A>(kind, of), key, pointer(value), pointer(extra)) })
        })
    };
    let made = Keyval {
        number: key,
        copies: Box::new(copies),
        deletes: Box::new(deletes),
    };
    KEYVALS.fill(slot, Arc::new(Held::new(made)));
    // SAFETY: the program passes a place.
    unsafe { *keyval = key };
    Ok(())
}

#[cold]
fn wrong_key(key: c_int) -> Failure {
    Failure::new(
        Class::Keyval,
        format!("argument keyval: {key} is no key, or was freed"),
    )
}

pub(crate) fn key_of<A: Abi>(key: c_int) -> Result<Arc<Keyval>> {
    if A::attribute(key).is_some() {
        let what = format!("argument keyval: {key} is predefined, and its value can't be changed");
        return Err(Failure::new(Class::Keyval, what));
    }
    let found = entry_of::<A>(key).and_then(Held::get);
    found.ok_or_else(|| wrong_key(key))
}

fn entry_of<A: Abi>(key: c_int) -> Option<&'static Held<Keyval>> {
    KEYVALS.get(A::key_number(key)?)
}

pub(crate) unsafe fn free<A: Abi>(keyval: *mut c_int) -> Done {
    // SAFETY: the program passes a key's place.
    unsafe {
        let _key = key_of::<A>(*keyval)?;
        // While objects have values of the key it stays. Programs may ask for these, and free the key once more.
        let _ = entry_of::<A>(*keyval).map(Held::free);
        *keyval = A::KEYVAL_INVALID;
    }
    Ok(())
}

pub(crate) unsafe fn get<A: Abi>(
    attributes: &Attributes,
    key: c_int,
    value: *mut c_void,
    flag: *mut c_int,
) -> Done {
    key_of::<A>(key)?;
    let found = attributes.get(key);
    // SAFETY: the program passes a pointer's place, and a place for the flag.
    unsafe {
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            *value.cast::<usize>() = found;
        }
    }
    Ok(())
}

pub(crate) unsafe fn delete<A: Abi>(attributes: &Attributes, object: i64, key: c_int) -> Done {
    let found = key_of::<A>(key)?;
    if attributes.delete(object, found.number)? {
        return Ok(());
    }
    Err(Fault::new(
        Class::Keyval,
        format!("argument keyval: the object has no value of key {key}"),
    ))
}

/// The value of a predefined attribute: an `int` that stays.
fn predefined_value<A: Abi>(state: &State, attribute: Attribute) -> Option<&'static c_int> {
    let value = match attribute {
        Attribute::TagUb => c_int::MAX,
        Attribute::Host => A::PROC_NULL,
        Attribute::Io => A::ANY_SOURCE,
        Attribute::WtimeIsGlobal | Attribute::AppNum => 0,
        Attribute::UniverseSize => state.mpi.all().size() as c_int,
        Attribute::LastUsedCode => errors::last_used::<A>(),
    };
    static KEPT: std::sync::Mutex<Vec<&'static c_int>> = std::sync::Mutex::new(Vec::new());
    let mut kept = KEPT
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(found) = kept.iter().find(|kept| ***kept == value) {
        return Some(*found);
    }
    let new: &'static c_int = Box::leak(Box::new(value));
    kept.push(new);
    Some(new)
}

pub(crate) unsafe fn comm_create_keyval<A: Abi>(
    _: &State,
    copy: *const c_void,
    delete: *const c_void,
    keyval: *mut c_int,
    extra: *mut c_void,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { create::<A>(Kind::Comm, (copy, delete), extra, keyval) }
}

pub(crate) unsafe fn keyval_create<A: Abi>(
    state: &State,
    copy: *const c_void,
    delete: *const c_void,
    keyval: *mut c_int,
    extra: *mut c_void,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { comm_create_keyval::<A>(state, copy, delete, keyval, extra) }
}

pub(crate) unsafe fn type_create_keyval<A: Abi>(
    _: &State,
    copy: *const c_void,
    delete: *const c_void,
    keyval: *mut c_int,
    extra: *mut c_void,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { create::<A>(Kind::Datatype, (copy, delete), extra, keyval) }
}

macro_rules! frees {
    ($($name:ident)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(_: &State, keyval: *mut c_int) -> Done {
            // SAFETY: as the program vouches.
            unsafe { free::<A>(keyval) }
        }
    )+ };
}

frees! { comm_free_keyval keyval_free type_free_keyval }

pub(crate) unsafe fn comm_get_attr<A: Abi>(
    state: &State,
    comm: A::Handle,
    key: c_int,
    value: *mut c_void,
    flag: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let Some(attribute) = A::attribute(key) else {
        // SAFETY: as the program vouches.
        return unsafe { get::<A>(&comm.attributes, key, value, flag) };
    };
    let found = predefined_value::<A>(state, attribute);
    // SAFETY: the program passes a pointer's place, and a place for the flag.
    unsafe {
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            *value.cast::<*const c_int>() = found;
        }
    }
    Ok(())
}

pub(crate) unsafe fn attr_get<A: Abi>(
    state: &State,
    comm: A::Handle,
    key: c_int,
    value: *mut c_void,
    flag: *mut c_int,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { comm_get_attr::<A>(state, comm, key, value, flag) }
}

pub(crate) unsafe fn comm_set_attr<A: Abi>(
    state: &State,
    handle: A::Handle,
    key: c_int,
    value: *mut c_void,
) -> Done {
    let comm = handles::comm::<A>(state, handle)?;
    let object = number::<A>(Kind::Comm, handle);
    Ok(comm
        .attributes
        .set(object, &key_of::<A>(key)?, value.expose_provenance())?)
}

pub(crate) unsafe fn attr_put<A: Abi>(
    state: &State,
    comm: A::Handle,
    key: c_int,
    value: *mut c_void,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { comm_set_attr::<A>(state, comm, key, value) }
}

pub(crate) unsafe fn comm_delete_attr<A: Abi>(
    state: &State,
    handle: A::Handle,
    key: c_int,
) -> Done {
    let comm = handles::comm::<A>(state, handle)?;
    // SAFETY: as the program vouches.
    unsafe { delete::<A>(&comm.attributes, number::<A>(Kind::Comm, handle), key) }
}

pub(crate) unsafe fn attr_delete<A: Abi>(state: &State, comm: A::Handle, key: c_int) -> Done {
    // SAFETY: as the program vouches.
    unsafe { comm_delete_attr::<A>(state, comm, key) }
}

/// The attributes of a datatype. Those of predefined ones are kept apart.
fn of_type<A: Abi>(handle: A::Handle) -> Result<&'static Attributes> {
    handles::datatype::<A>(handle)?;
    static PREDEFINED: std::sync::Mutex<Vec<(u32, &'static Attributes)>> =
        std::sync::Mutex::new(Vec::new());
    match A::place(Kind::Datatype, handle) {
        Place::Made(number) => {
            let found = TYPES.get(number).map(|made| &made.attributes);
            Ok(found.expect("seen above"))
        }
        place => {
            let Place::Predefined(number) = place else {
                return Err(handles::wrong::<A>(
                    Class::Type,
                    "datatype",
                    "datatype",
                    place,
                    handle,
                ));
            };
            let mut all = PREDEFINED
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            if let Some((_, found)) = all.iter().find(|(other, _)| *other == number) {
                return Ok(found);
            }
            let new: &'static Attributes = Box::leak(Box::default());
            all.push((number, new));
            Ok(new)
        }
    }
}

pub(crate) unsafe fn type_get_attr<A: Abi>(
    _: &State,
    handle: A::Handle,
    key: c_int,
    value: *mut c_void,
    flag: *mut c_int,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { get::<A>(of_type::<A>(handle)?, key, value, flag) }
}

pub(crate) unsafe fn type_set_attr<A: Abi>(
    _: &State,
    handle: A::Handle,
    key: c_int,
    value: *mut c_void,
) -> Done {
    let object = number::<A>(Kind::Datatype, handle);
    let key = key_of::<A>(key)?;
    Ok(of_type::<A>(handle)?.set(object, &key, value.expose_provenance())?)
}

pub(crate) unsafe fn type_delete_attr<A: Abi>(_: &State, handle: A::Handle, key: c_int) -> Done {
    let object = number::<A>(Kind::Datatype, handle);
    // SAFETY: as the program vouches.
    unsafe { delete::<A>(of_type::<A>(handle)?, object, key) }
}

/// Copies of a communicator's attributes.
pub(crate) fn copies<A: Abi>(handle: A::Handle, from: &Arc<Comm>) -> Result<Attributes> {
    let copies = Attributes::default();
    from.attributes
        .copy_to(number::<A>(Kind::Comm, handle), &copies)?;
    Ok(copies)
}

/// Copies the attributes of a communicator to its duplicate.
pub(crate) fn copy<A: Abi>(handle: A::Handle, from: &Arc<Comm>, into: &Arc<Comm>) -> Done {
    let object = number::<A>(Kind::Comm, handle);
    Ok(from.attributes.copy_to(object, &into.attributes)?)
}

/// Deletes the attributes of a communicator that is freed.
pub(crate) fn delete_all<A: Abi>(handle: A::Handle, comm: &Arc<Comm>) -> Done {
    Ok(comm
        .attributes
        .delete_all(number::<A>(Kind::Comm, handle))?)
}

/// Copies the attributes of a datatype to its duplicate.
pub(crate) fn copy_of_type<A: Abi>(_: &State, from: A::Handle, into: A::Handle) -> Done {
    let object = number::<A>(Kind::Datatype, from);
    Ok(of_type::<A>(from)?.copy_to(object, of_type::<A>(into)?)?)
}

/// Deletes the attributes of a datatype that is freed.
pub(crate) fn delete_all_of_type<A: Abi>(handle: A::Handle, _: u32) -> Done {
    let object = number::<A>(Kind::Datatype, handle);
    Ok(of_type::<A>(handle)?.delete_all(object)?)
}

/// Deletes the attributes of `MPI_COMM_SELF` and `MPI_COMM_WORLD`, before anything else of the
/// finalisation.
pub(crate) fn end<A: Abi>(state: &'static State) -> Done {
    for (comm, number) in [
        (state.mpi.own(), predefined::SELF),
        (state.mpi.all(), predefined::WORLD),
    ] {
        comm.attributes.delete_all(-1 - i64::from(number))?;
    }
    Ok(())
}
