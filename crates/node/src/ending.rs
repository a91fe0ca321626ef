//! The end of a process by the launcher, or because its job can't continue. The launcher ends a job
//! by SIGTERM, and later by SIGKILL. What the program has printed until then must not be lost, in C
//! and in Fortran. OpenSHMEM requires this for `shmem_global_exit` on all PEs.
//!
//! Another thread may hold a stream for ever: a thread that waits for input holds the input's
//! stream. A flush of all streams is therefore limited to one second.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_uint, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, Ordering};

use crate::signals::declare_own_handler;

/// The time limit of a flush of all streams, in seconds.
const FLUSH_SECONDS_MAX: c_uint = 1;

/// The process whose output is flushed. A forked child has a copy of the same buffers, which must
/// not be written twice.
static PROCESS: AtomicU32 = AtomicU32::new(0);
/// The exit status of the process if a flush takes too long.
static STATUS: AtomicI32 = AtomicI32::new(0);
/// libgfortran's function that flushes all of Fortran's units. Null in a program without Fortran.
static FLUSH_UNITS: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

unsafe extern "C" {
    static stdout: *mut libc::FILE;
    static stderr: *mut libc::FILE;
    fn ftrylockfile(stream: *mut libc::FILE) -> c_int;
    fn funlockfile(stream: *mut libc::FILE);
}

/// Installs a handler of SIGTERM that flushes the streams of C and Fortran, unless the program has its
/// own action for SIGTERM. Further calls do nothing.
pub fn flush_when_ended() {
    // SAFETY: the name is a string.
    let flush = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"_gfortran_flush_i4".as_ptr()) };
    FLUSH_UNITS.store(flush, Ordering::Relaxed);
    PROCESS.store(std::process::id(), Ordering::Relaxed);
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action this only writes the old one, for which any bits are valid.
    let action = unsafe {
        libc::sigaction(libc::SIGTERM, ptr::null(), action.as_mut_ptr());
        action.assume_init_mut()
    };
    if action.sa_sigaction == libc::SIG_DFL {
        action.sa_sigaction = end_by as *const () as usize;
        declare_own_handler(action.sa_sigaction);
        // A second SIGTERM ends the process at once.
        action.sa_flags = libc::SA_RESETHAND | libc::SA_NODEFER;
        // SAFETY: a function with the parameter that the flags ask for.
        unsafe { libc::sigaction(libc::SIGTERM, action, ptr::null_mut()) };
    }
}

/// Ignores SIGTERM, because the process is ending already.
pub fn ignore_end() {
    // SAFETY: there is no precondition.
    unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
}

/// Flushes the streams of C and Fortran that no other thread holds.
/// Gives up if this takes too long. Ends the process with `status`.
pub fn flush_and_end(status: c_int) -> ! {
    STATUS.store(status, Ordering::Relaxed);
    flush_or(give_up);
    give_up(0)
}

/// Flushes the streams of C and Fortran before the launcher hears that the job ends, since it may kill
/// this process at once. Does nothing in a process that has not called [`flush_when_ended`], and in a
/// forked child. Ends the process if this takes too long.
pub fn flush_before_end() {
    if PROCESS.load(Ordering::Relaxed) == std::process::id() {
        STATUS.store(1, Ordering::Relaxed);
        flush_or(give_up);
    }
}

/// Flushes the streams of C and Fortran. Calls `give_up` if this takes too long.
fn flush_or(give_up: extern "C" fn(c_int) -> !) {
    // SAFETY: the streams exist as long as the process. The signal functions get an existing
    // signal, and a function with the parameter that they require. The set is initialised before it
    // is used.
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
        // Waits for each stream that another thread holds. The standard input is last in the C
        // library's list.
        libc::fflush(ptr::null_mut());
        flush_units();
        libc::alarm(0);
    }
}

/// Flushes Fortran's units.
fn flush_units() {
    let flush = FLUSH_UNITS.load(Ordering::Relaxed);
    if !flush.is_null() {
        // SAFETY: libgfortran's function takes the number of a unit. Without a number it flushes all.
        unsafe {
            let flush: extern "C" fn(*const i32) = std::mem::transmute(flush);
            flush(ptr::null());
        }
    }
}

extern "C" fn give_up(_: c_int) -> ! {
    // SAFETY: ends the process; there is no precondition.
    unsafe { libc::_exit(STATUS.load(Ordering::Relaxed)) }
}

/// Flushes, and ends the process by the signal. The signal may arrive inside C's stream functions,
/// which are not async-signal-safe. At worst a part of the output is lost.
extern "C" fn end_by(signal: c_int) {
    if PROCESS.load(Ordering::Relaxed) == std::process::id() {
        flush_or(end_by_default);
    }
    // SAFETY: sends the own process a signal.
    unsafe { libc::raise(signal) };
}

/// Ends the process as SIGTERM does without a handler.
extern "C" fn end_by_default(_: c_int) -> ! {
    // SAFETY: gives the signal its default effect and sends it to the own process.
    unsafe {
        libc::signal(libc::SIGTERM, libc::SIG_DFL);
        libc::raise(libc::SIGTERM);
        // Not reached, unless the program's threads block the signal.
        libc::_exit(128 + libc::SIGTERM)
    }
}
