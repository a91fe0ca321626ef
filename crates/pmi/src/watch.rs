//! How a node notices that another one is gone, whatever its launcher notices.
//!
//! ```text
//!   node 0 ─▶ node 1 ─▶ node 2 ─▶ node 0        a TCP connection each, between the first processes
//!
//!   node n                                       node n + 1
//!     connects                                     accepts
//!                        ◀─ challenge (16 bytes)
//!     challenge, node (4 bytes), proof (32) ─▶
//!                        ◀─ proof (32)
//!     LEFT or ENDED ─▶                           ◀─ LEFT or ENDED
//! ```
//!
//! A proof is an HMAC of both challenges under the job's key. The kernel closes the connections of a process that ends, so its
//! death is noticed at once. Kernels ask each other whether a connection still leads anywhere. So a process that is stopped or
//! busy is not taken for lost, and a host without network is.
//!
//! A connection that is closed before both proofs have come means little: the other end may have taken it for a stranger's, or has
//! left a short job. So the node connects anew. If nobody listens any more, and the job does not end either, the process is gone.
//! If nobody has listened from the start, a firewall may be the cause. A firewall lets the job's datagrams through, so the process
//! is gone if its host refuses these, too.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use farreach_forks::Descriptor;
use hmac::{Hmac, KeyInit, Mac};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, accept_with, bind, connect,
    getsockname, listen, recv, send, socket_with, sockopt,
};
use sha2::Sha256;

use crate::meeting::random;

const FLAGS: SocketFlags = SocketFlags::CLOEXEC.union(SocketFlags::NONBLOCK);
/// Connections that wait to be accepted.
const BACKLOG: i32 = 16;
/// Connections of which it is not known who made them.
const STRANGERS_MAX: usize = 16;
/// How long the launcher has to end a job before a lost node is reported. A launcher that ends a job kills its processes one
/// after the other, and each of them would name another one.
const GRACE: Duration = Duration::from_secs(1);
/// The same of a node that has not proved who it is. Maybe its process has left, and the launcher has not told this one yet that
/// it may leave.
const GRACE_OF_UNPROVED: Duration = Duration::from_secs(10);
/// Connections to the node after that may be closed before it has proved who it is.
const TRIES_MAX: u32 = 16;
/// Datagrams that ask a host whether a socket is there.
const DATAGRAMS_MAX: u32 = 3;
/// How long an answer to each of them may take.
const ANSWER_WITHIN: Duration = Duration::from_millis(100);
/// The time between two questions of the kernel. It has no shorter one.
const ASK_EVERY: Duration = Duration::from_secs(1);
/// The questions after which the kernel gives up, apart from the time that it is given.
const QUESTIONS_MAX: u32 = 127;

const CHALLENGE_BYTES: usize = 16;
const PROOF_BYTES: usize = 32;
const ANSWER_BYTES: usize = CHALLENGE_BYTES + 4 + PROOF_BYTES;
/// This process may leave the job.
const LEFT: u8 = 1;
/// This process ends the job, and has said why.
const ENDED: u8 = 2;

/// The key of a job.
type Key = [u8; 32];

/// The connections of a node's first process to those of the nodes before and after.
#[derive(Debug)]
pub(crate) struct Watch {
    /// `None` once the node before has come.
    listener: Option<Descriptor<OwnedFd>>,
    address: SocketAddr,
    own: u32,
    nodes: u32,
    silence: Duration,
    ends: Vec<End>,
    /// Where the node after listens, once that is known.
    after: Option<SocketAddr>,
    /// Where a socket of its process receives the job's datagrams. `None` if they go to an adapter.
    datagrams: Option<SocketAddr>,
    /// Connections to it.
    tries: u32,
    /// A node that is gone, and when that is to be reported.
    lost: Option<(Instant, Lost)>,
}

/// A node that is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lost {
    pub(crate) node: u32,
    /// Whether its process has ended. Otherwise its host is not heard of any more.
    pub(crate) has_ended: bool,
}

/// One connection.
#[derive(Debug)]
struct End {
    socket: Descriptor<OwnedFd>,
    side: Side,
    stage: Stage,
    challenge: [u8; CHALLENGE_BYTES],
    /// Their challenge, once it is known.
    theirs: [u8; CHALLENGE_BYTES],
    inbound: Vec<u8>,
}

