//! The helper thread: progress while the application computes or sleeps.
//!
//! ```text
//!            no call for 1 ms, or all callers asleep
//!   parked ──────────────────────────────────────────▶ armed: sleeps until a packet or a deadline
//!     ▲                                                   │
//!     └───────────── a call was made meanwhile ◀──────────┘ works for the application
//! ```
//!
//! Parked, it is not on the socket's wait queue, whose mere presence costs every packet a wake-up. Calls never
//! wake it, with one exception: work that was left behind with a deadline before the one that it sleeps until.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

use farreach_node::block_signals;
use farreach_verbs::Time;
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

use crate::network::{Core, Network};

/// How long it stays away after it saw a call.
const PARK: Duration = Duration::from_millis(1);
/// Rounds of progress after which it looks at the rest of the world again.
const ROUNDS: usize = 64;

/// What the helper and the application tell each other.
struct Shared {
    stop: AtomicBool,
    /// Application threads that sleep and rely on the helper.
    sleepers: AtomicU32,
    /// Until when (nanoseconds) the helper sleeps at most; zero while it will look within a millisecond.
    sleeps_until: AtomicU64,
    wake: OwnedFd,
}

/// The handle to the helper thread.
pub(crate) struct Helper {
    shared: Arc<Shared>,
    thread: Thread,
    join: Option<JoinHandle<()>>,
}

impl Helper {
    /// Starts the helper.
    pub(crate) fn start(network: Arc<Network>) -> std::io::Result<Helper> {
        let shared = Arc::new(Shared {
            stop: AtomicBool::new(false),
            sleepers: AtomicU32::new(0),
            sleeps_until: AtomicU64::new(0),
            wake: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
        });
        let for_thread = Arc::clone(&shared);
        let join = thread::Builder::new()
            .name("farreach-helper".into())
            .stack_size(128 << 10)
            .spawn(move || {
                block_signals();
                run(&for_thread, &network);
            })?;
        Ok(Helper {
            shared,
            thread: join.thread().clone(),
            join: Some(join),
        })
    }

    /// Called by an application thread that is about to sleep.
    pub(crate) fn begin_sleep(&self) {
        self.shared.sleepers.fetch_add(1, Ordering::SeqCst);
        self.thread.unpark();
    }

    /// Called by an application thread that has slept.
    pub(crate) fn end_sleep(&self) {
        self.shared.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    /// Tells the helper of a deadline that the application leaves behind.
    pub(crate) fn leave_behind(&self, deadline: Option<Time>) {
        let until = self.shared.sleeps_until.load(Ordering::Acquire);
        if deadline.is_some_and(|deadline| deadline.0 < until) {
            self.poke();
        }
    }

    fn poke(&self) {
        // Fails only if the counter is full, which wakes as well.
        let _ = rustix::io::write(&self.shared.wake, &1u64.to_ne_bytes());
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.thread.unpark();
        self.poke();
        if let Some(join) = self.join.take() {
            // A panic of the helper has been reported by its thread.
            let _ = join.join();
        }
    }
}

fn run(shared: &Shared, network: &Network) {
    let mut seen = network.calls();
    while !shared.stop.load(Ordering::SeqCst) {
        let calls = network.calls();
        let asleep = shared.sleepers.load(Ordering::SeqCst) > 0;
        if calls != seen && !asleep {
            seen = calls;
            thread::park_timeout(PARK);
            continue;
        }
        // Announced before the deadline is read: a call that sets an earlier one afterwards sees it and pokes.
        shared.sleeps_until.store(u64::MAX, Ordering::SeqCst);
        let Some(deadline) = network.try_enter(|core, _| core.engine.next_deadline()) else {
            shared.sleeps_until.store(0, Ordering::Release);
            thread::park_timeout(PARK);
            continue;
        };
        if let Some(deadline) = deadline {
            shared.sleeps_until.store(deadline.0, Ordering::SeqCst);
        }
        let timeout = deadline.map(|deadline| deadline.since(network.clock().now()));
        sleep(shared, network, timeout);
        shared.sleeps_until.store(0, Ordering::Release);
        let asleep = shared.sleepers.load(Ordering::SeqCst) > 0;
        if network.calls() != seen && !asleep {
            continue;
        }
        work(network);
        seen = network.calls();
    }
}

/// Sleeps until a packet waits, the time is over, or somebody pokes.
fn sleep(shared: &Shared, network: &Network, timeout: Option<Duration>) {
    let mut fds = [
        PollFd::new(network.socket(), PollFlags::IN),
        PollFd::new(&shared.wake, PollFlags::IN),
    ];
    let timeout = timeout.map(|timeout| Timespec {
        tv_sec: timeout.as_secs() as i64,
        tv_nsec: i64::from(timeout.subsec_nanos()),
    });
    // An interrupted sleep is a short one.
    let _ = poll(&mut fds, timeout.as_ref());
    if fds[1].revents().contains(PollFlags::IN) {
        let mut count = [0; 8];
        let _ = rustix::io::read(&shared.wake, &mut count);
    }
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
