//! The processes of a node, and what they share.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use farreach_node::{Arena, ArenaError, ArenaLayout, Directory, WireEndpoint};
use rustix::process::{Pid, Rlimit};
use rustix::thread::CpuSet;

use super::doubts::Doubts;
use super::lines::{Grouping, LinePipe};
use crate::channel::{self, Channel};
use crate::clock::{by_own_clock, clock_name};
use crate::protocol::{AgentToRank, Order, OrderedProgram, Standing, Stream, VERSION, Welcome};
use crate::{
    JOB_FD_VARIABLE, NODE_VARIABLE, PLACE_VARIABLES, RANK_VARIABLE, ROOM_VARIABLE, SIZE_VARIABLE,
    spawn,
};

/// The agent's node.
pub(super) struct Node {
    pub(super) order: Order,
    arena: Arena,
    /// The programs that the head has sent or is sending, by their index.
    copies: Vec<Option<File>>,
    /// The number of programs that the head has not sent to their end.
    pub(super) awaited: usize,
    /// When the head started. `None` if the head has another clock.
    head_ns: Option<u64>,
}

impl Node {
    /// Lays out the arena, before the first process is started.
    pub(super) fn new(order: Order) -> Result<Self, ArenaError> {
        let placement = &order.placement;
        let layout = ArenaLayout {
            host_size: order.host_size,
            ..ArenaLayout::of(placement, order.node, order.heap_bytes)
        };
        let arena = Arena::placed(layout.with_globals(order.globals_bytes), placement)?;
        let (theirs, own) = (order.head_clock.as_deref(), clock_name());
        let head_ns = by_own_clock(order.head_ns, theirs, own.as_deref());
        Ok(Node {
            copies: order.programs.iter().map(|_| None).collect(),
            awaited: 0,
            order,
            arena,
            head_ns,
        })
    }

    /// The programs of this node's ranks that the head has to send.
    pub(super) fn make_copies(&mut self) -> io::Result<Vec<u32>> {
        let ranks = 0..self.local_size();
        let used: Vec<usize> = ranks
            .map(|index| self.program_of(self.rank_of(index)))
            .collect();
        let mut wanted = Vec::new();
        for (index, program) in self.order.programs.iter().enumerate() {
            let is_there = Path::new(&program.file).exists();
            if self.order.is_copied && !is_there && used.contains(&index) {
                let flags = rustix::fs::MemfdFlags::CLOEXEC;
                let memory = rustix::fs::memfd_create("farreach-program", flags)?;
                self.copies[index] = Some(memory.into());
                wanted.push(index as u32);
            }
        }
        self.awaited = wanted.len();
        Ok(wanted)
    }

