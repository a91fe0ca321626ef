//! The job of which this process is a rank, as another launcher has started it.
//!
//! ```text
//!   launcher ◀─PMI─▶ first process of a node ◀─socket─▶ the node's other processes ◀─PMI─▶ launcher
//!                    Gathering ─▶ Exchanging ─▶ Reading ─▶ Ready ─▶ Leaving ─▶ Closing ─▶ Released
//!                    endpoints    put, fence    get, one   key and  fence      finalize
//!                    of the node                per node   directory
//! ```
//!
//! The other processes skip `Gathering` and `Reading`: they only join the fences. Nothing here waits but [`Job::wait_released`]. Every
//! call looks what has come, and goes on from there. Whoever sleeps does so on [`Job::descriptor`].

mod containers;
mod joining;
mod node;

use std::net::IpAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use farreach_forks::Descriptor;
use farreach_node::{
    Arena, Endpoint, Placement, WireEndpoint, await_readers, flush_before_end, say,
};
use farreach_verbs::ROCE_PORT;
use rustix::event::epoll;
use rustix::io::Errno;

use crate::channel::Sizes;
use crate::error::{PmiError, os};
use crate::link::wait_readable;
use crate::secret::Secret;
use crate::speaker::{Command, Reply, Speaker};
use crate::value::{self, NodeValue, Pieces};
use crate::watch::Watch;
pub use joining::{describe, describe_libpmix};
use node::{News, Node};

/// How long other processes have to flush what they have printed, before the launcher hears that the job ends. A process
/// that waits in the library looks for such news at least once a second.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// What a process wants of its job. It must be the same in all processes.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Bytes of each process's symmetric heap.
    pub heap_bytes: u64,
    /// Bytes for each process's variables.
    pub globals_bytes: u64,
    /// How long this process waits for the others of its node, and for the launcher's first answers.
    pub patience: Duration,
    /// The interface by which other hosts reach this one. `None`: one is chosen.
    pub interface: Option<String>,
    /// The TCP ports of which the first process of each node takes one. `None`: the kernel chooses.
    pub ports: Option<(u16, u16)>,
    /// How long a node may be silent before it is lost.
    pub silence: Duration,
    /// A file with a secret that all hosts have, if the job's key is to depend on it.
    pub key_file: Option<PathBuf>,
    /// Whether each container of a host is a node of its own.
    pub by_container: bool,
    /// The library that speaks PMIx. `None`: the launcher's own, or the one that the loader finds.
    pub libpmix: Option<PathBuf>,
}

/// The job of which this process is a rank.
#[derive(Debug)]
pub struct Job {
    rank: u32,
    host: String,
    arena: Arena,
    /// Becomes readable with any of the sockets.
    ready: Descriptor<OwnedFd>,
    how: String,
    threads: usize,
    address: Option<IpAddr>,
    /// Apart, since a job of another launcher has none.
    state: Box<Mutex<State>>,
}

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
struct State {
    speaker: Speaker,
    node: Node,
    phase: Phase,
    key: Option<[u8; 32]>,
    /// Bytes of a value of the launcher.
    value_max: usize,
    sizes: Sizes,
    secret: Option<Secret>,
    /// The nodes before and after. `None` if this process has none to watch, or may leave.
    watch: Option<Watch>,
    /// The first rank and the host of each node, once all are known to the first process.
    seen: Vec<(u32, String)>,
    has_published: bool,
    has_finalized: bool,
    /// The job is over, and why has been told.
    is_over: bool,
    /// Whether the user knows why.
    has_told: bool,
}

/// How far the exchange is.
#[derive(Debug)]
enum Phase {
    /// Waits for the endpoints of this node's processes, and for its own.
    Gathering {
        share: [u8; 16],
    },
    /// Waits for replies, the last of which is that of a fence.
    Exchanging {
        replies: usize,
    },
    /// Waits for the value of a node.
    Reading {
        node: u32,
        pieces: Pieces,
        seen: Vec<NodeSeen>,
    },
    /// All is known. In a job of one node nothing is exchanged.
    Ready,
    /// Waits until all have finalized.
    Leaving,
    /// Waits for the launcher's last word.
    Closing,
    Released,
}

/// What is kept of a node's value.
#[derive(Debug)]
struct NodeSeen {
    share: [u8; 16],
    host: String,
    boot: String,
    network: String,
    is_loopback: bool,
    /// Processes.
    size: u32,
    watched_at: Option<([u8; 16], u16)>,
}

