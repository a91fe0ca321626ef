//! Whether this process is a forked child of the one that asked: it has copies of all that is private, and shares what is not.
//!
//! A child that is made without the handlers of `fork`, as by `vfork` or the bare system call, is not known for one.

#![allow(unsafe_code)]

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_FORKED: AtomicBool = AtomicBool::new(false);

/// Has [`is_forked`] tell children of this process from it. Where variables are shared, they are to be by then: the child
/// changes one, which in some programs is among them.
pub fn watch_forks() -> io::Result<()> {
    // SAFETY: the handler lives as long as the code that it is in, whose destruction unregisters it.
    match unsafe { libc::pthread_atfork(None, None, Some(in_child)) } {
        0 => Ok(()),
        code => Err(io::Error::from_raw_os_error(code)),
    }
}

extern "C" fn in_child() {
    IS_FORKED.store(true, Ordering::Relaxed);
}

/// Whether this process is a child of one that called [`watch_forks`].
#[inline]
pub fn is_forked() -> bool {
    IS_FORKED.load(Ordering::Relaxed)
}
