//! The client of PMI-1 and PMI-2, which share a socket and most words.
//!
//! Each wait for a launcher has a limit.

use std::collections::VecDeque;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use super::{Command, Greeting, Reply};
use crate::error::PmiError;
use crate::link::Link;
use crate::mapping::nodes_of_ranks;
use crate::wire::{Message, pmi1, pmi2};

/// The most bytes of a value where a server does not say. PMI-2 has this limit.
const VALUE_MAX: usize = 1024;
/// The key of the mapping of processes.
const MAPPING: &str = "PMI_process_mapping";

/// Which of the two protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    One,
    Two,
}

impl Version {
    fn other(self) -> Version {
        match self {
            Version::One => Version::Two,
            Version::Two => Version::One,
        }
    }

    fn number(self) -> u32 {
        match self {
            Version::One => 1,
            Version::Two => 2,
        }
    }

    /// A command in the words of this version.
    fn words(self, command: &Command, job: &str) -> Message {
        match self {
            Version::One => message_1(command, job),
            Version::Two => message_2(command, job),
        }
    }
}

/// What the environment says of this process; a server may say otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub(crate) rank: u32,
    pub(crate) size: u32,
    /// The job's name, where a server of PMI-2 wants to hear it.
    pub(crate) job: Option<String>,
}

/// A command that the server has not answered.
#[derive(Debug)]
struct UnderWay {
    /// When the server was asked, or was last heard of.
    since: Instant,
    /// Whether the server was asked something else since then.
    is_probed: bool,
}

impl UnderWay {
    fn from_now() -> UnderWay {
        UnderWay {
            since: Instant::now(),
            is_probed: false,
        }
    }
}

/// A conversation in PMI-1 or PMI-2.
#[derive(Debug)]
pub(crate) struct Simple {
    link: Link,
    version: Version,
    /// The name that commands of PMI-1 have to say.
    job: String,
    patience: Duration,
    asked: VecDeque<Command>,
    /// The first of `asked`, if the server has been asked.
    under_way: Option<UnderWay>,
    /// Answers to [`Simple::probe`] that have not come.
    probes: u32,
    has_finalized: bool,
}

impl Simple {
    /// Begins a conversation. The server is asked for `first`, and for the other version if it refuses.
    pub(crate) fn greet(
        link: Link,
        first: Version,
        identity: &Identity,
        patience: Duration,
    ) -> Result<(Simple, Greeting), PmiError> {
        let mut simple = Simple {
            link,
            version: first,
            job: String::new(),
            patience,
            asked: VecDeque::new(),
            under_way: None,
            probes: 0,
            has_finalized: false,
        };
        simple.version = simple.agree(first)?;
        let greeting = match simple.version {
            Version::One => simple.greet_1(identity)?,
            Version::Two => simple.greet_2(identity)?,
        };
        simple.job.clone_from(&greeting.job);
        Ok((simple, greeting))
    }

