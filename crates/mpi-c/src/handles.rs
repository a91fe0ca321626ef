//! The objects that handles name.
//!
//! A look-up takes no lock: a table has chunks that never move, and an entry is a pointer to its
//! object.

#![allow(unsafe_code)]
#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use std::ffi::c_int;
use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex};

use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::file::File;
use farreach_mpi::{Comm, CommRef, Datatype, Group, Keyval, MatchedMessage, Operator, Request};
use farreach_runtime::Lock;

use crate::abi::{Abi, Kind, Place, predefined};
use crate::datatype::Type;
use crate::errors::Function;
use crate::held::Held;
use crate::info::Info;
use crate::requests::requests;
use crate::sessions::Session;
use crate::state::State;
use crate::window::Shown;

/// The entries of the first chunk. Each further one has twice as many.
const FIRST: usize = 64;
/// The number of chunks: 2²⁵ objects.
const CHUNKS: usize = 20;

/// Objects by number.
pub(crate) struct Table<T> {
    chunks: [AtomicPtr<AtomicPtr<T>>; CHUNKS],
    free: Lock<Free>,
    owns: PhantomData<Arc<T>>,
}

struct Free {
    numbers: Vec<u32>,
    /// The least number that was never used.
    next: u32,
}

/// The chunk of an entry, and its place there.
#[inline]
fn chunk_of(number: u32) -> (usize, usize) {
    let at = number as usize + FIRST;
    let chunk = (at.ilog2() - FIRST.ilog2()) as usize;
    (chunk, at - (FIRST << chunk))
}

impl<T> Table<T> {
    const fn new() -> Table<T> {
        Table {
            chunks: [const { AtomicPtr::new(ptr::null_mut()) }; CHUNKS],
            free: Lock::new(Free {
                numbers: Vec::new(),
                next: 0,
            }),
            owns: PhantomData,
        }
    }

    #[inline]
    fn entry(&self, number: u32) -> Option<&AtomicPtr<T>> {
        let (chunk, at) = chunk_of(number);
        let chunk = self.chunks.get(chunk)?.load(Ordering::Acquire);
        if chunk.is_null() {
            return None;
        }
        // SAFETY: a chunk has this place, and is never freed.
        Some(unsafe { &*chunk.add(at) })
    }

    /// Adds an object. Returns its number.
    pub(crate) fn add(&self, object: Arc<T>) -> u32 {
        let number = self.reserve();
        self.fill(number, object);
        number
    }

    /// A number for an object that is not there yet.
    pub(crate) fn reserve(&self) -> u32 {
        let mut free = self.free.lock();
        free.numbers.pop().unwrap_or_else(|| {
            let number = free.next;
            free.next += 1;
            let (chunk, _) = chunk_of(number);
            let place = &self.chunks[chunk];
            if place.load(Ordering::Relaxed).is_null() {
                let new = (0..FIRST << chunk).map(|_| AtomicPtr::new(ptr::null_mut()));
                let new: Box<[AtomicPtr<T>]> = new.collect();
                place.store(Box::leak(new).as_mut_ptr(), Ordering::Release);
            }
            number
        })
    }

    /// Adds the object of a number that was reserved.
    pub(crate) fn fill(&self, number: u32, object: Arc<T>) {
        let entry = self.entry(number).expect("it was reserved");
        entry.store(Arc::into_raw(object).cast_mut(), Ordering::Release);
    }

