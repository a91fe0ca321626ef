//! The library's state. The world exists from the first `shmem_init` on. Functions see it between
//! initialisation and finalisation.
//!
//! ```text
//!   shmem_init ──▶ World::join, kept for ever     shmem_finalize ──▶ barrier, hidden     exit ──▶ World::leave_at_exit
//!      └── again after shmem_finalize: shown again, with an empty heap
//! ```
//!
//! While one thread exits, other threads may be in the library or call it. The world therefore
//! stays until the process is gone. A thread that calls the library after the process has begun to
//! leave the job ends.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use farreach_openshmem::settings;
use farreach_runtime::{Error, Size, World, flush_when_ended, say};

use crate::environment;
use crate::fault::Fault;
use crate::naming;
use crate::team::{self, Teams};

/// The state while the library is initialised, null otherwise.
static SHOWN: AtomicPtr<State> = AtomicPtr::new(ptr::null_mut());
/// The state from the first initialisation on.
static KEPT: AtomicPtr<State> = AtomicPtr::new(ptr::null_mut());
/// The state after the process has begun to leave the job. Null before.
static LEFT: AtomicPtr<State> = AtomicPtr::new(ptr::null_mut());
/// Whether the program is ending the whole job. Nothing waits for other PEs any more then.
static ENDS: AtomicBool = AtomicBool::new(false);
/// The number of initialisations without a finalisation.
static OPEN: Mutex<usize> = Mutex::new(0);
/// The time limit for another thread's call between the finalisation and the exit of the process. A
/// call that lasts longer ends the job.
const EXIT_PATIENCE: Duration = Duration::from_secs(10);
/// How often such a thread checks whether the process exits.
const LOOK_EVERY: Duration = Duration::from_millis(1);

thread_local! {
    /// Whether this thread has finalised the library.
    static FINALIZED: Cell<bool> = const { Cell::new(false) };
    /// Whether this thread makes the process leave the job.
    static LEAVES: Cell<bool> = const { Cell::new(false) };
}

/// The state that all functions work with.
pub(crate) struct State {
    pub(crate) world: Arc<World>,
    /// The address of this process's segment.
    segment: usize,
    /// The allocations in the symmetric heap, by offset in the segment.
    blocks: Mutex<BTreeMap<usize, Block>>,
    pub(crate) teams: Mutex<Teams>,
}

/// An allocation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) bytes: usize,
    pub(crate) align: usize,
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
fn kept() -> Option<&'static State> {
    // SAFETY: null, or a state that is never freed.
    unsafe { KEPT.load(Ordering::Acquire).as_ref() }
}

/// The state, if the process is leaving the job or has left it.
fn left() -> Option<&'static State> {
    // SAFETY: null, or a state that is never freed.
    unsafe { LEFT.load(Ordering::Acquire).as_ref() }
}

/// Whether the process is leaving the job.
pub(crate) fn leaves() -> bool {
    left().is_some()
}

/// Ends the calling thread if another thread has made the process leave the job. The caller's fault
/// is then only a result of the exit.
///
/// The kernel ends the thread, without the functions that the thread registered for its end,
/// because these may call the library again. Functions that run at the exit may still join the
/// thread.
///
/// A process that finalises and then exits has no library in between, and nothing announces the
/// exit. A thread that calls the library in this interval waits for the exit.
pub(crate) fn end_thread_if_late() {
    let begun = Instant::now();
    while is_finalized_by_another() && begun.elapsed() < EXIT_PATIENCE {
        thread::sleep(LOOK_EVERY);
    }
    if leaves() && !LEAVES.get() {
        // SAFETY: ends the thread. Its memory stays until the process is gone, or another thread
        // has joined it.
        unsafe { libc::syscall(libc::SYS_exit, 0) };
    }
}

/// Whether another thread has finalised the library and the process is not leaving the job yet.
fn is_finalized_by_another() -> bool {
    let is_hidden = SHOWN.load(Ordering::Acquire).is_null();
    is_hidden && kept().is_some() && !leaves() && !FINALIZED.get()
}

/// This PE's number, if the library was ever initialised.
pub(crate) fn rank() -> Option<u32> {
    kept().map(|state| state.world.rank())
}

/// Ends the job with a status, and prints `text` unless it is empty. The program's output is
/// flushed, except for streams that other threads hold.
pub(crate) fn end(status: c_int, text: &str) -> ! {
    World::end_process(kept().map(|state| &*state.world), status, text)
}

fn open() -> MutexGuard<'static, usize> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread level of programs with threads. Levels differ only in the lanes of contexts.
const THREAD_MULTIPLE: c_int = 3;

/// Whether the program said that its threads would call the library.
static HAS_THREADS: AtomicBool = AtomicBool::new(false);

/// Whether the program said that its threads would call the library.
pub(crate) fn has_threads() -> bool {
    HAS_THREADS.load(Ordering::Relaxed)
}