impl Job {
    /// This process's rank.
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// The name of this host.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The address by which other nodes reach this process. `None` if there are none.
    pub fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// The node's arena.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Which ranks are on which node.
    pub fn placement(&self) -> &Placement {
        self.arena.placement()
    }

    /// What the launcher speaks, and why it was asked.
    pub fn how(&self) -> &str {
        &self.how
    }

    /// Threads that the way to the launcher keeps in this process.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The job's key. `None` until all nodes have contributed to it.
    pub fn key(&self) -> Option<[u8; 32]> {
        let mut state = self.state();
        if state.key.is_none() {
            self.go_on(&mut state);
        }
        state.key
    }

    /// Whether this process notices when the nodes before and after are gone. The first process of each node does.
    pub fn is_watching(&self) -> bool {
        let mut state = self.state();
        self.go_on(&mut state);
        state.watch.as_ref().is_some_and(Watch::is_whole)
    }

    /// Gives this process's endpoint to all ranks. Further calls do nothing.
    pub fn publish(&self, endpoint: &Endpoint) -> Result<(), PmiError> {
        let mut state = self.state();
        if std::mem::replace(&mut state.has_published, true) {
            return Ok(());
        }
        self.arena.directory().set_endpoint(self.rank, endpoint);
        if !state.node.is_first() {
            state.node.publish(&WireEndpoint::from(endpoint))?;
            state.speaker.submit(Command::Fence { collects: true })?;
            state.phase = Phase::Exchanging { replies: 1 };
        }
        self.advance(&mut state)
    }

    /// The endpoint of a rank, if it is known.
    #[inline]
    pub fn endpoint(&self, rank: u32) -> Option<Endpoint> {
        let directory = self.arena.directory();
        directory.endpoint(rank).or_else(|| {
            self.go_on(&mut self.state());
            directory.endpoint(rank)
        })
    }

    /// Says that this process is through. Further calls do nothing.
    pub fn finalize(&self) -> Result<(), PmiError> {
        let mut state = self.state();
        if std::mem::replace(&mut state.has_finalized, true) {
            return Ok(());
        }
        state.node.say_finalized()?;
        self.advance(&mut state)
    }

    /// Whether this process has finalized.
    pub fn has_finalized(&self) -> bool {
        self.state().has_finalized
    }

    /// Whether all ranks have finalized, so that this process may leave. Does not wait.
    ///
    /// # Errors
    /// If the job is over for another reason. The process should exit at once.
    pub fn poll_released(&self) -> Result<bool, PmiError> {
        let mut state = self.state();
        self.advance(&mut state)?;
        Ok(matches!(state.phase, Phase::Released))
    }

    /// [`Job::poll_released`] after waiting for `patience` at most. Other threads can use the job meanwhile.
    pub fn wait_released(&self, patience: Duration) -> Result<bool, PmiError> {
        if self.poll_released()? {
            return Ok(true);
        }
        wait_readable(&[self.ready.as_fd()], patience)?;
        self.poll_released()
    }

