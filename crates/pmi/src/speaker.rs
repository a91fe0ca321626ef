//! What a process asks its launcher, whichever PMI the launcher speaks.
//!
//! ```text
//!   greet: who am I, who is where                          waits for the answers, which the launcher has at hand
//!   submit: Put │ Fence │ Get │ Finalize ─▶ queue ─▶ one at a time ─▶ poll: the reply       waits for nothing
//! ```

mod pmix;
mod simple;

use std::collections::HashMap;
use std::hash::Hash;
use std::os::fd::BorrowedFd;

use crate::error::PmiError;
pub(crate) use pmix::Pmix;
pub(crate) use simple::{Identity, Simple, Version};

/// Who this process is, and who is where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Greeting {
    pub(crate) rank: u32,
    pub(crate) size: u32,
    /// The launcher's name of the job.
    pub(crate) job: String,
    /// The lowest rank on this node.
    pub(crate) first: u32,
    /// The node of each rank, by the launcher's numbers. Only the lowest rank of a node has to know.
    pub(crate) node_of: Option<Vec<u32>>,
    /// The most bytes of a value.
    pub(crate) value_max: usize,
}

/// Numbers in the place of names, in the order of their first use: a [`Greeting::node_of`].
pub(crate) fn numbered<T: Eq + Hash>(names: Vec<T>) -> Vec<u32> {
    let mut numbers = HashMap::new();
    let number = |name: T| {
        let next = numbers.len() as u32;
        *numbers.entry(name).or_insert(next)
    };
    names.into_iter().map(number).collect()
}

/// What the launcher is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Gives all processes a value, from the next fence on.
    Put { key: String, value: String },
    /// Waits until all processes have come. If it `collects`, what they have put is known then.
    Fence { collects: bool },
    /// The value that a process has put before the last fence.
    Get { key: String, rank: u32 },
    /// Ends the conversation.
    Finalize,
}

/// The launcher's answer to a [`Command`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// The command was carried out.
    Done,
    /// The value, if there is one.
    Value(Option<String>),
}

/// A conversation with a launcher.
#[derive(Debug)]
pub(crate) enum Speaker {
    /// PMI-1 or PMI-2.
    Simple(Simple),
    Pmix(Pmix),
}

impl Speaker {
    /// Asks after the earlier commands are answered.
    pub(crate) fn submit(&mut self, command: Command) -> Result<(), PmiError> {
        match self {
            Speaker::Simple(simple) => simple.submit(command),
            Speaker::Pmix(pmix) => pmix.submit(command),
        }
    }

    /// The next reply, in the order of the commands. `None` if it has not come.
    pub(crate) fn poll(&mut self) -> Result<Option<Reply>, PmiError> {
        match self {
            Speaker::Simple(simple) => simple.poll(),
            Speaker::Pmix(pmix) => pmix.poll(),
        }
    }

    /// Asks the launcher to end the job.
    pub(crate) fn abort(&mut self, code: i32, text: &str) -> Result<(), PmiError> {
        match self {
            Speaker::Simple(simple) => simple.abort(code, text),
            Speaker::Pmix(pmix) => pmix.abort(code, text),
        }
    }

    /// What becomes readable when a reply comes, and when the launcher is gone.
    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        match self {
            Speaker::Simple(simple) => simple.fd(),
            Speaker::Pmix(pmix) => pmix.fd(),
        }
    }

    /// Threads that the conversation keeps in this process.
    pub(crate) fn threads(&self) -> usize {
        match self {
            Speaker::Simple(_) => 0,
            Speaker::Pmix(pmix) => pmix.threads(),
        }
    }
}
