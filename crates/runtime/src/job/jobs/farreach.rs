//! The job of `farreach run`, and the job of one. No other module of `runtime` names that launcher's crate.

use std::os::fd::BorrowedFd;
use std::time::Duration;

pub use farreach_launch::Placement;
pub use farreach_launch::client::INTERNAL_VARIABLES;
use farreach_launch::client::{self, ClientError};
use farreach_node::{Arena, Endpoint};

use super::{Job, JobError, Known};

/// A process's way to its agent.
pub(super) type Farreach = client::Job;

/// The job that the environment names.
pub(super) fn launched() -> Result<Option<Farreach>, JobError> {
    Ok(Farreach::from_environment()?)
}

/// What the environment says of a job of `farreach run`.
pub(super) fn describe() -> Option<String> {
    let value = std::env::var_os(farreach_launch::JOB_FD_VARIABLE)?;
    let value = value.to_string_lossy();
    Some(format!(
        "farreach run, since FARREACH_JOB_FD={value} is set"
    ))
}

/// A job of one. See [`super::alone`].
pub(super) fn alone(heap_bytes: u64, globals_bytes: u64) -> Result<Farreach, JobError> {
    Ok(Farreach::alone(heap_bytes, globals_bytes)?)
}

impl From<ClientError> for JobError {
    fn from(error: ClientError) -> JobError {
        match error {
            ClientError::DescriptorClosed => JobError::descriptor_closed(error),
            error => JobError::new(error),
        }
    }
}

impl Job for Farreach {
    fn rank(&self) -> u32 {
        Farreach::rank(self)
    }

    fn host(&self) -> &str {
        Farreach::host(self)
    }

    fn key(&self) -> Option<[u8; 32]> {
        Some(*Farreach::key(self))
    }

    #[inline]
    fn arena(&self) -> &Arena {
        Farreach::arena(self)
    }

    fn no_adapter(&self) -> Option<String> {
        Farreach::no_adapter(self).map(str::to_owned)
    }

    fn publish(&self, endpoint: &Endpoint) -> Result<(), JobError> {
        Ok(Farreach::publish(self, endpoint)?)
    }

    fn has_launcher(&self) -> bool {
        Farreach::has_launcher(self)
    }

    fn abort(&self, code: i32, text: &str) -> Result<(), JobError> {
        Ok(Farreach::abort(self, code, text)?)
    }

    fn finalize(&self) -> Result<(), JobError> {
        Ok(Farreach::finalize(self)?)
    }

    fn has_finalized(&self) -> bool {
        Farreach::has_finalized(self)
    }

    fn poll_released(&self) -> Result<bool, JobError> {
        Ok(Farreach::poll_released(self)?)
    }

    fn wait_released(&self, patience: Duration) -> Result<bool, JobError> {
        Ok(Farreach::wait_released(self, patience)?)
    }

    fn age(&self) -> Option<Duration> {
        Farreach::age(self)
    }

    fn report(&self, stats: &[u8]) -> Result<(), JobError> {
        Ok(Farreach::report(self, stats)?)
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.agent_fd()
    }

    fn finds_deadlocks(&self) -> bool {
        Farreach::has_launcher(self)
    }

    fn stand_still(&self) -> Result<(), JobError> {
        Ok(Farreach::stand_still(self)?)
    }

    fn go_on(&self) -> Result<(), JobError> {
        Ok(Farreach::go_on(self)?)
    }

    fn poll_asked(&self) -> Result<Option<u32>, JobError> {
        Ok(Farreach::poll_asked(self)?)
    }

    fn still_waits(&self, round: u32, what: &str) -> Result<(), JobError> {
        Ok(Farreach::still_waits(self, round, what)?)
    }

    fn answer_inquiry(&self, seconds: u64, what: impl FnOnce() -> String) -> Result<(), JobError> {
        Ok(Farreach::answer_inquiry(self, seconds, what)?)
    }

    fn ask_after(&self, about: u32, number: u64) -> Result<(), JobError> {
        Ok(Farreach::ask_after(self, about, number)?)
    }

    fn take_known(&self, wanted: impl Fn(u64) -> bool) -> Vec<Known> {
        let known = Farreach::take_known(self, wanted).into_iter();
        known
            .map(|client::Known { number, is_there }| Known { number, is_there })
            .collect()
    }

    fn call(&self) -> Option<u32> {
        Farreach::call(self)
    }

    fn present(&self, call: u32) -> Result<(), JobError> {
        Ok(Farreach::present(self, call)?)
    }
}
