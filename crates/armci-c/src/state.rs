//! The library's state, beginning and end.
//!
//! ```text
//!   ARMCI_Init ──▶ World::join, kept for ever     ARMCI_Finalize ──▶ barrier, hidden     exit ──▶ World::leave_at_exit
//!      └── again after ARMCI_Finalize: shown again
//! ```

#![allow(unsafe_code)]

use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use farreach_armci::{Messages, Mutexes};
use farreach_mpi_c::communicators;
use farreach_runtime::settings::{Settings, environment};
use farreach_runtime::{Error, World, flush_when_ended, say};

use crate::fault::{Fault, end_job};
use crate::group::Groups;
use crate::heap::Heap;

/// The state while the library is initialised, null otherwise.
static SHOWN: AtomicPtr<State> = AtomicPtr::new(ptr::null_mut());
/// The state from the first initialisation on.
static KEPT: AtomicPtr<State> = AtomicPtr::new(ptr::null_mut());
/// The number of initialisations without an end.
static OPEN: Mutex<usize> = Mutex::new(0);
static LEFT: AtomicBool = AtomicBool::new(false);

/// `MPI_THREAD_MULTIPLE`.
const THREAD_MULTIPLE: c_int = 3;

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
    pub(crate) begun: Instant,
}

/// The state, if the library is initialised.
#[inline]
pub(crate) fn get() -> Result<&'static State, Fault> {
    // SAFETY: null, or a state that is never freed.
    match unsafe { SHOWN.load(Ordering::Acquire).as_ref() } {
        Some(state) => Ok(state),
        None => Err(Fault::not_initialized()),
    }
}

/// The state, if the library was ever initialised.
pub(crate) fn kept() -> Option<&'static State> {
    // SAFETY: null, or a state that is never freed.
    unsafe { KEPT.load(Ordering::Acquire).as_ref() }
}

/// What a mutex guards. A panic leaves nothing half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// The rank of a process.
    #[inline]
    pub(crate) fn rank(&self, proc: c_int, argument: &str) -> Result<u32, Fault> {
        let rank = proc as u32;
        if rank < self.world.size() {
            return Ok(rank);
        }
        Err(self.no_such(proc, argument))
    }

    #[cold]
    fn no_such(&self, proc: c_int, argument: &str) -> Fault {
        let size = self.world.size();
        let what = format!("there is no process {proc}: there are {size}, numbered from 0");
        Fault::argument(argument, &what)
    }
}

/// Initialises the library, or counts another initialisation.
pub(crate) fn init() -> Result<c_int, Fault> {
    let mut open = lock(&OPEN);
    if *open == 0 {
        let state = match kept() {
            Some(state) => state,
            None => first()?,
        };
        SHOWN.store(ptr::from_ref(state).cast_mut(), Ordering::Release);
    }
    *open += 1;
    Ok(0)
}

pub(crate) fn init_args(_argc: *mut c_int, _argv: *mut *mut *mut u8) -> Result<c_int, Fault> {
    init()
}

/// Any thread may call the library at any time, whatever the program asks for.
pub(crate) fn init_thread(requested: c_int) -> Result<c_int, Fault> {
    check_level(requested)?;
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

fn check_level(requested: c_int) -> Result<(), Fault> {
    if (0..=THREAD_MULTIPLE).contains(&requested) {
        return Ok(());
    }
    let what = format!("{requested} is no level of threads, which are 0 to {THREAD_MULTIPLE}");
    Err(Fault::argument("requested", &what))
}

fn check_comm(comm: c_int) -> Result<(), Fault> {
    if comm == communicators::WORLD {
        return Ok(());
    }
    let what =
        format!("communicator {comm:#x} is not MPI_COMM_WORLD, which alone is possible here");
    Err(Fault::argument("comm", &what))
}

fn first() -> Result<&'static State, Fault> {
    let settings = Settings::from_variables(&environment()).map_err(Error::from)?;
    // SAFETY: programs initialise before they start threads that store to variables.
    let world = unsafe { World::join_sharing_variables(settings)? };
    flush_when_ended();
    // The world stays until the process is gone: other threads may be in it at the exit.
    let world: &'static World = Box::leak(Box::new(world));
    let segment = world.own_segment();
    let state: &'static State = Box::leak(Box::new(State {
        world,
        heap: Mutex::default(),
        groups: Mutex::default(),
        mutexes: Mutex::default(),
        messages: Messages::new(world),
        segment: (segment.as_mut_ptr().addr(), segment.len()),
        begun: Instant::now(),
    }));
    KEPT.store(ptr::from_ref(state).cast_mut(), Ordering::Release);
    // SAFETY: registers a function that may be called at any exit.
    let registered = unsafe { on_exit(leave_at_exit, ptr::null_mut()) };
    assert_eq!(registered, 0, "room for a function to be called at exit");
    Ok(state)
}

unsafe extern "C" {
    /// Registers `function` for the exit of the process. It gets the exit status.
    fn on_exit(function: unsafe extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

/// Leaves the job when the process exits with 0. With any other status the launcher ends the job.
unsafe extern "C" fn leave_at_exit(status: c_int, _: *mut c_void) {
    if status == 0
        && let Some(state) = kept()
        && !LEFT.swap(true, Ordering::SeqCst)
    {
        // Does what `ARMCI_Finalize` does if the program did not call it: other processes may have called it.
        let is_open = OPEN.try_lock().is_ok_and(|open| *open > 0);
        if let Err(error) = state.world.leave_at_exit(is_open) {
            say(&error);
        }
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "all exported functions return this"
)]
pub(crate) fn initialized() -> Result<c_int, Fault> {
    Ok(c_int::from(get().is_ok()))
}

/// Finalises the library, or counts a finalisation. What the program has not freed stays until the
/// process ends.
pub(crate) fn finalize() -> Result<c_int, Fault> {
    let mut open = lock(&OPEN);
    let state = get()?;
    if *open == 1 {
        state.world.quiet_everywhere()?;
        state
            .world
            .collectives()
            .named("ARMCI_Finalize")
            .barrier()?;
        SHOWN.store(ptr::null_mut(), Ordering::Release);
    }
    *open -= 1;
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
pub(crate) unsafe fn error(text: *const u8, code: c_int) -> Result<(), Fault> {
    let text = if text.is_null() {
        "".into()
    } else {
        // SAFETY: the caller's promise.
        unsafe { CStr::from_ptr(text.cast()) }.to_string_lossy()
    };
    // A code of 0 would be success.
    let status = if code == 0 { 1 } else { code };
    end_job(status, &format!("ARMCI_Error: {text} ({code})"))
}
