//! The helper thread: progress while the application computes or sleeps.
//!
//! ```text
//!            no call for 1 ms and nobody asleep on the device, or all callers asleep        (shared cores: some ms)
//!   parked ──────────────────────────────────────────▶ armed: sleeps until a packet or a deadline
//!     ▲                                                   │
//!     └───────────── a call was made meanwhile ◀──────────┘ works for the application
//! ```
//!
//! So for each lane: those that it is not parked for it sleeps on, a millisecond at most if it is for others.
//! Where processes share cores, whoever makes no call may just wait for its core, in the middle of a collective for example: then a
//! millisecond must have passed for each of those that share one.
//! Parked, it is not on the wait queues of the device's descriptors, whose mere presence costs every packet a wake-up. Calls never
//! wake it, with one exception: work that was left behind with a deadline before the one that it sleeps until.
//!
//! The helper does not keep the process alive: when no other thread is left it exits in their place. A panic of it ends the job.

mod ending;
mod placement;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

use farreach_node::block_signals;
use farreach_verbs::Time;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpid;

use super::beside::{Continue, Continued};
use super::clock::Clock;
use super::lanes::Lanes;
use super::network::{Core, Network};
use crate::World;
use crate::job::jobs::{AnyJob, Job};
pub(crate) use ending::watch;
use ending::{Program, or_end_job};
use placement::Placement;

/// How long it stays away after it saw a call.
const PARK: Duration = Duration::from_millis(1);
/// After how many looks without a call it takes over, at most.
const LOOKS_MAX: u32 = 8;
/// How often one that looks all the time looks whether its agent is still there.
const AGENT_EVERY: Duration = Duration::from_millis(100);
/// How often it looks whether other threads are left.
const PROGRAM_EVERY: Duration = Duration::from_millis(500);
/// Rounds of progress after which it looks at the rest of the world again.
const ROUNDS: usize = 64;

/// The handle to the helper thread.
pub(crate) struct Helper {
    lanes: Arc<Lanes>,
    first: Arc<Network>,
    thread: Thread,
    join: Mutex<Option<JoinHandle<()>>>,
}

