//! Mutexes.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::Arc;

use farreach_armci::Mutexes;
use farreach_c::{Fault, needed, object, unsigned};

use crate::group::{self, GroupObject, Made};
use crate::state::{self, State};

/// `armcix_mutex_hdl_t`.
pub(crate) type MutexesHandle = *mut Set;

/// A set of mutexes of a group.
pub(crate) struct Set {
    group: Arc<Made>,
    mutexes: Mutexes<'static>,
}

pub(crate) fn create(count: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let count = unsigned(count, "count")? as u32;
    if farreach_c::lock(&state.mutexes).is_some() {
        return Err(Fault::new(
            "called twice: ARMCI_Destroy_mutexes ends the first mutexes",
        ));
    }
    let made = Mutexes::create(state.world, count)?;
    *farreach_c::lock(&state.mutexes) = Some(Arc::new(made));
    Ok(0)
}

pub(crate) fn destroy() -> Result<c_int, Fault> {
    let state = state::get()?;
    let mutexes = farreach_c::lock(&state.mutexes).take().ok_or_else(none)?;
    let mutexes = Arc::try_unwrap(mutexes);
    let mutexes = mutexes.map_err(|_| Fault::new("another thread waits for a mutex"))?;
    mutexes.destroy()?;
    Ok(0)
}

fn made(state: &State) -> Result<Arc<Mutexes<'static>>, Fault> {
    farreach_c::lock(&state.mutexes).clone().ok_or_else(none)
}

#[cold]
fn none() -> Fault {
    Fault::new("there are no mutexes: ARMCI_Create_mutexes makes them")
}

pub(crate) fn lock(mutex: c_int, proc: c_int) -> Result<(), Fault> {
    let state = state::get()?;
    Ok(made(state)?.lock(number(mutex, "mutex")?, number(proc, "proc")?)?)
}

pub(crate) fn unlock(mutex: c_int, proc: c_int) -> Result<(), Fault> {
    let state = state::get()?;
    Ok(made(state)?.unlock(number(mutex, "mutex")?, number(proc, "proc")?)?)
}

fn number(number: c_int, argument: &'static str) -> Result<u32, Fault> {
    Ok(unsigned(number, argument)? as u32)
}

/// # Safety
/// `group` must be a group.
pub(crate) unsafe fn create_handle(
    count: c_int,
    group: *mut GroupObject,
) -> Result<MutexesHandle, Fault> {
    let state = state::get()?;
    let count = unsigned(count, "count")? as u32;
    // SAFETY: the caller's promise.
    let group = unsafe { group::any(state, group) }?;
    let mutexes = Mutexes::create_in(state.world, &group, count)?;
    Ok(Box::into_raw(Box::new(Set { group, mutexes })))
}

/// # Safety
/// `set` must be of [`create_handle`], and is not used any more.
pub(crate) unsafe fn destroy_handle(set: MutexesHandle) -> Result<c_int, Fault> {
    state::get()?;
    needed(set, "hdl")?;
    // SAFETY: the caller's promise.
    let set = unsafe { Box::from_raw(set) };
    set.mutexes.destroy_in(&set.group)?;
    Ok(0)
}

/// # Safety
/// `set` must be of [`create_handle`], or null.
unsafe fn set<'a>(set: MutexesHandle) -> Result<&'a Set, Fault> {
    state::get()?;
    // SAFETY: the caller's promise.
    unsafe { object(set, "hdl") }
}

impl Set {
    /// The rank in the group of a process, which the interface names by its rank in the job.
    fn member(&self, proc: c_int) -> Result<u32, Fault> {
        let member = self.group.rank_of(proc as u32);
        member.ok_or_else(|| {
            let what = format!("process {proc} is not in the mutexes' group");
            Fault::argument("proc", what)
        })
    }
}

/// # Safety
/// `hdl` must be of [`create_handle`], or null.
pub(crate) unsafe fn lock_handle(
    hdl: MutexesHandle,
    mutex: c_int,
    proc: c_int,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let set = unsafe { set(hdl) }?;
    Ok(set
        .mutexes
        .lock(number(mutex, "mutex")?, set.member(proc)?)?)
}

/// Returns 0 if the mutex was taken.
///
/// # Safety
/// `hdl` must be of [`create_handle`], or null.
pub(crate) unsafe fn trylock_handle(
    hdl: MutexesHandle,
    mutex: c_int,
    proc: c_int,
) -> Result<c_int, Fault> {
    // SAFETY: the caller's promise.
    let set = unsafe { set(hdl) }?;
    let (mutex, member) = (number(mutex, "mutex")?, set.member(proc)?);
    Ok(c_int::from(!set.mutexes.try_lock(mutex, member)?))
}

/// # Safety
/// `hdl` must be of [`create_handle`], or null.
pub(crate) unsafe fn unlock_handle(
    hdl: MutexesHandle,
    mutex: c_int,
    proc: c_int,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let set = unsafe { set(hdl) }?;
    Ok(set
        .mutexes
        .unlock(number(mutex, "mutex")?, set.member(proc)?)?)
}
