//! The end that comes from outside, or of a job that can't go on: the launcher ends a job by SIGTERM, and by SIGKILL where that does not
//! do it soon. What the program has printed until then is to come out, as the specification wants it of `shmem_global_exit` for all
//! PEs.
//!
//! Another thread may hold a stream for ever: one that waits for input holds that of the input. So a flush of all streams may last a
//! second at most.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_uint};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

/// How long a flush of all streams may take.
const FLUSH_SECONDS_MAX: c_uint = 1;

/// The process that has what it printed written: a child that it forks has a copy of the same, which is not to come out twice.
static PROCESS: AtomicU32 = AtomicU32::new(0);
/// The status that the process ends with when a flush takes too long.
static STATUS: AtomicI32 = AtomicI32::new(0);

unsafe extern "C" {
    static stdout: *mut libc::FILE;
    static stderr: *mut libc::FILE;
    fn ftrylockfile(stream: *mut libc::FILE) -> c_int;
    fn funlockfile(stream: *mut libc::FILE);
}

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
        action.sa_sigaction = end_by as *const () as usize;
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

/// Flushes C's streams as far as no other thread holds them; ends the process with `status` if that lasts.
pub(crate) fn flush(status: c_int) {
    STATUS.store(status, Ordering::Relaxed);
    flush_or(give_up);
}

/// Flushes C's streams, calling `give_up` if that lasts.
fn flush_or(give_up: extern "C" fn(c_int)) {
    // SAFETY: the streams are there as long as the process. The functions for signals get a signal that exists and a function with the
    // parameter that they ask for; the set is initialised before it is used.
    unsafe {
        for stream in [stdout, stderr] {
            if ftrylockfile(stream) == 0 {
                libc::fflush(stream);
                funlockfile(stream);
            }
        }
        let mut alarm = MaybeUninit::uninit();
        libc::sigemptyset(alarm.as_mut_ptr());
        libc::sigaddset(alarm.as_mut_ptr(), libc::SIGALRM);
        libc::signal(libc::SIGALRM, give_up as *const () as usize);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, alarm.as_ptr(), ptr::null_mut());
        libc::alarm(FLUSH_SECONDS_MAX);
        // Waits for each stream that another thread holds. The standard input is the C library's last one.
        libc::fflush(ptr::null_mut());
        libc::alarm(0);
    }
}

extern "C" fn give_up(_: c_int) {
    // SAFETY: ends the process; there is no precondition.
    unsafe { libc::_exit(STATUS.load(Ordering::Relaxed)) }
}

/// Flushes, and ends by the signal. A signal may come inside C's own functions for streams, which are not made for that: the worst that
/// comes of it is that some of what the program printed is lost.
extern "C" fn end_by(signal: c_int) {
    if PROCESS.load(Ordering::Relaxed) == std::process::id() {
        flush_or(end_by_default);
    }
    // SAFETY: sends the own process a signal.
    unsafe { libc::raise(signal) };
}

/// What SIGTERM does where nobody handles it.
extern "C" fn end_by_default(_: c_int) {
    // SAFETY: gives the signal its default effect and sends it to the own process.
    unsafe {
        libc::signal(libc::SIGTERM, libc::SIG_DFL);
        libc::raise(libc::SIGTERM);
    }
}
