//! The engine of a lane, and the lock around the engine. The thread that holds the lock drives the
//! device.
//!
//! Application threads enter with [`Network::enter`], which counts the call. From the count the
//! helper thread sees that the application makes progress, and stays away (see `helper.rs`).
//!
//! If a thread panics while it holds an engine's lock, the next thread that takes the lock panics,
//! too.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError, TryLockError, Weak};
use std::thread;

use farreach_engine::{Directory, Done, Engine, EngineError, JobKey, PORTS, Rank};
use farreach_node::{Arena, Bell, DeviceTag, Endpoint, Memory, process_live_bytes, say};
use farreach_verbs::{AtomicWidth, Device, Region, RemoteAddress, Sge, Time, UdDestination};

use super::clock::Clock;
use super::devices::{
    AnyDevice, Arrivals, DeviceFault, FailureKind, HostDevice, LinkFailure, disagreement,
    go_together,
};
use super::hand_over::HandOver;
use super::prompt::Prompt;
use super::unsent;
use crate::job::jobs::{AnyJob, Job};
use crate::job::settings::Executor;
use crate::job::stats::ProcessStats;

/// What the engine asks the job and the node.
pub(crate) struct NodeDirectory {
    pub(crate) arena: Arena,
    pub(crate) job: Arc<AnyJob>,
    /// What this process's device is.
    pub(crate) device: DeviceTag,
    /// Whether this process has said that another one has another device.
    pub(crate) has_told: AtomicBool,
}

impl NodeDirectory {
    /// Ends the job, since `rank` has another device.
    #[cold]
    fn disagree(&self, rank: Rank, theirs: DeviceTag) {
        if self.has_told.swap(true, Ordering::Relaxed) {
            return;
        }
        let (own, host) = (self.job.rank(), self.job.host());
        let us = format!("rank {own} (node {}, host {host})", self.job.node());
        let them = format!("rank {rank} (node {})", self.job.node_of(rank));
        let text = disagreement(&us, self.device, &them, theirs);
        // If the launcher is gone, the helper notices it, and ends this process.
        let _ = self.job.abort(1, &text);
    }
}

impl Directory for NodeDirectory {
    fn endpoint(&self, rank: Rank) -> Option<UdDestination> {
        let endpoint = self.job.endpoint(rank)?;
        if !go_together(self.device, endpoint.device) {
            self.disagree(rank, endpoint.device);
            return None;
        }
        Some(endpoint.destination)
    }

    fn job_key(&self) -> Option<JobKey> {
        self.job.key().map(JobKey)
    }

    fn claim_queue_pairs(&self, count: u32, limit: u32) -> bool {
        self.arena.claim_queue_pairs(count, limit)
    }

    fn return_queue_pairs(&self, count: u32) {
        self.arena.return_queue_pairs(count);
    }

    fn local_index(&self, rank: Rank) -> u32 {
        self.arena.placement().local_index(rank)
    }

    fn local_size(&self, rank: Rank) -> u32 {
        let placement = self.arena.placement();
        placement.local_size(placement.node_of(rank))
    }

    fn node_member(&self, rank: Rank, index: u32) -> Rank {
        let placement = self.arena.placement();
        placement.rank_on(placement.node_of(rank), index)
    }
}

/// The state that the lock of a lane guards.
pub(crate) struct Core {
    pub(crate) engine: Engine<AnyDevice, NodeDirectory>,
    /// Ends of blocking operations that their callers have not taken yet.
    finished: Vec<Done>,
    /// By token, the destination of an operation's end. Blocking operations are not in here.
    ends: BTreeMap<u64, End>,
    /// The first failure of an operation whose fetched word goes to memory.
    failure: Option<EngineError>,
    next_token: u64,
    /// Whether words that peers wait for are stored by signals.
    pub(crate) has_signals: bool,
    /// A mark behind the operations that use memory of the caller until a wait for them.
    pub(crate) lent: u64,
    /// The line that told the user of the first packet that could not be sent.
    unsent: Option<String>,
    /// The number of puts in lists since posted work was last sent. It decides how often the clock
    /// is read.
    pub(crate) puts: u32,
    /// Decides which small operations are sent at once.
    pub(crate) prompt: Prompt,
    /// The number of polls that found something to do.
    traffic: u64,
    /// The number of connections when their owners were last counted.
    connections: usize,
    arena: Arena,
    /// Whether the device has to be told the job's key.
    awaits_key: bool,
    /// The job, which is asked after silent peers, and the number of this lane.
    job: Arc<AnyJob>,
    lane: u32,
    /// This process's bell. Each poll that finds something rings it, for threads that sleep.
    bell: Bell,
    /// Whether messages have come that may have a receiver.
    has_messages: Arc<AtomicBool>,
}

