//! Keeping signals away from a library's own threads.

#![allow(unsafe_code)]

/// Blocks all signals in the calling thread, so that they reach the application's threads alone.
pub fn block_signals() {
    // SAFETY: all bits clear is a valid `sigset_t`, and both calls only use the set that is passed to them.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, std::ptr::null_mut());
    }
}
