//! The client of PMIx, through the launcher's own library.
//!
//! ```text
//!   submit ─▶ thread "farreach-pmix" ─▶ libpmix (which waits) ─▶ reply, and a count in an eventfd ─▶ poll
//! ```
//!
//! The library's functions wait, and those that don't hang in some servers. So a thread calls them.

mod library;

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use farreach_forks::Descriptor;
use farreach_node::block_signals;
use rustix::event::{EventfdFlags, eventfd};

use super::{Command, Greeting, Reply};
use crate::error::{PmiError, os};
use library::{Library, Value};

/// Bytes of a value: the library has no limit.
const VALUE_MAX: usize = 256 << 10;
/// Stack of the thread that calls the library.
const STACK_BYTES: usize = 1 << 20;

/// A conversation in PMIx.
#[derive(Debug)]
pub(crate) struct Pmix {
    library: Arc<Library>,
    commands: Sender<Command>,
    replies: Receiver<Result<Reply, PmiError>>,
    /// Counts replies that have not been taken.
    ready: Arc<Descriptor<OwnedFd>>,
    threads: usize,
}

impl Pmix {
    /// Loads the library and begins a conversation. Also returns the library's name and version.
    pub(crate) fn greet(patience: Duration) -> Result<(Pmix, Greeting, String), PmiError> {
        let (library, path) = Library::load()?;
        let library = Arc::new(library);
        let how = format!("{path} ({})", library.version());
        let ready = Descriptor::open(|| eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK));
        let ready = Arc::new(ready.map_err(os("an eventfd"))?);
        let (commands, of_thread) = channel();
        let (answer, replies) = channel();
        let (greet, greeted) = channel();
        let before = count_threads();
        let (for_thread, rings) = (Arc::clone(&library), Arc::clone(&ready));
        let thread = move || {
            // The library's own threads inherit this, too: signals are for the program's threads.
            block_signals();
            let greeting = greeting(&for_thread);
            let is_joined = greeting.is_ok();
            if greet.send(greeting).is_ok() && is_joined {
                serve(&for_thread, &of_thread, &answer, &rings);
            }
        };
        let builder = thread::Builder::new().name("farreach-pmix".into());
        builder
            .stack_size(STACK_BYTES)
            .spawn(thread)
            .map_err(os("a thread for PMIx"))?;
        let greeting = greeted.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => PmiError::Silent {
                command: "PMIx_Init".into(),
                seconds: patience.as_secs(),
            },
            RecvTimeoutError::Disconnected => PmiError::Pmix("its thread has ended".into()),
        })??;
        let pmix = Pmix {
            library,
            commands,
            replies,
            ready,
            threads: count_threads().saturating_sub(before),
        };
        Ok((pmix, greeting, how))
    }

    pub(crate) fn submit(&mut self, command: Command) -> Result<(), PmiError> {
        let sent = self.commands.send(command);
        sent.map_err(|_| PmiError::LauncherLost)
    }

    pub(crate) fn poll(&mut self) -> Result<Option<Reply>, PmiError> {
        let mut next = self.replies.try_recv();
        if next.is_err() {
            // A reply that comes from now on makes it readable again.
            let _ = rustix::io::read(&**self.ready, &mut [0; 8]);
            next = self.replies.try_recv();
        }
        // After the last command the thread ends, and there is no further reply.
        next.ok().transpose()
    }

    pub(crate) fn abort(&self, code: i32, text: &str) -> Result<(), PmiError> {
        self.library.abort(code, text)
    }

    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        self.ready.as_fd()
    }

    /// Threads that the library and this conversation keep.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }
}

/// Asks who this process is and who is where.
fn greeting(library: &Library) -> Result<Greeting, PmiError> {
    let me = library.init()?;
    let required = |key: &str| {
        let value = library.get(&me.namespace, None, key)?;
        value.ok_or_else(|| PmiError::Pmix(format!("the server does not tell {key}")))
    };
    let wrong = |key: &str, value: &Value| PmiError::Pmix(format!("{key} is {value:?}"));
    let size = required(library::JOB_SIZE)?;
    let size = size.number().ok_or_else(|| wrong(library::JOB_SIZE, &size))?;
    let peers = required(library::LOCAL_PEERS)?;
    let first = lowest(&peers).ok_or_else(|| wrong(library::LOCAL_PEERS, &peers))?;
    if me.rank >= size || first > me.rank {
        return Err(PmiError::Pmix(format!(
            "the server says that rank {} of {size} is on a node with ranks {peers:?}",
            me.rank
        )));
    }
    let node = |rank: u32| {
        let node = library.get(&me.namespace, Some(rank), library::NODE_ID)?;
        let node = node.as_ref().and_then(Value::number);
        node.ok_or_else(|| PmiError::Pmix(format!("the server does not tell the node of rank {rank}")))
    };
    // The others hear from the first who is where.
    let node_of = (me.rank == first)
        .then(|| (0..size).map(node).collect())
        .transpose()?;
    Ok(Greeting {
        rank: me.rank,
        size,
        job: me.namespace,
        first,
        node_of,
        value_max: VALUE_MAX,
    })
}

/// The lowest rank of a list in any order.
fn lowest(peers: &Value) -> Option<u32> {
    let Value::Text(peers) = peers else {
        return None;
    };
    let ranks: Result<Vec<u32>, _> = peers.split(',').map(|rank| rank.trim().parse()).collect();
    ranks.ok()?.into_iter().min()
}

/// Carries out commands until the last.
fn serve(
    library: &Library,
    commands: &Receiver<Command>,
    replies: &Sender<Result<Reply, PmiError>>,
    ready: &Descriptor<OwnedFd>,
) {
    let me = library.me();
    while let Ok(command) = commands.recv() {
        let is_last = command == Command::Finalize;
        let reply = match command {
            Command::Put { key, value } => library.put(&key, &value).map(|()| Reply::Done),
            Command::Fence { collects } => library.fence(collects).map(|()| Reply::Done),
            Command::Get { key, rank } => library.get(&me, Some(rank), &key).map(|value| {
                Reply::Value(value.and_then(|value| match value {
                    Value::Text(text) => Some(text),
                    Value::Number(_) => None,
                }))
            }),
            Command::Finalize => library.finalize().map(|()| Reply::Done),
        };
        let is_heard = replies.send(reply).is_ok();
        // A full count has rung already.
        let _ = rustix::io::write(ready.as_fd(), &1_u64.to_ne_bytes());
        if is_last || !is_heard {
            return;
        }
    }
}

/// The threads of this process.
fn count_threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

#[cfg(test)]
mod tests;
