//! Why a call failed.

use thiserror::Error;

/// Why a call failed. Every text names this process's rank.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The runtime failed.
    #[error(transparent)]
    Runtime(#[from] farreach_runtime::Error),
    /// An argument is impossible.
    #[error("rank {rank}: argument {argument}: {what}")]
    Argument {
        /// This process's rank.
        rank: u32,
        /// The argument.
        argument: &'static str,
        /// What is wrong with it, with the bound.
        what: String,
    },
    /// A mutex is used against its rules.
    #[error("rank {rank}: mutex {mutex} of process {home}: {what}")]
    Mutex {
        /// This process's rank.
        rank: u32,
        /// The mutex.
        mutex: u32,
        /// The process that has it.
        home: u32,
        /// What is wrong.
        what: String,
    },
}

impl Error {
    #[cold]
    pub(crate) fn argument(rank: u32, argument: &'static str, what: String) -> Error {
        Error::Argument {
            rank,
            argument,
            what,
        }
    }
}
