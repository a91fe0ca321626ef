//! The library's state.

use std::sync::atomic::AtomicI32;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;

use farreach_c::{Library, Model};
use farreach_mpi::Mpi;
use farreach_runtime::World;

/// The library in this process.
pub(crate) static LIBRARY: Library<State> = Library::unused();

/// The state that functions work with.
pub(crate) struct State {
    pub(crate) mpi: Arc<Mpi>,
    /// The thread that has initialised the library.
    pub(crate) main: Mutex<ThreadId>,
    /// The thread level that the program was given.
    pub(crate) level: AtomicI32,
}

impl Model for State {
    const PROCESS: &str = "rank";
    const BEGIN: &str = "MPI_Init";
    const END: &str = "MPI_Finalize";
    const MUST_END: bool = true;

    fn world(&self) -> &World {
        self.mpi.world()
    }
}

/// The state, if the library is initialised.
#[inline]
pub(crate) fn get() -> Option<&'static State> {
    LIBRARY.shown()
}