    pub(crate) fn version(&self) -> Version {
        self.version
    }

    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        self.link.fd()
    }

    /// Finds a version that the server speaks. This first message is a line in both.
    fn agree(&mut self, first: Version) -> Result<Version, PmiError> {
        let mut answers = Vec::new();
        for version in [first, first.other()] {
            let message = Message::new("init")
                .with("pmi_version", version.number())
                .with("pmi_subversion", 2 - version.number());
            self.link.send(&pmi1::encode(&message)?)?;
            let deadline = Instant::now() + self.patience;
            let answer = loop {
                let answer = self.link.wait(pmi1::parse, deadline)?;
                let answer = answer.ok_or_else(|| self.silent("init"))?;
                // A server that listens on a port goes on telling what it has to.
                if answer.command != "set" {
                    break answer;
                }
            };
            if answer.command != "response_to_init" {
                return Err(bad(&answer, "init", "another answer was expected"));
            }
            let spoken = answer.number::<u32>("pmi_version");
            let is_well = answer.number("rc").unwrap_or(0) == 0;
            if is_well && spoken.is_none_or(|spoken| spoken == version.number()) {
                return Ok(version);
            }
            answers.push(answer);
        }
        Err(PmiError::Answer {
            command: "init".into(),
            answer: format!("{answers:?}"),
            problem: "it speaks neither version 1 nor version 2",
        })
    }

    fn greet_1(&mut self, identity: &Identity) -> Result<Greeting, PmiError> {
        let limits = self.ask(&Message::new("get_maxes"), "maxes")?;
        let name = self.ask(&Message::new("get_my_kvsname"), "my_kvsname")?;
        let job = required(&name, "get_my_kvsname", "kvsname")?;
        let get = Message::new("get")
            .with("kvsname", &job)
            .with("key", MAPPING);
        let mapping = self.ask(&get, "get_result")?;
        let mapping = found_1(&mapping);
        let node_of = node_of(mapping.as_deref(), identity.size)?;
        Ok(Greeting {
            first: lowest_beside(identity.rank, &node_of),
            node_of: Some(node_of),
            rank: identity.rank,
            size: identity.size,
            job,
            value_max: limits.number("vallen_max").unwrap_or(VALUE_MAX),
        })
    }

    fn greet_2(&mut self, identity: &Identity) -> Result<Greeting, PmiError> {
        let mut full = Message::new("fullinit");
        if let Some(job) = &identity.job {
            full = full.with("pmijobid", job);
        }
        let full = full
            .with("pmirank", identity.rank)
            .with("threaded", "FALSE");
        let answer = self.ask(&full, "fullinit-response")?;
        let rank = answer.number("rank").unwrap_or(identity.rank);
        let size = answer.number("size").unwrap_or(identity.size);
        if rank >= size {
            return Err(bad(&answer, "fullinit", "no such rank"));
        }
        let name = self.ask(&Message::new("job-getid"), "job-getid-response")?;
        let job = required(&name, "job-getid", "jobid")?;
        let get = Message::new("info-getjobattr").with("key", MAPPING);
        let mapping = self.ask(&get, "info-getjobattr-response")?;
        let mapping = found_2(&mapping);
        let node_of = node_of(mapping.as_deref(), size)?;
        Ok(Greeting {
            first: lowest_beside(rank, &node_of),
            node_of: Some(node_of),
            rank,
            size,
            job,
            value_max: VALUE_MAX,
        })
    }

    /// Asks, and waits for the answer, which must be named `expected`.
    fn ask(&mut self, message: &Message, expected: &str) -> Result<Message, PmiError> {
        self.send(message)?;
        let deadline = Instant::now() + self.patience;
        let parse = self.parser();
        let answer = self.link.wait(parse, deadline)?;
        let answer = answer.ok_or_else(|| self.silent(&message.command))?;
        if answer.command != expected {
            return Err(bad(
                &answer,
                &message.command,
                "another answer was expected",
            ));
        }
        Ok(answer)
    }

    pub(crate) fn submit(&mut self, command: Command) -> Result<(), PmiError> {
        self.asked.push_back(command);
        self.ask_next()
    }

    fn ask_next(&mut self) -> Result<(), PmiError> {
        if self.under_way.is_some() {
            return Ok(());
        }
        let Some(command) = self.asked.front() else {
            return Ok(());
        };
        let message = self.version.words(command, &self.job);
        self.send(&message)?;
        self.under_way = Some(UnderWay::from_now());
        Ok(())
    }

    pub(crate) fn poll(&mut self) -> Result<Option<Reply>, PmiError> {
        if self.has_finalized {
            // The server may close the connection now.
            return Ok(None);
        }
        let answer = loop {
            let Some(answer) = self.link.receive(self.parser())? else {
                self.look_for_silence()?;
                return Ok(None);
            };
            if self.probes == 0 || answer.command != self.probe().1 {
                break answer;
            }
            self.probes -= 1;
            if let Some(under_way) = &mut self.under_way {
                *under_way = UnderWay::from_now();
            }
        };
        let under_way = self.under_way.take();
        let Some(command) = self.asked.pop_front().filter(|_| under_way.is_some()) else {
            return Err(bad(&answer, "nothing", "it was not asked"));
        };
        self.has_finalized = command == Command::Finalize;
        let reply = match self.version {
            Version::One => reply_1(&command, &answer),
            Version::Two => reply_2(&command, &answer),
        };
        let reply = reply.ok_or_else(|| bad(&answer, &format!("{command:?}"), "it failed"))?;
        self.ask_next()?;
        Ok(Some(reply))
    }

    /// Gives up a server that has been silent for too long.
    ///
    /// A fence lasts as long as the slowest process. During a fence the server is therefore asked something else, which it
    /// has at hand.
    fn look_for_silence(&mut self) -> Result<(), PmiError> {
        let (Some(command), Some(under_way)) = (self.asked.front(), &mut self.under_way) else {
            return Ok(());
        };
        if under_way.since.elapsed() < self.patience {
            return Ok(());
        }
        let name = self.version.words(command, &self.job).command;
        if !matches!(command, Command::Fence { .. }) {
            return Err(self.silent(&name));
        }
        if under_way.is_probed {
            let asked = self.probe().0.command;
            return Err(self.silent(&format!("{asked}, which it was asked during {name},")));
        }
        *under_way = UnderWay {
            since: Instant::now(),
            is_probed: true,
        };
        self.probes += 1;
        self.send(&self.probe().0)
    }

    /// A question that a server answers at once, whatever else it waits for, and the name of its answer.
    fn probe(&self) -> (Message, &'static str) {
        match self.version {
            Version::One => (Message::new("get_maxes"), "maxes"),
            Version::Two => (
                Message::new("info-getjobattr").with("key", MAPPING),
                "info-getjobattr-response",
            ),
        }
    }

    pub(crate) fn abort(&mut self, code: i32, text: &str) -> Result<(), PmiError> {
        let message = match self.version {
            Version::One => Message::new("abort").with("exitcode", code),
            Version::Two => Message::new("abort")
                .with("isworld", "TRUE")
                .with("msg", text.replace(['\n', '\0', ';'], " ")),
        };
        self.send(&message)
    }

    fn send(&mut self, message: &Message) -> Result<(), PmiError> {
        let bytes = match self.version {
            Version::One => pmi1::encode(message)?,
            Version::Two => pmi2::encode(message)?,
        };
        self.link.send(&bytes)
    }

    fn parser(&self) -> fn(&[u8]) -> Result<crate::wire::Parsed, crate::wire::WireError> {
        match self.version {
            Version::One => pmi1::parse,
            Version::Two => pmi2::parse,
        }
    }

    fn silent(&self, command: &str) -> PmiError {
        PmiError::Silent {
            launcher: self.link.launcher(),
            command: command.to_owned(),
            seconds: self.patience.as_secs(),
        }
    }
}

