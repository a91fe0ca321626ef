//! The end that comes from outside: the launcher ends a job by SIGTERM, and by SIGKILL where that does not do it soon. What the program
//! has printed until then is to come out, as the specification wants it of `shmem_global_exit` for all PEs.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

/// The process that has what it printed written: a child that it forks has a copy of the same, which is not to come out twice.
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// Has C's streams flushed when the process is asked to end, unless the program does something else then.
pub(crate) fn flush_when_ended() {
    PROCESS.store(std::process::id(), Ordering::Relaxed);
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action this only writes the old one, for which any bits are valid.
    let action = unsafe {
        libc::sigaction(libc::SIGTERM, ptr::null(), action.as_mut_ptr());
        action.assume_init_mut()
    };
    if action.sa_sigaction == libc::SIG_DFL {
        action.sa_sigaction = flush as *const () as usize;
        farreach_runtime::declare_own_handler(action.sa_sigaction);
        // The second time it ends the process at once.
        action.sa_flags = libc::SA_RESETHAND | libc::SA_NODEFER;
        // SAFETY: a function with the parameter that the flags ask for.
        unsafe { libc::sigaction(libc::SIGTERM, action, ptr::null_mut()) };
    }
}

/// Has the process go on when it is asked to end, because it ends already.
pub(crate) fn ignore() {
    // SAFETY: there is no precondition.
    unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
}

/// Flushes, and ends by the signal. A signal may come inside C's own functions for streams, which are not made for that: the worst that
/// comes of it is that this waits for ever, and the launcher ends it.
extern "C" fn flush(signal: c_int) {
    // SAFETY: flushes all of C's streams, and sends the own process a signal.
    unsafe {
        if PROCESS.load(Ordering::Relaxed) == std::process::id() {
            libc::fflush(ptr::null_mut());
        }
        libc::raise(signal);
    }
}
