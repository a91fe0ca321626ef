//! Why a call failed.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a call failed. Every text names this process's rank in the job.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A transfer or a collective failed.
    #[error(transparent)]
    Armci(#[from] farreach_armci::Error),
    /// An argument is impossible.
    #[error("rank {rank}: argument {argument}: {what}")]
    Argument {
        /// This process's rank in the job.
        rank: u32,
        /// The argument.
        argument: &'static str,
        /// What is wrong with it, with the bound.
        what: String,
    },
    /// A file can't be read or written, or is no array of this kind.
    #[error("rank {rank}: {}: {what}", path.display())]
    File {
        /// This process's rank in the job.
        rank: u32,
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Another process of the array failed in the same call.
    #[error("rank {rank}: {call} failed at rank {failed}, whose error says why")]
    Elsewhere {
        /// This process's rank in the job.
        rank: u32,
        /// The call.
        call: &'static str,
        /// The rank in the job of a process that failed.
        failed: u32,
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

    #[cold]
    pub(crate) fn file(rank: u32, path: &Path, what: &impl ToString) -> Error {
        Error::File {
            rank,
            path: path.to_owned(),
            what: what.to_string(),
        }
    }
}