/// Initialises the library for threads. All threads may call the library at any time.
///
/// # Safety
/// `provided` must be null or have room for a number.
pub(crate) unsafe fn init_thread(requested: c_int, provided: *mut c_int) -> Result<c_int, Fault> {
    if !(0..=THREAD_MULTIPLE).contains(&requested) {
        let what = format!(
            "{requested} is no thread level: use SHMEM_THREAD_SINGLE to SHMEM_THREAD_MULTIPLE"
        );
        return Err(Fault::argument("requested", what));
    }
    if requested == THREAD_MULTIPLE {
        HAS_THREADS.store(true, Ordering::Relaxed);
    }
    init()?;
    // SAFETY: as the caller vouches.
    if let Some(provided) = unsafe { provided.as_mut() } {
        *provided = THREAD_MULTIPLE;
    }
    Ok(0)
}

/// The thread level, which is always the highest.
///
/// # Safety
/// `provided` must have room for a number.
pub(crate) unsafe fn query_thread(provided: *mut c_int) -> Result<(), Fault> {
    get()?;
    // SAFETY: as the caller vouches.
    let provided = unsafe { provided.as_mut() };
    *provided.ok_or_else(|| Fault::null("provided"))? = THREAD_MULTIPLE;
    Ok(())
}

/// Whether the library is initialised.
///
/// # Safety
/// `initialized` must have room for a number.
pub(crate) unsafe fn query_initialized(initialized: *mut c_int) -> Result<(), Fault> {
    // SAFETY: as the caller vouches.
    let initialized = unsafe { initialized.as_mut() };
    let initialized = initialized.ok_or_else(|| Fault::null("initialized"))?;
    *initialized = c_int::from(get().is_ok());
    Ok(())
}

/// The initialisation before version 1.2. Repeated calls have no effect, and it needs no
/// finalisation.
pub(crate) fn start_pes(_npes: c_int) -> Result<(), Fault> {
    if get().is_ok() { Ok(()) } else { init() }
}

/// Ends the job with a status. This process ends by C's `exit`: registered functions run, and all
/// output, in whichever language, is flushed.
pub(crate) fn global_exit(status: c_int) -> Result<(), Fault> {
    // Valid also while another thread leaves the job and waits for other PEs.
    let state = get().or_else(|fault| left().filter(|_| !LEAVES.get()).ok_or(fault))?;
    if ENDS.swap(true, Ordering::SeqCst) {
        // Another thread is ending the job, or a function that runs at the exit calls again.
        end(status, "");
    }
    state.world.exit_process(status)
}

/// Initialises the library, or counts another initialisation.
pub(crate) fn init() -> Result<(), Fault> {
    let mut open = open();
    *open += 1;
    if *open > 1 {
        return Ok(());
    }
    let state = match kept() {
        Some(state) => {
            state.empty_heap()?;
            state
        }
        None => first()?,
    };
    SHOWN.store(ptr::from_ref(state).cast_mut(), Ordering::Release);
    Ok(())
}

fn first() -> Result<&'static State, Fault> {
    // SAFETY: does nothing.
    unsafe { farreach_begin() };
    check_alone()?;
    let settings = settings::from_environment().map_err(Error::from)?;
    // SAFETY: programs initialise the library before they start threads that store to variables,
    // because OpenSHMEM's threads begin with the initialisation. Afterwards other PEs change only
    // variables that the program names in calls, and these are its own. This library's variables
    // are not shared, or, in a static program, lie behind those that the program names.
    let world = unsafe { World::join_sharing_variables(settings)? };
    environment::speak(&world);
    flush_when_ended();
    world.name_waits(naming::called);
    let segment = world.own_segment().as_mut_ptr().addr();
    let state: &'static State = Box::leak(Box::new(State {
        world,
        segment,
        blocks: Mutex::default(),
        teams: team::none(),
    }));
    KEPT.store(ptr::from_ref(state).cast_mut(), Ordering::Release);
    // SAFETY: registers a function that may be called at any exit.
    let registered = unsafe { on_exit(leave, ptr::null_mut()) };
    assert_eq!(registered, 0, "room for a function to be called at exit");
    Ok(state)
}

/// Fails if this code is the archive's, in a process that has loaded the shared library as well. The
/// process would join twice.
fn check_alone() -> Result<(), Fault> {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let own = first as fn() -> Result<&'static State, Fault> as usize;
    let is_own = |line: &&str| {
        let bounds = line
            .split(' ')
            .next()
            .and_then(|range| range.split_once('-'));
        let bounds = bounds.and_then(|(from, to)| {
            let number = |hex| usize::from_str_radix(hex, 16).ok();
            Some(number(from)?..number(to)?)
        });
        bounds.is_some_and(|bounds| bounds.contains(&own))
    };
    let mut cores = maps
        .lines()
        .filter(|line| line.contains("/libfarreach.so."));
    let Some(core) = cores.clone().next() else {
        return Ok(());
    };
    if cores.any(|line| is_own(&line)) {
        return Ok(());
    }
    let path = core.rsplit(' ').next().unwrap_or_default();
    Err(Fault::twice(path))
}

