//! How a process leaves its job.
//!
//! The launcher ends the job when a process dies, so a process need not detect the death of its
//! peers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use super::World;
use crate::Error;
use crate::job::jobs::Job;
use crate::job::stats::ProcessStats;
use crate::job::threads;
use crate::progress::{answer_call, has_no_child};

impl World {
    /// Leaves the job: completes this process's operations, then waits until all processes want to leave.
    ///
    /// While the world has other users ([`World::join`]), this only completes the operations and
    /// waits until all processes have called.
    pub fn finalize(self: Arc<World>) -> Result<(), Error> {
        if self.users.fetch_sub(1, Ordering::AcqRel) > 1 {
            self.quiet_everywhere()?;
            return self.barrier();
        }
        let left = self.leave(|| true);
        if let Err(Error::Job { source }) = &left
            && source.is_descriptor_closed()
        {
            // The descriptors that this would close may be another's by now.
            std::mem::forget(self);
        }
        left
    }

    /// Ends a programming model's use of the world when the process exits. The last of those that
    /// joined ([`World::join`]) leaves the job. So the process stays in the job if one of them is not
    /// entitled to leave, and the launcher tells that the process exits without having finalized.
    /// Other threads may still be inside of the world, so the world stays until the process is gone.
    ///
    /// If `meets`, the process first meets all others in a barrier, for a model that may end
    /// anywhere. The others are in the barrier of the model's finalization, or exit as well. There is
    /// no barrier if the process is a forked child, or in the middle of a collective.
    pub fn leave_at_exit(&'static self, meets: bool) -> Result<(), Error> {
        if meets {
            self.meetings.fetch_add(1, Ordering::Relaxed);
        }
        if self.users.fetch_sub(1, Ordering::AcqRel) > 1 {
            return Ok(());
        }
        let meetings = self.meetings.load(Ordering::Relaxed);
        if meetings == 0 || !self.is_of_this_process() {
            return self.leave(|| true);
        }
        if !self.world_group().is_busy() {
            return self.meet_at_end(meetings).and(self.leave(|| true));
        }
        if self.has_no_other_thread() {
            return self.leave(|| true);
        }
        // Another thread is in a collective. The other processes may be in it as well, or may never
        // come to it. So only a thread that may be left behind waits for its end.
        let meeting = thread::spawn(move || self.meet_at_end(meetings));
        self.leave(|| meeting.is_finished())
    }

    /// Completes this process's operations, and meets the other processes once for each model.
    fn meet_at_end(&self, meetings: usize) -> Result<(), Error> {
        self.quiet_everywhere()?;
        (0..meetings).try_for_each(|_| self.barrier())
    }

    /// Whether the calling thread is the only one of the program.
    pub(crate) fn has_no_other_thread(&self) -> bool {
        threads::alive() == Some(1 + self.helper_threads())
    }

    /// Whether [`World::leave`] was called.
    pub(crate) fn leaves(&self) -> bool {
        self.leaves.load(Ordering::Relaxed)
    }

    /// Leaves the job. Until `is_through` returns `true`, another thread of this process may do
    /// something that other processes wait for.
    fn leave(&self, is_through: impl Fn() -> bool) -> Result<(), Error> {
        self.leaves.store(true, Ordering::Relaxed);
        if !self.is_of_this_process() {
            return Err(self.forked("leave the job"));
        }
        let begun = Instant::now();
        let quiet = self.quiet_everywhere();
        self.job.finalize()?;
        // The helper answers processes that still need this one. Without a helper this thread does.
        self.begin_sleep(self.network());
        let mut is_still = false;
        while !self.job.wait_released(self.leaving_patience())? {
            self.progress();
            answer_call(self);
            let may_stand_still = !is_still && self.job.finds_deadlocks();
            if may_stand_still && is_through() && self.has_nothing_under_way() && has_no_child() {
                is_still = true;
                self.job.stand_still()?;
            }
        }
        self.end_sleep(self.network());
        self.stop_helper();
        // Not earlier: other processes may connect to this one until the release.
        let stats = ProcessStats {
            finalize_seconds: begun.elapsed().as_secs_f64(),
            ..self.stats()
        };
        let stats = serde_json::to_vec(&stats).expect("plain figures");
        self.job.report(&stats)?;
        quiet
    }

    fn leaving_patience(&self) -> Duration {
        if self.network().is_some() && self.helper().is_none() {
            Duration::from_millis(1)
        } else {
            Duration::from_millis(100)
        }
    }
}
