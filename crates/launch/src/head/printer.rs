//! Writes the ranks' output to the launcher's standard output and error.
//!
//! A write may block as long as the reader likes. Each stream therefore has a thread, started at
//! the first output, and the event loop only queues. The agents' windows bound the queues: an agent
//! gets credit for its bytes when they are written.

use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use super::outcome::Labels;
use crate::protocol::Stream;

/// Bytes of a node's output that were written or dropped.
pub(super) struct Written {
    pub(super) node: u32,
    pub(super) bytes: u64,
}

/// Both streams.
pub(super) struct Printer {
    labels: Labels,
    /// Becomes readable when something was written.
    progress: Arc<OwnedFd>,
    stdout: Sink,
    stderr: Sink,
    /// The folder of the ranks' files.
    folder: Option<PathBuf>,
}

/// The queue of one stream.
struct Sink {
    stream: Stream,
    shared: Arc<Shared>,
    has_thread: bool,
    /// The author of the unterminated last line. `None` at the start of a line.
    open_line: Option<Author>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Author {
    Rank(u32),
    Launcher,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Piece>,
    /// Whether the thread is writing a piece that it has taken from the queue.
    is_writing: bool,
    written: Vec<Written>,
    /// Why nothing can be written any more. Further output is dropped.
    error: Option<Errno>,
}

impl State {
    /// Notes that a piece was written, or could not be.
    fn note(&mut self, piece: Piece, result: Result<(), Errno>) {
        self.written.extend(piece.credit);
        if let Err(errno) = result {
            self.error.get_or_insert(errno);
            let dropped = std::mem::take(&mut self.queue);
            self.written
                .extend(dropped.into_iter().filter_map(|piece| piece.credit));
        }
    }
}

struct Piece {
    text: Vec<u8>,
    /// The file to append to. `None`: the stream.
    file: Option<PathBuf>,
    /// The credit that the piece gives.
    credit: Option<Written>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Printer {
    pub(super) fn new(labels: Labels) -> io::Result<Self> {
        let progress = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        Ok(Printer {
            labels,
            progress,
            stdout: Sink::new(Stream::Stdout),
            stderr: Sink::new(Stream::Stderr),
            folder: None,
        })
    }

    /// Lets each rank's output go to files of its own: `RANK.out`, and `RANK.err` if there is any.
    pub(super) fn write_to(&mut self, folder: &Path, size: u32) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for rank in 0..size {
            let file = |stream| file_of(folder, rank, stream);
            std::fs::File::create(file(Stream::Stdout))?;
            match std::fs::remove_file(file(Stream::Stderr)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        self.folder = Some(folder.to_owned());
        Ok(())
    }

    /// Queues output of a rank.
    pub(super) fn print(&mut self, node: u32, rank: u32, stream: Stream, bytes: Vec<u8>) {
        let credit = Some(Written {
            node,
            bytes: bytes.len() as u64,
        });
        let labels = self.labels;
        let progress = Arc::clone(&self.progress);
        let folder = self.folder.as_deref();
        let file = folder.map(|folder| file_of(folder, rank, stream));
        let sink = self.sink(stream);
        let text = match file {
            Some(_) => bytes,
            None => sink.lay_out(Author::Rank(rank), labels, bytes),
        };
        sink.queue(Piece { text, file, credit }, &progress);
    }

    /// Queues a line of the launcher on standard error.
    pub(super) fn announce(&mut self, text: &str) {
        let progress = Arc::clone(&self.progress);
        let line = format!("farreach: {text}\n").into_bytes();
        let text = self.stderr.lay_out(Author::Launcher, Labels::Off, line);
        let piece = Piece {
            text,
            file: None,
            credit: None,
        };
        self.stderr.queue(piece, &progress);
    }

    /// Takes the credits for output written since the last call.
    pub(super) fn take_written(&mut self) -> Vec<Written> {
        let mut count = [0; 8];
        let _ = rustix::io::read(&*self.progress, &mut count);
        let mut written = std::mem::take(&mut self.stdout.shared.lock().written);
        written.append(&mut self.stderr.shared.lock().written);
        written
    }

    /// Whether output was lost because its stream has no reader any more.
    pub(super) fn has_lost_reader(&self) -> bool {
        let sinks = [&self.stdout, &self.stderr];
        (sinks.iter()).any(|sink| sink.shared.lock().error == Some(Errno::PIPE))
    }

    /// Why standard output can't be written any more.
    pub(super) fn stdout_error(&self) -> Option<Errno> {
        let error = self.stdout.shared.lock().error;
        let is_stderr_needed = self.folder.is_some();
        error.or_else(|| self.stderr.shared.lock().error.filter(|_| is_stderr_needed))
    }

    /// Whether all queued output is written.
    pub(super) fn is_idle(&self) -> bool {
        self.stdout.is_idle() && self.stderr.is_idle()
    }

    /// Drops queued and further output, so that the job ends without waiting for a reader.
    pub(super) fn give_up(&mut self) {
        for sink in [&self.stdout, &self.stderr] {
            let mut state = sink.shared.lock();
            state.error.get_or_insert(Errno::CANCELED);
            let dropped = std::mem::take(&mut state.queue);
            state
                .written
                .extend(dropped.into_iter().filter_map(|piece| piece.credit));
        }
        tell(&self.progress);
    }

    fn sink(&mut self, stream: Stream) -> &mut Sink {
        match stream {
            Stream::Stdout => &mut self.stdout,
            Stream::Stderr => &mut self.stderr,
        }
    }
}

impl AsFd for Printer {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.progress.as_fd()
    }
}

impl Sink {
    fn new(stream: Stream) -> Self {
        Sink {
            stream,
            shared: Arc::default(),
            has_thread: false,
            open_line: None,
        }
    }