    /// The object with a number. The program does not free an object that another thread's call
    /// names.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        let object = self.entry(number)?.load(Ordering::Acquire);
        // SAFETY: null, or an object that the table owns a share of until it is removed.
        unsafe { object.as_ref() }
    }

    /// A share of the object with a number.
    #[inline]
    pub(crate) fn share(&self, number: u32) -> Option<Arc<T>> {
        let object = self.entry(number)?.load(Ordering::Acquire);
        if object.is_null() {
            return None;
        }
        // SAFETY: the table owns a share. This makes another one.
        unsafe {
            Arc::increment_strong_count(object);
            Some(Arc::from_raw(object))
        }
    }

    /// The number of the first object that is the one.
    pub(crate) fn find(&self, is_it: impl Fn(&T) -> bool) -> Option<u32> {
        // Objects that other threads free meanwhile wait for the lock.
        let free = self.free.lock();
        (0..free.next).find(|&number| self.get(number).is_some_and(&is_it))
    }

    /// Removes an object.
    pub(crate) fn remove(&self, number: u32) -> Option<Arc<T>> {
        let entry = self.entry(number)?;
        let mut free = self.free.lock();
        let object = entry.swap(ptr::null_mut(), Ordering::AcqRel);
        if object.is_null() {
            return None;
        }
        free.numbers.push(number);
        // SAFETY: the table's share, which it gives away once.
        Some(unsafe { Arc::from_raw(object) })
    }
}

pub(crate) static COMMS: Table<Comm> = Table::new();
pub(crate) static GROUPS: Table<Group> = Table::new();
pub(crate) static TYPES: Table<Type> = Table::new();
pub(crate) static OPS: Table<Operator> = Table::new();
pub(crate) static MESSAGES: Table<Mutex<Option<MatchedMessage>>> = Table::new();
pub(crate) static FILES: Table<File> = Table::new();
pub(crate) static WINDOWS: Table<Shown> = Table::new();
pub(crate) static SESSIONS: Table<Session> = Table::new();
pub(crate) static INFOS: Table<Info> = Table::new();
pub(crate) static KEYVALS: Table<Held<Keyval>> = Table::new();
pub(crate) static ERRHANDLERS: Table<Held<Function>> = Table::new();

/// The failure of a handle that names nothing.
#[cold]
pub(crate) fn wrong<A: Abi>(
    class: Class,
    argument: &str,
    kind: &str,
    place: Place,
    handle: A::Handle,
) -> Failure {
    let what = match place {
        Place::Null => format!("argument {argument}: the null handle"),
        Place::Made(_) => format!("argument {argument}: {handle:?} names no {kind}: it was freed"),
        _ => format!("argument {argument}: {handle:?} names no {kind}"),
    };
    Failure::new(class, what)
}

/// A communicator, for the calls that take nanoseconds.
#[inline(always)]
pub(crate) fn used<A: Abi>(state: &'static State, handle: A::Handle) -> Result<CommRef> {
    match A::place(Kind::Comm, handle) {
        Place::Predefined(predefined::WORLD) => Ok(CommRef::Kept(state.mpi.all())),
        Place::Predefined(predefined::SELF) => Ok(CommRef::Kept(state.mpi.own())),
        place => made_comm::<A>(place, handle).map(CommRef::Shared),
    }
}

/// A communicator.
#[inline]
pub(crate) fn comm<A: Abi>(state: &State, handle: A::Handle) -> Result<Arc<Comm>> {
    match A::place(Kind::Comm, handle) {
        Place::Predefined(predefined::WORLD) => Ok(Arc::clone(state.mpi.all())),
        Place::Predefined(predefined::SELF) => Ok(Arc::clone(state.mpi.own())),
        place => made_comm::<A>(place, handle),
    }
}

fn made_comm<A: Abi>(place: Place, handle: A::Handle) -> Result<Arc<Comm>> {
    let found = match place {
        Place::Made(number) => COMMS.share(number),
        _ => None,
    };
    found.ok_or_else(|| wrong::<A>(Class::Comm, "comm", "communicator", place, handle))
}

/// A communicator, for a call that keeps nothing of it: the program does not free what a call names.
#[inline(always)]
pub(crate) fn borrowed<A: Abi>(state: &State, handle: A::Handle) -> Option<&Comm> {
    match A::place(Kind::Comm, handle) {
        Place::Predefined(predefined::WORLD) => Some(&**state.mpi.all()),
        Place::Predefined(predefined::SELF) => Some(&**state.mpi.own()),
        Place::Made(number) => COMMS.get(number),
        _ => None,
    }
}

