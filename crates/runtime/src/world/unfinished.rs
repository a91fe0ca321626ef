//! A world that is dropped without [`World::finalize`]: an error returns from `main`, a panic unwinds, or the program forgot it.
//!
//! The other processes may be waiting for this one, so it can't wait for them. It says that it
//! leaves. The program tells afterwards what went wrong: `main` reports its error after it has
//! dropped its variables. So the job ends when the process exits, and not before. The launcher
//! takes any exit without finalizing for a failure, also one with code 0. If the process does not
//! exit, this module ends the job.

use std::mem;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use farreach_node::say;

use super::World;
use crate::job::jobs::Job;

/// The time for a process to report what went wrong and to exit, before the job is ended. An error
/// is reported at once, but a machine may be busy.
const LAST_WORDS: Duration = Duration::from_secs(5);

impl Drop for World {
    fn drop(&mut self) {
        if self.leaves() && self.is_of_this_process() {
            return;
        }
        if self.is_of_this_process() {
            self.leave_unfinished();
        }
        // Nothing is closed. In a forked child, there is no helper, and the sockets are the
        // parent's. A process that leaves still answers the others until it exits. And a program
        // that closed descriptors of the library may use their numbers for its own files by now.
        mem::forget((
            mem::take(&mut self.driver),
            Arc::clone(&self.job),
            self.arena.clone(),
        ));
    }
}

impl World {
    fn leave_unfinished(&self) {
        let text = format!(
            "rank {} on node {} leaves without having finalized, which ends the job",
            self.rank, self.node
        );
        // A closed stream is no reason to panic, since another panic may be unwinding.
        say(&text);
        if !self.job.has_launcher() {
            return;
        }
        let job = Arc::clone(&self.job);
        let end_later = move || {
            thread::sleep(LAST_WORDS);
            // If the launcher is gone, the job is over anyway.
            let _ = job.abort(1, "it left without having finalized, and did not exit");
            std::process::exit(1);
        };
        let started = thread::Builder::new()
            .name("farreach-unfinished".into())
            .stack_size(64 << 10)
            .spawn(end_later);
        if started.is_err() {
            self.end_job(1, &text);
        }
    }
}
