//! Patterns that a run recorded: what each process did toward each other, and the file that holds it.
//!
//! ```text
//!   farreach pattern 1                                         name and version of the format
//!   16 processes on 4 nodes, running "heat2d"                  whose it is; the program is for people
//!   0 4 puts 12/4096 gets 0/0 atomics 1/8 messages 3/72        rank, peer, operations/bytes of each kind
//!   0 2 puts 12/4096 ..                                        a line for each contact, by rank, in the order of their begin
//!   ..
//!   crc32 1f0c22a9                                             of all bytes before this line
//! ```
//!
//! Contacts are between nodes: a run does not count what processes of a node do through memory. A
//! run with a node for each process has all contacts.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use thiserror::Error;

use crate::{Places, Step};

const FORMAT: &str = "farreach pattern";
const VERSION: &str = "1";

/// Operations of one kind, and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// Operations.
    pub ops: u64,
    /// Bytes.
    pub bytes: u64,
}

/// What a process did toward another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contact {
    /// The process.
    pub rank: u32,
    /// The other process.
    pub peer: u32,
    /// Puts.
    pub puts: Amount,
    /// Gets.
    pub gets: Amount,
    /// Atomics.
    pub atomics: Amount,
    /// Messages.
    pub messages: Amount,
}

/// A recorded pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    places: Places,
    program: String,
    /// By rank, and in the order in which a process began them.
    contacts: Vec<Contact>,
    /// The steps of each process.
    steps: Vec<Vec<Step>>,
}

/// Why a file is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordedError {
    /// The file is something else.
    #[error(
        "{name} is no recorded pattern: it does not begin with \"{FORMAT} {VERSION}\"; name the file that farreach run --record wrote"
    )]
    Foreign {
        /// The file.
        name: String,
    },
    /// The file is damaged.
    #[error(
        "the recorded pattern {name} is damaged: {what}; record it again with farreach run --record"
    )]
    Damaged {
        /// The file.
        name: String,
        /// What is wrong.
        what: String,
    },
}

impl Amount {
    fn is_none(self) -> bool {
        self.ops == 0
    }
}

impl Contact {
    const KINDS: [&str; 4] = ["puts", "gets", "atomics", "messages"];

    fn amounts(&self) -> [Amount; 4] {
        [self.puts, self.gets, self.atomics, self.messages]
    }

    /// Bytes of all kinds.
    pub fn bytes(&self) -> u64 {
        self.amounts().iter().map(|amount| amount.bytes).sum()
    }
}

impl Recorded {
    /// A pattern of these contacts: those of a process together, in the order in which it began
    /// them.
    pub fn new(places: Places, program: &str, mut contacts: Vec<Contact>) -> Recorded {
        contacts.sort_by_key(|contact| contact.rank);
        let steps = steps(places.size(), &contacts);
        Recorded {
            places,
            program: program.to_owned(),
            contacts,
            steps,
        }
    }

    /// The placement of the run.
    pub fn places(&self) -> Places {
        self.places
    }

    /// The program that was run.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The contacts, by rank.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    pub(crate) fn steps(&self, rank: u32) -> &[Step] {
        &self.steps[rank as usize]
    }

    /// The file.
    pub fn to_text(&self) -> String {
        let (size, nodes) = (self.places.size(), self.places.nodes());
        let mut text = format!(
            "{FORMAT} {VERSION}\n{size} processes on {nodes} nodes, running {:?}\n",
            self.program
        );
        for contact in &self.contacts {
            // Writing to a string does not fail.
            let _ = write!(text, "{} {}", contact.rank, contact.peer);
            for (kind, amount) in Contact::KINDS.iter().zip(contact.amounts()) {
                let _ = write!(text, " {kind} {}/{}", amount.ops, amount.bytes);
            }
            text.push('\n');
        }
        let checksum = crc32fast::hash(text.as_bytes());
        let _ = writeln!(text, "crc32 {checksum:08x}");
        text
    }

    /// Reads a file. `name` is for errors.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Recorded, RecordedError> {
        if !bytes.starts_with(format!("{FORMAT} {VERSION}\n").as_bytes()) {
            return Err(RecordedError::Foreign {
                name: name.to_owned(),
            });
        }
        parse(bytes).map_err(|what| RecordedError::Damaged {
            name: name.to_owned(),
            what,
        })
    }
}

