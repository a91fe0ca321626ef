//! The readers of a process's output: launchers read it through pipes. A launcher that is told of the
//! job's end may kill the processes, and end, before it has read what lies in these pipes.

use std::io::{stderr, stdout};
use std::os::fd::{AsFd, BorrowedFd};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::{FileType, fstat};
use rustix::io::ioctl_fionread;

/// The time between two looks at the pipes.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// Waits until the readers of the standard output and of the standard error have taken what was
/// written there, as far as these are pipes, and for `patience` at most.
pub fn await_readers(patience: Duration) {
    let until = Instant::now() + patience;
    while has_unread(stdout().as_fd()) || has_unread(stderr().as_fd()) {
        if Instant::now() >= until {
            return;
        }
        sleep(LOOK_EVERY);
    }
}

/// Whether a pipe has bytes that its reader has not taken.
fn has_unread(fd: BorrowedFd<'_>) -> bool {
    let is_pipe =
        fstat(fd).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Fifo);
    // At the end for writing, Linux counts the bytes in the pipe as well.
    is_pipe && ioctl_fionread(fd).is_ok_and(|unread| unread > 0)
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use super::*;

    #[test]
    fn bytes_in_a_pipe_are_unread_until_they_are_read() {
        let (mut reader, mut writer) = std::io::pipe().expect("a pipe");
        assert!(!has_unread(writer.as_fd()));
        writer.write_all(b"text").expect("there is room");
        assert!(has_unread(writer.as_fd()));
        reader.read_exact(&mut [0; 4]).expect("it was written");
        assert!(!has_unread(writer.as_fd()));
    }
}