/// Calls `f` with a communicator, for the functions that take nanoseconds.
#[inline]
pub(crate) fn with_comm<A: Abi, R>(
    state: &State,
    handle: A::Handle,
    f: impl FnOnce(&Comm) -> R,
) -> Result<R> {
    let comm = borrowed::<A>(state, handle).ok_or_else(|| {
        let place = A::place(Kind::Comm, handle);
        wrong::<A>(Class::Comm, "comm", "communicator", place, handle)
    });
    Ok(f(comm?))
}

/// The handle of a new communicator.
pub(crate) fn add_comm<A: Abi>(comm: Option<Arc<Comm>>) -> A::Handle {
    let place = comm.map_or(Place::Null, |comm| Place::Made(COMMS.add(comm)));
    A::handle(Kind::Comm, place)
}

/// A group.
pub(crate) fn group<A: Abi>(handle: A::Handle) -> Result<Group> {
    let place = A::place(Kind::Group, handle);
    let found = match place {
        Place::Predefined(_) => Some(Group::EMPTY),
        Place::Made(number) => GROUPS.get(number).cloned(),
        _ => None,
    };
    found.ok_or_else(|| wrong::<A>(Class::Group, "group", "group", place, handle))
}

/// The handle of a new group.
pub(crate) fn add_group<A: Abi>(group: Group) -> A::Handle {
    let place = if group.size() == 0 {
        Place::Predefined(0)
    } else {
        Place::Made(GROUPS.add(Arc::new(group)))
    };
    A::handle(Kind::Group, place)
}

/// A datatype.
#[inline]
pub(crate) fn datatype<A: Abi>(handle: A::Handle) -> Result<Datatype> {
    let place = A::place(Kind::Datatype, handle);
    let found = match place {
        Place::Predefined(number) => A::basic(number).map(Datatype::basic),
        Place::Made(number) => TYPES.get(number).map(|made| made.datatype.clone()),
        _ => None,
    };
    found.ok_or_else(|| wrong::<A>(Class::Type, "datatype", "datatype", place, handle))
}

/// A datatype for communication.
#[inline]
pub(crate) fn committed<A: Abi>(handle: A::Handle) -> Result<Datatype> {
    let datatype = datatype::<A>(handle)?;
    if datatype.is_committed() {
        return Ok(datatype);
    }
    let what = "argument datatype: not committed: call MPI_Type_commit first";
    Err(Failure::new(Class::Type, what))
}

/// The handle of a datatype that a call makes.
pub(crate) fn add_type<A: Abi>(datatype: Datatype) -> A::Handle {
    let number = TYPES.add(Arc::new(Type::new(datatype)));
    A::handle(Kind::Datatype, Place::Made(number))
}

/// An operation.
pub(crate) fn operator<A: Abi>(handle: A::Handle) -> Result<Operator> {
    let place = A::place(Kind::Op, handle);
    let found = match place {
        Place::Predefined(number) => A::op(number).map(Operator::Predefined),
        Place::Made(number) => OPS.get(number).cloned(),
        _ => None,
    };
    found.ok_or_else(|| wrong::<A>(Class::Op, "op", "operation", place, handle))
}

/// The handle of a new request.
#[inline(always)]
pub(crate) fn add_request<A: Abi>(request: Request) -> A::Handle {
    let number = requests().add(request);
    A::handle(Kind::Request, Place::Made(number))
}

/// The failure of a handle that names no request.
#[cold]
pub(crate) fn no_request<A: Abi>(handle: A::Handle) -> Failure {
    let place = A::place(Kind::Request, handle);
    wrong::<A>(Class::Request, "request", "request", place, handle)
}

/// A count, which is not negative.
#[inline]
pub(crate) fn count(count: i64, argument: &str) -> Result<usize> {
    usize::try_from(count).map_err(|_| negative(count, argument))
}

#[cold]
fn negative(count: i64, argument: &str) -> Failure {
    let what = format!("argument {argument}: {count} is negative");
    Failure::new(Class::Count, what)
}

/// A tag of a message to send.
#[inline]
pub(crate) fn tag(tag: c_int) -> Result<u32> {
    u32::try_from(tag).map_err(|_| {
        let what = format!("argument tag: {tag}: tags are 0 to {}", i32::MAX);
        Failure::new(Class::Tag, what)
    })
}
