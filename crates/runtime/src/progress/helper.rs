//! The helper thread: progress while the application computes or sleeps.
//!
//! ```text
//!            no call for 1 ms and nobody asleep on the device, or all callers asleep        (shared cores: some ms)
//!   parked ──────────────────────────────────────────▶ armed: sleeps until a packet or a deadline
//!     ▲                                                   │
//!     └───────────── a call was made meanwhile ◀──────────┘ works for the application
//! ```
//!
//! The helper decides this for each lane. It sleeps on the lanes for which it is armed, and not longer than it
//! parks while it is parked for others. Where processes share cores, a process without calls may just wait
//! for its core, for example in the middle of a collective, and a helper that looks takes the core from a
//! process that works. The helper then parks for a millisecond for each process that shares a core.
//!
//! While the helper is parked, it is not on the wait queues of the device's descriptors, where its
//! presence would cost each packet a wake-up. Calls never wake the helper, with one exception: work
//! that was left behind with a deadline before the one that the helper sleeps until.
//!
//! The helper does not keep the process alive: when no other thread is left, it exits in their
//! place. A panic of the helper ends the job.

mod ending;
mod on_node;
mod placement;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

use farreach_node::{Arena, block_signals};
use farreach_verbs::Time;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpid;

use super::background::{Continue, Continued};
use super::clock::Clock;
use super::lanes::Lanes;
use super::network::{Core, Network};
use crate::World;
use crate::job::jobs::{AnyJob, Job};
pub(crate) use ending::watch;
use ending::{Program, or_end_job};
pub(crate) use on_node::NodeHelper;
use placement::Placement;

/// How long the helper stays away after it has seen a call, for each process that shares a core.
const PARK: Duration = Duration::from_millis(1);
/// The most processes on a core for which it stays away longer.
const PARKS_MAX: u32 = 8;
/// The time between two looks for the agent, for a helper that polls.
const AGENT_EVERY: Duration = Duration::from_millis(100);
/// The time between two looks whether the program has threads left.
const PROGRAM_EVERY: Duration = Duration::from_millis(500);
/// The most rounds of progress before the helper looks at anything else.
const ROUNDS: usize = 64;

/// The handle to the helper thread.
pub(crate) struct Helper {
    lanes: Arc<Lanes>,
    first: Arc<Network>,
    thread: Thread,
    join: Mutex<Option<JoinHandle<()>>>,
}

impl Helper {
    /// Starts the helper. A helper that `polls` never sleeps.
    pub(crate) fn start(
        lanes: Arc<Lanes>,
        background: Continue,
        job: Arc<AnyJob>,
        polls: bool,
    ) -> std::io::Result<Helper> {
        let for_thread = Arc::clone(&lanes);
        let first = Arc::clone(&lanes.all()[0]);
        let join = thread::Builder::new()
            .name("farreach-helper".into())
            // Functions of the program run here too, as operators of reductions.
            .stack_size(512 << 10)
            .spawn(move || {
                let program = Program::new(block_signals(), &job);
                or_end_job(&job, || {
                    let mut rounds = Rounds::new(for_thread, background, Arc::clone(&job), program);
                    if polls {
                        rounds.look_always();
                    } else {
                        rounds.run();
                    }
                });
            })?;
        Ok(Helper {
            lanes,
            first,
            thread: join.thread().clone(),
            join: Mutex::new(Some(join)),
        })
    }

    /// Ends the thread, if it has not ended.
    pub(crate) fn stop(&self) {
        self.first.hand_over().stop();
        self.thread.unpark();
        if thread::current().id() == self.thread.id() {
            // The last handle to the world was the helper's.
            return;
        }
        let mut join = self.join.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(join) = join.take() {
            // A panic of the helper has ended the process.
            let _ = join.join();
        }
    }

    /// Hands `lane` to the helper. An application thread calls this before it sleeps without
    /// entering the lane's engine.
    pub(crate) fn begin_sleep(&self, lane: &Network) {
        lane.hand_over().begin_sleep();
        self.thread.unpark();
        if self.lanes.is_partial() {
            lane.hand_over().ring();
        }
    }