    /// Takes a piece of a program. An empty piece is the end.
    pub(super) fn take_piece(&mut self, index: u32, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            self.awaited = self.awaited.saturating_sub(1);
        }
        match self.copies.get_mut(index as usize) {
            Some(Some(file)) => file.write_all(bytes),
            _ => Ok(()),
        }
    }

    /// The index of the program of `rank`.
    fn program_of(&self, rank: u32) -> usize {
        let mut end = 0;
        let found = self.order.programs.iter().position(|program| {
            end += program.ranks;
            rank < end
        });
        found.expect("the programs have as many ranks as the job")
    }

    /// The core of the node's process with this index, if processes have cores of their own.
    fn core(&self, index: u32) -> io::Result<Option<CpuSet>> {
        let Some(first) = self.order.first_core else {
            return Ok(None);
        };
        let allowed = rustix::thread::sched_getaffinity(None)?;
        let (count, ranks) = (allowed.count(), self.order.host_size);
        // Before the first rank starts.
        if count < ranks {
            return Err(io::Error::other(format!(
                "its host has {count} cores and {ranks} ranks: --bind none, or fewer ranks"
            )));
        }
        let mut cores = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core));
        let core = cores.nth((first + index) as usize);
        let core = core.expect("as many cores as ranks");
        let mut own = CpuSet::new();
        own.set(core);
        Ok(Some(own))
    }

    pub(super) fn local_size(&self) -> u32 {
        self.order.placement.local_size(self.order.node)
    }

    /// The rank of the node's process with this index.
    pub(super) fn rank_of(&self, index: u32) -> u32 {
        self.order.placement.rank_on(self.order.node, index)
    }

    /// The working directory of a program's processes. `None`: this process's.
    fn folder_of<'a>(&'a self, program: &'a OrderedProgram) -> Option<&'a OsString> {
        program.folder.as_ref().or(self.order.folder.as_ref())
    }

    /// The error text for a process that could not be started.
    pub(super) fn why_not_started(&self, rank: u32, error: &io::Error) -> String {
        let program = &self.order.programs[self.program_of(rank)];
        if let Some(folder) = self.folder_of(program)
            && !Path::new(folder).is_dir()
        {
            return format!(
                "there is no folder {}, which is to be the working directory: name another by --wdir",
                folder.display()
            );
        }
        if error.kind() == io::ErrorKind::Other {
            return error.to_string();
        }
        let file = program.file.display();
        // A head on this host found the file before the job began.
        let is_missing = !Path::new(&program.file).exists();
        let hint = match error.kind() {
            io::ErrorKind::NotFound if is_missing => {
                "; --copy sends the file to hosts that don't have it"
            }
            io::ErrorKind::NotFound => {
                " (of the file, or of the interpreter or loader that it names)"
            }
            _ => "",
        };
        format!("{file}: {error}{hint}")
    }

    /// The directory of the node's arena.
    pub(super) fn directory(&self) -> Directory<'_> {
        self.arena.directory()
    }

    /// Starts the process of `rank`. For rank 0, also returns the writing end of its standard
    /// input.
    pub(super) fn start(
        &self,
        rank: u32,
        host: &str,
        open_files: Rlimit,
    ) -> io::Result<(Rank, Option<OwnedFd>)> {
        let order = &self.order;
        let (ours, theirs) = channel::pair()?;
        let mut channel = Channel::new(ours);
        let arena_fd = self.arena.fd().expect("a created arena is in a memfd");
        channel.queue(&AgentToRank::Welcome(Box::new(Welcome {
            version: VERSION,
            rank,
            host: host.to_owned(),
            key: order.key,
            arena_fd: arena_fd.as_raw_fd(),
            head_ns: self.head_ns,
            no_adapter: order.no_adapter.clone(),
        })));
        channel.flush()?;

        let index = self.program_of(rank);
        let program = &order.programs[index];
        if let Some(processor) = foreign_processor(Path::new(&program.file)) {
            return Err(io::Error::other(format!(
                "{} was compiled for the processor {processor}, and this host has {}: compile it here",
                program.file.display(),
                std::env::consts::ARCH
            )));
        }
        let placement = &order.placement;
        let core = self.core(placement.local_index(rank))?;
        let places = [
            rank,
            placement.size(),
            placement.local_index(rank),
            placement.local_size(order.node),
        ];
        let places = places.map(|place| place.to_string());
        let mut inherited = vec![theirs.as_fd(), arena_fd];
        let mut command = match &self.copies[index] {
            None => Command::new(&program.file),
            Some(copy) => {
                if is_script(copy) {
                    // The interpreter opens the script by this path.
                    inherited.push(copy.as_fd());
                }
                Command::new(format!("/proc/self/fd/{}", copy.as_raw_fd()))
            }
        };
        for (name, _) in std::env::vars_os() {
            let name_bytes = name.as_encoded_bytes();
            let begins = |prefix: &String| name_bytes.starts_with(prefix.as_bytes());
            if order.settings.iter().any(begins) {
                command.env_remove(&name);
            }
        }
        command
            .arg0(&program.called)
            .args(&program.args)
            .envs(
                order
                    .env
                    .iter()
                    .chain(&program.env)
                    .map(|(name, value)| (name, value)),
            )
            .env(JOB_FD_VARIABLE, theirs.as_raw_fd().to_string())
            .env(RANK_VARIABLE, rank.to_string())
            .env(SIZE_VARIABLE, placement.size().to_string())
            .env(NODE_VARIABLE, order.node.to_string())
            .envs(
                PLACE_VARIABLES
                    .into_iter()
                    .flat_map(|names| names.into_iter().zip(&places)),
            )
            .env(ROOM_VARIABLE, placement.size().to_string())
            .stdin(if rank == 0 {
                Stdio::piped()
            } else {
                Stdio::null()
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = self.folder_of(program) {
            // Shells trust this variable if it is correct.
            command.current_dir(folder).env("PWD", folder);
        }
        let mut child = spawn::rank(&mut command, &inherited, open_files, core)?;

        let grouping = if order.placement.size() == 1 {
            Grouping::AsItComes
        } else {
            Grouping::Lines
        };
        let stdout = child.stdout.take().map(OwnedFd::from);
        let stderr = child.stderr.take().map(OwnedFd::from);
        let stdin = child.stdin.take().map(OwnedFd::from);
        for fd in stdout.iter().chain(&stderr).chain(&stdin) {
            rustix::io::ioctl_fionbio(fd, true)?;
        }
        let started = Rank {
            number: rank,
            pid: Pid::from_child(&child),
            is_running: true,
            standing: Standing::Stranger,
            has_aborted: false,
            is_held_back: false,
            doubts: Doubts::default(),
            endpoint: None,
            channel: Some(channel),
            stdout: stdout.map(|fd| LinePipe::new(fd, grouping)),
            stderr: stderr.map(|fd| LinePipe::new(fd, grouping)),
        };
        Ok((started, stdin))
    }
}

/// The processor that a program was compiled for, if this host does not run its programs. Otherwise the kernel's refusal
/// would make a shell take the program for a script.
fn foreign_processor(file: &Path) -> Option<String> {
    /// The numbers of processors in the headers of programs (`e_machine`).
    const PROCESSORS: [(u16, &str); 5] = [
        (21, "powerpc64"),
        (22, "s390x"),
        (62, "x86_64"),
        (183, "aarch64"),
        (243, "riscv64"),
    ];
    /// Where the kernel names interpreters of foreign programs, such as QEMU.
    const INTERPRETERS: &str = "/proc/sys/fs/binfmt_misc";
    let mut start = [0; 20];
    File::open(file).ok()?.read_exact_at(&mut start, 0).ok()?;
    let bytes = [start[18], start[19]];
    // The sixth byte tells the order of all others.
    let number = match start[5] {
        2 => u16::from_be_bytes(bytes),
        _ => u16::from_le_bytes(bytes),
    };
    let known = PROCESSORS.iter().find(|(known, _)| *known == number);
    let (_, processor) = known.filter(|_| start.starts_with(b"\x7fELF"))?;
    let mut interpreters = std::fs::read_dir(INTERPRETERS).into_iter().flatten();
    let is_run = *processor == std::env::consts::ARCH
        || interpreters.any(|entry| {
            entry.is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with("qemu-"))
        });
    (!is_run).then(|| (*processor).to_owned())
}

