//! How a process joins: it asks its launcher who is where, and meets the other processes of its node.

use std::io;
use std::net::{IpAddr, TcpStream, ToSocketAddrs};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use farreach_forks::Descriptor;
use farreach_node::{Arena, ArenaLayout, Placement, Size, host_name};
use sha2::{Digest, Sha256};

use super::node::{Member, Node};
use super::{Job, Phase, State, Wanted, any_of, containers};
use crate::channel::{Channel, Heard, Sizes, ToFirst, ToOther, VERSION, shortened};
use crate::detect::{self, DetectedLauncher, LauncherAddress};
use crate::error::PmiError;
use crate::link::{Link, wait_readable};
use crate::meeting::{self, Door, Name, random};
use crate::secret::Secret;
use crate::speaker::{Greeting, Identity, Pmix, Simple, Speaker, Version};
use crate::watch::Watch;
use crate::wire::{Message, pmi1};
use crate::{address, adopt};

impl Job {
    /// Joins the job that another launcher has started this process in. `None` if there is none.
    pub fn from_environment(wanted: Wanted) -> Result<Option<Job>, PmiError> {
        let of = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into());
        match detect::find(of)? {
            DetectedLauncher::Nobody => Ok(None),
            DetectedLauncher::Simple {
                way,
                identity,
                slurm_job,
            } => {
                let secret = secret(&wanted)?;
                let (simple, greeting, how) = greet(&way, identity, slurm_job, &wanted)?;
                let joining = Joining::new(Speaker::Simple(simple), greeting, how, wanted)?;
                joining.join(secret).map(Some)
            }
            DetectedLauncher::Pmix => {
                let secret = secret(&wanted)?;
                let (pmix, greeting, library) =
                    Pmix::greet(wanted.libpmix.as_deref(), wanted.patience)?;
                let how = format!("PMIx through {library}: the launcher set PMIX_NAMESPACE");
                let joining = Joining::new(Speaker::Pmix(pmix), greeting, how, wanted)?;
                joining.join(secret).map(Some)
            }
        }
    }
}

/// The secret that the job's key depends on, if it does.
fn secret(wanted: &Wanted) -> Result<Option<Secret>, PmiError> {
    let path = wanted.key_file.as_deref();
    path.map(Secret::read).transpose()
}

/// Which launcher a process would find, and why, without a word to it. `None` if there is none.
pub fn describe(libpmix: Option<&Path>) -> Result<Option<String>, PmiError> {
    let of = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into());
    Ok(match detect::find(of)? {
        DetectedLauncher::Nobody => None,
        DetectedLauncher::Pmix => Some(format!(
            "PMIx, since PMIX_NAMESPACE and PMIX_RANK are set; through {}",
            Pmix::describe(libpmix)?
        )),
        DetectedLauncher::Simple {
            way,
            identity,
            slurm_job,
        } => {
            let why = match (way, identity) {
                (LauncherAddress::Port { address, id }, _) => {
                    format!("PMI_PORT={address} and PMI_ID={id} are set")
                }
                (LauncherAddress::Fd(fd), Some((rank, size))) => {
                    format!("PMI_FD={fd} is set, for rank {rank} of {size}")
                }
                (LauncherAddress::Fd(fd), None) => format!("PMI_FD={fd} is set"),
            };
            let order = match slurm_job {
                Some(job) => format!("PMI-2 (PMI_JOBID={job}), or PMI-1 if the server refuses"),
                None => "PMI-1, or PMI-2 if the server refuses".to_owned(),
            };
            Some(format!("{order}, since {why}"))
        }
    })
}

/// The library that would speak PMIx, and its version.
pub fn describe_libpmix(libpmix: Option<&Path>) -> Result<String, PmiError> {
    Pmix::describe(libpmix)
}