fn parse(bytes: &[u8]) -> Result<Recorded, String> {
    let cut = "its end is missing";
    let body = bytes.strip_suffix(b"\n").ok_or(cut)?;
    let start = body.iter().rposition(|&byte| byte == b'\n').ok_or(cut)? + 1;
    let (text, last) = bytes.split_at(start);
    let last = str::from_utf8(last).unwrap_or_default().trim_end();
    let checksum = last.strip_prefix("crc32 ").ok_or(cut)?;
    let is = format!("{:08x}", crc32fast::hash(text));
    if checksum != is {
        return Err(format!("its checksum is {is}, not {checksum:?}"));
    }
    let text = str::from_utf8(text).map_err(|error| error.to_string())?;
    let mut lines = text.lines().skip(1);
    let (places, program) = lines
        .next()
        .and_then(parse_shape)
        .ok_or("its second line names no processes and nodes")?;
    let mut contacts = Vec::new();
    let mut known = BTreeSet::new();
    for line in lines {
        let shown = line.get(..80).unwrap_or(line);
        let contact = parse_contact(line).ok_or_else(|| format!("line {shown:?} is no contact"))?;
        let (rank, peer) = (contact.rank, contact.peer);
        if rank.max(peer) >= places.size() {
            return Err(format!(
                "rank {rank} meets rank {peer} of {}",
                places.size()
            ));
        }
        if places.are_together(rank, peer) {
            return Err(format!("rank {rank} meets rank {peer} of its own node"));
        }
        if !known.insert((rank, peer)) {
            return Err(format!("rank {rank} meets rank {peer} in two lines"));
        }
        contacts.push(contact);
    }
    Ok(Recorded::new(places, &program, contacts))
}

fn parse_shape(line: &str) -> Option<(Places, String)> {
    let (shape, program) = line.split_once(" nodes, running ")?;
    let (size, nodes) = shape.split_once(" processes on ")?;
    let places = Places::new(size.parse().ok()?, nodes.parse().ok()?).ok()?;
    let program = program.strip_prefix('"')?.strip_suffix('"')?;
    Some((places, program.to_owned()))
}

fn parse_contact(line: &str) -> Option<Contact> {
    let mut words = line.split(' ');
    let mut contact = Contact {
        rank: words.next()?.parse().ok()?,
        peer: words.next()?.parse().ok()?,
        ..Contact::default()
    };
    let mut is_any = false;
    for (kind, amount) in Contact::KINDS.into_iter().zip([
        &mut contact.puts,
        &mut contact.gets,
        &mut contact.atomics,
        &mut contact.messages,
    ]) {
        if words.next()? != kind {
            return None;
        }
        let (ops, bytes) = words.next()?.split_once('/')?;
        *amount = Amount {
            ops: ops.parse().ok()?,
            bytes: bytes.parse().ok()?,
        };
        is_any |= !amount.is_none();
    }
    (words.next().is_none() && is_any).then_some(contact)
}

/// Steps in which each contact is one message. A contact gets the first step after the process's
/// earlier contact in which the peer receives from nobody else.
fn steps(size: u32, contacts: &[Contact]) -> Vec<Vec<Step>> {
    let mut of_ranks: Vec<Vec<&Contact>> = vec![Vec::new(); size as usize];
    for contact in contacts {
        of_ranks[contact.rank as usize].push(contact);
    }
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); size as usize];
    let mut next = vec![0; size as usize];
    let most = of_ranks.iter().map(Vec::len).max().unwrap_or(0);
    for nth in 0..most {
        for (rank, own) in (0..size).zip(&of_ranks) {
            let Some(contact) = own.get(nth) else {
                continue;
            };
            let mut at = next[rank as usize];
            while step(&mut steps, contact.peer, at).from.is_some() {
                at += 1;
            }
            step(&mut steps, contact.peer, at).from = Some(rank);
            let sent = step(&mut steps, rank, at);
            (sent.to, sent.bytes) = (Some(contact.peer), contact.bytes());
            next[rank as usize] = at + 1;
        }
    }
    let longest = steps.iter().map(Vec::len).max().unwrap_or(0);
    for own in &mut steps {
        own.resize(longest, Step::NOTHING);
    }
    steps
}

fn step(steps: &mut [Vec<Step>], rank: u32, at: usize) -> &mut Step {
    let own = &mut steps[rank as usize];
    if own.len() <= at {
        own.resize(at + 1, Step::NOTHING);
    }
    &mut own[at]
}
