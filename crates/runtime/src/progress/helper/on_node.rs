//! The helper of a process in a job of one node: takes messages while the program computes, if a
//! programming model asks for it.
//!
//! ```text
//!                no call has taken a message for a while
//!   parked ─────────────────────────────────────────────▶ armed: sleeps until the doorbell rings
//!     ▲                                                       │
//!     └──────────── a call has taken a message, ◀─────────────┘ takes messages
//!                   or there was none
//! ```
//!
//! While the helper is armed, the first message costs its sender a wake-up. So the helper parks
//! after each sleep, for a millisecond and for each process that shares a core.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

use farreach_node::{Doorbell, block_signals, sleep};

use super::ending::{Program, or_end_job};
use super::{PROGRAM_EVERY, park};
use crate::World;
use crate::progress::Continued;

/// The handle to the thread.
pub(crate) struct NodeHelper {
    is_stopped: Arc<AtomicBool>,
    doorbell: Arc<Doorbell>,
    thread: Thread,
    join: Mutex<Option<JoinHandle<()>>>,
}

impl NodeHelper {
    /// Starts the thread.
    pub(crate) fn start(world: &World) -> std::io::Result<NodeHelper> {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let doorbell = Arc::clone(world.doorbell());
        let rounds = Rounds {
            world: world.downgrade(),
            is_stopped: Arc::clone(&is_stopped),
            doorbell: Arc::clone(&doorbell),
            park: park(world.arena()),
            seen: 0,
        };
        let job = Arc::clone(world.job());
        let join = thread::Builder::new()
            .name("farreach-helper".into())
            .stack_size(512 << 10)
            .spawn(move || {
                let program = Program::new(block_signals(), &job);
                or_end_job(&job, || rounds.run(program));
            })?;
        Ok(NodeHelper {
            is_stopped,
            doorbell,
            thread: join.thread().clone(),
            join: Mutex::new(Some(join)),
        })
    }

    /// Ends the thread, if it has not ended.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        self.doorbell.ring();
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
}

impl Drop for NodeHelper {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The state of the thread.
struct Rounds {
    world: Weak<World>,
    is_stopped: Arc<AtomicBool>,
    doorbell: Arc<Doorbell>,
    /// The time that the helper parks for.
    park: Duration,
    /// The count of messages that calls had taken at the last look.
    seen: usize,
}

impl Rounds {
    fn run(mut self, mut program: Program) {
        while !self.is_stopped.load(Ordering::SeqCst) {
            program.exit_if_over();
            let Some(world) = self.world.upgrade() else {
                return;
            };
            let taken = world.messages().taken_in_calls();
            let is_busy = std::mem::replace(&mut self.seen, taken) != taken;
            while !is_busy && world.help() == Continued::Something {}
            drop(world);
            if !is_busy && !self.sleep() {
                continue;
            }
            thread::park_timeout(self.park);
        }
    }

    /// Sleeps until the doorbell rings, and for some time at most. Returns whether it rang.
    fn sleep(&self) -> bool {
        let prepared = self.doorbell.prepare();
        let world = self.world.upgrade();
        let may_sleep = world.is_some_and(|world| !world.can_help());
        if !may_sleep || self.is_stopped.load(Ordering::SeqCst) {
            self.doorbell.cancel(prepared);
            return true;
        }
        sleep(Some((&self.doorbell, prepared)), &[], Some(PROGRAM_EVERY))
    }
}