    /// What becomes readable when [`Job::poll_released`] would hear something.
    pub fn descriptor(&self) -> BorrowedFd<'_> {
        self.ready.as_fd()
    }

    /// Ends the whole job with the exit code `code` (1 for 0), telling `text`. This process exits by itself then.
    ///
    /// Without a text the program is meant to end here: nothing is told, and a code of 0 is success.
    pub fn abort(&self, code: i32, text: &str) -> Result<(), PmiError> {
        let code = if text.is_empty() { code } else { code.max(1) };
        let mut state = self.state();
        if state.has_told {
            // This process ends because the job does.
            return Ok(());
        }
        if !text.is_empty() {
            say(format_args!("rank {} on {}: {text}", self.rank, self.host));
        }
        if matches!(state.phase, Phase::Released) {
            return Ok(());
        }
        state.is_over = true;
        state.has_told = true;
        if let Some(watch) = &state.watch {
            watch.say_ended();
        }
        state.node.say_aborted();
        state.node.await_ends(LAST_WORDS);
        flush_before_end();
        await_readers(LAST_WORDS);
        let text = format!("rank {} on {}: {text}", self.rank, self.host);
        state.speaker.abort(code, &text)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks what has come. Errors wait for a caller that can report them.
    fn go_on(&self, state: &mut State) {
        let _ = self.advance(state);
    }

    /// Looks what has come, and does what follows.
    fn advance(&self, state: &mut State) -> Result<(), PmiError> {
        if state.is_over {
            return Err(PmiError::Over);
        }
        let Err(error) = self.hear(state) else {
            return Ok(());
        };
        state.is_over = true;
        if matches!(error, PmiError::LauncherLost) {
            return Err(error);
        }
        state.has_told = true;
        // Whoever has ended the job has told why.
        if let PmiError::Ended(why) = &error {
            state.node.say_ended(why);
            flush_before_end();
            await_readers(LAST_WORDS);
            // The first process waits for all others of the node, and who ends the job for the first one. Then the
            // launcher kills all. Some launchers kill all others, too, as soon as a process exits with another code
            // than 0.
            if matches!(state.node, Node::First(_)) {
                state.node.await_ends(LAST_WORDS);
            }
            state.node.hang_up();
            std::thread::sleep(LAST_WORDS);
        } else {
            let why = error.to_string();
            // Before the launcher hears of it: it may end this process at once.
            say(format_args!("rank {} on {}: {why}", self.rank, self.host));
            state.node.say_ended(&why);
            if let Some(watch) = &state.watch {
                watch.say_ended();
            }
            state.node.await_ends(LAST_WORDS);
            flush_before_end();
            await_readers(LAST_WORDS);
            let text = format!("rank {} on {}: {why}", self.rank, self.host);
            state.speaker.abort(1, &text)?;
        }
        Err(PmiError::Over)
    }

    fn hear(&self, state: &mut State) -> Result<(), PmiError> {
        while let Some(news) = state.node.hear(&self.host)? {
            match news {
                News::Endpoint { rank, endpoint } => {
                    let directory = self.arena.directory();
                    directory.set_endpoint(rank, &Endpoint::from(&endpoint));
                }
                News::Exchanged { key, host_size } => {
                    self.arena.learn_host_size(host_size);
                    state.key = Some(key);
                }
            }
        }
        if matches!(state.phase, Phase::Gathering { .. }) {
            self.offer(state)?;
        }
        while let Some(reply) = state.speaker.poll()? {
            self.take(state, reply)?;
        }
        self.look_at_nodes(state)?;
        // A process that has only read the fence's end does not know the key yet.
        if matches!(state.phase, Phase::Ready) && state.has_finalized {
            state.speaker.submit(Command::Fence { collects: false })?;
            state.phase = Phase::Leaving;
        }
        Ok(())
    }

    /// Looks whether the nodes before and after are there.
    fn look_at_nodes(&self, state: &mut State) -> Result<(), PmiError> {
        let Some(watch) = &mut state.watch else {
            return Ok(());
        };
        match watch.look(state.key.as_ref(), |fd| self.add(fd)) {
            Ok(None) => Ok(()),
            Ok(Some(lost)) => {
                let (rank, host) = state.seen[lost.node as usize].clone();
                Err(if lost.has_ended {
                    PmiError::RankLost { rank, host }
                } else {
                    PmiError::HostLost { rank, host }
                })
            }
            Err(errno) => {
                self.warn_unwatched(state, errno);
                Ok(())
            }
        }
    }

    /// Connects to the node after.
    fn begin_to_watch(&self, state: &mut State, watched_at: &[Option<([u8; 16], u16)>]) {
        let after = (self.arena.layout().node as usize + 1) % watched_at.len();
        let endpoint = self.endpoint(state.seen[after].0);
        let address = endpoint.map(|endpoint| endpoint.destination.address.socket_addr());
        let datagrams = address.filter(|address| address.port() != ROCE_PORT);
        if let (Some(watch), Some(address)) = (&mut state.watch, watched_at[after])
            && let Err(errno) = watch.begin(address, datagrams, |fd| self.add(fd))
        {
            self.warn_unwatched(state, errno);
        }
    }

    /// Tells the user what the job lacks. It runs without.
    fn warn_unwatched(&self, state: &State, errno: Errno) {
        let after = (self.arena.layout().node as usize + 1) % state.seen.len();
        let (rank, host) = &state.seen[after];
        say(format_args!(
            "rank {} on {}: no TCP connection to rank {rank} on {host} ({errno}): this node does not notice when that one is \
             lost; let TCP through between the hosts (FARREACH_PORTS chooses the ports)",
            self.rank, self.host
        ));
    }

    /// Lets a socket wake whoever waits for news.
    fn add(&self, fd: BorrowedFd<'_>) {
        // Without it the news come with the next look.
        let _ = add(&self.ready, fd);
    }

    /// Gives the endpoints of this node to all others, once all have come.
    fn offer(&self, state: &mut State) -> Result<(), PmiError> {
        let Phase::Gathering { share } = state.phase else {
            return Ok(());
        };
        let (placement, node) = (self.placement(), self.arena.layout().node);
        let directory = self.arena.directory();
        let endpoints: Option<Vec<WireEndpoint>> = placement
            .ranks(node)
            .map(|rank| Some(WireEndpoint::from(&directory.endpoint(rank)?)))
            .collect();
        let Some(endpoints) = endpoints else {
            return Ok(());
        };
        let value = NodeValue {
            version: crate::channel::VERSION,
            sizes: state.sizes,
            share,
            host: self.host.clone(),
            boot: boot(),
            network: namespace("net"),
            proof: state.secret.as_ref().map(|secret| secret.proof(&share)),
            watched_at: state.watch.as_ref().map(Watch::address),
            endpoints: value::Endpoints::new(&endpoints),
        };
        let pieces = value::split(&value, state.value_max);
        let replies = pieces.len() + 1;
        for (nth, value) in pieces.into_iter().enumerate() {
            let key = value::key(node, nth);
            state.speaker.submit(Command::Put { key, value })?;
        }
        state.speaker.submit(Command::Fence { collects: true })?;
        state.phase = Phase::Exchanging { replies };
        Ok(())
    }

    /// Goes on after a reply.
    fn take(&self, state: &mut State, reply: Reply) -> Result<(), PmiError> {
        match &mut state.phase {
            Phase::Exchanging { replies } => {
                *replies -= 1;
                if *replies > 0 {
                    return Ok(());
                }
                if !state.node.is_first() {
                    state.phase = Phase::Ready;
                    return Ok(());
                }
                state.phase = Phase::Reading {
                    node: 0,
                    pieces: Pieces::default(),
                    seen: Vec::new(),
                };
                self.ask(state)
            }
            Phase::Reading { .. } => self.read(state, reply),
            Phase::Leaving => {
                state.node.say_left();
                if let Some(watch) = state.watch.take() {
                    watch.say_left();
                }
                state.speaker.submit(Command::Finalize)?;
                state.phase = Phase::Closing;
                Ok(())
            }
            Phase::Closing => {
                state.phase = Phase::Released;
                Ok(())
            }
            Phase::Gathering { .. } | Phase::Ready | Phase::Released => Ok(()),
        }
    }

    /// Asks for the next piece of a node's value.
    fn ask(&self, state: &mut State) -> Result<(), PmiError> {
        let Phase::Reading { node, pieces, .. } = &state.phase else {
            return Ok(());
        };
        let key = value::key(*node, pieces.wanted());
        let rank = self.placement().first_rank(*node);
        state.speaker.submit(Command::Get { key, rank })
    }

    /// Takes a piece of a node's value.
    fn read(&self, state: &mut State, reply: Reply) -> Result<(), PmiError> {
        let (sizes, placement) = (state.sizes, self.placement());
        let Phase::Reading { node, pieces, seen } = &mut state.phase else {
            return Ok(());
        };
        let wrong = |problem: String| PmiError::Value {
            node: *node,
            problem,
        };
        let Reply::Value(Some(piece)) = reply else {
            return Err(wrong("no value, though it has come to the exchange".into()));
        };
        let Some(value) = pieces.take(&piece).map_err(wrong)? else {
            return self.ask(state);
        };
        check(&value, *node, sizes, &self.host)?;
        check_proof(&value, state.secret.as_ref(), &self.host)?;
        let endpoints = value.endpoints.into_list();
        if endpoints.len() as u32 != placement.local_size(*node) {
            return Err(wrong(format!("{} endpoints", endpoints.len())));
        }
        let is_loopback = endpoints.iter().any(is_loopback);
        let directory = self.arena.directory();
        for (rank, endpoint) in placement.ranks(*node).zip(&endpoints) {
            directory.set_endpoint(rank, &Endpoint::from(endpoint));
        }
        seen.push(NodeSeen {
            share: value.share,
            host: value.host,
            boot: value.boot,
            network: value.network,
            is_loopback,
            size: endpoints.len() as u32,
            watched_at: value.watched_at,
        });
        if *node + 1 < placement.nodes() {
            *node += 1;
            *pieces = Pieces::default();
            return self.ask(state);
        }
        check_reach(seen)?;
        let key = joining::key_of(seen.iter().map(|node| &node.share), state.secret.as_ref());
        let host_size = host_size(seen, self.arena.layout().node);
        self.arena.learn_host_size(host_size);
        let watched_at: Vec<_> = seen.iter().map(|node| node.watched_at).collect();
        let firsts = (0..).map(|node| placement.first_rank(node));
        let hosts = seen.iter().map(|node| node.host.clone());
        state.seen = firsts.zip(hosts).collect();
        state.key = Some(key);
        state.phase = Phase::Ready;
        self.begin_to_watch(state, &watched_at);
        state.node.say_exchanged(key, host_size)
    }
}