    /// Adds labels at the start of lines, and a line end after another author's unfinished line.
    /// Without labels a rank's bytes are not changed.
    fn lay_out(&mut self, author: Author, labels: Labels, bytes: Vec<u8>) -> Vec<u8> {
        let mut text = Vec::new();
        let interrupts = self.open_line.is_some_and(|open| open != author);
        if interrupts && (labels == Labels::Rank || author == Author::Launcher) {
            text.push(b'\n');
            self.open_line = None;
        }
        if let (Labels::Rank, Author::Rank(rank)) = (labels, author) {
            let label = format!("[{rank}] ");
            for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                if self.open_line.is_none() {
                    text.extend_from_slice(label.as_bytes());
                }
                text.extend_from_slice(line);
                self.open_line = (!line.ends_with(b"\n")).then_some(author);
            }
            return text;
        }
        self.open_line = (!bytes.ends_with(b"\n")).then_some(author);
        if text.is_empty() {
            return bytes;
        }
        text.extend(bytes);
        text
    }

    fn queue(&mut self, piece: Piece, progress: &Arc<OwnedFd>) {
        let mut state = self.shared.lock();
        if state.error.is_some() {
            state.written.extend(piece.credit);
            tell(progress);
            return;
        }
        state.queue.push_back(piece);
        drop(state);
        self.shared.more.notify_one();
        if !self.has_thread {
            let (stream, shared) = (self.stream, Arc::clone(&self.shared));
            let of_thread = Arc::clone(progress);
            let thread = thread::Builder::new().name("farreach-output".into());
            let started = thread.spawn(move || write_for_ever(stream, &shared, &of_thread));
            self.has_thread = started.is_ok();
            if started.is_err() {
                // The user may have no more processes (`ulimit -u`). What is to be said about that must
                // still be written, even if the reader is slow.
                let mut state = self.shared.lock();
                while let Some(piece) = state.queue.pop_front() {
                    let result = write_piece(self.stream, &piece);
                    state.note(piece, result);
                }
                tell(progress);
            }
        }
    }

