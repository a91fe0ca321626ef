//! The helper thread: progress while the application computes or sleeps.
//!
//! ```text
//!            no call for 1 ms and nobody asleep on the sockets, or all callers asleep
//!   parked ──────────────────────────────────────────▶ armed: sleeps until a packet or a deadline
//!     ▲                                                   │
//!     └───────────── a call was made meanwhile ◀──────────┘ works for the application
//! ```
//!
//! Parked, it is not on the sockets' wait queues, whose mere presence costs every packet a wake-up. Calls never
//! wake it, with one exception: work that was left behind with a deadline before the one that it sleeps until.

mod placement;

use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

use farreach_launch::client::Job;
use farreach_node::block_signals;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpid;

use crate::network::{Core, Network};
use placement::Placement;

/// How long it stays away after it saw a call.
const PARK: Duration = Duration::from_millis(1);
/// How often one that looks all the time looks whether its agent is still there.
const AGENT_EVERY: Duration = Duration::from_millis(100);
/// Rounds of progress after which it looks at the rest of the world again.
const ROUNDS: usize = 64;

/// The handle to the helper thread.
pub(crate) struct Helper {
    network: Arc<Network>,
    thread: Thread,
    join: Option<JoinHandle<()>>,
}

impl Helper {
    /// Starts the helper; one that `polls` looks all the time.
    pub(crate) fn start(
        network: Arc<Network>,
        job: Arc<Job>,
        polls: bool,
    ) -> std::io::Result<Helper> {
        let for_thread = Arc::clone(&network);
        let join = thread::Builder::new()
            .name("farreach-helper".into())
            .stack_size(128 << 10)
            .spawn(move || {
                block_signals();
                if polls {
                    look_always(&for_thread, &job);
                } else {
                    run(&for_thread, &job);
                }
            })?;
        Ok(Helper {
            network,
            thread: join.thread().clone(),
            join: Some(join),
        })
    }

    /// Called by an application thread that is about to sleep and will not enter the engine before.
    pub(crate) fn begin_sleep(&self) {
        self.network.hand_over().begin_sleep();
        self.thread.unpark();
    }

    /// Called by an application thread that has slept.
    pub(crate) fn end_sleep(&self) {
        self.network.hand_over().end_sleep();
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.network.hand_over().stop();
        self.thread.unpark();
        if let Some(join) = self.join.take() {
            // A panic of the helper has been reported by its thread.
            let _ = join.join();
        }
    }
}

fn run(network: &Network, job: &Job) {
    let hand_over = network.hand_over();
    let mut placement = Placement::new(getpid(), job.arena().layout().host_size);
    let mut seen = network.calls();
    while !hand_over.is_stopped() {
        let calls = network.calls();
        if (calls != seen || hand_over.is_watched()) && !hand_over.has_sleepers() {
            seen = calls;
            thread::park_timeout(PARK);
            if hand_over.is_watched() {
                attend(network);
            }
            continue;
        }
        placement.follow();
        hand_over.fall_asleep();
        // Whoever is inside will have changed the calls, or is about to leave.
        let Some(deadline) = network.try_enter(|core, _| core.sleep_until_packet()) else {
            hand_over.wake_up();
            thread::yield_now();
            continue;
        };
        if let Some(deadline) = deadline {
            hand_over.sleep_until(deadline);
        }
        let timeout = deadline.map(|deadline| deadline.since(network.clock().now()));
        let agent_spoke = sleep(network, job.agent_fd(), timeout);
        hand_over.wake_up();
        if agent_spoke {
            watch(job);
        }
        if network.calls() != seen && !hand_over.has_sleepers() {
            continue;
        }
        work(network);
        seen = network.calls();
    }
}

/// Looks for packets all the time, as a data server that has a core of its own does.
fn look_always(network: &Network, job: &Job) {
    let mut agent_seen = network.clock().now();
    while !network.hand_over().is_stopped() {
        work(network);
        thread::yield_now();
        let now = network.clock().now();
        if now.since(agent_seen) > AGENT_EVERY {
            agent_seen = now;
            watch(job);
        }
    }
}

/// Sleeps until a packet waits, the time is over, somebody rings, or the agent has something to say; returns whether it has.
fn sleep(network: &Network, agent: Option<BorrowedFd<'_>>, timeout: Option<Duration>) -> bool {
    let hand_over = network.hand_over();
    let sockets = network.sockets().sockets();
    let mut fds = vec![PollFd::new(hand_over.alarm(), PollFlags::IN)];
    fds.extend(
        sockets
            .fds()
            .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)),
    );
    let of_agent = fds.len();
    // A process that leaves waits for the agent itself.
    fds.extend(agent.map(|agent| PollFd::from_borrowed_fd(agent, PollFlags::RDHUP)));
    let timeout = timeout.map(|timeout| Timespec {
        tv_sec: timeout.as_secs() as i64,
        tv_nsec: i64::from(timeout.subsec_nanos()),
    });
    // An interrupted sleep is a short one.
    let _ = poll(&mut fds, timeout.as_ref());
    if fds[0].revents().contains(PollFlags::IN) {
        hand_over.silence();
    }
    fds.get(of_agent)
        .is_some_and(|agent| !agent.revents().is_empty())
}

/// Ends the process if its agent is gone: nobody else would, if it runs inside a wrapper.
fn watch(job: &Job) {
    if let Err(error) = job.poll_released() {
        eprintln!("farreach: rank {}: {error}", job.rank());
        std::process::exit(1);
    }
}

/// Does what is due while an application thread sleeps on the sockets: it does not know of what others leave behind meanwhile.
fn attend(network: &Network) {
    network.try_enter(|core, now| {
        if core.engine.next_deadline().is_some_and(|due| due <= now) {
            core.poll(now);
        }
    });
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
