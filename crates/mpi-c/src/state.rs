//! The library's state: between the initialisation and the finalisation, and until the process is
//! gone.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};
use std::thread::ThreadId;

use farreach_mpi::Mpi;
use farreach_runtime::World;

/// The state while the library is initialised, null otherwise.
static SHOWN: AtomicPtr<State> = AtomicPtr::new(ptr::null_mut());
/// The state from the initialisation on.
static KEPT: AtomicPtr<State> = AtomicPtr::new(ptr::null_mut());
/// Whether the library was finalised.
static FINALIZED: AtomicBool = AtomicBool::new(false);
/// The thread level that the program was given.
static LEVEL: AtomicI32 = AtomicI32::new(0);

/// The state that functions work with.
pub(crate) struct State {
    pub(crate) mpi: Arc<Mpi>,
    /// The thread that has initialised the library.
    pub(crate) main: ThreadId,
}

/// The state, if the library is initialised.
#[inline]
pub(crate) fn get() -> Option<&'static State> {
    // SAFETY: null, or a state that is never freed.
    unsafe { SHOWN.load(Ordering::Acquire).as_ref() }
}

/// The state, if the library was ever initialised.
pub(crate) fn kept() -> Option<&'static State> {
    // SAFETY: null, or a state that is never freed.
    unsafe { KEPT.load(Ordering::Acquire).as_ref() }
}

/// Shows the state, which stays for ever.
pub(crate) fn show(state: State, level: c_int) {
    let state: &'static State = Box::leak(Box::new(state));
    LEVEL.store(level, Ordering::Relaxed);
    KEPT.store(ptr::from_ref(state).cast_mut(), Ordering::Release);
    SHOWN.store(ptr::from_ref(state).cast_mut(), Ordering::Release);
}

/// Hides the state after the finalisation.
pub(crate) fn hide() {
    FINALIZED.store(true, Ordering::SeqCst);
    SHOWN.store(ptr::null_mut(), Ordering::Release);
}

/// Whether the library was finalised.
pub(crate) fn is_finalized() -> bool {
    FINALIZED.load(Ordering::SeqCst)
}

/// The thread level that the program was given.
pub(crate) fn level() -> c_int {
    LEVEL.load(Ordering::Relaxed)
}

/// Ends the job with a code, and tells the user `text`.
pub(crate) fn end(code: c_int, text: &str) -> ! {
    let world = kept().map(|state| &**state.mpi.world());
    World::end_process(world, code, text)
}
