//! The job of a launcher that speaks PMI. No other module of `runtime` names the crate that speaks it.

use std::net::IpAddr;
use std::os::fd::BorrowedFd;
use std::path::Path;
use std::time::Duration;

use farreach_node::{Arena, Endpoint};
pub(crate) use farreach_pmi::Wanted;
use farreach_pmi::{Job as Client, PmiError};

use super::{Job, JobError};

/// A process's way to its launcher, and to the other processes of its node.
pub(super) type Pmi = Client;

/// The job that the environment names.
pub(super) fn launched(wanted: Wanted) -> Result<Option<Pmi>, JobError> {
    Ok(Client::from_environment(wanted)?)
}

/// Which launcher a process would find, and why. `None` if there is none.
pub(super) fn describe(libpmix: Option<&Path>) -> Result<Option<String>, JobError> {
    Ok(farreach_pmi::describe(libpmix)?)
}

/// The library that would speak PMIx, and its version.
pub(super) fn describe_libpmix(libpmix: Option<&Path>) -> Result<String, JobError> {
    Ok(farreach_pmi::describe_libpmix(libpmix)?)
}

impl From<PmiError> for JobError {
    fn from(error: PmiError) -> JobError {
        match error {
            PmiError::Over => JobError::told(error),
            error => JobError::new(error),
        }
    }
}

impl Job for Pmi {
    fn rank(&self) -> u32 {
        Client::rank(self)
    }

    fn host(&self) -> &str {
        Client::host(self)
    }

    fn key(&self) -> Option<[u8; 32]> {
        Client::key(self)
    }

    #[inline]
    fn arena(&self) -> &Arena {
        Client::arena(self)
    }

    fn address(&self) -> Option<IpAddr> {
        Client::address(self)
    }

    fn threads(&self) -> usize {
        Client::threads(self)
    }

    fn publish(&self, endpoint: &Endpoint) -> Result<(), JobError> {
        Ok(Client::publish(self, endpoint)?)
    }

    #[inline]
    fn endpoint(&self, rank: u32) -> Option<Endpoint> {
        Client::endpoint(self, rank)
    }

    fn has_launcher(&self) -> bool {
        true
    }

    fn abort(&self, code: i32, text: &str) -> Result<(), JobError> {
        Ok(Client::abort(self, code, text)?)
    }

    fn finalize(&self) -> Result<(), JobError> {
        Ok(Client::finalize(self)?)
    }

    fn has_finalized(&self) -> bool {
        Client::has_finalized(self)
    }

    fn poll_released(&self) -> Result<bool, JobError> {
        Ok(Client::poll_released(self)?)
    }

    fn wait_released(&self, patience: Duration) -> Result<bool, JobError> {
        Ok(Client::wait_released(self, patience)?)
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(Client::descriptor(self))
    }
}
