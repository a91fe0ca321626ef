//! Keeping signals away from threads that are not the application's.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ptr;

/// Signals that a thread raises by what it does itself: blocked, they would kill without the program's handler.
const SYNCHRONOUS: [libc::c_int; 6] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGILL,
    libc::SIGFPE,
    libc::SIGTRAP,
    libc::SIGSYS,
];

/// The signals that a thread takes.
#[derive(Clone, Copy)]
pub struct SignalMask(libc::sigset_t);

impl SignalMask {
    /// Has the calling thread take the same.
    pub fn apply(&self) {
        // SAFETY: the mask was a thread's; no old one is asked for.
        let result =
            unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, ptr::null_mut()) };
        assert_eq!(result, 0, "a mask that was valid");
    }
}

/// Blocks all signals but faults in the calling thread, so that the program's handlers run in the program's threads. Returns what
/// the thread took before.
pub fn block_signals() -> SignalMask {
    let (mut set, mut before) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    // SAFETY: `sigfillset` initializes the set, which the others then read and change; the old one is written.
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

/// Does `f` while the calling thread takes no signals but faults.
pub(crate) fn without_signals<R>(f: impl FnOnce() -> R) -> R {
    let before = block_signals();
    let result = f();
    before.apply();
    result
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