/// Which node is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The one before, or a stranger who connects to this node.
    Before,
    /// The one after.
    After,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// Waits for the challenge, or for the answer to the own one.
    Greeting,
    /// Waits for the proof.
    Proving,
    /// Both have proved that they know the key.
    Watched,
    /// The other end has told that it is about to be closed.
    Told,
}

/// How a look at a connection has ended.
enum Seen {
    Open,
    /// It is of no use any more.
    Useless,
    /// The node after can't be reached.
    Refused(Errno),
    Lost {
        has_ended: bool,
    },
}

impl Watch {
    /// Listens for the node before, at this address and one of these ports.
    pub(crate) fn open(
        address: IpAddr,
        ports: Option<(u16, u16)>,
        (own, nodes): (u32, u32),
        silence: Duration,
    ) -> Result<Watch, Errno> {
        let address = SocketAddr::new(address, 0);
        let listener = Descriptor::open(|| socket(address))?;
        let (first, last) = ports.unwrap_or((0, 0));
        let taken = |port| bind(&*listener, &SocketAddr::new(address.ip(), port));
        let mut bound = taken(first);
        for port in (first..=last).skip(1) {
            if bound != Err(Errno::ADDRINUSE) {
                break;
            }
            bound = taken(port);
        }
        bound?;
        listen(&*listener, BACKLOG)?;
        let address = SocketAddr::try_from(getsockname(&*listener)?)?;
        Ok(Watch {
            listener: Some(listener),
            address,
            own,
            nodes,
            silence,
            ends: Vec::new(),
            after: None,
            datagrams: None,
            tries: 0,
            lost: None,
        })
    }

    /// Where the node before finds this one.
    pub(crate) fn address(&self) -> ([u8; 16], u16) {
        let address = match self.address.ip() {
            IpAddr::V4(address) => address.to_ipv6_mapped(),
            IpAddr::V6(address) => address,
        };
        (address.octets(), self.address.port())
    }

