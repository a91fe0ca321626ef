//! Keeps signals away from the library's threads, and tells what the program does at a signal.

#![allow(unsafe_code)]

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The C library uses these two signals itself and does not tell which handlers they have.
const OF_C_LIBRARY: [libc::c_int; 2] = [32, 33];

/// The address that [`declare_own_handler`] stores.
static OWN_HANDLER: AtomicUsize = AtomicUsize::new(0);

/// Signals that a thread's own instructions raise. Blocked, they would kill the process without a
/// call of its handler.
const SYNCHRONOUS: [libc::c_int; 6] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGILL,
    libc::SIGFPE,
    libc::SIGTRAP,
    libc::SIGSYS,
];

/// A thread's signal mask.
#[derive(Clone, Copy)]
pub struct SignalMask(libc::sigset_t);

impl SignalMask {
    /// Sets this mask for the calling thread.
    pub fn apply(&self) {
        // SAFETY: the mask was a thread's mask. The previous mask is not requested.
        let result =
            unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, ptr::null_mut()) };
        assert_eq!(result, 0, "a mask that was valid");
    }
}

/// Blocks all signals but faults in the calling thread, so that the program's handlers run in the
/// program's threads. Returns the thread's previous mask.
pub fn block_signals() -> SignalMask {
    let (mut set, mut before) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    // SAFETY: `sigfillset` initializes the set, which the other calls then read and change. The
    // previous mask is written to `old`.
    unsafe {
        libc::sigfillset(set.as_mut_ptr());
        for signal in SYNCHRONOUS {
            libc::sigdelset(set.as_mut_ptr(), signal);
        }
        let result = libc::pthread_sigmask(libc::SIG_SETMASK, set.as_ptr(), before.as_mut_ptr());
        assert_eq!(result, 0, "blocking signals can't fail");
        SignalMask(before.assume_init())
    }
}

/// Runs `f` with all signals but faults blocked in the calling thread.
pub(crate) fn without_signals<R>(f: impl FnOnce() -> R) -> R {
    let before = block_signals();
    let result = f();
    before.apply();
    result
}

/// Declares that `handler`, the address of a signal handler, belongs to this library. [`catches`]
/// does not count it.
pub(crate) fn declare_own_handler(handler: usize) {
    OWN_HANDLER.store(handler, Ordering::Relaxed);
}

/// Whether the program has its own handler for `signal`. Such a handler may do anything when
/// another process sends the signal. Handlers that only end the process, or only note the signal, do not
/// count: this library's, libgfortran's, Python's, and those that Rust's standard library installs before a `main` in
/// Rust (`is_rust`).
pub fn catches(signal: libc::c_int, is_rust: bool) -> bool {
    if OF_C_LIBRARY.contains(&signal) {
        return false;
    }
    let action = action(signal);
    let handler = action.sa_sigaction;
    let is_installed = handler != libc::SIG_DFL && handler != libc::SIG_IGN;
    is_installed
        && handler != OWN_HANDLER.load(Ordering::Relaxed)
        && !(is_rust && is_of_rust(signal, &action))
        && !is_harmless(handler)
}

/// Rust's standard library has one handler for the two signals that a stack overflow can raise.
fn is_of_rust(signal: libc::c_int, action: &libc::sigaction) -> bool {
    let other = match signal {
        libc::SIGSEGV => self::action(libc::SIGBUS),
        libc::SIGBUS => self::action(libc::SIGSEGV),
        _ => return false,
    };
    action.sa_sigaction == other.sa_sigaction
        && action.sa_flags & (libc::SA_SIGINFO | libc::SA_ONSTACK)
            == libc::SA_SIGINFO | libc::SA_ONSTACK
}

/// Whether a handler is in a file whose handlers change nothing for a process that waits: libgfortran's, which print where
/// the program was and end it, and Python's, which only note the signal. The program's function runs when the call
/// that waits has returned.
fn is_harmless(handler: usize) -> bool {
    let mut found = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: `dladdr` takes any address, and fills in `found` if it knows the address; the file's name is a string that
    // lives as long as the library is loaded, and a library whose handler is installed stays.
    let file = unsafe {
        if libc::dladdr(handler as *const libc::c_void, found.as_mut_ptr()) == 0 {
            return false;
        }
        let name = found.assume_init().dli_fname;
        if name.is_null() {
            return false;
        }
        CStr::from_ptr(name).to_bytes()
    };
    let name = file.rsplit(|&byte| byte == b'/').next().unwrap_or(file);
    name.starts_with(b"libgfortran.so") || name.starts_with(b"libpython") || is_python(name)
}

/// Whether a program's name is that of Python: `python3`, `python3.13t`.
fn is_python(name: &[u8]) -> bool {
    let version = name.strip_prefix(b"python");
    version.is_some_and(|version| {
        let is_of_version = |byte: &u8| byte.is_ascii_digit() || b".dt".contains(byte);
        version.iter().all(is_of_version)
    })
}

/// The action of `signal`. The default action for a number that is no signal.
fn action(signal: libc::c_int) -> libc::sigaction {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action the call only writes the current one. If the call fails, the
    // zeroed action is valid.
    unsafe {
        libc::sigaction(signal, ptr::null(), action.as_mut_ptr());
        action.assume_init()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    /// The calling thread's mask of blocked signals: bit `n - 1` for signal `n`.
    fn blocked() -> u64 {
        let status = fs::read_to_string("/proc/thread-self/status").unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigBlk:"));
        u64::from_str_radix(mask.unwrap().trim(), 16).unwrap()
    }

    #[test]
    fn programs_of_python_have_its_name_and_a_version() {
        for name in ["python", "python3", "python3.11", "python3.13t"] {
            assert!(super::is_python(name.as_bytes()), "{name}");
        }
        for name in ["pytho", "python3-client", "python_client", "mypython3"] {
            assert!(!super::is_python(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn only_the_calling_thread_blocks_all_but_faults() {
        let before = blocked();
        let mask = std::thread::spawn(|| {
            let before = super::block_signals();
            let mask = blocked();
            before.apply();
            (mask, blocked())
        });
        let (mask, after) = mask.join().unwrap();
        let is_blocked = |signal: libc::c_int| mask >> (signal - 1) & 1 == 1;
        for signal in [
            libc::SIGINT,
            libc::SIGTERM,
            libc::SIGALRM,
            libc::SIGUSR1,
            libc::SIGPROF,
        ] {
            assert!(is_blocked(signal), "{signal}");
        }
        for signal in super::SYNCHRONOUS {
            assert!(!is_blocked(signal), "{signal}");
        }
        assert_eq!((blocked(), after), (before, before));
    }
}
