//! The library's state. Functions see it between initialisation and finalisation.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use farreach_c::{Library, Model, Use, function_called, give, join, lock, place, thread_level};
use farreach_openshmem::settings;
use farreach_runtime::{Size, World};

use crate::environment;
use crate::fault::Fault;
use crate::team::{self, Teams};

/// The library in this process.
pub(crate) static LIBRARY: Library<State> = Library::unused();

/// The state that all functions work with.
pub(crate) struct State {
    pub(crate) world: Arc<World>,
    /// The address of this process's segment.
    segment: usize,
    /// The allocations in the symmetric heap, by offset in the segment.
    blocks: Mutex<BTreeMap<usize, Block>>,
    pub(crate) teams: Mutex<Teams>,
}

impl Model for State {
    const PROCESS: &str = "PE";
    const BEGIN: &str = "shmem_init";
    const END: &str = "shmem_finalize";
    const MUST_END: bool = false;

    fn world(&self) -> &World {
        &self.world
    }
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
    LIBRARY.get()
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
    if thread_level(requested, "requested")? == THREAD_MULTIPLE {
        HAS_THREADS.store(true, Ordering::Relaxed);
    }
    init()?;
    // SAFETY: as the caller vouches.
    unsafe { give(provided, THREAD_MULTIPLE) };
    Ok(0)
}

/// The thread level, which is always the highest.
///
/// # Safety
/// `provided` must have room for a number.
pub(crate) unsafe fn query_thread(provided: *mut c_int) -> Result<(), Fault> {
    get()?;
    // SAFETY: as the caller vouches.
    *unsafe { place(provided, "provided") }? = THREAD_MULTIPLE;
    Ok(())
}

/// Whether the library is initialised.
///
/// # Safety
/// `initialized` must have room for a number.
pub(crate) unsafe fn query_initialized(initialized: *mut c_int) -> Result<(), Fault> {
    // SAFETY: as the caller vouches.
    *unsafe { place(initialized, "initialized") }? = c_int::from(LIBRARY.shown().is_some());
    Ok(())
}

/// The initialisation before version 1.2. Repeated calls have no effect, and it needs no
/// finalisation.
pub(crate) fn start_pes(_npes: c_int) -> Result<(), Fault> {
    if LIBRARY.shown().is_some() {
        return Ok(());
    }
    init()
}

/// Ends the job with a status. This process ends by C's `exit`: registered functions run, and all
/// output, in whichever language, is flushed.
pub(crate) fn global_exit(status: c_int) -> Result<(), Fault> {
    LIBRARY.exit(status).map(drop)
}

/// Initialises the library, or counts another initialisation.
pub(crate) fn init() -> Result<(), Fault> {
    LIBRARY.begin(first, State::empty_heap)
}

fn first() -> Result<State, Fault> {
    // SAFETY: does nothing.
    unsafe { farreach_begin() };
    let settings = settings::from_environment()?;
    // SAFETY: programs initialise the library before they start threads that store to variables,
    // because OpenSHMEM's threads begin with the initialisation.
    let world = unsafe { join(settings)? };
    environment::speak(&world);
    world.name_waits(called);
    Ok(State {
        segment: world.own_segment().as_mut_ptr().addr(),
        world,
        blocks: Mutex::default(),
        teams: team::none(),
    })
}

/// What a wait that does not end is called: the library's function that this thread is in, if the stack can be read.
fn called() -> Option<String> {
    if LIBRARY.leaves() {
        return Some("exit, without shmem_finalize".to_owned());
    }
    function_called("shmem_")
}

/// Finalises the library, or counts a finalisation.
pub(crate) fn finalize() -> Result<(), Fault> {
    LIBRARY.end(|state, ending| {
        if ending == Use::Last {
            // Completes the operations of contexts that were not destroyed.
            state.world.quiet_everywhere()?;
        }
        state.world.barrier()?;
        if ending == Use::Last {
            team::forget_all(state)?;
        }
        Ok(())
    })
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
            Err(Fault::misaligned(name, first))
        }
    }

    /// The address of an offset in this process's segment.
    pub(crate) fn address(&self, offset: usize) -> *mut u8 {
        ptr::with_exposed_provenance_mut(self.segment + offset)
    }

    /// The allocations.
    pub(crate) fn blocks(&self) -> MutexGuard<'_, BTreeMap<usize, Block>> {
        lock(&self.blocks)
    }

    /// Frees the allocations of an earlier initialisation.
    fn empty_heap(&'static self) -> Result<(), Fault> {
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
        let heap = LIBRARY
            .kept()
            .map(|state| Size(state.world.settings().heap).to_string());
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