/// Finalises the library, or counts a finalisation. Programs call this once too often, which is
/// harmless.
pub(crate) fn finalize() -> Result<(), Fault> {
    if ENDS.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut open = open();
    // A destructor may finalise after the process has left the job.
    if leaves() || *open == 0 && kept().is_some() {
        return Ok(());
    }
    let state = get()?;
    if !state.world.is_of_this_process() {
        // In a forked child: the parent is the PE.
        return Ok(());
    }
    if *open == 1 {
        // Completes the operations of contexts that were not destroyed.
        state.world.quiet_everywhere()?;
    }
    state.world.barrier()?;
    *open -= 1;
    if *open == 0 {
        team::forget_all(state)?;
        FINALIZED.set(true);
        SHOWN.store(ptr::null_mut(), Ordering::Release);
    }
    Ok(())
}

/// Watches forks from now on. `start.c` calls this before the program begins. Where `start.c` is
/// missing, the first initialisation calls it, and reports errors.
#[unsafe(no_mangle)]
extern "C" fn farreach_watch_forks() {
    let _ = farreach_runtime::watch_forks();
}

unsafe extern "C" {
    /// Links `start.c` into a program that uses the archive.
    fn farreach_begin();

    /// Registers `function` for the exit of the process. It gets the exit status.
    fn on_exit(function: unsafe extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

/// Leaves the job when the process exits with 0. With any other status the launcher ends the job.
unsafe extern "C" fn leave(status: c_int, _: *mut c_void) {
    if status != 0 || ENDS.load(Ordering::Relaxed) {
        return;
    }
    let Some(state) = kept() else {
        return;
    };
    LEAVES.set(true);
    // The first step, so that a thread that finds the library gone knows why.
    LEFT.store(ptr::from_ref(state).cast_mut(), Ordering::SeqCst);
    SHOWN.store(ptr::null_mut(), Ordering::SeqCst);
    KEPT.store(ptr::null_mut(), Ordering::SeqCst);
    // Does what `shmem_finalize` does if the program did not call it: other PEs may have called it.
    // A thread that is inside `shmem_finalize` does it already.
    let is_open = OPEN.try_lock().is_ok_and(|open| *open > 0);
    match state.world.leave_at_exit(is_open) {
        Ok(()) | Err(Error::Forked { .. }) => {}
        Err(error) => say(format_args!("leaving the job: {error}")),
    }
}

impl State {
    /// The offset in the segment of an element of this process's symmetric memory.
    #[inline]
    pub(crate) fn offset<T>(&self, address: *const T, name: &'static str) -> Result<usize, Fault> {
        self.range(address, size_of::<T>(), name)
    }

    /// The offset in the segment of a range of this process's symmetric memory.
    #[inline]
    pub(crate) fn range<T>(
        &self,
        address: *const T,
        len: usize,
        name: &'static str,
    ) -> Result<usize, Fault> {
        match self.world.locate(address.cast(), len) {
            Some(offset) => Ok(offset),
            None => Err(not_symmetric(address.cast(), len, name)),
        }
    }

    /// Checks that variables are symmetric and aligned.
    #[inline]
    pub(crate) fn check_words<T>(
        &self,
        first: *const T,
        count: usize,
        name: &'static str,
    ) -> Result<(), Fault> {
        self.range(first, count.saturating_mul(size_of::<T>()), name)?;
        if first.is_aligned() {
            Ok(())
        } else {
            Err(Fault::misaligned(first, name))
        }
    }

    /// The address of an offset in this process's segment.
    pub(crate) fn address(&self, offset: usize) -> *mut u8 {
        ptr::with_exposed_provenance_mut(self.segment + offset)
    }

    /// The allocations.
    pub(crate) fn blocks(&self) -> MutexGuard<'_, BTreeMap<usize, Block>> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Frees the allocations of an earlier initialisation.
    fn empty_heap(&self) -> Result<(), Fault> {
        let blocks = std::mem::take(&mut *self.blocks());
        for offset in blocks.into_keys() {
            self.world.free(offset)?;
        }
        Ok(())
    }
}

#[cold]
fn not_symmetric(address: *const u8, len: usize, name: &'static str) -> Fault {
    if address.is_null() {
        let heap = kept().map(|state| Size(state.world.settings().heap).to_string());
        let what = format!(
            "is a null pointer, which shmem_malloc returns where the symmetric heap has no room: the heap has {} for each PE \
             (SHMEM_SYMMETRIC_SIZE or FARREACH_HEAP, or --heap of the launcher)",
            heap.unwrap_or_default()
        );
        return Fault::argument(name, what);
    }
    let what = format!(
        "{len} bytes at {address:p} are not symmetric memory: use shmem_malloc, or variables that are static or global, of a program that is not linked by \
             -static and of libraries that are loaded before shmem_init"
    );
    Fault::argument(name, what)
}
