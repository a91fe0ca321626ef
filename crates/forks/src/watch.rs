//! The handlers that run around every `fork`.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::descriptor;

/// The functions that give a child its own copies of memory that the parent shares with other
/// processes. All three are called in the forking thread, and may call nothing but the kernel.
#[derive(Clone, Copy, Debug)]
pub struct Copies {
    /// Called before the fork.
    pub prepare: fn(),
    /// Called in the parent, after the fork.
    pub in_parent: fn(),
    /// Called in the child, before any other handler of this crate acts there.
    pub in_child: fn(),
}

static COPIES: OnceLock<Copies> = OnceLock::new();
static IS_WATCHED: AtomicBool = AtomicBool::new(false);
static IS_JOINED: AtomicBool = AtomicBool::new(false);
static IS_FORKED: AtomicBool = AtomicBool::new(false);

/// Registers the handlers, once in a process. Further calls do nothing.
///
/// Handlers run in the child in the order of their registration. Handlers that were registered
/// before this call still see the parent's shared memory there. Call this therefore before the
/// program registers its own handlers.
///
/// # Errors
/// There is no memory for the handlers.
pub fn watch() -> io::Result<()> {
    if IS_WATCHED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    // SAFETY: the handlers live as long as the code that they are in, whose destruction unregisters them.
    match unsafe { libc::pthread_atfork(Some(prepare), Some(in_parent), Some(in_child)) } {
        0 => Ok(()),
        code => {
            IS_WATCHED.store(false, Ordering::SeqCst);
            Err(io::Error::from_raw_os_error(code))
        }
    }
}

/// Makes the library belong to this process. Children that it forks from now on are forked children
/// in the sense of [`is_forked`]. A process that was itself forked before may be the one that joins
/// the job.
///
/// # Errors
/// The handlers could not be registered, as with [`watch`].
pub fn join() -> io::Result<()> {
    watch()?;
    IS_JOINED.store(true, Ordering::SeqCst);
    Ok(())
}

/// Calls `copies` around each fork from now on. Returns `false` if other functions are registered
/// already.
pub fn copy_by(copies: Copies) -> bool {
    COPIES.set(copies).is_ok()
}

/// Whether this process is a forked child of a process that called [`join`].
#[inline]
pub fn is_forked() -> bool {
    IS_FORKED.load(Ordering::Relaxed)
}

extern "C" fn prepare() {
    descriptor::hold();
    if let Some(copies) = COPIES.get() {
        (copies.prepare)();
    }
}

extern "C" fn in_parent() {
    descriptor::release();
    if let Some(copies) = COPIES.get() {
        (copies.in_parent)();
    }
}

extern "C" fn in_child() {
    // Copies come first: the words below may be among those that parent and child still share.
    if let Some(copies) = COPIES.get() {
        (copies.in_child)();
    }
    descriptor::close_all();
    descriptor::release();
    IS_FORKED.store(IS_JOINED.load(Ordering::Relaxed), Ordering::Relaxed);
}