/// The end of an operation with a handle, once the operation has ended: its word, or why it failed.
pub(crate) type Outcome = OnceLock<Result<u64, EngineError>>;

/// The destination of an operation's end.
enum End {
    /// The operation's handle. Dropped with the handle.
    Handle(Weak<Outcome>),
    /// This memory, which is as long as the fetched word.
    Word(Memory),
    /// An object that counts its operations.
    Counted(Arc<dyn CountsEnds>),
}

/// An object that begins operations and is told of each end.
pub(crate) trait CountsEnds: Send + Sync {
    /// Called when one of the object's operations has ended. `failure` says why it failed, if it
    /// did.
    fn end_operation(&self, failure: Option<EngineError>);
}

impl Core {
    /// This process's endpoint, for all others.
    pub(crate) fn endpoint(&self) -> Endpoint {
        let atomics = if self.engine.adapter_executes(AtomicWidth::W64) {
            Executor::Adapter
        } else {
            Executor::Owner
        };
        Endpoint {
            destination: self.engine.endpoint(),
            device: self.engine.device().tag(atomics),
        }
    }

    /// Returns a new token for an operation.
    pub(crate) fn token(&mut self) -> u64 {
        self.next_token += 1;
        self.next_token
    }

    /// Returns a new token for an operation, and the handle that gets its end.
    pub(crate) fn token_with_handle(&mut self) -> (u64, Arc<Outcome>) {
        let token = self.token();
        let outcome = Arc::new(Outcome::new());
        self.ends
            .insert(token, End::Handle(Arc::downgrade(&outcome)));
        (token, outcome)
    }

    /// Returns a new token for an operation that fetches a word. The word goes to `into`, which is
    /// as long as the word.
    pub(crate) fn token_with_target(&mut self, into: Memory) -> u64 {
        let token = self.token();
        self.ends.insert(token, End::Word(into));
        token
    }

    /// Returns a new token for an operation. `counts` is told of its end.
    pub(crate) fn token_counted_by(&mut self, counts: Arc<dyn CountsEnds>) -> u64 {
        let token = self.token();
        self.ends.insert(token, End::Counted(counts));
        token
    }

    /// Takes the first failure since the last call, of operations whose ends nothing reported.
    pub(crate) fn take_failure(&mut self) -> Option<EngineError> {
        self.engine.take_failure().or_else(|| self.failure.take())
    }

    /// The failure that [`Core::take_failure`] would take.
    pub(crate) fn failure(&self) -> Option<EngineError> {
        self.engine.failure().or(self.failure.as_ref()).cloned()
    }

    /// Makes progress. Returns the number of events.
    pub(crate) fn poll(&mut self, now: Time) -> usize {
        if self.awaits_key
            && let Some(key) = self.job.key()
        {
            self.awaits_key = false;
            self.engine.device_mut().set_job_key(key);
        }
        let work = self.engine.poll(now);
        if let Some(fault) = self.engine.device_mut().take_fault() {
            self.end_job(&fault);
        }
        if let Some(failure) = self.engine.device_mut().take_link_failure() {
            self.tell_unsent(&failure);
        }
        while let Some(done) = self.engine.poll_done() {
            match self.ends.remove(&done.token) {
                None => self.finished.push(done),
                Some(end) => self.finish(end, done),
            }
        }
        if work > 0 {
            if self.engine.connections() != self.connections {
                self.count_threads();
            }
            self.traffic = self.traffic.wrapping_add(1);
            // The program takes the messages of port 0 itself.
            if (1..PORTS).any(|port| self.engine.has_message(port)) {
                self.has_messages.store(true, Ordering::Relaxed);
            }
            self.bell.ring();
        }
        if self.engine.has_doubts() {
            self.ask_after_silent(now);
        }
        work
    }

    /// Ends the job because something is gone without which transfers never end.
    #[cold]
    fn end_job(&self, fault: &DeviceFault) {
        // If the launcher is gone, the job is over anyway.
        let _ = self.job.abort(1, &fault.description);
    }

