//! Signals as a descriptor, so that an event loop can wait for them, and their names.
//!
//! `unsafe` is for the few C calls that neither std nor rustix wraps.
#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};

/// Signals that are blocked in the calling thread and read from a descriptor instead.
pub(crate) struct SignalFd {
    fd: OwnedFd,
}

impl SignalFd {
    /// Blocks `signals` in the calling thread and collects them. Threads and programs that are
    /// started later inherit the blocked signals, unless [`unblock_all`] is called in between.
    pub(crate) fn new(signals: &[i32]) -> io::Result<Self> {
        let mask = mask_of(signals);
        // SAFETY: `mask` is an initialised signal set; a null old set is allowed.
        let error = unsafe {
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const mask, std::ptr::null_mut())
        };
        if error != 0 {
            return Err(io::Error::from_raw_os_error(error));
        }
        // SAFETY: `mask` is an initialised signal set; -1 asks for a new descriptor.
        let fd =
            unsafe { libc::signalfd(-1, &raw const mask, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the call just made this descriptor, which has no other owner.
        let fd = unsafe { OwnedFd::from_raw_fd(fd) };
        Ok(SignalFd { fd })
    }

    /// The signals that arrived since the last call.
    pub(crate) fn take(&self) -> Vec<i32> {
        const RECORD_BYTES: usize = size_of::<libc::signalfd_siginfo>();
        let mut records = [0u8; RECORD_BYTES * 16];
        let mut signals = Vec::new();
        while let Ok(bytes) = rustix::io::read(&self.fd, &mut records) {
            for record in records[..bytes].chunks_exact(RECORD_BYTES) {
                // The record starts with `ssi_signo`, a u32.
                signals
                    .push(u32::from_ne_bytes([record[0], record[1], record[2], record[3]]) as i32);
            }
            if bytes < records.len() {
                break;
            }
        }
        signals
    }
}

impl AsFd for SignalFd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

/// Blocks a signal in the calling thread without collecting it.
pub(crate) fn block(signal: i32) {
    let mask = mask_of(&[signal]);
    // SAFETY: `mask` is an initialised signal set; a null old set is allowed.
    let error =
        unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &raw const mask, std::ptr::null_mut()) };
    assert_eq!(error, 0, "blocking signal {signal}");
}

/// Unblocks all signals. Pending ones are delivered. Async-signal-safe.
pub(crate) fn unblock_all() {
    let mask = mask_of(&[]);
    // SAFETY: `mask` is an initialised signal set; a null old set is allowed. (The call can fail only for
    // another first argument.)
    unsafe {
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const mask, std::ptr::null_mut());
    }
}

/// Whether this process ignores `signal`, as processes under `nohup` do. A blocked signal is
/// collected even if it is ignored.
pub(crate) fn is_ignored(signal: i32) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: no new action is given, and `action` has room for the current one, which the call fills in;
    // zeroed it is a valid value also if the call fails.
    let current = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    current.sa_sigaction == libc::SIG_IGN
}

fn mask_of(signals: &[i32]) -> libc::sigset_t {
    let mut mask = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is initialised by sigemptyset before anything reads it, and sigaddset gets a
    // pointer to it; a number that is no signal only makes sigaddset fail.
    unsafe {
        libc::sigemptyset(mask.as_mut_ptr());
        for &signal in signals {
            libc::sigaddset(mask.as_mut_ptr(), signal);
        }
        mask.assume_init()
    }
}

/// A signal's number and name, for example `9 (SIGKILL)`.
pub(crate) fn describe(signal: i32) -> String {
    match name(signal) {
        Some(name) => format!("{signal} ({name})"),
        None => format!("{signal}"),
    }
}

fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        libc::SIGHUP => "SIGHUP",
        libc::SIGINT => "SIGINT",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGKILL => "SIGKILL",
        libc::SIGUSR1 => "SIGUSR1",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGUSR2 => "SIGUSR2",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGALRM => "SIGALRM",
        libc::SIGTERM => "SIGTERM",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        libc::SIGSYS => "SIGSYS",
        _ => return None,
    })
}