    fn is_idle(&self) -> bool {
        let state = self.shared.lock();
        // A writer that is stuck after the rest was dropped is not waited for.
        state.queue.is_empty() && (!state.is_writing || state.error.is_some())
    }
}

/// The main function of a stream's thread, which ends with the process.
fn write_for_ever(stream: Stream, shared: &Shared, progress: &OwnedFd) {
    let mut state = shared.lock();
    loop {
        let Some(piece) = state.queue.pop_front() else {
            state = shared
                .more
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        state.is_writing = true;
        drop(state);
        let result = write_piece(stream, &piece);
        state = shared.lock();
        state.is_writing = false;
        state.note(piece, result);
        tell(progress);
    }
}

fn write_piece(stream: Stream, piece: &Piece) -> Result<(), Errno> {
    match (&piece.file, stream) {
        (Some(file), _) => append(file, &piece.text),
        (None, Stream::Stdout) => write_all(rustix::stdio::stdout(), &piece.text),
        (None, Stream::Stderr) => write_all(rustix::stdio::stderr(), &piece.text),
    }
}

/// The file of a rank's output.
fn file_of(folder: &Path, rank: u32, stream: Stream) -> PathBuf {
    folder.join(match stream {
        Stream::Stdout => format!("{rank}.out"),
        Stream::Stderr => format!("{rank}.err"),
    })
}

/// Appends to a file. The file is opened each time, since there may be more ranks than descriptors.
fn append(file: &Path, text: &[u8]) -> Result<(), Errno> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::APPEND | OFlags::CLOEXEC;
    let file = rustix::fs::open(file, flags, Mode::from_raw_mode(0o666))?;
    write_all(file.as_fd(), text)
}

fn write_all(fd: BorrowedFd<'_>, mut text: &[u8]) -> Result<(), Errno> {
    while !text.is_empty() {
        match rustix::io::write(fd, text) {
            Ok(bytes) => text = &text[bytes..],
            Err(Errno::INTR) => {}
            // Another process made the descriptor non-blocking.
            Err(Errno::AGAIN) => {
                let _ = poll(&mut [PollFd::new(&fd, PollFlags::OUT)], None);
            }
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}

fn tell(progress: &OwnedFd) {
    // The write fails only at the counter's maximum, at which the descriptor is readable.
    let _ = rustix::io::write(progress, &1u64.to_ne_bytes());
}

#[cfg(test)]
mod tests {
    use super::{Author, Labels, Sink, Stream};

    fn lay_out(sink: &mut Sink, labels: Labels, author: Author, bytes: &[u8]) -> String {
        String::from_utf8(sink.lay_out(author, labels, bytes.to_vec())).unwrap()
    }

    #[test]
    fn labels_stand_at_line_starts_only() {
        let mut sink = Sink::new(Stream::Stdout);
        let mut text = String::new();
        for (rank, bytes) in [
            (0, "a\nb\n"),
            (1, "long "),
            (1, "line\n"),
            (1, "cut"),
            (2, "x\n"),
            (1, "off\n\n"),
        ] {
            text += &lay_out(
                &mut sink,
                Labels::Rank,
                Author::Rank(rank),
                bytes.as_bytes(),
            );
        }
        assert_eq!(
            text,
            "[0] a\n[0] b\n[1] long line\n[1] cut\n[2] x\n[1] off\n[1] \n"
        );
    }

    #[test]
    fn without_labels_only_the_launcher_starts_a_line_of_its_own() {
        let mut sink = Sink::new(Stream::Stderr);
        let mut text = String::new();
        for (author, bytes) in [
            (Author::Rank(0), "a"),
            (Author::Rank(1), "b"),
            (Author::Launcher, "farreach: news\n"),
            (Author::Rank(0), "c\n"),
            (Author::Launcher, "farreach: more\n"),
        ] {
            text += &lay_out(&mut sink, Labels::Off, author, bytes.as_bytes());
        }
        assert_eq!(text, "ab\nfarreach: news\nc\nfarreach: more\n");
    }
}
