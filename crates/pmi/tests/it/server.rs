//! A launcher of our own that speaks PMI-1, starts ranks, and stops when it is told to.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::{FdFlags, fcntl_setfd};

/// Longer than any step takes on a loaded machine. Only a hang takes longer.
const PATIENCE: Duration = Duration::from_mins(5);

/// How the server behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It answers everything.
    Answers,
    /// It hears no more of a rank from its first command of this name on.
    FallsSilentAt(&'static str),
    /// It closes all connections at the first command of this name.
    ClosesAt(&'static str),
    /// A fence ends only after each rank has asked this number of other questions during it.
    FencesLast(u32),
    /// It answers each command of this name with this line instead. [`ENDLESS`] is a line that does not end.
    Lies(&'static str, &'static str),
}

/// The answer of a megabyte without a line's end.
pub(crate) const ENDLESS: &str = "endless";

/// A job of ranks.
pub(crate) struct Job {
    pub(crate) mapping: &'static str,
    pub(crate) size: usize,
    pub(crate) manner: Manner,
    pub(crate) patience_ms: u32,
    /// The key file of each rank.
    pub(crate) key_files: Vec<PathBuf>,
    /// The ranks of which each container is to be a node.
    pub(crate) by_container: Range<usize>,
    /// Whether the last rank has a network namespace of its own, as a container has.
    pub(crate) is_last_apart: bool,
    /// The ranks that the processes are told. If empty, each is told its own.
    pub(crate) told: &'static [usize],
}

impl Default for Job {
    /// Two nodes of one process each, under a launcher that does all it should.
    fn default() -> Job {
        Job {
            mapping: "(vector,(0,2,1))",
            size: 2,
            manner: Manner::Answers,
            patience_ms: 300_000,
            key_files: Vec::new(),
            by_container: 0..0,
            is_last_apart: false,
            told: &[],
        }
    }
}

impl Job {
    /// Runs `pmi_rank` with these deeds as each rank. Returns what the ranks print.
    pub(crate) fn run(&self, deeds: &[&str]) -> Vec<Output> {
        self.run_after(deeds, || {})
    }

    /// Runs `pmi_rank` as [`Job::run`] does. The last rank starts after `before_last` has returned.
    pub(crate) fn run_after(&self, deeds: &[&str], before_last: impl FnOnce()) -> Vec<Output> {
        let mut state = State {
            manner: self.manner,
            mapping: self.mapping,
            values: HashMap::new(),
            ranks: Vec::new(),
        };
        let mut connections = Vec::new();
        let mut theirs = Vec::new();
        for _ in 0..self.size {
            let (ours, of_rank) = UnixStream::pair().expect("a socket pair");
            theirs.push(of_rank);
            state.ranks.push(Rank {
                socket: ours.try_clone().expect("a duplicate"),
                is_heard: true,
                questions_in_fence: None,
            });
            connections.push(ours);
        }
        let state = Arc::new(Mutex::new(state));
        for (rank, connection) in connections.into_iter().enumerate() {
            let state = Arc::clone(&state);
            thread::spawn(move || {
                let lines = BufReader::new(connection).lines();
                for line in lines.map_while(Result::ok) {
                    state.lock().expect("no panic").hear(rank, &line);
                }
            });
        }
        let mut before_last = Some(before_last);
        let mut children = Vec::new();
        for (rank, socket) in theirs.into_iter().enumerate() {
            if rank + 1 == self.size
                && let Some(before_last) = before_last.take()
            {
                before_last();
            }
            fcntl_setfd(&socket, FdFlags::empty()).expect("a flag");
            children.push(self.start(rank, &socket, deeds));
        }
        let begun = Instant::now();
        while children.iter_mut().any(is_running) {
            if begun.elapsed() > PATIENCE {
                for child in &mut children {
                    let _ = child.kill();
                }
                panic!("a rank hangs");
            }
            thread::sleep(Duration::from_millis(5));
        }
        let outputs = children.into_iter().map(Child::wait_with_output);
        outputs.map(|output| output.expect("an output")).collect()
    }

    fn start(&self, rank: usize, socket: &UnixStream, deeds: &[&str]) -> Child {
        let mut command = if self.is_last_apart && rank + 1 == self.size {
            let mut command = Command::new("/usr/bin/unshare");
            command.arg("--net").arg(pmi_rank());
            command
        } else {
            Command::new(pmi_rank())
        };
        command
            .arg(self.patience_ms.to_string())
            .args(deeds)
            .env_clear();
        if let Some(path) = self.key_files.get(rank) {
            command.env("FARREACH_KEY_FILE", path);
        }
        if self.by_container.contains(&rank) {
            command.env("FARREACH_NODES_BY", "container");
        }
        command
            .env("PMI_FD", socket.as_raw_fd().to_string())
            .env("PMI_RANK", self.told.get(rank).unwrap_or(&rank).to_string())
            .env("PMI_SIZE", self.size.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a rank")
    }
}

fn is_running(child: &mut Child) -> bool {
    child.try_wait().expect("a child").is_none()
}

/// The `pmi_rank` example, which cargo builds with these tests.
pub(crate) fn pmi_rank() -> PathBuf {
    let tests = std::env::current_exe().expect("this program's path");
    let folder = tests.parent().and_then(|deps| deps.parent());
    folder.expect("a target folder").join("examples/pmi_rank")
}

struct State {
    manner: Manner,
    mapping: &'static str,
    values: HashMap<String, String>,
    ranks: Vec<Rank>,
}

struct Rank {
    socket: UnixStream,
    is_heard: bool,
    /// If the rank is in a fence, its questions since then.
    questions_in_fence: Option<u32>,
}

impl State {
    fn hear(&mut self, rank: usize, line: &str) {
        let fields = line.split(' ').filter_map(|field| field.split_once('='));
        let fields: HashMap<&str, &str> = fields.collect();
        let command = fields["cmd"];
        let is_named = |name: &str| name == command;
        if matches!(self.manner, Manner::ClosesAt(name) if is_named(name)) {
            for rank in &mut self.ranks {
                rank.is_heard = false;
                let _ = rank.socket.shutdown(std::net::Shutdown::Both);
            }
        }
        // The mapping is asked for in any case.
        let is_mapping = fields.get("key").copied() == Some("PMI_process_mapping");
        let falls_silent = matches!(self.manner, Manner::FallsSilentAt(name) if is_named(name));
        self.ranks[rank].is_heard &= is_mapping || !falls_silent;
        if !self.ranks[rank].is_heard {
            return;
        }
        let answer = match command {
            "init" => "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0".into(),
            "get_maxes" => {
                if let Some(questions) = &mut self.ranks[rank].questions_in_fence {
                    *questions += 1;
                }
                "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024".into()
            }
            // Two jobs on this machine at once have different names.
            "get_my_kvsname" => format!("cmd=my_kvsname kvsname=job_{}", self.name()),
            "get" if is_mapping => format!("cmd=get_result rc=0 value={}", self.mapping),
            "get" => match self.values.get(fields["key"]) {
                Some(value) => format!("cmd=get_result rc=0 value={value}"),
                None => "cmd=get_result rc=-1".into(),
            },
            "put" => {
                let [key, value] = ["key", "value"].map(|name| fields[name].to_owned());
                self.values.insert(key, value);
                "cmd=put_result rc=0".into()
            }
            "barrier_in" => {
                self.ranks[rank].questions_in_fence = Some(0);
                String::new()
            }
            "finalize" => "cmd=finalize_ack rc=0".into(),
            _ => String::new(),
        };
        if let Manner::Lies(name, lie) = self.manner
            && is_named(name)
            && !is_mapping
        {
            match lie {
                ENDLESS => self.ranks[rank].say_bytes(&vec![b'x'; 1 << 20]),
                lie => self.ranks[rank].say(lie),
            }
            return;
        }
        if !answer.is_empty() {
            self.ranks[rank].say(&answer);
        }
        let questions = match self.manner {
            Manner::FencesLast(questions) => questions,
            _ => 0,
        };
        let is_through = |rank: &Rank| rank.questions_in_fence.is_some_and(|of| of >= questions);
        if self.ranks.iter().all(is_through) {
            for rank in &mut self.ranks {
                rank.questions_in_fence = None;
                rank.say("cmd=barrier_out rc=0");
            }
        }
    }

    fn name(&self) -> String {
        format!(
            "{}_{}",
            std::process::id(),
            self.ranks[0].socket.as_raw_fd()
        )
    }
}

impl Rank {
    /// A rank that is gone hears nothing.
    fn say(&mut self, answer: &str) {
        let _ = writeln!(self.socket, "{answer}");
    }

    fn say_bytes(&mut self, bytes: &[u8]) {
        let _ = self.socket.write_all(bytes);
    }
}
