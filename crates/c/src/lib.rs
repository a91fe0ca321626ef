//! What the libraries for C share: how a program begins, fails and ends, and what it passes.
//!
//! ```text
//!   shmem-c   mpi-c   armci-c   gasnet-c     each has a `Library`, with the state of its functions
//!      │        │        │         │
//!      └────────┴───┬────┴─────────┘
//!                   ├─ join        the job, as a program in C joins it
//!                   ├─ Library     begun, used, ended, left: who may call when
//!                   ├─ Fault       why a call fails, and the line that the user reads
//!                   ├─ arguments   addresses, ranks and strings that a program passes
//!                   └─ exports!    functions that C can call
//! ```
//!
//! Invariants:
//! - no panic and no unwinding reaches C;
//! - a fault ends the job with one line, which names the process, the function and the argument;
//! - a library's state is never freed, because other threads may use the state while the process exits.
//!
//! Start reading at `library.rs`.

mod arguments;
mod ending;
mod export;
mod fault;
mod joining;
mod library;
mod naming;

pub use arguments::{
    give, needed, object, place, rank, slice, slice_mut, store, text, thread_level, unsigned,
};
pub use fault::{Fault, of_argument, there_is_no};
pub use joining::{Loaded, join, join_privately, settings};
pub use library::{Library, Model, Use};
pub use naming::function_called;

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

/// Locks a mutex. A thread that panicked with the lock has left nothing half done.
#[inline]
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Seconds of a monotonic clock with an arbitrary zero.
pub fn seconds() -> f64 {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
}