/// Whether a file is run by an interpreter, which its first line names.
fn is_script(file: &File) -> bool {
    let mut start = [0; 2];
    file.read_exact_at(&mut start, 0).is_ok() && &start == b"#!"
}

/// A started process.
pub(super) struct Rank {
    pub(super) number: u32,
    pub(super) pid: Pid,
    /// Whether the process is not reaped, so that its pid is valid.
    pub(super) is_running: bool,
    pub(super) standing: Standing,
    /// Whether the head knows that this rank has aborted the job.
    pub(super) has_aborted: bool,
    /// Whether the rank stands still and the head has not been told.
    pub(super) is_held_back: bool,
    pub(super) doubts: Doubts,
    pub(super) endpoint: Option<WireEndpoint>,
    pub(super) channel: Option<Channel>,
    stdout: Option<LinePipe>,
    stderr: Option<LinePipe>,
}

impl Rank {
    pub(super) fn pipe(&self, stream: Stream) -> Option<&LinePipe> {
        match stream {
            Stream::Stdout => self.stdout.as_ref(),
            Stream::Stderr => self.stderr.as_ref(),
        }
    }

    pub(super) fn pipe_mut(&mut self, stream: Stream) -> Option<&mut LinePipe> {
        match stream {
            Stream::Stdout => self.stdout.as_mut(),
            Stream::Stderr => self.stderr.as_mut(),
        }
    }

    /// Closes a pipe. Returns the held-back bytes of an unfinished line.
    pub(super) fn close_pipe(&mut self, stream: Stream) -> Vec<u8> {
        let pipe = match stream {
            Stream::Stdout => self.stdout.take(),
            Stream::Stderr => self.stderr.take(),
        };
        pipe.map(LinePipe::into_rest).unwrap_or_default()
    }

    /// Sends a message. The few messages that a rank ever gets fit into its socket, so all are sent
    /// unless the rank is gone.
    pub(super) fn tell(&mut self, message: &AgentToRank) {
        if let Some(channel) = &mut self.channel {
            channel.queue(message);
            // If the rank is gone, its earlier messages and its end are still to be read.
            let _ = channel.flush();
        }
    }
}
