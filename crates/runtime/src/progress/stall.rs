//! Waits that last: they are reported once, and where only another process can end them the launcher hears of it. It ends a job of
//! which no process can go on (`farreach_launch::head::standstill` says why that is certain).

use std::time::{Duration, Instant};

use farreach_forks::is_forked;
use farreach_node::catches;
use rustix::io::Errno;
use rustix::process::{WaitId, WaitIdOptions, waitid};

use super::beside::Beside;
use super::helper::{answer_call, watch};
use super::network::Network;
use super::waiting::SLEEP_MAX;
use crate::World;
use crate::job::jobs::Job;
use crate::job::settings::Deadlock;

/// How long a wait lasts before the launcher hears of it: less than a sleep, so that it does after the first.
const PATIENCE: Duration = Duration::from_millis(900);
/// How often it is looked whether the launcher asks.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// The same before it is answered.
const ANSWER_AFTER: Duration = Duration::from_millis(1);

/// A wait that may not end.
#[derive(Default)]
pub(crate) struct Stall<'a> {
    begun: Option<Instant>,
    is_reported: bool,
    /// From when on it is looked again, counted from the beginning.
    due: Duration,
    /// Where the launcher knows that this process stands still, and in which round it asked whether it still does.
    told: Option<(&'a World, Option<u32>)>,
    /// [`Beside::steps_beside`] when this was last looked at.
    steps: usize,
}

impl<'a> Stall<'a> {
    /// The wait begins, if it has not.
    pub(crate) fn begin(&mut self) -> Instant {
        *self.begun.get_or_insert_with(|| {
            self.due = PATIENCE;
            Instant::now()
        })
    }

    /// The longest sleep before it is to be looked again.
    pub(crate) fn sleep_max(&self) -> Duration {
        match self.told {
            None => SLEEP_MAX,
            Some((_, None)) => LOOK_EVERY,
            Some((_, Some(_))) => ANSWER_AFTER,
        }
    }

    /// Looks whether it has lasted for too long by now. What is waited for has been looked for since the last time.
    #[cold]
    pub(crate) fn look(&mut self, world: &'a World, what: &str) {
        let waited = self.begin().elapsed();
        if let Some(stall) = world.settings().stall
            && !self.is_reported
            && waited > stall
        {
            self.is_reported = true;
            world.report_stall(what, waited);
        }
        if waited >= self.due && world.job().has_launcher() && !is_forked() {
            // The helper may be kept away by this thread's vain looks at sockets that the program has closed.
            watch(world.job());
            answer_call(world);
            if world.job().finds_deadlocks() {
                self.tell(world, what);
            }
            self.due = waited + self.sleep_max().min(LOOK_EVERY);
        }
    }

    /// Without a launcher that answers there is nobody to tell: the helper, or the next call, finds that out.
    fn tell(&mut self, world: &'a World, what: &str) {
        let job = world.job();
        let steps = world.steps_beside();
        let has_continued = std::mem::replace(&mut self.steps, steps) != steps;
        if has_continued || world.is_continuing_beside() || !world.stands_still() {
            self.take_back();
            return;
        }
        match self.told {
            None => {
                if job.stand_still().is_ok() {
                    self.told = Some((world, None));
                }
            }
            Some((_, None)) => {
                let asked = job.poll_asked().unwrap_or(None);
                self.told = Some((world, asked));
            }
            Some((_, Some(round))) => {
                let _ = job.still_waits(round, &world.name_wait(what));
                self.told = Some((world, None));
            }
        }
    }

    fn take_back(&mut self) {
        if let Some((world, _)) = self.told.take() {
            let _ = world.job().go_on();
        }
    }
}

impl Drop for Stall<'_> {
    /// Before the process does anything else.
    fn drop(&mut self) {
        self.take_back();
    }
}

impl World {
    fn report_stall(&self, what: &str, waited: Duration) {
        eprintln!(
            "farreach: rank {} on node {} has waited {:.0} s in {}; FARREACH_STALL=0 turns this message off",
            self.rank(),
            self.node(),
            waited.as_secs_f64(),
            self.name_wait(what),
        );
    }

    /// Whether all that was begun by way of any lane is complete, also what nobody waits for.
    pub(crate) fn has_nothing_under_way(&self) -> bool {
        let is_idle = |network: &Network| {
            network.peek(|core, _| core.engine.outstanding() == 0 && core.engine.connecting() == 0)
        };
        let lanes = self.lanes();
        lanes.is_none_or(|lanes| lanes.all().iter().all(|lane| is_idle(lane)))
    }

    /// Whether this process, which waits, begins nothing and has nothing under way, so that only others can end its wait.
    fn stands_still(&self) -> bool {
        let helpers = usize::from(self.helper().is_some());
        self.settings().deadlock == Deadlock::End
            // A process that leaves says so itself.
            && !self.leaves()
            && self.has_nothing_under_way()
            && !self.can_continue_beside()
            && has_no_child()
            && std::fs::read_to_string("/proc/self/status").is_ok_and(|status| {
                waits_alone(&status, helpers, |signal| catches(signal, is_rust()))
            })
    }
}

/// A child may store into the memory that it shares with this process. (Of what a child leaves behind the agent knows.)
pub(crate) fn has_no_child() -> bool {
    /// Children of all kinds: those that `clone` made without a signal at their end, too.
    const ALL_KINDS: WaitIdOptions = WaitIdOptions::from_bits_retain(0x4000_0000);
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT | ALL_KINDS;
    waitid(WaitId::All, options).is_err_and(|errno| errno == Errno::CHILD)
}

/// Whether the `main` of this process is one in Rust. Its thread has this name by Rust's start-up code alone, and nobody asks but
/// the only thread of the program.
fn is_rust() -> bool {
    std::thread::current().name() == Some("main")
}

/// Whether nobody but another rank can end the wait of this process: it has no thread that might go on, no debugger that might change
/// something, and catches no signal whose handler might end the wait. `status` is its `/proc/self/status`.
fn waits_alone(status: &str, helpers: usize, catches: impl Fn(i32) -> bool) -> bool {
    let field = |name: &str| {
        let mut lines = status.lines();
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':').map(str::trim))
    };
    let threads = field("Threads").and_then(|threads| threads.parse().ok());
    let caught = field("SigCgt").and_then(|caught| u64::from_str_radix(caught, 16).ok());
    let is_caught =
        |caught: u64| (1..=64).any(|signal| caught >> (signal - 1) & 1 == 1 && catches(signal));
    threads == Some(1 + helpers)
        && field("TracerPid") == Some("0")
        && caught.is_some_and(|caught| !is_caught(caught))
}

#[cfg(test)]
mod tests;
