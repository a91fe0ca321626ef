//! Where the processes of a job wait until the driver has measured them: a socket with an abstract
//! name, which leaves no file.
//!
//! ```text
//!   process ──▶ driver   a line of JSON: its figures
//!   process ◀── driver   one byte: go on
//! ```

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

/// Time between two looks for processes that have arrived.
const PAUSE: Duration = Duration::from_millis(2);

/// A process's own figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Figures {
    /// Bytes allocated on the heap.
    pub(super) heap_bytes: u64,
    /// Connections to other processes.
    pub(super) connections: u64,
    /// Connected queue pairs.
    pub(super) queue_pairs: u64,
    /// Heap bytes of the connections.
    pub(super) connection_bytes: u64,
    /// Bytes that the kernel charges to the process's sockets.
    pub(super) socket_bytes: u64,
}

fn address(driver: u32) -> Result<SocketAddr> {
    let name = format!("farreach-bench-{driver}");
    SocketAddr::from_abstract_name(name).context("naming the meeting's socket")
}

/// A process's connection to the driver.
pub(super) struct Attendee(UnixStream);

impl Attendee {
    /// Connects to the meeting of the driver with process id `driver`.
    pub(super) fn go_to(driver: u32) -> Result<Attendee> {
        let stream = UnixStream::connect_addr(&address(driver)?);
        Ok(Attendee(stream.with_context(|| {
            format!("reaching `farreach bench`, process {driver}")
        })?))
    }

    /// Sends the figures, and waits until the driver has measured this process.
    pub(super) fn stand(&mut self, figures: &Figures) -> Result<()> {
        let mut line = serde_json::to_string(figures).context("writing figures")?;
        line.push('\n');
        self.0.write_all(line.as_bytes())?;
        self.0
            .read_exact(&mut [0])
            .context("`farreach bench` has left")
    }
}

/// The driver's end.
pub(super) struct Meeting(UnixListener);

impl Meeting {
    /// Opens the meeting. Processes are told the id of the driver's process.
    pub(super) fn call(driver: u32) -> Result<Meeting> {
        let listener = UnixListener::bind_addr(&address(driver)?);
        let listener = listener.context("calling the meeting of the processes")?;
        listener.set_nonblocking(true)?;
        Ok(Meeting(listener))
    }

    /// Waits until `count` processes have connected, or the job is over.
    pub(super) fn await_all(self, count: u32, is_over: &AtomicBool) -> Result<Vec<Guest>> {
        let mut guests = Vec::new();
        while guests.len() < count as usize {
            match self.0.accept() {
                Ok((stream, _)) => guests.push(Guest::new(stream)?),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if is_over.load(Ordering::Acquire) {
                        bail!("the job ended when {} of {count} had come", guests.len());
                    }
                    thread::sleep(PAUSE);
                }
                Err(error) => return Err(error).context("accepting a process"),
            }
        }
        Ok(guests)
    }
}

/// A process, as the driver sees it.
pub(super) struct Guest {
    stream: BufReader<UnixStream>,
    pid: u32,
}

impl Guest {
    fn new(stream: UnixStream) -> Result<Guest> {
        stream.set_nonblocking(false)?;
        let pid = rustix::net::sockopt::socket_peercred(&stream)?.pid;
        Ok(Guest {
            stream: BufReader::new(stream),
            pid: pid.as_raw_nonzero().get().unsigned_abs(),
        })
    }

    pub(super) fn pid(&self) -> u32 {
        self.pid
    }

    /// Waits for the process's figures.
    pub(super) fn hear(&mut self) -> Result<Figures> {
        let mut line = String::new();
        let read = self.stream.read_line(&mut line)?;
        ensure!(read > 0, "process {} has left", self.pid);
        serde_json::from_str(&line).with_context(|| format!("figures {line:?}"))
    }

    /// Lets the process go on.
    pub(super) fn dismiss(&mut self) -> Result<()> {
        Ok(self.stream.get_mut().write_all(&[1])?)
    }
}
