//! Whichever launcher has started the process.

use std::net::IpAddr;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use farreach_node::{Arena, Endpoint};

use super::farreach::Farreach;
use super::pmi::Pmi;
#[cfg(test)]
use super::threads::Threads;
use super::{Job, JobError, Known};

/// One of the kinds of jobs that there are. A call costs a branch on the variant at most, and nothing where there is one variant.
pub(crate) enum AnyJob {
    /// Started by `farreach run`, or a job of one.
    Farreach(Farreach),
    /// Started by a launcher that speaks PMI.
    Pmi(Pmi),
    /// The job of the runtime's own tests.
    #[cfg(test)]
    Threads(Threads),
}

/// Evaluates `call` with the variant's own job.
macro_rules! on_job {
    ($any:expr, $job:ident => $call:expr) => {
        match $any {
            AnyJob::Farreach($job) => $call,
            AnyJob::Pmi($job) => $call,
            #[cfg(test)]
            AnyJob::Threads($job) => $call,
        }
    };
}

impl Job for AnyJob {
    fn rank(&self) -> u32 {
        on_job!(self, job => Job::rank(job))
    }

    fn host(&self) -> &str {
        on_job!(self, job => Job::host(job))
    }

    fn key(&self) -> Option<[u8; 32]> {
        on_job!(self, job => Job::key(job))
    }

    #[inline]
    fn arena(&self) -> &Arena {
        on_job!(self, job => Job::arena(job))
    }

    fn address(&self) -> Option<IpAddr> {
        on_job!(self, job => Job::address(job))
    }

    fn threads(&self) -> usize {
        on_job!(self, job => Job::threads(job))
    }

    fn no_adapter(&self) -> Option<String> {
        on_job!(self, job => Job::no_adapter(job))
    }

    fn publish(&self, endpoint: &Endpoint) -> Result<(), JobError> {
        on_job!(self, job => Job::publish(job, endpoint))
    }

    #[inline]
    fn endpoint(&self, rank: u32) -> Option<Endpoint> {
        on_job!(self, job => Job::endpoint(job, rank))
    }

    fn has_launcher(&self) -> bool {
        on_job!(self, job => Job::has_launcher(job))
    }

    fn abort(&self, code: i32, text: &str) -> Result<(), JobError> {
        on_job!(self, job => Job::abort(job, code, text))
    }

    fn finalize(&self) -> Result<(), JobError> {
        on_job!(self, job => Job::finalize(job))
    }

    fn has_finalized(&self) -> bool {
        on_job!(self, job => Job::has_finalized(job))
    }

    fn poll_released(&self) -> Result<bool, JobError> {
        on_job!(self, job => Job::poll_released(job))
    }

    fn wait_released(&self, patience: Duration) -> Result<bool, JobError> {
        on_job!(self, job => Job::wait_released(job, patience))
    }

    fn age(&self) -> Option<Duration> {
        on_job!(self, job => Job::age(job))
    }

    fn report(&self, stats: &[u8]) -> Result<(), JobError> {
        on_job!(self, job => Job::report(job, stats))
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        on_job!(self, job => Job::descriptor(job))
    }

    fn finds_deadlocks(&self) -> bool {
        on_job!(self, job => Job::finds_deadlocks(job))
    }

    fn stand_still(&self) -> Result<(), JobError> {
        on_job!(self, job => Job::stand_still(job))
    }

    fn go_on(&self) -> Result<(), JobError> {
        on_job!(self, job => Job::go_on(job))
    }

    fn poll_asked(&self) -> Result<Option<u32>, JobError> {
        on_job!(self, job => Job::poll_asked(job))
    }

    fn still_waits(&self, round: u32, what: &str) -> Result<(), JobError> {
        on_job!(self, job => Job::still_waits(job, round, what))
    }

    fn answer_inquiry(&self, seconds: u64, what: impl FnOnce() -> String) -> Result<(), JobError> {
        on_job!(self, job => Job::answer_inquiry(job, seconds, what))
    }

    fn ask_after(&self, about: u32, number: u64) -> Result<(), JobError> {
        on_job!(self, job => Job::ask_after(job, about, number))
    }

    fn take_known(&self, wanted: impl Fn(u64) -> bool) -> Vec<Known> {
        on_job!(self, job => Job::take_known(job, wanted))
    }

    fn call(&self) -> Option<u32> {
        on_job!(self, job => Job::call(job))
    }

    fn present(&self, call: u32) -> Result<(), JobError> {
        on_job!(self, job => Job::present(job, call))
    }
}