/// Begins the conversation with a server of PMI-1 or PMI-2.
fn greet(
    way: &LauncherAddress,
    identity: Option<(u32, u32)>,
    slurm_job: Option<String>,
    wanted: &Wanted,
) -> Result<(Simple, Greeting, String), PmiError> {
    let (socket, name) = match way {
        LauncherAddress::Fd(fd) => {
            let socket = adopt::take(*fd).map_err(|reason| PmiError::NoConnection {
                what: format!("PMI_FD={fd}"),
                reason,
            })?;
            (socket, "PMI_FD")
        }
        LauncherAddress::Port { address, .. } => {
            let refused = |error: io::Error| PmiError::NoConnection {
                what: format!("PMI_PORT={address}"),
                reason: error.to_string(),
            };
            (
                connect(address, wanted.patience).map_err(refused)?.into(),
                "PMI_PORT",
            )
        }
    };
    let mut link = Link::new(socket);
    let identity = match (identity, way) {
        (Some(identity), _) => identity,
        (None, LauncherAddress::Port { id, .. }) => introduce(&mut link, id, wanted)?,
        (None, LauncherAddress::Fd(_)) => unreachable!("an inherited socket comes with a rank"),
    };
    // Slurm's server has PMI-1 as an afterthought.
    let first = match &slurm_job {
        Some(_) => Version::Two,
        None => Version::One,
    };
    let identity = Identity {
        rank: identity.0,
        size: identity.1,
        job: slurm_job,
    };
    let (simple, greeting) = Simple::greet(link, first, &identity, wanted.patience)?;
    let version = match simple.version() {
        Version::One => "PMI-1",
        Version::Two => "PMI-2",
    };
    let how = format!("{version} over {name}: the launcher set the variable, and answered");
    Ok((simple, greeting, how))
}

