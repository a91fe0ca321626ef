//! The engine of a lane and the lock around it: who is inside drives the device.
//!
//! Application threads enter by [`Network::enter`], which counts the call, so that the helper thread sees
//! that somebody else makes progress and stays away (see `helper.rs`).

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError, TryLockError, Weak};
use std::thread;

use farreach_engine::{Directory, Done, Engine, EngineError, PORTS, Rank};
use farreach_node::{Arena, Bell, Memory, block_of_node, process_live_bytes};
use farreach_verbs::{Device, Sge, Time, UdDestination};

use super::clock::Clock;
use super::devices::{AnyDevice, Arrivals, HostDevice, LinkFailure, MemoryFault};
use super::hand_over::HandOver;
use super::prompt::Prompt;
use super::unsent;
use crate::job::jobs::{AnyJob, Job};
use crate::job::stats::ProcessStats;

/// What the engine asks of the job and the node.
pub(crate) struct NodeDirectory {
    pub(crate) arena: Arena,
    pub(crate) job: Arc<AnyJob>,
}

impl Directory for NodeDirectory {
    fn endpoint(&self, rank: Rank) -> Option<UdDestination> {
        self.job.endpoint(rank)
    }

    fn claim_queue_pairs(&self, count: u32, limit: u32) -> bool {
        self.arena.claim_queue_pairs(count, limit)
    }

    fn return_queue_pairs(&self, count: u32) {
        self.arena.return_queue_pairs(count);
    }

    fn node_ranks(&self, rank: Rank) -> Range<Rank> {
        let layout = self.arena.layout();
        let (size, nodes) = (u64::from(layout.job_size), u64::from(layout.nodes));
        // The last node whose block begins at the rank or below.
        let node = ((u64::from(rank) + 1) * nodes - 1) / size;
        block_of_node(layout.job_size, layout.nodes, node as u32)
    }
}

/// What the lock guards.
pub(crate) struct Core {
    pub(crate) engine: Engine<AnyDevice, NodeDirectory>,
    /// Ends of blocking operations whose caller has not fetched them yet.
    finished: Vec<Done>,
    /// Where the ends of operations go that nobody takes by their token.
    ends: BTreeMap<u64, End>,
    /// The first failure of an operation whose word goes to memory.
    failure: Option<EngineError>,
    next_token: u64,
    /// The first packet that could not be sent, and why, as the user was told.
    unsent: Option<String>,
    /// Counts puts that travel together, for looks at the clock.
    pub(crate) puts: u32,
    /// Which single words leave at once.
    pub(crate) prompt: Prompt,
    /// Counts the polls that found something to do.
    traffic: u64,
    /// How many connections there had been when it last looked whose they are.
    connections: usize,
    arena: Arena,
    /// Whom it asks after peers that are silent, and the lane for which it asks.
    job: Arc<AnyJob>,
    lane: u32,
    /// This process's own bell: its threads may sleep until something happens in here.
    bell: Bell,
    /// Whether messages have come that may have a receiver.
    has_messages: Arc<AtomicBool>,
}

/// Where the end of an operation with a handle is found.
pub(crate) type Outcome = OnceLock<Result<u64, EngineError>>;

/// Where the end of an operation goes.
enum End {
    /// To a handle, as long as it lives.
    Handle(Weak<Outcome>),
    /// Its word goes to this memory, which is as long as the word.
    Word(Memory),
    /// To whoever counts the operations that it began.
    Counted(Arc<dyn CountsEnds>),
}

/// Who began operations and is told the end of each.
pub(crate) trait CountsEnds: Send + Sync {
    /// One of the operations has ended, with this failure if it failed.
    fn end_operation(&self, failure: Option<EngineError>);
}

impl Core {
    /// A token for an operation.
    pub(crate) fn token(&mut self) -> u64 {
        self.next_token += 1;
        self.next_token
    }