    /// Tells the user of a packet that could not be sent, or of a host that does not answer, once in
    /// this process. The summary of the job has the line about the packet, too.
    #[cold]
    fn tell_unsent(&mut self, failure: &LinkFailure) {
        static TOLD: Once = Once::new();
        static TOLD_SILENCE: Once = Once::new();
        let text = || unsent::text(&self.job, failure);
        match failure.kind {
            FailureKind::Unanswered => TOLD_SILENCE.call_once(|| say(text())),
            // It may change back, which is told as well.
            FailureKind::Changed => say(text()),
            FailureKind::Unsent { .. } | FailureKind::Disagreement if self.unsent.is_none() => {
                let text = text();
                TOLD.call_once(|| say(&text));
                self.unsent = Some(text);
            }
            FailureKind::Unsent { .. } | FailureKind::Disagreement => {}
        }
    }

    /// Asks the launcher after silent peers, and handles its answers. A launcher that is gone does
    /// not answer. The helper notices that, and ends the process (`helper.rs`).
    #[cold]
    fn ask_after_silent(&mut self, now: Time) {
        let lane = u64::from(self.lane) << 32;
        for known in self.job.take_known(|number| number & !0xffff_ffff == lane) {
            self.engine
                .hear_of(now, known.number as u32, known.is_there);
        }
        while let Some(question) = self.engine.poll_question() {
            let _ = self
                .job
                .ask_after(question.rank, lane | u64::from(question.number));
        }
    }

    /// Delivers the end of an operation to its destination.
    fn finish(&mut self, end: End, done: Done) {
        match (end, done.result) {
            (End::Handle(handle), result) => {
                if let Some(outcome) = handle.upgrade() {
                    let set = outcome.set(result);
                    assert!(set.is_ok(), "operation {} ended twice", done.token);
                }
            }
            (End::Counted(counts), result) => counts.end_operation(result.err()),
            (End::Word(into), Ok(word)) => into
                .copy_in(0, &word.to_ne_bytes()[..into.len()])
                .expect("memory as long as the word"),
            (End::Word(_), Err(failure)) => {
                self.failure.get_or_insert(failure);
            }
        }
    }

    /// Tells the arena how many threads of other processes communicate. Each connected lane of a
    /// process stands for a thread.
    #[cold]
    fn count_threads(&mut self) {
        self.connections = self.engine.connections();
        let lanes = self.engine.manager().lanes_heard();
        self.arena.add_threads_elsewhere(lanes.max(1) as usize);
    }

    /// Arms the device for a sleep on its [`Arrivals`]. Returns the time at which the sleeper has
    /// to look again, if there is one.
    pub(crate) fn arm(&mut self) -> Option<Time> {
        if self.engine.device_mut().arm() {
            return Some(Time::ZERO);
        }
        self.engine.next_deadline()
    }

    /// Makes the next poll look at all sockets, also at those on which packets are unlikely.
    pub(crate) fn look_everywhere(&mut self) {
        self.engine.device_mut().look_everywhere();
    }

    /// Takes the end of the blocking operation with `token`, if it has ended.
    pub(crate) fn take(&mut self, token: u64) -> Option<Result<u64, EngineError>> {
        let at = self.finished.iter().position(|done| done.token == token)?;
        Some(self.finished.swap_remove(at).result)
    }
}

