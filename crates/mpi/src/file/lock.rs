//! Locks of ranges of a file.
//!
//! The locks are those of open file descriptions (`F_OFD_SETLKW`): they hold between processes and between threads, and end
//! with the descriptor. Where a file system does not have them, the locks of processes (`F_SETLKW`) serve.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

/// What a lock keeps away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    /// Writers.
    Shared,
    /// Everybody.
    Exclusive,
}

/// A range that is locked until the value is dropped.
#[derive(Debug)]
pub(super) struct Locked<'a> {
    file: &'a File,
    from: u64,
    len: u64,
}

impl<'a> Locked<'a> {
    /// Waits for the lock of `len` bytes from `from` on.
    pub(super) fn new(file: &'a File, lock: Lock, from: u64, len: u64) -> io::Result<Locked<'a>> {
        let kind = match lock {
            Lock::Shared => libc::F_RDLCK,
            Lock::Exclusive => libc::F_WRLCK,
        };
        set(file, kind, from, len)?;
        Ok(Locked { file, from, len })
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        // A lock that can't be given back ends with the descriptor.
        let _ = set(self.file, libc::F_UNLCK, self.from, self.len);
    }
}

fn set(file: &File, kind: i32, from: u64, len: u64) -> io::Result<()> {
    let mut command = libc::F_OFD_SETLKW;
    loop {
        // SAFETY: the structure has integers only, for which zero is a value.
        let mut lock: libc::flock = unsafe { std::mem::zeroed() };
        lock.l_type = kind as i16;
        lock.l_whence = libc::SEEK_SET as i16;
        lock.l_start = from as i64;
        lock.l_len = len as i64;
        // SAFETY: the descriptor is open, and the structure outlives the call.
        if unsafe { libc::fcntl(file.as_raw_fd(), command, &raw const lock) } == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error() {
            Some(libc::EINTR) => {}
            Some(libc::EINVAL) if command == libc::F_OFD_SETLKW => command = libc::F_SETLKW,
            _ => return Err(error),
        }
    }
}
