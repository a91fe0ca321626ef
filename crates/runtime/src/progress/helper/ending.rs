//! What the helper's thread ends the process for.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{process, thread};

use farreach_node::SignalMask;

use crate::job::jobs::{AnyJob, Job};
use crate::job::threads;

/// Room for the functions that a program has registered to be called at its exit: as much as a first thread has.
const STACK_BYTES: usize = 8 << 20;

/// The program's threads, as the helper sees them.
pub(super) struct Program {
    /// The signals that they take.
    mask: SignalMask,
    /// Threads that the way to the launcher keeps.
    of_job: usize,
    exits: bool,
}

impl Program {
    pub(super) fn new(mask: SignalMask, job: &AnyJob) -> Program {
        Program {
            mask,
            of_job: job.threads(),
            exits: false,
        }
    }

    /// Exits in the place of the program's last thread, as the C library does when a process's last thread ends, if the helper
    /// is the only thread that is left.
    ///
    /// Another thread exits, since the process may need the helper until it has left the job.
    pub(super) fn exit_if_over(&mut self) {
        if self.exits || threads::alive() != Some(1 + self.of_job) {
            return;
        }
        let mask = self.mask;
        let exit = move || {
            mask.apply();
            process::exit(0);
        };
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        // Where no thread can be had, the helper tries again.
        self.exits = thread.name("exit".into()).spawn(exit).is_ok();
    }
}

/// Ends the process if its agent is gone, or the way to it: nobody else would, if it runs inside a wrapper.
pub(crate) fn watch(job: &AnyJob) {
    if let Err(error) = job.poll_released() {
        if !error.is_told() {
            say(job, &error.to_string());
        }
        process::exit(1);
    }
}

/// Runs what the helper's thread is for. A panic ends the job: nobody would look after the network any more.
pub(super) fn or_end_job(job: &AnyJob, body: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(body)) {
        let text = format!("the helper thread panicked: {}", message(&*panic));
        if !job.has_launcher() || job.abort(1, &text).is_err() {
            say(job, &text);
        }
        process::exit(1);
    }
}

/// Writes to standard error, which may lead nowhere any more.
fn say(job: &AnyJob, text: &str) {
    farreach_node::say(format_args!("rank {}: {text}", job.rank()));
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref().copied())
        .unwrap_or("without a message")
}

#[cfg(test)]
mod tests;