impl Core {
    /// Adds the lane's figures to `stats`.
    pub(crate) fn report(&self, stats: &mut ProcessStats) {
        let engine = self.engine.stats();
        let device = self.engine.device();
        let footprint = device.footprint();
        let counters = device.counters();
        stats.connect_seconds += engine.setup_time.as_secs_f64();
        stats.connections += engine.connections as u64;
        stats.connected_queue_pairs += (footprint.rc_qps + footprint.xrc_qps) as u64;
        stats.queue_pairs += (footprint.rc_qps + footprint.xrc_qps + footprint.ud_qps) as u64;
        stats.queue_pairs_most += engine.queue_pairs_most as u64;
        stats.datagram_ops += engine.datagram_ops;
        stats.switches += engine.switches;
        stats.stand_ins += engine.stand_ins;
        stats.registrations_reused += engine.registrations_reused;
        let buffers = self.engine.buffer_stats();
        stats.messages += buffers.messages;
        stats.message_bytes += buffers.bytes;
        stats.buffer_bytes += buffers.buffer_bytes;
        stats.connection_bytes += if process_live_bytes() == 0 {
            // Without the counting allocator, the objects say how much memory they have.
            let associations = self.engine.associations().footprint();
            (footprint.qp_bytes + self.engine.manager().footprint() + associations) as u64
        } else {
            engine.connection_bytes.max(0) as u64
        };
        stats.socket_bytes += device.kernel_bytes() as u64;
        stats.peers = stats.peers.max(self.engine.reached() as u64);
        stats.evictions += self.engine.manager().counters().closed;
        stats.rc_bytes += counters.rc_bytes;
        stats.ud_bytes += counters.ud_bytes;
        let associations = self.engine.associations().counters();
        stats.retransmitted += counters.retransmitted + associations.retransmitted;
        stats.dropped += counters.dropped;
        stats.unsent += counters.unsent;
        stats.paths.add(&counters.paths);
        if stats.first_unsent.is_none() {
            stats.first_unsent.clone_from(&self.unsent);
        }
    }
}

/// A lane of a process: an engine with its device, and what surrounds them. Aligned so that two
/// lanes share no cache line.
#[repr(align(128))]
pub(crate) struct Network {
    core: Mutex<Core>,
    calls: AtomicU64,
    traffic: AtomicU64,
    clock: Clock,
    /// The descriptors that threads sleep on until a packet comes.
    arrivals: Arc<dyn Arrivals>,
    hand_over: HandOver,
    /// This process's segment for transfers. `None` if parts of it are registered when they are needed.
    segment: Option<Region>,
    has_messages: Arc<AtomicBool>,
    announces_writes: bool,
    has_signals: bool,
    copied_max: usize,
}

impl Network {
    /// The longest buffer of a blocking get that is better copied than lent to the device.
    pub(crate) fn copied_max(&self) -> usize {
        self.copied_max
    }

    /// Whether words that peers wait for are stored by signals.
    pub(crate) fn has_signals(&self) -> bool {
        self.has_signals
    }

    /// Whether a sleeper wakes when a peer has written to this process's memory.
    pub(crate) fn announces_writes(&self) -> bool {
        self.announces_writes
    }

    pub(crate) fn new(
        engine: Engine<AnyDevice, NodeDirectory>,
        bell: Bell,
        arena: Arena,
        (job, lane): (Arc<AnyJob>, u32),
        clock: Clock,
        hand_over: HandOver,
    ) -> Self {
        let segment = engine.segment_region();
        let arrivals = engine.device().arrivals();
        let announces_writes = engine.device().attributes().announces_writes;
        let has_signals = engine.has_signals();
        let copied_max = engine.copied_max();
        let has_messages = Arc::<AtomicBool>::default();
        let core = Core {
            engine,
            finished: Vec::new(),
            ends: BTreeMap::new(),
            failure: None,
            has_signals,
            unsent: None,
            next_token: 0,
            lent: 0,
            puts: 0,
            prompt: Prompt::default(),
            traffic: 0,
            connections: 0,
            arena,
            awaits_key: true,
            job,
            lane,
            bell,
            has_messages: Arc::clone(&has_messages),
        };
        Network {
            core: Mutex::new(core),
            calls: AtomicU64::new(0),
            traffic: AtomicU64::new(0),
            clock,
            arrivals,
            hand_over,
            segment,
            has_messages,
            announces_writes,
            has_signals,
            copied_max,
        }
    }

    /// Whether messages have come that may have a receiver.
    #[inline]
    pub(crate) fn has_messages(&self) -> bool {
        self.has_messages.load(Ordering::Relaxed)
    }

    /// Makes [`Network::has_messages`] true until a thread has looked.
    pub(crate) fn look_for_messages(&self) {
        self.has_messages.store(true, Ordering::Relaxed);
    }

    /// Lets `take` take messages. It returns whether there are more for it.
    pub(crate) fn take_messages(&self, take: impl FnOnce(&mut Core) -> bool) {
        self.peek_often(
            |_| false,
            |core, _| self.has_messages.store(take(core), Ordering::Relaxed),
        );
    }

    /// Runs `f`, which makes progress, in the engine, and counts a call of the application.
    pub(crate) fn enter<R>(&self, f: impl FnOnce(&mut Core, Time) -> R) -> R {
        self.count_call();
        self.peek(|core, now| {
            let result = f(core, now);
            self.traffic.store(core.traffic, Ordering::Relaxed);
            result
        })
    }