/// Refuses a node that can't work with this one.
fn check(value: &NodeValue, node: u32, sizes: Sizes, host: &str) -> Result<(), PmiError> {
    if value.version != crate::channel::VERSION {
        let (theirs, own) = (value.version, crate::channel::VERSION);
        return Err(PmiError::Value {
            node,
            problem: format!("a value of version {theirs}, but {host} speaks {own}"),
        });
    }
    joining::check_sizes(value.sizes, &value.host, sizes, host)
}

/// Refuses a node that has another key file.
fn check_proof(value: &NodeValue, secret: Option<&Secret>, host: &str) -> Result<(), PmiError> {
    let (theirs, other) = (value.proof, &value.host);
    let problem = match (theirs, secret) {
        (None, None) => return Ok(()),
        (Some(theirs), Some(secret)) if theirs == secret.proof(&value.share) => return Ok(()),
        (Some(_), Some(_)) => format!("{other} and {host} have different key files"),
        (Some(_), None) => format!("{other} has a key file, and {host} has none"),
        (None, Some(_)) => format!("{host} has a key file, and {other} has none"),
    };
    Err(PmiError::Differs(format!(
        "{problem}: give all hosts the same FARREACH_KEY_FILE"
    )))
}

/// Refuses loopback addresses between hosts.
fn check_reach(seen: &[NodeSeen]) -> Result<(), PmiError> {
    let Some(first) = seen.first() else {
        return Ok(());
    };
    let is_there = |node: &NodeSeen| node.boot == first.boot && node.network == first.network;
    let is_one_network = seen.iter().all(is_there);
    let loopback = seen.iter().find(|node| node.is_loopback);
    match loopback {
        Some(node) if !is_one_network => Err(PmiError::Differs(format!(
            "{} uses a loopback address, which other hosts don't reach: set FARREACH_INTERFACE (or FARREACH_BIND there) to one that they do",
            node.host
        ))),
        _ => Ok(()),
    }
}

