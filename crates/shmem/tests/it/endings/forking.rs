//! Programs that fork.

#![allow(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustix::process::{Pid, WaitOptions, waitpid};

/// Runs `child` in a forked child, and waits for the child's end.
///
/// # Panics
/// If the child panics.
pub(super) fn in_child(child: impl FnOnce()) {
    // SAFETY: the child calls what a program's child may call, and exits without returning.
    let forked = unsafe { libc::fork() };
    if forked == 0 {
        let result = catch_unwind(AssertUnwindSafe(child));
        // SAFETY: ends the process at once.
        unsafe { libc::_exit(i32::from(result.is_err())) };
    }
    let pid = Pid::from_raw(forked).expect("a child");
    let (_, status) = waitpid(Some(pid), WaitOptions::empty())
        .expect("a child of this process")
        .expect("it waits");
    assert_eq!(status.exit_status(), Some(0), "the child");
}
