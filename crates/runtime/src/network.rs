//! The engine of lane 0 and the lock around it: who is inside drives the device.
//!
//! Application threads enter by [`Network::enter`], which counts the call, so that the helper thread sees
//! that somebody else makes progress and stays away (see `helper.rs`).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use farreach_engine::{Directory, Done, Engine, EngineError, Rank};
use farreach_node::{Arena, Bell, Memory};
use farreach_soft::{PollHandle, SoftDevice};
use farreach_verbs::{Device, Time, UdDestination};

use crate::clock::Clock;
use crate::stats::ProcessStats;

/// The node's directory as the engine asks for it.
pub(crate) struct NodeDirectory(pub(crate) Arena);

impl Directory for NodeDirectory {
    fn endpoint(&self, rank: Rank) -> Option<UdDestination> {
        self.0.directory().endpoint(rank)
    }
}

/// What the lock guards.
pub(crate) struct Core {
    pub(crate) engine: Engine<SoftDevice<Memory>, NodeDirectory>,
    /// Ends of operations whose caller has not fetched them yet.
    finished: Vec<Done>,
    next_token: u64,
    /// This process's own bell: its threads may sleep until something happens in here.
    bell: Bell,
}

impl Core {
    /// A token for an operation.
    pub(crate) fn token(&mut self) -> u64 {
        self.next_token += 1;
        self.next_token
    }

    /// Makes progress; returns how much there was.
    pub(crate) fn poll(&mut self, now: Time) -> usize {
        let work = self.engine.poll(now);
        while let Some(done) = self.engine.poll_done() {
            self.finished.push(done);
        }
        if work > 0 {
            self.bell.ring();
        }
        work
    }

    /// The end of the operation with `token`, if it has ended.
    pub(crate) fn take(&mut self, token: u64) -> Option<Result<u64, EngineError>> {
        let at = self.finished.iter().position(|done| done.token == token)?;
        Some(self.finished.swap_remove(at).result)
    }
}

impl Core {
    /// Enters the network's figures.
    pub(crate) fn report(&self, stats: &mut ProcessStats) {
        let engine = self.engine.stats();
        let device = self.engine.device();
        let footprint = device.footprint();
        let counters = device.counters();
        stats.connect_seconds = engine.setup_time.as_secs_f64();
        stats.connections = engine.connections as u64;
        stats.queue_pairs = (footprint.rc_qps + footprint.ud_qps) as u64;
        stats.connection_bytes = engine.connection_bytes.max(0) as u64;
        stats.socket_bytes = device.socket_bytes() as u64;
        stats.peers = engine.connections as u64;
        stats.rc_bytes = counters.rc.bytes_sent + counters.rc.bytes_received;
        stats.ud_bytes = counters.ud.bytes_sent + counters.ud.bytes_received;
        stats.retransmitted = counters.retransmitted;
        stats.dropped = counters.dropped.total();
    }
}

/// The network side of a process.
pub(crate) struct Network {
    core: Mutex<Core>,
    calls: AtomicU64,
    clock: Clock,
    /// Readable when a packet waits.
    socket: PollHandle,
}

impl Network {
    pub(crate) fn new(
        engine: Engine<SoftDevice<Memory>, NodeDirectory>,
        bell: Bell,
        socket: PollHandle,
        clock: Clock,
    ) -> Self {
        let core = Core {
            engine,
            finished: Vec::new(),
            next_token: 0,
            bell,
        };
        Network {
            core: Mutex::new(core),
            calls: AtomicU64::new(0),
            clock,
            socket,
        }
    }

    /// Runs `f` inside the engine on behalf of the application.
    pub(crate) fn enter<R>(&self, f: impl FnOnce(&mut Core, Time) -> R) -> R {
        // Calls that race lose a count; it only has to change.
        self.calls.store(
            self.calls.load(Ordering::Relaxed).wrapping_add(1),
            Ordering::Relaxed,
        );
        let mut core = self.lock();
        f(&mut core, self.clock.now())
    }

    /// The same for the helper thread, unless somebody is inside.
    pub(crate) fn try_enter<R>(&self, f: impl FnOnce(&mut Core, Time) -> R) -> Option<R> {
        let mut core = match self.core.try_lock() {
            Ok(core) => core,
            Err(std::sync::TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(std::sync::TryLockError::WouldBlock) => return None,
        };
        Some(f(&mut core, self.clock.now()))
    }

    /// Changes whenever the application enters.
    pub(crate) fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    pub(crate) fn socket(&self) -> &PollHandle {
        &self.socket
    }

    fn lock(&self) -> MutexGuard<'_, Core> {
        // A panic of another thread inside the engine is a bug that has been reported there.
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