    /// Takes back a lane after a sleep.
    pub(crate) fn end_sleep(lane: &Network) {
        lane.hand_over().end_sleep();
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How long a helper stays away. Under other launchers the time grows when the nodes on this host know of
/// each other.
fn park(arena: &Arena) -> Duration {
    PARK * arena.processes_per_core().min(PARKS_MAX)
}

/// The error that a thread is inside of a lane's engine.
struct Busy;

/// A lane, and what the helper remembers of it.
struct Attended {
    network: Arc<Network>,
    /// The lane's count of calls when the helper last looked.
    seen: u64,
    /// Whether the application has made calls after those, as of when the helper last began to continue the background.
    is_used: bool,
    is_armed: bool,
}

impl Attended {
    /// Whether the application makes progress itself: it made a call since the last look, or a thread
    /// sleeps on the device.
    fn is_busy(&self) -> bool {
        let hand_over = self.network.hand_over();
        let is_used = self.network.calls() != self.seen || hand_over.is_watched();
        is_used && !hand_over.has_sleepers()
    }
}

/// The state of the helper's thread.
struct Rounds {
    lanes: Arc<Lanes>,
    background: Continue,
    /// The longest time without a look at `background`.
    look_at_background_within: Duration,
    all: Vec<Attended>,
    job: Arc<AnyJob>,
    program: Program,
    /// The time of the last look for threads of the program.
    program_seen: Time,
    /// The time of the last look for the agent's words, apart from sleeps that the agent ended.
    agent_seen: Time,
    /// Whether the agent has called and has no answer yet.
    is_called: bool,
}

impl Rounds {
    fn new(lanes: Arc<Lanes>, background: Continue, job: Arc<AnyJob>, program: Program) -> Rounds {
        let mut rounds = Rounds {
            lanes,
            background,
            look_at_background_within: PROGRAM_EVERY,
            all: Vec::new(),
            job,
            program,
            program_seen: Time::ZERO,
            agent_seen: Time::ZERO,
            is_called: false,
        };
        rounds.find_lanes();
        rounds.program_seen = rounds.clock().now();
        rounds
    }

    fn run(&mut self) {
        let mut host_size = self.job.host_size();
        let mut placement = Placement::new(getpid(), host_size);
        while !self.is_stopped() {
            self.look_after_program();
            self.find_lanes();
            self.lanes.set_partial(true);
            let parked = self.arm();
            if parked == self.all.len() {
                self.lanes.set_partial(false);
                thread::park_timeout(park(self.job.arena()));
                self.attend();
                self.continue_background();
                self.heed_now_and_then();
                continue;
            }
            if parked == 0 {
                self.lanes.set_partial(false);
            }
            if self.job.host_size() != host_size {
                host_size = self.job.host_size();
                placement = Placement::new(getpid(), host_size);
            }
            placement.follow();
            let longest = if parked > 0 || self.is_called {
                park(self.job.arena())
            } else {
                PROGRAM_EVERY.min(self.look_at_background_within)
            };
            let Ok(timeout) = self.fall_asleep(longest) else {
                thread::yield_now();
                continue;
            };
            let agent_spoke = self.sleep(timeout);
            self.lanes.set_partial(false);
            self.wake_up();
            if agent_spoke {
                self.hear_agent();
            }
            self.work_unwatched();
            self.attend();
            self.continue_background();
            if agent_spoke || self.is_called {
                self.answer_call();
            }
            self.heed_now_and_then();
        }
    }

    /// Looks for packets all the time, as a data server with a core of its own does.
    fn look_always(&mut self) {
        while !self.is_stopped() {
            self.look_after_program();
            self.find_lanes();
            for lane in &self.all {
                work(&lane.network);
            }
            (self.background)();
            thread::yield_now();
            self.heed_now_and_then();
        }
    }

    /// Listens to the agent now and then, because some sleeps do not end when it speaks.
    fn heed_now_and_then(&mut self) {
        let now = self.clock().now();
        if now.since(self.agent_seen) > AGENT_EVERY {
            self.agent_seen = now;
            self.hear_agent();
            self.answer_call();
        }
    }

    /// Listens to the agent, unless a thread waits to be released. That thread sleeps until the
    /// agent speaks, and would sleep on if the helper took the agent's word.
    fn hear_agent(&self) {
        if !self.job.has_finalized() {
            watch(&self.job);
        }
    }

    fn clock(&self) -> Clock {
        self.all[0].network.clock()
    }

    /// Looks now and then whether the program has threads left.
    fn look_after_program(&mut self) {
        let now = self.clock().now();
        if now.since(self.program_seen) >= PROGRAM_EVERY {
            self.program_seen = now;
            self.program.exit_if_over();
        }
    }

    fn answer_call(&mut self) {
        let networks = self.all.iter().map(|lane| &*lane.network);
        self.is_called = !is_answered(&self.job, networks);
    }

    fn is_stopped(&self) -> bool {
        self.all[0].network.hand_over().is_stopped()
    }

    /// Adds the lanes that were opened since the last call.
    fn find_lanes(&mut self) {
        if self.all.len() != self.lanes.count() {
            for network in &self.lanes.all()[self.all.len()..] {
                self.all.push(Attended {
                    network: Arc::clone(network),
                    seen: network.calls(),
                    is_used: false,
                    is_armed: false,
                });
            }
        }
    }

    /// Chooses the lanes to sleep on. Returns the number of the other lanes.
    fn arm(&mut self) -> usize {
        let mut parked = 0;
        for lane in &mut self.all {
            lane.is_armed = !lane.is_busy();
            if !lane.is_armed {
                lane.seen = lane.network.calls();
                parked += 1;
            }
        }
        parked
    }

    /// Announces the sleep on the chosen lanes. Returns the longest time to sleep, or an error if a
    /// thread is inside of one.
    fn fall_asleep(&self, longest: Duration) -> Result<Duration, Busy> {
        let mut timeout = longest;
        for lane in self.all.iter().filter(|lane| lane.is_armed) {
            let network = &lane.network;
            network.hand_over().fall_asleep();
            // A thread inside counts a call or is about to leave.
            let Some(deadline) = network.try_enter(|core, _| core.arm()) else {
                self.wake_up();
                return Err(Busy);
            };
            if let Some(deadline) = deadline {
                network.hand_over().sleep_until(deadline);
                let left = deadline.since(network.clock().now());
                timeout = timeout.min(left);
            }
        }
        Ok(timeout)
    }

    fn wake_up(&self) {
        for lane in self.all.iter().filter(|lane| lane.is_armed) {
            lane.network.hand_over().wake_up();
        }
    }

    /// Sleeps until a packet comes, the time is over, the alarm rings, or the agent speaks. Returns
    /// whether the agent has spoken.
    fn sleep(&self, timeout: Duration) -> bool {
        let hand_over = self.all[0].network.hand_over();
        let armed = self.all.iter().filter(|lane| lane.is_armed);
        let arrivals: Vec<_> = armed
            .map(|lane| lane.network.arrivals().descriptors())
            .collect();
        let mut fds = vec![PollFd::new(hand_over.alarm(), PollFlags::IN)];
        let readable = |fd| PollFd::from_borrowed_fd(fd, PollFlags::IN);
        fds.extend(arrivals.iter().flat_map(|of| of.list()).map(readable));
        let of_agent = fds.len();
        // A process that leaves the job waits for the agent in another thread.
        let wanted = if self.job.has_finalized() {
            PollFlags::RDHUP
        } else {
            PollFlags::RDHUP | PollFlags::IN
        };
        let agent = self.job.descriptor();
        fds.extend(agent.map(|agent| PollFd::from_borrowed_fd(agent, wanted)));
        let timeout = Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: i64::from(timeout.subsec_nanos()),
        };
        // An interrupted sleep is a short one.
        let _ = poll(&mut fds, Some(&timeout));
        if fds[0].revents().contains(PollFlags::IN) {
            hand_over.silence();
        }
        fds.get(of_agent)
            .is_some_and(|agent| !agent.revents().is_empty())
    }

    /// Makes progress on the lanes that it slept on, as far as no application thread used them
    /// meanwhile.
    fn work_unwatched(&mut self) {
        for lane in self.all.iter_mut().filter(|lane| lane.is_armed) {
            let network = &lane.network;
            if network.calls() == lane.seen || network.hand_over().has_sleepers() {
                work(network);
                lane.seen = network.calls();
            }
        }
    }

    /// Continues what the process does in the background, as far as arrived packets allow.
    fn continue_background(&mut self) {
        for lane in &mut self.all {
            lane.is_used = lane.network.calls() != lane.seen;
        }
        for _ in 0..ROUNDS {
            if let Continued::Nothing { look_within } = (self.background)() {
                self.look_at_background_within = look_within;
                return;
            }
            self.all[0].network.try_enter(Core::poll);
            // What was continued may have counted as calls, which are not the application's.
            for lane in self.all.iter_mut().filter(|lane| !lane.is_used) {
                lane.seen = lane.network.calls();
            }
        }
        self.look_at_background_within = Duration::ZERO;
    }

    /// Does work that is due on the lanes that the helper is parked for, unless the application
    /// calls. Threads that sleep on the device do not know of work that other threads leave behind
    /// meanwhile.
    fn attend(&self) {
        let parked = self.all.iter().filter(|lane| !lane.is_armed);
        for lane in parked.filter(|lane| {
            lane.network.hand_over().is_watched() || lane.network.calls() == lane.seen
        }) {
            lane.network.try_enter(|core, now| {
                if core.engine.next_deadline().is_some_and(|due| due <= now) {
                    core.poll(now);
                }
            });
        }
    }
}

/// Answers the agent if it has called. It calls when another process hears nothing of this one.
pub(crate) fn answer_call(world: &World) {
    if let Some(lanes) = world.lanes() {
        is_answered(world.job(), lanes.all().iter().map(|lane| &**lane));
    }
}

/// Answers the agent's call, if there is one, after all packets that had come on these lanes were
/// taken. Returns `false` if that is not possible now, because a thread is inside of a lane or
/// because more and more packets come.
fn is_answered<'a>(job: &AnyJob, mut lanes: impl Iterator<Item = &'a Network>) -> bool {
    let Some(call) = job.call() else {
        return true;
    };
    let is_drained =
        |network: &Network| (0..ROUNDS).any(|_| network.try_enter(Core::poll) == Some(0));
    if !lanes.all(is_drained) {
        return false;
    }
    // Without a way to the agent, the process ends as soon as that is noticed.
    let _ = job.present(call);
    true
}

/// Makes progress until there is nothing to do. Threads that sleep are woken by their bell.
fn work(network: &Network) {
    for _ in 0..ROUNDS {
        let work = network.try_enter(Core::poll);
        if work.unwrap_or(0) == 0 {
            break;
        }
    }
}

#[cfg(test)]
mod tests;
