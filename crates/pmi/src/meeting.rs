//! How the processes of a node find each other: over a Unix socket in the abstract namespace, whose name goes away with it.
//!
//! ```text
//!   first process: binds farreach-DIGEST, listens │ name taken: binds farreach-DIGEST-RANDOM
//!   the others:    connect to farreach-DIGEST     │ no process of this user there: look for farreach-DIGEST-* among all names
//! ```
//!
//! The digest is of the user, the job and the node. Whoever knows these can take the first name, but no random one. A socket of
//! another user is never spoken to: both ends ask the kernel who the other is.

use std::fmt::Write as _;
use std::fs;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use farreach_forks::Descriptor;
use rustix::io::Errno;
use rustix::net::sockopt::socket_peercred;
use rustix::net::{
    AddressFamily, SocketAddrUnix, SocketFlags, SocketType, accept_with, bind, connect, listen,
    socket_with,
};
use rustix::process::geteuid;
use sha2::{Digest, Sha256};

use crate::error::{PmiError, os};

const FLAGS: SocketFlags = SocketFlags::CLOEXEC.union(SocketFlags::NONBLOCK);
/// Connections that wait to be accepted. The kernel has a smaller limit; who is beyond tries again.
const BACKLOG: i32 = 4096;
/// Tries of the first name for each look at all names.
const LOOK_EVERY: u32 = 16;
const PAUSE: Duration = Duration::from_micros(100);
const PAUSE_MAX: Duration = Duration::from_millis(2);

/// The name that the processes of a node agree on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(String);

impl Name {
    /// The name for the node of a job whose lowest rank is `first`.
    pub(crate) fn new(job: &str, first: u32) -> Name {
        let mut hash = Sha256::new_with_prefix(b"farreach node's name 1\0");
        hash.update(geteuid().as_raw().to_be_bytes());
        hash.update(first.to_be_bytes());
        hash.update(job.as_bytes());
        let mut name = "farreach-".to_owned();
        for byte in &hash.finalize()[..16] {
            write!(name, "{byte:02x}").expect("a string takes all");
        }
        Name(name)
    }

    fn random(&self) -> String {
        format!("{}-{:016x}", self.0, u64::from_ne_bytes(random()))
    }
}

/// Random bytes from the operating system.
pub(crate) fn random<const COUNT: usize>() -> [u8; COUNT] {
    let mut bytes = [0; COUNT];
    let drawn = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty());
    assert_eq!(drawn, Ok(COUNT), "drawing random bytes");
    bytes
}

/// The place where the first process awaits the others.
#[derive(Debug)]
pub(crate) struct Door {
    listener: Descriptor<OwnedFd>,
}

impl Door {
    pub(crate) fn open(name: &Name) -> Result<Door, PmiError> {
        let listener = Descriptor::open(socket).map_err(os("a socket for this node"))?;
        let mut wanted = name.0.clone();
        loop {
            match bind(&*listener, &address(&wanted)) {
                Ok(()) => break,
                // Another job of this name, or somebody who wants to be in the way.
                Err(Errno::ADDRINUSE) => wanted = name.random(),
                Err(errno) => return Err(os("naming this node's socket")(errno)),
            }
        }
        listen(&*listener, BACKLOG).map_err(os("listening for this node's processes"))?;
        Ok(Door { listener })
    }

    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        self.listener.as_fd()
    }

    /// The next process of this user that has come.
    pub(crate) fn accept(&self) -> Result<Option<Descriptor<OwnedFd>>, PmiError> {
        loop {
            match Descriptor::open(|| accept_with(&*self.listener, FLAGS)) {
                Ok(guest) if is_ours(&guest) => return Ok(Some(guest)),
                Ok(_) | Err(Errno::INTR | Errno::CONNABORTED) => {}
                Err(Errno::AGAIN) => return Ok(None),
                Err(errno) => return Err(os("accepting this node's processes")(errno)),
            }
        }
    }
}

/// Looks for the first process until `deadline`. `talk` says whether a process of this user is it.
pub(crate) fn find<T>(
    name: &Name,
    deadline: Instant,
    mut talk: impl FnMut(Descriptor<OwnedFd>) -> Result<Option<T>, PmiError>,
) -> Result<Option<T>, PmiError> {
    let mut pause = PAUSE;
    for round in 1_u32.. {
        let first = call(&name.0)?;
        // A first name that is in other hands, or was when the first process came, is not waited for.
        let is_missing = matches!(first, Call::Nobody);
        if let Call::Ours(socket) = first
            && let Some(found) = talk(socket)?
        {
            return Ok(Some(found));
        }
        if !is_missing || round % LOOK_EVERY == 0 {
            for other in others(name) {
                if let Call::Ours(socket) = call(&other)?
                    && let Some(found) = talk(socket)?
                {
                    return Ok(Some(found));
                }
            }
        }
        if Instant::now() >= deadline {
            break;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(PAUSE_MAX);
    }
    Ok(None)
}

/// Who has a name.
enum Call {
    Ours(Descriptor<OwnedFd>),
    /// Somebody who does not answer now, or another user.
    Other,
    Nobody,
}

fn call(name: &str) -> Result<Call, PmiError> {
    let socket = Descriptor::open(socket).map_err(os("a socket for this node"))?;
    match connect(&*socket, &address(name)) {
        Ok(()) if is_ours(&socket) => Ok(Call::Ours(socket)),
        Ok(()) | Err(Errno::AGAIN | Errno::INTR | Errno::PROTOTYPE | Errno::ACCESS) => {
            Ok(Call::Other)
        }
        Err(Errno::CONNREFUSED) => Ok(Call::Nobody),
        Err(errno) => Err(os("looking for this node's first process")(errno)),
    }
}

/// The names with a random end that exist in this network namespace.
fn others(name: &Name) -> Vec<String> {
    let all = fs::read("/proc/net/unix").unwrap_or_default();
    let all = String::from_utf8_lossy(&all);
    let prefix = format!("@{}-", name.0);
    let names = all
        .lines()
        .filter_map(|line| line.split_whitespace().last());
    let mut names: Vec<String> = names
        .filter(|name| name.starts_with(&prefix))
        .map(|name| name[1..].to_owned())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn socket() -> Result<OwnedFd, Errno> {
    socket_with(AddressFamily::UNIX, SocketType::SEQPACKET, FLAGS, None)
}

fn address(name: &str) -> SocketAddrUnix {
    SocketAddrUnix::new_abstract_name(name.as_bytes()).expect("a short name")
}

/// Whether the other end is a process of this user.
fn is_ours(socket: &OwnedFd) -> bool {
    socket_peercred(socket).is_ok_and(|other| other.uid == geteuid())
}

#[cfg(test)]
mod tests;
