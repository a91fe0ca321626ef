//! The client of PMIx, through the launcher's own library.
//!
//! ```text
//!   submit ─▶ thread "farreach-pmix" ─▶ libpmix (which waits) ─▶ reply, and a count in an eventfd ─▶ poll
//! ```
//!
//! The library's functions wait, and those that don't hang in some servers. So a thread calls them.

mod library;

use std::collections::VecDeque;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use farreach_forks::Descriptor;
use farreach_node::block_signals;
use rustix::event::{EventfdFlags, eventfd};

use super::{Command, Greeting, Reply, numbered};
use crate::error::{PmiError, os};
use library::{Library, Value};

/// Bytes of a value: the library has no limit.
const VALUE_MAX: usize = 256 << 10;
/// The function that waits for all processes.
const FENCE: &str = "PMIx_Fence";
/// Stack of the thread that calls the library.
const STACK_BYTES: usize = 1 << 20;

/// A conversation in PMIx.
#[derive(Debug)]
pub(crate) struct Pmix {
    library: Arc<Library>,
    commands: Sender<Command>,
    replies: Receiver<Result<Reply, PmiError>>,
    /// Functions that have not returned, in the order in which they are called.
    asked: VecDeque<&'static str>,
    /// When the first of these was called, at the latest.
    since: Instant,
    patience: Duration,
    is_silent: bool,
    /// Counts replies that have not been taken.
    ready: Arc<Descriptor<OwnedFd>>,
    threads: usize,
}

impl Pmix {
    /// Loads the library and begins a conversation. Also returns the library's name and version.
    pub(crate) fn greet(
        libpmix: Option<&Path>,
        patience: Duration,
    ) -> Result<(Pmix, Greeting, String), PmiError> {
        let (library, path) = Library::load(libpmix)?;
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
        let greeting = greeted
            .recv_timeout(patience)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => silent("PMIx_Init", patience),
                RecvTimeoutError::Disconnected => PmiError::Pmix("its thread has ended".into()),
            })??;
        let pmix = Pmix {
            library,
            commands,
            replies,
            asked: VecDeque::new(),
            since: Instant::now(),
            patience,
            is_silent: false,
            ready,
            threads: count_threads().saturating_sub(before),
        };
        Ok((pmix, greeting, how))
    }

    /// The library that would be used, and its version.
    pub(crate) fn describe(libpmix: Option<&Path>) -> Result<String, PmiError> {
        let (library, path) = Library::load(libpmix)?;
        Ok(format!("{path} ({})", library.version()))
    }

    pub(crate) fn submit(&mut self, command: Command) -> Result<(), PmiError> {
        if self.asked.is_empty() {
            self.since = Instant::now();
        }
        self.asked.push_back(function(&command));
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
        let Ok(reply) = next else {
            self.look_for_silence()?;
            return Ok(None);
        };
        self.asked.pop_front();
        self.since = Instant::now();
        reply.map(Some)
    }

    /// Gives up a launcher that has been silent for too long. A fence lasts as long as the slowest process, and the library
    /// reports a launcher that is gone.
    fn look_for_silence(&mut self) -> Result<(), PmiError> {
        let asked = self.asked.front().filter(|&&name| name != FENCE);
        let Some(name) = asked.filter(|_| self.since.elapsed() > self.patience) else {
            return Ok(());
        };
        self.is_silent = true;
        Err(silent(name, self.patience))
    }

    /// Asks the launcher to end the job, and waits for that for a limited time.
    pub(crate) fn abort(&self, code: i32, text: &str) -> Result<(), PmiError> {
        if self.is_silent {
            return Ok(());
        }
        let (library, text) = (Arc::clone(&self.library), text.to_owned());
        let (tell, told) = channel();
        let ask = move || {
            block_signals();
            // Nobody listens any more if it has taken too long.
            let _ = tell.send(library.abort(code, &text));
        };
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        builder.spawn(ask).map_err(os("a thread for PMIx"))?;
        let told = told.recv_timeout(self.patience);
        told.unwrap_or_else(|_| Err(silent("PMIx_Abort", self.patience)))
    }

    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        self.ready.as_fd()
    }

    /// Threads that the library and this conversation keep.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }
}

/// The function by which the library carries out a command.
fn function(command: &Command) -> &'static str {
    match command {
        Command::Put { .. } => "PMIx_Put",
        Command::Fence { .. } => FENCE,
        Command::Get { .. } => "PMIx_Get",
        Command::Finalize => "PMIx_Finalize",
    }
}

fn silent(function: &str, patience: Duration) -> PmiError {
    PmiError::Silent {
        launcher: "the launcher's PMIx server".into(),
        command: function.into(),
        seconds: patience.as_secs(),
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
    let size = size
        .number()
        .ok_or_else(|| wrong(library::JOB_SIZE, &size))?;
    let peers = required(library::LOCAL_PEERS)?;
    let peers = ranks(&peers).ok_or_else(|| wrong(library::LOCAL_PEERS, &peers))?;
    if me.rank >= size {
        let rank = me.rank;
        return Err(PmiError::Pmix(format!(
            "the server says that this is rank {rank} of {size}"
        )));
    }
    // Open MPI's server tells the numbers of nodes (pmix.nodeid) on the node itself only.
    let host = |rank: u32| {
        let host = library.get(&me.namespace, Some(rank), library::HOST_NAME)?;
        host.ok_or_else(|| {
            PmiError::Pmix(format!("the server does not tell the host of rank {rank}"))
        })
    };
    let own = host(me.rank)?;
    // Where several servers of version 5 run on one host, each tells the list of any of them.
    let nodes = library.get(&me.namespace, None, library::NODE_LIST)?;
    let is_one_of_several = nodes.is_some_and(|nodes| is_repeated(&own, &nodes));
    let first = if peers.contains(&me.rank) && !is_one_of_several {
        peers.into_iter().min().unwrap_or(me.rank)
    } else {
        let mut all = (0..me.rank).map(|rank| Ok::<_, PmiError>((rank, host(rank)?)));
        let lower = all.find(|one| !matches!(one, Ok((_, host)) if *host != own));
        lower.transpose()?.map_or(me.rank, |(rank, _)| rank)
    };
    // The others hear from the first who is where.
    let node_of = (me.rank == first)
        .then(|| Ok::<_, PmiError>(numbered((0..size).map(host).collect::<Result<_, _>>()?)))
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

/// Whether a list of hosts has a name more than once.
fn is_repeated(name: &Value, list: &Value) -> bool {
    match (name, list) {
        (Value::Text(name), Value::Text(list)) => {
            list.split(',').filter(|host| host == name).count() > 1
        }
        _ => false,
    }
}

/// The ranks of a list, which has any order.
fn ranks(peers: &Value) -> Option<Vec<u32>> {
    let Value::Text(peers) = peers else {
        return None;
    };
    let ranks: Result<Vec<u32>, _> = peers.split(',').map(|rank| rank.trim().parse()).collect();
    ranks.ok()
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