    pub(crate) fn listener(&self) -> Option<BorrowedFd<'_>> {
        self.listener.as_ref().map(AsFd::as_fd)
    }

    /// Connects to the node after, whose process receives datagrams at a socket with the address `datagrams`, or by an adapter.
    /// `watch` is told of the new connection.
    pub(crate) fn begin(
        &mut self,
        (gid, port): ([u8; 16], u16),
        datagrams: Option<SocketAddr>,
        watch: impl Fn(BorrowedFd<'_>),
    ) -> Result<(), Errno> {
        let address = Ipv6Addr::from(gid);
        let address = address
            .to_ipv4_mapped()
            .map_or(IpAddr::V6(address), IpAddr::V4);
        self.after = Some(SocketAddr::new(address, port));
        self.datagrams = datagrams;
        self.connect(watch)
    }

    fn connect(&mut self, watch: impl Fn(BorrowedFd<'_>)) -> Result<(), Errno> {
        let Some(address) = self.after else {
            return Ok(());
        };
        self.tries += 1;
        let socket = Descriptor::open(|| socket(address))?;
        self.ask_kernel(&socket)?;
        match connect(&*socket, &address) {
            Ok(()) | Err(Errno::INPROGRESS | Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
        watch(socket.as_fd());
        self.ends.push(End::new(socket, Side::After));
        Ok(())
    }

    /// Has the kernel look whether a connection still leads anywhere.
    fn ask_kernel(&self, socket: &OwnedFd) -> Result<(), Errno> {
        sockopt::set_socket_keepalive(socket, true)?;
        sockopt::set_tcp_keepidle(socket, (self.silence / 4).max(ASK_EVERY))?;
        sockopt::set_tcp_keepintvl(socket, ASK_EVERY)?;
        sockopt::set_tcp_keepcnt(socket, QUESTIONS_MAX)?;
        let silence_ms = self.silence.as_millis().try_into().unwrap_or(u32::MAX);
        sockopt::set_tcp_user_timeout(socket, silence_ms)?;
        sockopt::set_tcp_nodelay(socket, true)
    }

    /// Looks what has come. Returns a node that is gone, if the launcher has done nothing about it for [`GRACE`], or why the node
    /// after can't be reached.
    pub(crate) fn look(
        &mut self,
        key: Option<&Key>,
        watch: impl Fn(BorrowedFd<'_>),
    ) -> Result<Option<Lost>, Errno> {
        self.accept(&watch);
        let (mut refused, mut is_closed) = (None, false);
        let (own, nodes) = (self.own, self.nodes);
        let mut ends = std::mem::take(&mut self.ends);
        ends.retain_mut(|end| {
            let other = match end.side {
                Side::Before => (own + nodes - 1) % nodes,
                Side::After => (own + 1) % nodes,
            };
            match end.look(key, own, other) {
                Seen::Open => return true,
                Seen::Useless => is_closed |= end.side == Side::After && end.stage < Stage::Watched,
                Seen::Refused(errno) => refused = Some(errno),
                Seen::Lost { has_ended } => {
                    let lost = Lost {
                        node: other,
                        has_ended,
                    };
                    self.lost.get_or_insert((Instant::now() + GRACE, lost));
                }
            }
            false
        });
        let is_before = |end: &End| end.side == Side::Before && end.stage >= Stage::Watched;
        if ends.iter().any(is_before) {
            self.listener = None;
            ends.retain(|end| end.side == Side::After || end.stage >= Stage::Watched);
        }
        self.ends = ends;
        if is_closed {
            refused = if self.tries < TRIES_MAX {
                self.connect(watch).err()
            } else {
                Some(Errno::CONNABORTED)
            };
        }
        if refused == Some(Errno::CONNREFUSED)
            && (self.tries > 1 || self.datagrams.is_some_and(is_refused))
        {
            let lost = Lost {
                node: (own + 1) % nodes,
                has_ended: true,
            };
            let due = Instant::now() + GRACE_OF_UNPROVED;
            self.lost.get_or_insert((due, lost));
            refused = None;
        }
        match (refused, &self.lost) {
            (Some(errno), _) => Err(errno),
            (None, Some((due, lost))) if Instant::now() >= *due => Ok(Some(*lost)),
            (None, _) => Ok(None),
        }
    }

    fn accept(&mut self, watch: &impl Fn(BorrowedFd<'_>)) {
        let Some(listener) = &self.listener else {
            return;
        };
        // A connection that can't be had is one that is not watched.
        while let Ok(socket) = Descriptor::open(|| accept_with(&**listener, FLAGS)) {
            if self.ask_kernel(&socket).is_err() {
                continue;
            }
            // The oldest one makes room: who has not proved by now who it is may be anyone.
            let is_stranger = |end: &End| end.side == Side::Before;
            let strangers = self.ends.iter().filter(|end| is_stranger(end));
            if strangers.count() >= STRANGERS_MAX
                && let Some(oldest) = self.ends.iter().position(is_stranger)
            {
                self.ends.remove(oldest);
            }
            watch(socket.as_fd());
            let end = End::new(socket, Side::Before);
            end.say(&end.challenge);
            self.ends.push(end);
        }
    }

    /// Whether the nodes before and after have proved who they are.
    pub(crate) fn is_whole(&self) -> bool {
        let proved = self.ends.iter().filter(|end| end.stage >= Stage::Watched);
        self.listener.is_none() && proved.count() == 2
    }

    /// Says that this process may leave, and why nobody has to report it.
    pub(crate) fn say_left(&self) {
        self.say(LEFT);
    }

    /// Says that this process has told why the job ends.
    pub(crate) fn say_ended(&self) {
        self.say(ENDED);
    }

    fn say(&self, word: u8) {
        for end in self.ends.iter().filter(|end| end.stage == Stage::Watched) {
            end.say(&[word]);
        }
    }
}

/// Whether the host says that no socket receives datagrams at this address.
fn is_refused(address: SocketAddr) -> bool {
    let own = match address {
        SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
    };
    let ask = || -> io::Result<usize> {
        let socket = UdpSocket::bind((own, 0))?;
        socket.set_read_timeout(Some(ANSWER_WITHIN))?;
        socket.connect(address)?;
        socket.send(&[])?;
        socket.recv(&mut [0])
    };
    let is_refusal = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
    (0..DATAGRAMS_MAX).any(|_| ask().is_err_and(is_refusal))
}

impl End {
    fn new(socket: Descriptor<OwnedFd>, side: Side) -> End {
        End {
            socket,
            side,
            stage: Stage::Greeting,
            challenge: random(),
            theirs: [0; CHALLENGE_BYTES],
            inbound: Vec::new(),
        }
    }

    /// The few bytes of a conversation fit into an empty socket. If it is broken, reading tells.
    fn say(&self, bytes: &[u8]) {
        let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
        let _ = send(&*self.socket, bytes, flags);
    }

    fn look(&mut self, key: Option<&Key>, own: u32, other: u32) -> Seen {
        loop {
            let mut buffer = [0; ANSWER_BYTES];
            let end = match recv(&*self.socket, &mut buffer, RecvFlags::DONTWAIT) {
                Ok((_, 0)) | Err(Errno::CONNRESET) => Seen::Lost { has_ended: true },
                Ok((_, length)) => {
                    self.inbound.extend_from_slice(&buffer[..length]);
                    if !self.take(key, own, other) {
                        return Seen::Useless;
                    }
                    continue;
                }
                Err(Errno::INTR) => continue,
                Err(Errno::AGAIN) => {
                    // What has come before the key was known.
                    let goes_on = self.take(key, own, other);
                    return if goes_on { Seen::Open } else { Seen::Useless };
                }
                Err(errno) if self.stage == Stage::Greeting && self.side == Side::After => {
                    Seen::Refused(errno)
                }
                Err(_) => Seen::Lost { has_ended: false },
            };
            return match (end, self.stage) {
                (Seen::Lost { .. }, stage) if stage != Stage::Watched => Seen::Useless,
                (end, _) => end,
            };
        }
    }

    /// Takes what has come, as far as it is whole. Returns `false` if the other end is nobody of this job.
    fn take(&mut self, key: Option<&Key>, own: u32, other: u32) -> bool {
        let Some(key) = key else {
            return self.inbound.len() <= ANSWER_BYTES;
        };
        loop {
            match (self.stage, self.side) {
                (Stage::Greeting, Side::After) => {
                    let Some(theirs) = self.next() else {
                        return true;
                    };
                    self.theirs = theirs;
                    let own_proof = proof(key, own, &self.challenge, &theirs);
                    self.say(&[&self.challenge[..], &own.to_be_bytes(), &own_proof].concat());
                    self.stage = Stage::Proving;
                }
                (Stage::Greeting, Side::Before) => {
                    let Some(answer) = self.next::<ANSWER_BYTES>() else {
                        return true;
                    };
                    let (theirs, rest) = answer.split_at(CHALLENGE_BYTES);
                    let (node, theirs_proof) = rest.split_at(4);
                    self.theirs.copy_from_slice(theirs);
                    let is_proved =
                        is_proof(key, other, (&self.theirs, &self.challenge), theirs_proof);
                    if node != other.to_be_bytes() || !is_proved {
                        return false;
                    }
                    self.say(&proof(key, own, &self.challenge, &self.theirs));
                    self.stage = Stage::Watched;
                }
                (Stage::Proving, _) => {
                    let Some(theirs_proof) = self.next::<PROOF_BYTES>() else {
                        return true;
                    };
                    if !is_proof(key, other, (&self.theirs, &self.challenge), &theirs_proof) {
                        return false;
                    }
                    self.stage = Stage::Watched;
                }
                (Stage::Watched, _) => match self.next::<1>() {
                    None => return true,
                    Some([LEFT | ENDED]) => self.stage = Stage::Told,
                    Some(_) => return false,
                },
                (Stage::Told, _) => return self.inbound.is_empty(),
            }
        }
    }

    /// The next bytes, if so many have come.
    fn next<const COUNT: usize>(&mut self) -> Option<[u8; COUNT]> {
        let bytes = *self.inbound.first_chunk()?;
        self.inbound.drain(..COUNT);
        Some(bytes)
    }
}

fn socket(address: SocketAddr) -> Result<OwnedFd, Errno> {
    let family = match address {
        SocketAddr::V4(_) => AddressFamily::INET,
        SocketAddr::V6(_) => AddressFamily::INET6,
    };
    socket_with(family, SocketType::STREAM, FLAGS, None)
}

fn mac(key: &Key, node: u32, own: &[u8], theirs: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(b"farreach node watches 1\0");
    mac.update(&node.to_be_bytes());
    mac.update(own);
    mac.update(theirs);
    mac
}

/// The proof that `node`, which made the challenge `own`, knows the key.
fn proof(key: &Key, node: u32, own: &[u8], theirs: &[u8]) -> [u8; PROOF_BYTES] {
    mac(key, node, own, theirs).finalize().into_bytes().into()
}

fn is_proof(key: &Key, node: u32, (own, theirs): (&[u8], &[u8]), proof: &[u8]) -> bool {
    mac(key, node, own, theirs).verify_slice(proof).is_ok()
}

#[cfg(test)]
mod tests;