/// Connects to a launcher's port.
fn connect(address: &str, patience: Duration) -> io::Result<TcpStream> {
    let mut refused = io::ErrorKind::AddrNotAvailable.into();
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, patience) {
            Ok(socket) => return Ok(socket),
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

/// Says who this process is to a launcher that listens on a port. The launcher tells rank and size.
fn introduce(link: &mut Link, id: &str, wanted: &Wanted) -> Result<(u32, u32), PmiError> {
    link.send(&pmi1::encode(&Message::new("initack").with("pmiid", id))?)?;
    let deadline = Instant::now() + wanted.patience;
    let (mut rank, mut size) = (None, None);
    while rank.is_none() || size.is_none() {
        let Some(answer) = link.wait(pmi1::parse, deadline)? else {
            return Err(PmiError::Silent {
                launcher: link.launcher(),
                command: "initack".into(),
                seconds: wanted.patience.as_secs(),
            });
        };
        match answer.command.as_str() {
            "initack" => {}
            "set" => {
                rank = answer.number("rank").or(rank);
                size = answer.number("size").or(size);
            }
            _ => {
                return Err(PmiError::Answer {
                    command: "initack".into(),
                    answer: format!("{answer:?}"),
                    problem: "rank and size were expected",
                });
            }
        }
    }
    Ok((rank.unwrap_or(0), size.unwrap_or(0)))
}

/// Leaves the conversation open. The launcher ends a process that closes it too early, before the process has told why.
fn linger(speaker: Speaker) {
    std::mem::forget(speaker);
}

/// A process that knows who is where.
struct Joining {
    speaker: Speaker,
    greeting: Greeting,
    how: String,
    wanted: Wanted,
    sizes: Sizes,
    host: String,
    name: Name,
    deadline: Instant,
}

impl Joining {
    /// Waits for all other ranks if nodes are not what the launcher takes for them.
    fn new(
        mut speaker: Speaker,
        mut greeting: Greeting,
        how: String,
        wanted: Wanted,
    ) -> Result<Joining, PmiError> {
        let deadline = Instant::now() + wanted.patience;
        if wanted.by_container
            && let Err(error) = containers::divide(&mut speaker, &mut greeting, deadline)
        {
            linger(speaker);
            return Err(error);
        }
        Ok(Joining {
            name: Name::new(&greeting.job, greeting.first),
            sizes: Sizes {
                job: greeting.size,
                heap: wanted.heap_bytes,
                globals: wanted.globals_bytes,
            },
            speaker,
            greeting,
            how,
            deadline,
            wanted,
            host: host_name(),
        })
    }

    fn join(self, secret: Option<Secret>) -> Result<Job, PmiError> {
        let (node, arena, address) = match self.meet() {
            Ok(met) => met,
            Err(error) => {
                linger(self.speaker);
                return Err(error);
            }
        };
        let has_peers = arena.placement().nodes() > 1;
        let phase = match (has_peers, node.is_first()) {
            (true, true) => Phase::Gathering { share: random() },
            // Nothing is exchanged before this process's endpoint is known.
            _ => Phase::Ready,
        };
        let watch = address.filter(|_| node.is_first()).and_then(|address| {
            let nodes = (arena.layout().node, arena.placement().nodes());
            // A job whose nodes don't watch each other runs as well.
            Watch::open(address, self.wanted.ports, nodes, self.wanted.silence).ok()
        });
        let fds = node.fds().into_iter().chain([self.speaker.fd()]);
        let fds = fds.chain(watch.as_ref().and_then(Watch::listener));
        Ok(Job {
            rank: self.greeting.rank,
            host: self.host,
            arena,
            ready: any_of(fds)?,
            how: self.how,
            threads: self.speaker.threads(),
            address,
            state: Box::new(Mutex::new(State {
                key: (!has_peers).then(random),
                phase,
                node,
                speaker: self.speaker,
                value_max: self.greeting.value_max,
                sizes: self.sizes,
                secret,
                watch,
                seen: Vec::new(),
                has_published: false,
                has_finalized: false,
                is_over: false,
                has_told: false,
            })),
        })
    }

    /// Meets the other processes of the node. Also returns the address for other nodes.
    fn meet(&self) -> Result<(Node, Arena, Option<IpAddr>), PmiError> {
        let (node, arena) = match &self.greeting.node_of {
            Some(node_of) if self.greeting.rank == self.greeting.first => {
                self.as_first(&Placement::listed(node_of)?)?
            }
            _ => self.as_other()?,
        };
        let has_peers = arena.placement().nodes() > 1;
        let interface = self.wanted.interface.as_deref();
        let address = has_peers.then(|| address::choose(interface, &self.host));
        Ok((node, arena, address.transpose()?))
    }

    /// Makes the node's memory, and gives it to all others.
    fn as_first(&self, placement: &Placement) -> Result<(Node, Arena), PmiError> {
        let node = placement.node_of(self.greeting.rank);
        let layout = ArenaLayout::of(placement, node, self.wanted.heap_bytes);
        let layout = layout.with_globals(self.wanted.globals_bytes);
        let count = placement.local_size(node) as usize - 1;
        if count == 0 {
            return Ok((Node::First(Vec::new()), Arena::placed(layout, placement)?));
        }
        let door = Door::open(&self.name)?;
        let arena = Arena::placed(layout, placement)?;
        let (mut guests, mut members) = (Vec::new(), Vec::new());
        while members.len() < count {
            while let Some(guest) = door.accept()? {
                guests.push(Channel::new(guest));
            }
            let mut waiting = Vec::new();
            for guest in guests {
                if let Some(guest) = self.welcome(guest, &arena, &mut members)? {
                    waiting.push(guest);
                }
            }
            guests = waiting;
            if members.len() < count {
                self.wait_for_guests(&door, &guests, &members, placement)?;
            }
        }
        members.sort_unstable_by_key(|member: &Member| member.rank);
        Ok((Node::First(members), arena))
    }

    fn wait_for_guests(
        &self,
        door: &Door,
        guests: &[Channel],
        members: &[Member],
        placement: &Placement,
    ) -> Result<(), PmiError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            let has_come = |rank: &u32| {
                *rank == self.greeting.rank || members.iter().any(|member| member.rank == *rank)
            };
            let missing = placement.ranks(placement.node_of(self.greeting.rank));
            let missing: Vec<String> = missing
                .filter(|rank| !has_come(rank))
                .map(|rank| rank.to_string())
                .collect();
            let error = PmiError::Missing {
                missing: missing.join(", "),
                host: self.host.clone(),
                seconds: self.wanted.patience.as_secs(),
            };
            for channel in members.iter().filter_map(|member| member.channel.as_ref()) {
                let _ = channel.send(&ToOther::Ended(shortened(&error.to_string())), None);
            }
            return Err(error);
        }
        // A launcher that ends meanwhile ends this process, too.
        let mut fds: Vec<BorrowedFd<'_>> = guests.iter().map(Channel::fd).collect();
        fds.push(door.fd());
        wait_readable(&fds, left)
    }

    /// Takes in a process that has said who it is; returns one that has not.
    fn welcome(
        &self,
        guest: Channel,
        arena: &Arena,
        members: &mut Vec<Member>,
    ) -> Result<Option<Channel>, PmiError> {
        let (version, rank, sizes) = match guest.hear() {
            Ok(Heard::Nothing) => return Ok(Some(guest)),
            Ok(Heard::Message(
                ToFirst::Hello {
                    version,
                    rank,
                    sizes,
                },
                _,
            )) => (version, rank, sizes),
            // Somebody else of this user.
            Ok(_) | Err(_) => return Ok(None),
        };
        let refused = self.check_guest(version, rank, sizes, (arena.placement(), members));
        if let Err(error) = refused {
            let why = shortened(&error.to_string());
            guest.send(&ToOther::Refused(why), None)?;
            return Err(error);
        }
        guest.send(&ToOther::Welcome, arena.fd())?;
        members.push(Member {
            rank,
            channel: Some(guest),
            has_finalized: false,
            ends_job: false,
        });
        Ok(None)
    }

    fn check_guest(
        &self,
        version: u32,
        rank: u32,
        sizes: Sizes,
        (placement, members): (&Placement, &[Member]),
    ) -> Result<(), PmiError> {
        let host = &self.host;
        if version != VERSION {
            return Err(PmiError::Refused(format!(
                "rank {rank} on {host} speaks version {version} of the messages of a node, and rank {} version {VERSION}: use one \
                 version of Farreach in a job",
                self.greeting.rank
            )));
        }
        let who = format!("rank {rank} on {host}");
        check_sizes(
            sizes,
            &who,
            self.sizes,
            &format!("rank {}", self.greeting.rank),
        )?;
        let own = placement.node_of(self.greeting.rank);
        let is_here = placement.ranks(own).any(|here| here == rank);
        let is_twice =
            rank == self.greeting.rank || members.iter().any(|member| member.rank == rank);
        if is_twice || !is_here {
            let problem = if is_twice {
                "has come twice"
            } else {
                "is of another node"
            };
            return Err(PmiError::Refused(format!(
                "rank {rank} on {host} {problem}: the launcher gives a rank to two processes, or another job has this one's name ({})",
                self.greeting.job
            )));
        }
        Ok(())
    }

    /// Gets the node's memory from its first process.
    fn as_other(&self) -> Result<(Node, Arena), PmiError> {
        let hello = ToFirst::Hello {
            version: VERSION,
            rank: self.greeting.rank,
            sizes: self.sizes,
        };
        let talk = |socket: Descriptor<OwnedFd>| self.talk(Channel::new(socket), &hello);
        let found = meeting::find(&self.name, self.deadline, talk)?;
        let (channel, file) = found.ok_or_else(|| PmiError::NoFirst {
            first: self.greeting.first,
            host: self.host.clone(),
            seconds: self.wanted.patience.as_secs(),
        })?;
        let node = Node::Other {
            first: Some(channel),
            rank: self.greeting.first,
        };
        Ok((node, Arena::attach(file)?))
    }

    /// Says who this process is. `None` if that was not the node's first process.
    fn talk(
        &self,
        channel: Channel,
        hello: &ToFirst,
    ) -> Result<Option<(Channel, OwnedFd)>, PmiError> {
        if !channel.send(hello, None)? {
            return Ok(None);
        }
        loop {
            match channel.hear()? {
                Heard::Nothing => {
                    let left = self.deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Ok(None);
                    }
                    wait_readable(&[channel.fd()], left)?;
                }
                Heard::Message(ToOther::Welcome, Some(file)) => return Ok(Some((channel, file))),
                Heard::Message(ToOther::Refused(why), _) => return Err(PmiError::Refused(why)),
                Heard::Message(ToOther::Ended(why), _) => return Err(PmiError::Ended(why)),
                Heard::Gone | Heard::Message(..) => return Ok(None),
            }
        }
    }
}

