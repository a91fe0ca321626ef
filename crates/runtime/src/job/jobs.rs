//! Who started this process, and what it has from there.
//!
//! ```text
//!   World, Network, helper, stall ──▶ Job (job.rs) ◀── implemented by ── AnyJob (any.rs) ──▶ farreach.rs ──▶ farreach_launch::client
//!                                                                                        └──▶ pmi.rs ──▶ farreach_pmi
//! ```
//!
//! Another launcher is a file beside `farreach.rs`, which implements `Job` and alone names what it speaks to that launcher with, a
//! variant of `AnyJob`, and a line of `launched`.

mod any;
mod farreach;
mod job;
mod pmi;
#[cfg(test)]
pub(crate) mod threads;

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::Path;

use super::settings::Settings;
pub(crate) use any::AnyJob;
pub use farreach::{INTERNAL_VARIABLES, Placement};
pub(crate) use job::{Job, Known};

pub(crate) use pmi::Wanted;

/// The job that a launcher started this process in, if one did: `farreach run`, or another one. `wanted` is for the latter, since the
/// former has said it to its agents.
pub(crate) fn launched(wanted: Wanted) -> Result<Option<AnyJob>, JobError> {
    if let Some(job) = farreach::launched()? {
        return Ok(Some(AnyJob::Farreach(job)));
    }
    Ok(pmi::launched(wanted)?.map(AnyJob::Pmi))
}

/// Which launcher a process that is started here would find, and why, in words.
pub fn describe(settings: &Settings) -> Result<String, JobError> {
    if let Some(said) = farreach::describe() {
        return Ok(said);
    }
    let other = pmi::describe(settings.libpmix.as_deref())?;
    Ok(other.unwrap_or_else(|| "none: a job of one process".to_owned()))
}

/// The library by which a process would speak PMIx, and its version. `libpmix` is the one that the user names.
pub fn describe_libpmix(libpmix: Option<&Path>) -> Result<String, JobError> {
    pmi::describe_libpmix(libpmix)
}

/// A job of this process alone, without a launcher. Its arena has a symmetric heap of `heap_bytes` and `globals_bytes` for the
/// program's variables.
pub(crate) fn alone(heap_bytes: u64, globals_bytes: u64) -> Result<AnyJob, JobError> {
    Ok(AnyJob::Farreach(farreach::alone(
        heap_bytes,
        globals_bytes,
    )?))
}

/// Why a process can't join its job, or is out of it, in the words of whoever started the process.
#[derive(Debug)]
pub struct JobError {
    source: Box<dyn Error + Send + Sync>,
    is_descriptor_closed: bool,
    is_told: bool,
}

impl JobError {
    fn new(source: impl Error + Send + Sync + 'static) -> JobError {
        JobError {
            source: Box::new(source),
            is_descriptor_closed: false,
            is_told: false,
        }
    }

    /// The program has closed the descriptor that leads to the launcher, and so certainly other descriptors of the runtime.
    fn descriptor_closed(source: impl Error + Send + Sync + 'static) -> JobError {
        JobError {
            is_descriptor_closed: true,
            ..JobError::new(source)
        }
    }

    /// The job has ended for a reason that the user knows.
    fn told(source: impl Error + Send + Sync + 'static) -> JobError {
        JobError {
            is_told: true,
            ..JobError::new(source)
        }
    }

    /// The operating system refused what a process needs to join any job.
    pub(crate) fn os(source: io::Error) -> JobError {
        JobError::new(Refused(source))
    }

    /// Whether the user knows already why the job has ended.
    pub(crate) fn is_told(&self) -> bool {
        self.is_told
    }

    /// Whether the program has closed descriptors of the runtime. Other files may have their numbers by now.
    pub(crate) fn is_descriptor_closed(&self) -> bool {
        self.is_descriptor_closed
    }
}

impl Display for JobError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.source.fmt(f)
    }
}

impl Error for JobError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.source()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("can't join the job: {0}")]
struct Refused(#[source] io::Error);
