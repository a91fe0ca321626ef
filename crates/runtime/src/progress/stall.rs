//! Waits that last long. The user is told once. If only another process can end the wait, the
//! launcher is told, too. The launcher ends a job of which no process can continue
//! (`farreach_launch::head::standstill` says why that is certain).
//!
//! A process withdraws its report before it continues. A process does not report while anything
//! else might end its wait: another thread, a child process or what a child left behind, a
//! debugger, or a signal handler of the program.

use std::time::{Duration, Instant};

use farreach_forks::is_forked;
use farreach_node::{catches, say};
use rustix::io::Errno;
use rustix::process::{WaitId, WaitIdOptions, waitid};

use super::background::Background;
use super::helper::{answer_call, watch};
use super::network::Network;
use super::waiting::{SLEEP_MAX, Waiting};
use crate::World;
use crate::job::jobs::Job;
use crate::job::settings::Deadlock;

/// The time after which the launcher is told of a wait. It is shorter than the longest sleep, so
/// the launcher is told after the first sleep.
const PATIENCE: Duration = Duration::from_millis(900);
/// The time between two looks whether the launcher asks.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// The time between the launcher's question and the answer. A wait that ends soon gives none.
const ANSWER_AFTER: Duration = Duration::from_millis(1);

/// A wait that may not end, and what was told of it.
#[derive(Default)]
pub(crate) struct Stall<'a> {
    begun: Option<Instant>,
    is_reported: bool,
    /// The time at which the wait is looked at again, counted from its beginning.
    due: Duration,
    /// Whether the launcher knows that this process stands still, and the number of the round in
    /// which it asked again.
    told: Option<(&'a World, Option<u32>)>,
    /// [`Background::background_steps`] when this was last looked at.
    steps: usize,
}

impl<'a> Stall<'a> {
    /// Notes that the wait has begun, if it had not. Returns the time of its beginning.
    pub(crate) fn begin(&mut self) -> Instant {
        *self.begun.get_or_insert_with(|| {
            self.due = PATIENCE;
            Instant::now()
        })
    }

    /// The longest sleep before [`Stall::look`] has to be called again.
    pub(crate) fn sleep_max(&self) -> Duration {
        match self.told {
            None => SLEEP_MAX,
            Some((_, None)) => LOOK_EVERY,
            Some((_, Some(_))) => ANSWER_AFTER,
        }
    }

    /// Tells the user or the launcher of the wait if it has lasted long enough. The caller has
    /// checked since its last sleep that the wait is not over.
    #[cold]
    pub(crate) fn look(&mut self, world: &'a World, waiting: &Waiting<'_>) {
        let waited = self.begin().elapsed();
        if let Some(stall) = world.settings().stall
            && !self.is_reported
            && waited > stall
        {
            self.is_reported = true;
            world.report_stall(waiting, waited);
        }
        if waited >= self.due && world.job().has_launcher() && !is_forked() {
            // This thread's own looks keep the helper away, also if the program has closed the
            // sockets.
            watch(world.job());
            answer_call(world);
            // If the launcher is gone, the helper notices that, or the next call.
            let _ = (world.job()).answer_inquiry(waited.as_secs(), || world.describe_wait(waiting));
            if world.job().finds_deadlocks() {
                self.tell(world, waiting);
            }
            self.due = waited + self.sleep_max().min(LOOK_EVERY);
        }
    }

    /// If the launcher does not answer, the helper notices that, or the next call.
    fn tell(&mut self, world: &'a World, waiting: &Waiting<'_>) {
        let job = world.job();
        let steps = world.background_steps();
        let has_continued = std::mem::replace(&mut self.steps, steps) != steps;
        if has_continued || world.is_continuing_background() || !world.stands_still() {
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
                let _ = job.still_waits(round, &world.name_wait_and_failure(waiting));
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
    /// Takes back what the launcher was told, before the process does anything else.
    fn drop(&mut self) {
        self.take_back();
    }
}

impl World {
    fn report_stall(&self, waiting: &Waiting<'_>, waited: Duration) {
        say(format_args!(
            "rank {} on node {} has waited {:.0} s in {}; FARREACH_STALL=0 turns this message off",
            self.rank(),
            self.node(),
            waited.as_secs_f64(),
            self.describe_wait(waiting)
        ));
    }

    /// The wait, and what failed before it: an operation that nothing has waited for yet, and whose peer may wait for it.
    fn name_wait_and_failure(&self, waiting: &Waiting<'_>) -> String {
        let name = self.name_wait(waiting);
        let failed = |network: &Network| network.peek(|core, _| core.failure());
        let lanes = self.lanes();
        let failure = lanes.and_then(|lanes| lanes.all().iter().find_map(|lane| failed(lane)));
        match failure {
            Some(failure) => format!("{name} after an operation of it failed: {failure}"),
            None => name,
        }
    }

    /// Whether all operations on all lanes are complete, including those that nothing waits for.
    pub(crate) fn has_nothing_under_way(&self) -> bool {
        let is_idle = |network: &Network| {
            network.peek(|core, _| core.engine.outstanding() == 0 && core.engine.connecting() == 0)
        };
        let lanes = self.lanes();
        lanes.is_none_or(|lanes| lanes.all().iter().all(|lane| is_idle(lane)))
    }

    /// Whether this process, which waits, has nothing under way and begins nothing, so that only
    /// other processes can end its wait.
    fn stands_still(&self) -> bool {
        let helpers = self.helper_threads();
        self.settings().deadlock == Deadlock::End
            // A process that leaves the job says so itself.
            && !self.leaves()
            && self.has_nothing_under_way()
            && !self.can_continue_background()
            && has_no_child()
            && std::fs::read_to_string("/proc/self/status").is_ok_and(|status| {
                waits_alone(&status, helpers, |signal| catches(signal, is_rust()))
            })
    }
}

/// Whether this process has no child. A child may store to the memory that it shares with this
/// process. The agent knows of children whose parent has ended.
pub(crate) fn has_no_child() -> bool {
    /// Children of all kinds, including those that `clone` made without a signal at their end.
    const ALL_KINDS: WaitIdOptions = WaitIdOptions::from_bits_retain(0x4000_0000);
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT | ALL_KINDS;
    waitid(WaitId::All, options).is_err_and(|errno| errno == Errno::CHILD)
}

/// Whether `main` of this process is a Rust function. Rust's start-up code gives the thread this
/// name. The question is asked only where the program has one thread.
fn is_rust() -> bool {
    std::thread::current().name() == Some("main")
}

/// Whether only another rank can end the wait of this process. The process has no other thread that
/// might continue, no debugger that might change something, and catches no signal whose handler
/// might end the wait. `status` is the text of its `/proc/self/status`.
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