/// Refuses processes that differ in what must be equal.
pub(super) fn check_sizes(
    theirs: Sizes,
    who: &str,
    own: Sizes,
    and_who: &str,
) -> Result<(), PmiError> {
    let differ = |what: &str, theirs: String, own: String| {
        Err(PmiError::Differs(format!(
            "{who} has {what} {theirs}, and {and_who} has {own}: give all processes the same"
        )))
    };
    if theirs.job != own.job {
        return differ(
            "ranks in the job:",
            theirs.job.to_string(),
            own.job.to_string(),
        );
    }
    for (setting, theirs, own) in [
        ("FARREACH_HEAP", theirs.heap, own.heap),
        ("FARREACH_GLOBALS", theirs.globals, own.globals),
    ] {
        let written = [theirs, own].map(|bytes| Size(bytes).to_string());
        if theirs != own && written[0] == written[1] {
            return differ(setting, format!("of {theirs} bytes"), format!("{own}"));
        }
        if theirs != own {
            let [theirs, own] = written;
            return differ(setting, format!("of {theirs}"), own);
        }
    }
    Ok(())
}

/// The job's key, to which each node has contributed, and the secret that all have.
pub(super) fn key_of<'a>(
    shares: impl Iterator<Item = &'a [u8; 16]>,
    secret: Option<&Secret>,
) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix(b"farreach job's key 1\0");
    for share in shares {
        hash.update(share);
    }
    if let Some(secret) = secret {
        hash.update(secret.bytes());
    }
    hash.finalize().into()
}
