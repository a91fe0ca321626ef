//! One output stream of a rank, cut into whole lines.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;

/// The longest line that is held back until it is complete. A longer line is forwarded in pieces.
const LINE_BYTES_MAX: usize = 32 * 1024;
const READ_BYTES: usize = 32 * 1024;

/// The units in which output is forwarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grouping {
    /// Whole lines, so that lines of several ranks don't mix.
    Lines,
    /// Bytes as they arrive, for a single rank: prompts appear at once.
    AsItComes,
}

/// The result of one read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// Bytes to forward: whole lines, or a piece of a very long one.
    Forward(Vec<u8>),
    /// Nothing to forward yet. There may be more to read.
    Held,
    /// The pipe is empty for now.
    Empty,
    /// All writers are gone. The bytes are an unterminated last line, or none.
    End(Vec<u8>),
}

/// The reading end of a rank's standard output or error.
#[derive(Debug)]
pub(crate) struct LinePipe {
    fd: OwnedFd,
    held: Vec<u8>,
    grouping: Grouping,
}

impl LinePipe {
    /// A pipe from `fd`, which must be non-blocking.
    pub(crate) fn new(fd: OwnedFd, grouping: Grouping) -> Self {
        LinePipe {
            fd,
            held: Vec::new(),
            grouping,
        }
    }

    /// Reads once.
    pub(crate) fn read(&mut self) -> Read {
        let start = self.held.len();
        self.held.resize(start + READ_BYTES, 0);
        let result = rustix::io::read(&self.fd, &mut self.held[start..]);
        self.held.truncate(start + result.unwrap_or(0));
        match result {
            Ok(0) => Read::End(std::mem::take(&mut self.held)),
            Ok(_) => self.whole_part(start),
            Err(Errno::INTR) => Read::Held,
            Err(Errno::AGAIN) => Read::Empty,
            Err(_) => Read::End(std::mem::take(&mut self.held)),
        }
    }

    /// The held-back bytes of a pipe that is closed.
    pub(crate) fn into_rest(self) -> Vec<u8> {
        self.held
    }

    fn whole_part(&mut self, new_from: usize) -> Read {
        if self.grouping == Grouping::AsItComes {
            return Read::Forward(std::mem::take(&mut self.held));
        }
        if let Some(last) = self.held[new_from..]
            .iter()
            .rposition(|&byte| byte == b'\n')
        {
            let rest = self.held.split_off(new_from + last + 1);
            return Read::Forward(std::mem::replace(&mut self.held, rest));
        }
        if self.held.len() >= LINE_BYTES_MAX {
            return Read::Forward(std::mem::take(&mut self.held));
        }
        Read::Held
    }
}

impl AsFd for LinePipe {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::{Grouping, LINE_BYTES_MAX, LinePipe, Read};
    use rustix::pipe::{PipeFlags, pipe_with};
    use std::os::fd::OwnedFd;

    fn line_pipe(grouping: Grouping) -> (LinePipe, OwnedFd) {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK).unwrap();
        (LinePipe::new(reader, grouping), writer)
    }

    #[test]
    fn lines_are_held_until_whole_and_the_last_one_is_flushed() {
        let (mut pipe, writer) = line_pipe(Grouping::Lines);
        assert_eq!(pipe.read(), Read::Empty);
        rustix::io::write(&writer, b"on").unwrap();
        assert_eq!(pipe.read(), Read::Held);
        rustix::io::write(&writer, b"e\ntwo\nthr").unwrap();
        assert_eq!(pipe.read(), Read::Forward(b"one\ntwo\n".to_vec()));
        rustix::io::write(&writer, b"ee").unwrap();
        assert_eq!(pipe.read(), Read::Held);
        drop(writer);
        assert_eq!(pipe.read(), Read::End(b"three".to_vec()));
    }

    #[test]
    fn a_long_line_goes_in_pieces() {
        let (mut pipe, writer) = line_pipe(Grouping::Lines);
        rustix::io::write(&writer, &vec![b'x'; LINE_BYTES_MAX]).unwrap();
        assert_eq!(pipe.read(), Read::Forward(vec![b'x'; LINE_BYTES_MAX]));
        rustix::io::write(&writer, b"y\n").unwrap();
        assert_eq!(pipe.read(), Read::Forward(b"y\n".to_vec()));
    }

    #[test]
    fn a_single_rank_is_not_held_back() {
        let (mut pipe, writer) = line_pipe(Grouping::AsItComes);
        rustix::io::write(&writer, b"name? ").unwrap();
        assert_eq!(pipe.read(), Read::Forward(b"name? ".to_vec()));
    }
}