/// A field that must not be missing.
fn required(answer: &Message, command: &str, field: &str) -> Result<String, PmiError> {
    let value = answer.field(field).filter(|value| !value.is_empty());
    let value = value.ok_or_else(|| bad(answer, command, "the name of the job is missing"))?;
    Ok(value.to_owned())
}

/// An answer that makes no sense.
fn bad(answer: &Message, command: &str, problem: &'static str) -> PmiError {
    PmiError::Answer {
        command: command.to_owned(),
        answer: format!("{answer:?}"),
        problem,
    }
}

/// The node of each rank. A job of one needs no mapping.
fn node_of(mapping: Option<&str>, size: u32) -> Result<Vec<u32>, PmiError> {
    match mapping {
        None if size == 1 => Ok(vec![0]),
        None => Err(PmiError::Answer {
            command: MAPPING.into(),
            answer: "nothing".into(),
            problem: "without it nobody knows who shares a node",
        }),
        Some(mapping) => Ok(nodes_of_ranks(mapping, size)?),
    }
}

/// The lowest rank on the node of `rank`.
fn lowest_beside(rank: u32, node_of: &[u32]) -> u32 {
    let own = node_of[rank as usize];
    let ranks = (0..).zip(node_of);
    let mut beside = ranks.filter(|&(_, &node)| node == own);
    beside.next().map_or(rank, |(rank, _)| rank)
}

fn message_1(command: &Command, job: &str) -> Message {
    let named = |name: &str| Message::new(name).with("kvsname", job);
    match command {
        Command::Put { key, value } => named("put").with("key", key).with("value", value),
        Command::Get { key, .. } => named("get").with("key", key),
        Command::Fence { .. } => Message::new("barrier_in"),
        Command::Finalize => Message::new("finalize"),
    }
}

fn message_2(command: &Command, job: &str) -> Message {
    match command {
        Command::Put { key, value } => Message::new("kvs-put")
            .with("key", key)
            .with("value", value),
        Command::Get { key, .. } => Message::new("kvs-get")
            .with("jobid", job)
            .with("srcid", -1)
            .with("key", key),
        Command::Fence { .. } => Message::new("kvs-fence"),
        Command::Finalize => Message::new("finalize"),
    }
}

/// What an answer of PMI-1 means; `None` if it is a failure.
fn reply_1(command: &Command, answer: &Message) -> Option<Reply> {
    let expected = match command {
        Command::Put { .. } => "put_result",
        Command::Get { .. } => "get_result",
        Command::Fence { .. } => "barrier_out",
        Command::Finalize => "finalize_ack",
    };
    if answer.command != expected {
        return None;
    }
    match command {
        Command::Get { .. } => Some(Reply::Value(found_1(answer))),
        _ => is_well(answer).then_some(Reply::Done),
    }
}

/// What an answer of PMI-2 means; `None` if it is a failure.
fn reply_2(command: &Command, answer: &Message) -> Option<Reply> {
    let expected = match command {
        Command::Put { .. } => "kvs-put-response",
        Command::Get { .. } => "kvs-get-response",
        Command::Fence { .. } => "kvs-fence-response",
        Command::Finalize => "finalize-response",
    };
    if answer.command != expected {
        return None;
    }
    match command {
        Command::Get { .. } => Some(Reply::Value(found_2(answer))),
        _ => is_well(answer).then_some(Reply::Done),
    }
}

fn is_well(answer: &Message) -> bool {
    answer.number("rc").unwrap_or(0) == 0
}

fn found_1(answer: &Message) -> Option<String> {
    let value = answer.field("value").filter(|_| is_well(answer));
    value.map(str::to_owned)
}

fn found_2(answer: &Message) -> Option<String> {
    let is_found = answer
        .field("found")
        .is_none_or(|found| found.eq_ignore_ascii_case("true"));
    let value = answer
        .field("value")
        .filter(|_| is_found && is_well(answer));
    value.map(str::to_owned)
}

#[cfg(test)]
mod tests;