fn is_loopback(endpoint: &WireEndpoint) -> bool {
    let address = std::net::Ipv6Addr::from(endpoint.gid);
    let mapped = address.to_ipv4_mapped();
    mapped.map_or(address.is_loopback(), |address| address.is_loopback())
}

/// Processes on the host of this node, which shares its cores with all nodes of the same running kernel.
fn host_size(seen: &[NodeSeen], node: u32) -> u32 {
    let own = &seen[node as usize];
    if own.boot.is_empty() {
        return own.size;
    }
    let beside = seen.iter().filter(|node| node.boot == own.boot);
    beside.map(|node| node.size).sum()
}

/// The running kernel, by the number of its boot.
fn boot() -> String {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    boot.trim_end().to_owned()
}

/// The name of this process's namespace of a kind in the running kernel.
fn namespace(kind: &str) -> String {
    let namespace = std::fs::read_link(format!("/proc/self/ns/{kind}")).unwrap_or_default();
    namespace.display().to_string()
}

/// A descriptor that becomes readable with any of these.
fn any_of<'a>(all: impl Iterator<Item = BorrowedFd<'a>>) -> Result<Descriptor<OwnedFd>, PmiError> {
    let ready = Descriptor::open(|| epoll::create(epoll::CreateFlags::CLOEXEC))
        .map_err(os("an epoll descriptor"))?;
    for fd in all {
        add(&ready, fd).map_err(os("watching the launcher"))?;
    }
    Ok(ready)
}

fn add(ready: &OwnedFd, fd: BorrowedFd<'_>) -> Result<(), Errno> {
    let flags = epoll::EventFlags::IN | epoll::EventFlags::RDHUP;
    epoll::add(ready, fd, epoll::EventData::new_u64(0), flags)
}
