//! The library's state, beginning and end.

#![allow(unsafe_code)]

use std::ffi::{c_char, c_int};
use std::sync::{Arc, Mutex};

use farreach_armci::{Messages, Mutexes};
use farreach_c::{Fault, Library, Model, Use, join, settings, text, thread_level};
use farreach_mpi_c::communicators;
use farreach_runtime::World;

use crate::group::Groups;
use crate::heap::Heap;

/// The library in this process.
pub(crate) static LIBRARY: Library<State> = Library::unused();

/// What all functions work with.
pub(crate) struct State {
    pub(crate) world: &'static World,
    pub(crate) heap: Mutex<Heap>,
    pub(crate) groups: Mutex<Groups>,
    /// What `ARMCI_Create_mutexes` made.
    pub(crate) mutexes: Mutex<Option<Arc<Mutexes<'static>>>>,
    pub(crate) messages: Messages<'static>,
    /// The address and the length of this process's segment.
    pub(crate) segment: (usize, usize),
}

impl Model for State {
    const PROCESS: &str = "rank";
    const BEGIN: &str = "ARMCI_Init";
    const END: &str = "ARMCI_Finalize";
    const MUST_END: bool = false;

    fn world(&self) -> &World {
        self.world
    }
}

/// The state, if the library is initialised.
#[inline]
pub(crate) fn get() -> Result<&'static State, Fault> {
    LIBRARY.get()
}

impl State {
    /// The rank of a process.
    #[inline]
    pub(crate) fn rank(&self, proc: c_int, argument: &'static str) -> Result<u32, Fault> {
        farreach_c::rank(proc, self.world.size(), "process", argument)
    }
}

/// Initialises the library, or counts another initialisation.
pub(crate) fn init() -> Result<c_int, Fault> {
    LIBRARY.begin(first, |_| Ok(()))?;
    Ok(0)
}

pub(crate) fn init_args(_argc: *mut c_int, _argv: *mut *mut *mut u8) -> Result<c_int, Fault> {
    init()
}

/// Any thread may call the library at any time, whatever the program asks for.
pub(crate) fn init_thread(requested: c_int) -> Result<c_int, Fault> {
    thread_level(requested, "requested")?;
    init()
}

pub(crate) fn init_mpi_comm(comm: c_int) -> Result<c_int, Fault> {
    check_comm(comm)?;
    init()
}

pub(crate) fn init_thread_comm(requested: c_int, comm: c_int) -> Result<c_int, Fault> {
    check_comm(comm)?;
    init_thread(requested)
}

fn check_comm(comm: c_int) -> Result<(), Fault> {
    if comm == communicators::WORLD {
        return Ok(());
    }
    let what =
        format!("communicator {comm:#x} is not MPI_COMM_WORLD, which alone is possible here");
    Err(Fault::argument("comm", what))
}

fn first() -> Result<State, Fault> {
    // SAFETY: programs initialise before they start threads that store to variables.
    let world = unsafe { join(settings()?)? };
    let world: &'static World = Box::leak(Box::new(world));
    let segment = world.own_segment();
    Ok(State {
        world,
        heap: Mutex::default(),
        groups: Mutex::default(),
        mutexes: Mutex::default(),
        messages: Messages::new(world),
        segment: (segment.as_mut_ptr().addr(), segment.len()),
    })
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "all exported functions return this"
)]
pub(crate) fn initialized() -> Result<c_int, Fault> {
    Ok(c_int::from(LIBRARY.shown().is_some()))
}

/// Finalises the library, or counts a finalisation. What the program has not freed stays until the
/// process ends.
pub(crate) fn finalize() -> Result<c_int, Fault> {
    LIBRARY.end(|state, ending| {
        if ending == Use::Last {
            state.world.quiet_everywhere()?;
            let all = state.world.collectives().named(State::END);
            all.barrier()?;
        }
        Ok(())
    })?;
    Ok(0)
}

/// `ARMCI_Cleanup`: programs call it before they end by themselves. There is nothing to do.
#[expect(
    clippy::unnecessary_wraps,
    reason = "all exported functions return this"
)]
pub(crate) fn cleanup() -> Result<(), Fault> {
    Ok(())
}

/// `ARMCI_Error`: ends the job with the program's text and code.
///
/// # Safety
/// `text` must be a string, or null.
pub(crate) unsafe fn error(message: *const u8, code: c_int) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let message = unsafe { text(message.cast::<c_char>()) };
    abort("ARMCI_Error", format!("{message} ({code})"), code)
}

/// Ends the job with the program's code, by `function`.
pub(crate) fn abort(function: &str, what: String, code: c_int) -> Result<(), Fault> {
    // A code of 0 would be success.
    let status = if code == 0 { 1 } else { code };
    LIBRARY.end_job(status, &LIBRARY.line(function, what))
}