impl Helper {
    /// Starts the helper. A helper that `polls` looks all the time.
    pub(crate) fn start(
        lanes: Arc<Lanes>,
        beside: Continue,
        job: Arc<AnyJob>,
        polls: bool,
    ) -> std::io::Result<Helper> {
        let for_thread = Arc::clone(&lanes);
        let first = Arc::clone(&lanes.all()[0]);
        let join = thread::Builder::new()
            .name("farreach-helper".into())
            // Reductions by functions of the program's run here as well.
            .stack_size(512 << 10)
            .spawn(move || {
                let program = Program::new(block_signals());
                or_end_job(&job, || {
                    let mut rounds = Rounds::new(for_thread, beside, Arc::clone(&job), program);
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
        let mut join = self.join.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(join) = join.take() {
            // A panic of the helper has ended the process.
            let _ = join.join();
        }
    }

    /// Called by an application thread that is about to sleep and will not enter the engine of `lane` before.
    pub(crate) fn begin_sleep(&self, lane: &Network) {
        lane.hand_over().begin_sleep();
        self.thread.unpark();
        if self.lanes.is_partial() {
            lane.hand_over().ring();
        }
    }

    /// Called by an application thread that has slept.
    pub(crate) fn end_sleep(lane: &Network) {
        lane.hand_over().end_sleep();
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Somebody is inside a lane.
struct Busy;

/// A lane as the helper sees it.
struct Attended {
    network: Arc<Network>,
    /// Its calls when the helper last looked.
    seen: u64,
    /// How often it has looked since there was a call, or somebody asleep on the device.
    looks: u32,
    is_armed: bool,
}

impl Attended {
    /// Looks whether the application looks after it: it did within so many looks.
    fn is_busy(&mut self, looks: u32) -> bool {
        let hand_over = self.network.hand_over();
        let is_used = self.network.calls() != self.seen || hand_over.is_watched();
        self.looks = if is_used {
            0
        } else {
            self.looks.saturating_add(1)
        };
        self.looks < looks && !hand_over.has_sleepers()
    }
}

/// What the helper's thread does.
struct Rounds {
    lanes: Arc<Lanes>,
    beside: Continue,
    /// The longest time without a look at `beside`.
    look_beside_within: Duration,
    all: Vec<Attended>,
    /// After how many looks without a call it takes over.
    looks: u32,
    job: Arc<AnyJob>,
    program: Program,
    /// When it last looked whether the program's threads are there.
    program_seen: Time,
    /// When it last looked for what the agent says, without being woken by it.
    agent_seen: Time,
    /// The agent calls, and could not be answered yet.
    is_called: bool,
}

impl Rounds {
    fn new(lanes: Arc<Lanes>, beside: Continue, job: Arc<AnyJob>, program: Program) -> Rounds {
        let mut rounds = Rounds {
            lanes,
            beside,
            look_beside_within: PROGRAM_EVERY,
            all: Vec::new(),
            looks: job.arena().processes_per_core().min(LOOKS_MAX),
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
        let mut placement = Placement::new(getpid(), self.job.host_size());
        while !self.is_stopped() {
            self.look_after_program();
            self.find_lanes();
            self.lanes.set_partial(true);
            let parked = self.arm();
            if parked == self.all.len() {
                self.lanes.set_partial(false);
                thread::park_timeout(PARK);
                self.attend();
                self.go_on_beside();
                self.heed_now_and_then();
                continue;
            }
            if parked == 0 {
                self.lanes.set_partial(false);
            }
            placement.follow();
            let longest = if parked > 0 || self.is_called {
                PARK
            } else {
                PROGRAM_EVERY.min(self.look_beside_within)
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
            self.go_on_beside();
            if agent_spoke || self.is_called {
                self.answer_call();
            }
            self.heed_now_and_then();
        }
    }

    /// Looks for packets all the time, as a data server that has a core of its own does.
    fn look_always(&mut self) {
        while !self.is_stopped() {
            self.look_after_program();
            self.find_lanes();
            for lane in &self.all {
                work(&lane.network);
            }
            (self.beside)();
            thread::yield_now();
            self.heed_now_and_then();
        }
    }

    /// Hears the agent also where no sleep is ended by what it says.
    fn heed_now_and_then(&mut self) {
        let now = self.clock().now();
        if now.since(self.agent_seen) > AGENT_EVERY {
            self.agent_seen = now;
            self.hear_agent();
            self.answer_call();
        }
    }

    /// Hears what the agent says, unless a thread waits to be released: that thread sleeps until the agent speaks, and would sleep on
    /// if somebody else had taken its word.
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

    /// Takes the lanes that were opened since.
    fn find_lanes(&mut self) {
        if self.all.len() != self.lanes.count() {
            for network in &self.lanes.all()[self.all.len()..] {
                self.all.push(Attended {
                    network: Arc::clone(network),
                    seen: network.calls(),
                    looks: LOOKS_MAX,
                    is_armed: false,
                });
            }
        }
    }

    /// Chooses the lanes to sleep on; returns for how many others it is parked.
    fn arm(&mut self) -> usize {
        let mut parked = 0;
        for lane in &mut self.all {
            lane.is_armed = !lane.is_busy(self.looks);
            if !lane.is_armed {
                lane.seen = lane.network.calls();
                parked += 1;
            }
        }
        parked
    }

    /// Tells that it falls asleep on the lanes; returns for how long at most, if nobody is inside of one.
    fn fall_asleep(&self, longest: Duration) -> Result<Duration, Busy> {
        let mut timeout = longest;
        for lane in self.all.iter().filter(|lane| lane.is_armed) {
            let network = &lane.network;
            network.hand_over().fall_asleep();
            // Whoever is inside will have changed the calls, or is about to leave.
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

    /// Sleeps until a packet waits, the time is over, somebody rings, or the agent has something to say; returns whether it has.
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
        // A process that leaves waits for the agent itself.
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

    /// Works on the lanes that it slept on and nobody used meanwhile.
    fn work_unwatched(&mut self) {
        for lane in self.all.iter_mut().filter(|lane| lane.is_armed) {
            let network = &lane.network;
            if network.calls() == lane.seen || network.hand_over().has_sleepers() {
                work(network);
                lane.seen = network.calls();
            }
        }
    }

    /// Goes on with what the process does beside its calls, as far as it gets with what has come.
    fn go_on_beside(&mut self) {
        for _ in 0..ROUNDS {
            if let Continued::Nothing { look_within } = (self.beside)() {
                self.look_beside_within = look_within;
                return;
            }
            self.all[0].network.try_enter(Core::poll);
        }
        self.look_beside_within = Duration::ZERO;
    }

    /// Does what is due on the lanes that it is parked for and nobody has called: application threads that sleep on the device
    /// themselves do not know of what others leave behind meanwhile.
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

/// Answers the agent if it has called since somebody hears nothing of this process.
pub(crate) fn answer_call(world: &World) {
    if let Some(lanes) = world.lanes() {
        is_answered(world.job(), lanes.all().iter().map(|lane| &**lane));
    }
}

/// Answers the agent's call, if there is one, after all packets that had come on these lanes were taken. False if that can't be done now,
/// since somebody is inside or since more and more packets come.
fn is_answered<'a>(job: &AnyJob, mut lanes: impl Iterator<Item = &'a Network>) -> bool {
    let Some(call) = job.call() else {
        return true;
    };
    let is_drained =
        |network: &Network| (0..ROUNDS).any(|_| network.try_enter(Core::poll) == Some(0));
    if !lanes.all(is_drained) {
        return false;
    }
    // Without a way to the agent the process ends, as soon as somebody looks.
    let _ = job.present(call);
    true
}

/// Makes progress until there is nothing left to do. Whoever sleeps until then is woken by it.
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