    fn count_call(&self) {
        // Two calls at the same time may be counted as one. The count only has to change.
        let calls = self.calls.load(Ordering::Relaxed).wrapping_add(1);
        self.calls.store(calls, Ordering::Relaxed);
    }

    /// Polls `core` and counts a call of the application, which holds the lock already.
    pub(crate) fn poll_inside(&self, core: &mut Core, now: Time) {
        self.count_call();
        core.poll(now);
        self.traffic.store(core.traffic, Ordering::Relaxed);
    }

    /// Runs `f`, which makes no progress, in the engine. No call is counted, so the helper is not
    /// kept away.
    pub(crate) fn peek<R>(&self, f: impl FnOnce(&mut Core, Time) -> R) -> R {
        let mut core = self.core.lock().unwrap_or_else(broken);
        self.inside(&mut core, self.clock.now(), f)
    }

    /// Runs `f` in the engine without counting a call, as [`Network::peek`] does. The clock is read
    /// only if `is_wanted`. Otherwise `f` gets an earlier time. To read the clock takes longer than
    /// to post a small put.
    pub(crate) fn peek_often<R>(
        &self,
        is_wanted: impl FnOnce(&mut Core) -> bool,
        f: impl FnOnce(&mut Core, Time) -> R,
    ) -> R {
        let mut core = self.core.lock().unwrap_or_else(broken);
        let now = if is_wanted(&mut core) {
            self.clock.now()
        } else {
            core.engine.now()
        };
        self.inside(&mut core, now, f)
    }

    fn inside<R>(&self, core: &mut Core, now: Time, f: impl FnOnce(&mut Core, Time) -> R) -> R {
        let result = f(core, now);
        self.hand_over.leave_behind(|| core.engine.next_deadline());
        result
    }

    /// Runs `f` in the engine for the helper thread. Does nothing and returns `None` if another
    /// thread holds the lock.
    pub(crate) fn try_enter<R>(&self, f: impl FnOnce(&mut Core, Time) -> R) -> Option<R> {
        let mut core = match self.core.try_lock() {
            Ok(core) => core,
            Err(TryLockError::Poisoned(poisoned)) => broken(poisoned),
            Err(TryLockError::WouldBlock) => return None,
        };
        Some(f(&mut core, self.clock.now()))
    }

    /// A number that changes with each call of the application that makes progress.
    pub(crate) fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// A number that changes when a poll has found something to do. A change by the helper shows
    /// after the application's next call.
    pub(crate) fn traffic(&self) -> u64 {
        self.traffic.load(Ordering::Relaxed)
    }

    /// Makes progress for the application. Returns the number of events.
    pub(crate) fn progress(&self) -> usize {
        self.enter(Core::poll)
    }

    /// The entry for `len` bytes at `offset` of this process's segment, as the source or target of
    /// a transfer.
    pub(crate) fn segment_sge(&self, offset: usize, len: usize) -> Result<Sge, EngineError> {
        let region = match self.segment {
            Some(region) => region,
            None => self.segment_part(offset, len)?.1,
        };
        Ok(region.sge(offset as u64, len as u32))
    }

    /// The address of `len` bytes at `offset` of this process's segment for peers, and the region that they lie in.
    pub(crate) fn segment_part(
        &self,
        offset: usize,
        len: usize,
    ) -> Result<(RemoteAddress, Region), EngineError> {
        self.peek(|core, _| core.engine.segment_part(offset as u64, len as u64))
    }

    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    pub(crate) fn arrivals(&self) -> &dyn Arrivals {
        &*self.arrivals
    }

    pub(crate) fn hand_over(&self) -> &HandOver {
        &self.hand_over
    }
}

/// Handles a lock in which a thread has panicked. A thread that continued with the engine might
/// wait for ever. So each thread that comes panics as well, and the helper ends the job. Only a
/// thread that is already panicking continues, to give back what it has.
#[cold]
fn broken(poisoned: PoisonError<MutexGuard<'_, Core>>) -> MutexGuard<'_, Core> {
    assert!(
        thread::panicking(),
        "a thread of this process panicked inside the network's engine, which can't go on"
    );
    poisoned.into_inner()
}

#[cfg(test)]
mod tests;