    /// A token for an operation with a handle.
    pub(crate) fn token_with_handle(&mut self) -> (u64, Arc<Outcome>) {
        let token = self.token();
        let outcome = Arc::new(Outcome::new());
        self.ends
            .insert(token, End::Handle(Arc::downgrade(&outcome)));
        (token, outcome)
    }

    /// A token for an operation whose word goes to `into`, as long as the word.
    pub(crate) fn token_with_target(&mut self, into: Memory) -> u64 {
        let token = self.token();
        self.ends.insert(token, End::Word(into));
        token
    }

    /// A token for an operation whose end is told to `counts`.
    pub(crate) fn token_counted_by(&mut self, counts: Arc<dyn CountsEnds>) -> u64 {
        let token = self.token();
        self.ends.insert(token, End::Counted(counts));
        token
    }

    /// The first failure since the last call of operations whose end nobody was told.
    pub(crate) fn take_failure(&mut self) -> Option<EngineError> {
        self.engine.take_failure().or_else(|| self.failure.take())
    }

    /// What [`Core::take_failure`] would return.
    pub(crate) fn failure(&self) -> Option<EngineError> {
        self.engine.failure().or(self.failure.as_ref()).cloned()
    }

    /// Makes progress; returns how much there was.
    pub(crate) fn poll(&mut self, now: Time) -> usize {
        let work = self.engine.poll(now);
        if let Some(fault) = self.engine.device_mut().take_memory_fault() {
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
            // The program takes those of port 0 itself.
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

    /// Ends the job because of a buffer that is no memory: no transfer of it ever ends.
    #[cold]
    fn end_job(&self, fault: &MemoryFault) {
        let text = format!(
            "{}: a buffer stays as it is until its transfer is complete",
            fault.description
        );
        // If the launcher is gone as well, the job is over anyway.
        let _ = self.job.abort(1, &text);
    }

    /// Tells the user of a packet that could not be sent, once in this process; the summary of the job has it as well.
    #[cold]
    fn tell_unsent(&mut self, failure: &LinkFailure) {
        static TOLD: Once = Once::new();
        if self.unsent.is_some() {
            return;
        }
        let text = unsent::text(&self.job, failure);
        TOLD.call_once(|| eprintln!("farreach: {text}"));
        self.unsent = Some(text);
    }

    /// Asks the launcher after peers that are silent, and takes what it answers. A launcher that is gone does not answer: whoever looks
    /// after it (`helper.rs`) ends the process.
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

    /// Brings the end of an operation to where it goes.
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

    /// Another process whose lanes have connected has a thread for each of them.
    #[cold]
    fn count_threads(&mut self) {
        self.connections = self.engine.connections();
        let lanes = self.engine.manager().lanes_heard();
        self.arena.add_threads_elsewhere(lanes.max(1) as usize);
    }

    /// Arms the device for a sleep on its [`Arrivals`]; returns when the sleeper is to look again at the latest.
    pub(crate) fn arm(&mut self) -> Option<Time> {
        if self.engine.device_mut().arm() {
            return Some(Time::ZERO);
        }
        self.engine.next_deadline()
    }

    /// The next poll looks wherever packets can have come, also where that is unlikely.
    pub(crate) fn look_everywhere(&mut self) {
        self.engine.device_mut().look_everywhere();
    }

    /// The end of the blocking operation with `token`, if it has ended.
    pub(crate) fn take(&mut self, token: u64) -> Option<Result<u64, EngineError>> {
        let at = self.finished.iter().position(|done| done.token == token)?;
        Some(self.finished.swap_remove(at).result)
    }
}

impl Core {
    /// Adds the lane's figures.
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
        let buffers = self.engine.buffer_stats();
        stats.messages += buffers.messages;
        stats.message_bytes += buffers.bytes;
        stats.buffer_bytes += buffers.buffer_bytes;
        stats.connection_bytes += if process_live_bytes() == 0 {
            // The program has not installed the counting allocator: what the objects say of themselves.
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
        if stats.first_unsent.is_none() {
            stats.first_unsent.clone_from(&self.unsent);
        }
    }
}

/// A lane of a process: its network side. No two share a cache line.
#[repr(align(128))]
pub(crate) struct Network {
    core: Mutex<Core>,
    calls: AtomicU64,
    traffic: AtomicU64,
    clock: Clock,
    /// What threads sleep on until a packet comes.
    arrivals: Arc<dyn Arrivals>,
    hand_over: HandOver,
    /// The own segment for transfers: its key and its first byte's address.
    segment: Sge,
    has_messages: Arc<AtomicBool>,
}

impl Network {
    pub(crate) fn new(
        engine: Engine<AnyDevice, NodeDirectory>,
        bell: Bell,
        arena: Arena,
        (job, lane): (Arc<AnyJob>, u32),
        clock: Clock,
        hand_over: HandOver,
    ) -> Self {
        let segment = engine.segment_sge(0, 0);
        let arrivals = engine.device().arrivals();
        let has_messages = Arc::<AtomicBool>::default();
        let core = Core {
            engine,
            finished: Vec::new(),
            ends: BTreeMap::new(),
            failure: None,
            unsent: None,
            next_token: 0,
            puts: 0,
            prompt: Prompt::default(),
            traffic: 0,
            connections: 0,
            arena,
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
        }
    }

    /// Whether messages have come that may have a receiver.
    #[inline]
    pub(crate) fn has_messages(&self) -> bool {
        self.has_messages.load(Ordering::Relaxed)
    }

    /// From now on [`Network::has_messages`], until somebody has looked.
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

    /// Runs `f`, which makes progress, inside the engine on behalf of the application.
    pub(crate) fn enter<R>(&self, f: impl FnOnce(&mut Core, Time) -> R) -> R {
        self.count_call();
        self.peek(|core, now| {
            let result = f(core, now);
            self.traffic.store(core.traffic, Ordering::Relaxed);
            result
        })
    }

    fn count_call(&self) {
        // Calls that race lose a count; it only has to change.
        let calls = self.calls.load(Ordering::Relaxed).wrapping_add(1);
        self.calls.store(calls, Ordering::Relaxed);
    }

    /// Makes progress on behalf of the application, which is inside already.
    pub(crate) fn poll_inside(&self, core: &mut Core, now: Time) {
        self.count_call();
        core.poll(now);
        self.traffic.store(core.traffic, Ordering::Relaxed);
    }

    /// The same for an `f` that makes no progress and so does not keep the helper away.
    pub(crate) fn peek<R>(&self, f: impl FnOnce(&mut Core, Time) -> R) -> R {
        let mut core = self.core.lock().unwrap_or_else(broken);
        self.inside(&mut core, self.clock.now(), f)
    }

    /// The same for an `f` that comes often and can do with an earlier time: the clock is only read if `is_wanted`.
    /// Reading it takes longer than posting a small put.
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

    /// The same for the helper thread, unless somebody is inside.
    pub(crate) fn try_enter<R>(&self, f: impl FnOnce(&mut Core, Time) -> R) -> Option<R> {
        let mut core = match self.core.try_lock() {
            Ok(core) => core,
            Err(TryLockError::Poisoned(poisoned)) => broken(poisoned),
            Err(TryLockError::WouldBlock) => return None,
        };
        Some(f(&mut core, self.clock.now()))
    }

    /// Changes whenever the application makes progress.
    pub(crate) fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Changes when progress found something to do; seen after the application's next call.
    pub(crate) fn traffic(&self) -> u64 {
        self.traffic.load(Ordering::Relaxed)
    }

    /// Makes progress on behalf of the application; returns how much there was.
    pub(crate) fn progress(&self) -> usize {
        self.enter(Core::poll)
    }

    /// A range of the own segment as the source or the target of a transfer.
    pub(crate) fn segment_sge(&self, offset: usize, len: usize) -> Sge {
        Sge {
            addr: self.segment.addr + offset as u64,
            len: len as u32,
            ..self.segment
        }
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

/// The engine that a thread has panicked in. Who went on with it might wait for ever, so whoever comes next panics as well, and the
/// helper ends the job. Only what panics already may still give back what it has.
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
