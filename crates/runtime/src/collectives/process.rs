//! This process as the crate `farreach-collectives` sees it: its node's memory, its engine, and its
//! waits.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use farreach_collectives::{Barrier, FLAG_BYTES, Far, Lock, Process, Target, Wait};
use farreach_engine::{EngineError, Op, Source, Tracking};
use farreach_forks::is_forked;
use farreach_node::{Arrival, Flag, Memory, NodeBarrier, View, order};
use farreach_verbs::{Access, AtomicOp, AtomicWidth, Lkey, Region, RemoteAddress};

use super::{Contexts, Fault, Flight};
use crate::job::settings::Algorithms;
use crate::memory::{Lent, SourceAccess, begin_put, begin_word, is_within, put_op, signal_op};
use crate::progress::{Core, CountsEnds, Network};
use crate::{Error, World};

const _: () = assert!(FLAG_BYTES == Flag::BYTES);

/// A lock that stays usable after a panic, because no state is half changed while it is held.
#[derive(Debug)]
pub struct Guarded<T>(Mutex<T>);

impl<T> Lock<T> for Guarded<T> {
    type Guard<'g>
        = MutexGuard<'g, T>
    where
        T: 'g;

    fn new(value: T) -> Self {
        Guarded(Mutex::new(value))
    }

    #[inline]
    fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        match self.0.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

/// The barrier of a set's members on one node.
#[derive(Clone, Debug)]
pub struct SetBarrier(NodeBarrier);

impl SetBarrier {
    /// The barrier in the node's memory.
    pub(super) fn in_node(&self) -> &NodeBarrier {
        &self.0
    }
}

impl Barrier for SetBarrier {
    type Arrival = Arrival;

    #[inline]
    fn arrive(&self) -> (Arrival, bool) {
        let arrival = self.0.arrive();
        (arrival, arrival.is_last)
    }

    #[inline]
    fn have_arrived(&self) -> bool {
        self.0.have_arrived()
    }

    #[inline]
    fn release(&self) {
        self.0.release();
    }

    #[inline]
    fn is_released(&self, arrival: Arrival) -> bool {
        self.0.is_released(arrival)
    }
}

/// A buffer of the caller that devices access.
pub struct LentBuffer<'b> {
    lent: Lent<'b>,
    /// The buffer's bytes for this process, if the buffer is a target.
    view: Option<View<'b>>,
}

impl LentBuffer<'_> {
    fn view(&self) -> View<'_> {
        self.view.expect("lent as a target")
    }
}

impl farreach_collectives::Lent for LentBuffer<'_> {
    fn region(&self) -> Region {
        self.lent.region()
    }

    fn read(&self, at: usize, into: &mut [u8]) {
        let copied = self.view().copy_out(at, into);
        copied.expect("inside the buffer");
    }

    fn write(&self, at: usize, bytes: &[u8]) {
        let copied = self.view().copy_in(at, bytes);
        copied.expect("inside the buffer");
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        match fault {
            Fault::Mismatch { rank, what } => Error::Mismatch { rank, what },
            Fault::NoSuchMember { rank, member, size } => {
                Error::NoSuchMember { rank, member, size }
            }
            Fault::TooManyGroups { rank, limit } => Error::TooManyGroups { rank, limit },
        }
    }
}

impl World {
    /// The segment of a process of this node.
    #[inline]
    fn segment_of(&self, rank: u32) -> View<'_> {
        self.near(rank).expect("on this node").bytes
    }

    fn own_memory_error(&self, error: farreach_verbs::MemoryError) -> Error {
        Error::memory(self.rank(), self.rank(), error)
    }

    pub(super) fn flag_of(&self, rank: u32, offset: usize) -> Flag<'_> {
        Flag::at(self.segment_of(rank), offset)
    }
}

impl CountsEnds for Flight {
    fn end_operation(&self, failure: Option<EngineError>) {
        Flight::end_operation(self, failure);
    }
}

impl Process for World {
    type Error = Error;
    type Failure = EngineError;
    type Lock<T> = Guarded<T>;
    type Barrier = SetBarrier;
    type Room = Memory;
    type Lent<'b> = LentBuffer<'b>;

    #[inline]
    fn rank(&self) -> u32 {
        World::rank(self)
    }

    fn size(&self) -> u32 {
        World::size(self)
    }

    fn node_of(&self, rank: u32) -> u32 {
        match self.settings().collectives {
            Algorithms::Hierarchical => World::node_of(self, rank),
            Algorithms::Flat => rank,
        }
    }

    fn is_near(&self, rank: u32) -> bool {
        World::is_near(self, rank)
    }

    fn has_core_each(&self) -> bool {
        self.arena().has_core_each()
    }

    /// Whether devices of other nodes access lent buffers. With flat algorithms each process counts
    /// as a node, and processes that share memory have no connection. Where a connection leads to a
    /// whole node, the process at its other end accesses only the other processes' segments.
    fn is_exposed(&self) -> bool {
        let settings = self.settings();
        settings.collectives != Algorithms::Flat && !settings.fabric.reach.is_shared()
    }

    fn may_call(&self) -> Result<(), Error> {
        if is_forked() {
            return Err(self.forked("call what all call together"));
        }
        Ok(())
    }

    fn check_rank(&self, rank: u32) -> Result<(), Error> {
        World::check_rank(self, rank)
    }

    #[inline]
    fn check_range(&self, offset: usize, len: usize) -> Result<(), Error> {
        self.check(World::rank(self), offset, len)
    }

    fn abort(&self, text: &str) {
        self.end_job(1, text);
    }

    fn contexts(&self) -> &Guarded<Contexts> {
        &self.collective().contexts
    }

    fn yield_now(&self) {
        std::thread::yield_now();
    }

    #[inline]
    fn store(&self, rank: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        let copied = self.segment_of(rank).copy_in(offset, bytes);
        copied.map_err(|error| self.own_memory_error(error))
    }

    #[inline]
    fn load(&self, rank: u32, offset: usize, into: &mut [u8]) -> Result<(), Error> {
        let copied = self.segment_of(rank).copy_out(offset, into);
        copied.map_err(|error| self.own_memory_error(error))
    }

    fn stream(&self, rank: u32, offset: usize, into: &mut [u8]) -> Result<(), Error> {
        let copied = self.segment_of(rank).stream_out(offset, into);
        copied.map_err(|error| self.own_memory_error(error))
    }

    #[inline]
    fn copy(&self, to: (u32, usize), from: (u32, usize), len: usize) -> Result<(), Error> {
        let source = self.segment_of(from.0);
        let copied = self
            .segment_of(to.0)
            .copy_between(to.1, source, from.1, len);
        copied.map_err(|error| self.own_memory_error(error))
    }

    fn copy_streaming(
        &self,
        to: (u32, usize),
        from: (u32, usize),
        len: usize,
    ) -> Result<(), Error> {
        let source = self.segment_of(from.0);
        let copied = self
            .segment_of(to.0)
            .stream_between(to.1, source, from.1, len);
        copied.map_err(|error| self.own_memory_error(error))
    }

    fn identity(&self) -> Option<u64> {
        self.identity_to_attach()
    }

    fn load_private(
        &self,
        (rank, identity): (u32, u64),
        address: u64,
        into: Target<'_>,
    ) -> Result<(), Error> {
        let is_read = match into {
            Target::Private(bytes) => self.attach_to(rank, identity, address, View::from(bytes)),
            Target::Segment { offset, len } => {
                let part = self.own_segment().view().part(offset, len);
                let part = part.map_err(|error| self.own_memory_error(error))?;
                self.attach_to(rank, identity, address, part)
            }
        };
        if is_read {
            return Ok(());
        }
        World::await_end_after(identity);
        let what = format!(
            "the memory of rank {rank} can't be read any more, though it could before: may the processes of a node still \
             attach to each other (ptrace)?"
        );
        Err(Error::Mismatch {
            rank: World::rank(self),
            what,
        })
    }

    #[inline]
    fn store_word(&self, offset: usize, word: u64) -> Result<(), Error> {
        let stored = self.own_segment().store(offset, word);
        stored.map_err(|error| self.own_memory_error(error))
    }

    #[inline]
    fn load_word(&self, rank: u32, offset: usize) -> Result<u64, Error> {
        let word = self.segment_of(rank).load(offset);
        word.map_err(|error| self.own_memory_error(error))
    }

    #[inline]
    fn flag(&self, rank: u32, offset: usize) -> u64 {
        self.flag_of(rank, offset).get()
    }

    #[inline]
    fn raise(&self, offset: usize, value: u64) {
        Flag::at(self.own_near().bytes, offset).set(value);
    }

    fn barrier(&self, rank: u32, offset: usize, processes: u32) -> SetBarrier {
        let index = self.local_index_of(rank);
        SetBarrier(NodeBarrier::in_segment(
            self.arena(),
            index,
            offset,
            processes,
        ))
    }

    fn agree(&self, rank: u32, offset: usize, own: u32) -> u32 {
        use std::sync::atomic::Ordering::Relaxed;
        let word = self.segment_of(rank).atomic_u32(offset);
        let agreed = word
            .expect("inside the internal area")
            .compare_exchange(0, own, Relaxed, Relaxed);
        agreed.map_or_else(|others| others, |_| own)
    }

    #[inline]
    fn word(&self, offset: usize) -> u64 {
        let word = self.own_segment().atomic_u64(offset);
        order::heed(word.expect("inside the internal area"))
    }

    fn clear_word(&self, offset: usize) {
        let word = self.own_segment().atomic_u64(offset);
        word.expect("inside the internal area")
            .store(0, std::sync::atomic::Ordering::Relaxed);
    }

    fn put_unawaited(
        &self,
        rank: u32,
        parts: &[(usize, &[u8])],
        words: impl IntoIterator<Item = (usize, u64)>,
    ) -> Result<bool, Error> {
        if let Some(near) = self.near(rank) {
            let memory = |error| Error::memory(World::rank(self), rank, error);
            for &(offset, bytes) in parts {
                near.bytes.copy_in(offset, bytes).map_err(memory)?;
            }
            for (offset, value) in words {
                let word = near.bytes.atomic_u64(offset).map_err(memory)?;
                order::announce(word, value);
            }
            near.ring();
            return Ok(true);
        }
        let network = self.direct().network_to(rank)?;
        Ok(network.peek(|core, now| {
            for &(offset, bytes) in parts.iter().filter(|(_, bytes)| !bytes.is_empty()) {
                begin_put(core, now, rank, (offset, bytes), Tracking::Unawaited);
            }
            for (offset, value) in words {
                begin_word(core, now, rank, (offset, value), Tracking::Unawaited);
            }
            is_within(core, 1)
        }))
    }

    fn make_room(&self, rank: u32) -> Result<(), Error> {
        self.direct().make_room(self.direct().network_to(rank)?);
        Ok(())
    }

    fn begin(&self, rank: u32, operation: Far, flight: Option<&Arc<Flight>>) -> Result<(), Error> {
        let is_direct = flight.is_none() || World::is_near(self, rank);
        let op = match operation {
            Far::Write { from, offset } => Op::Put {
                source: Source::Region(from),
                offset: offset as u64,
            },
            Far::WriteExposed { from, remote } => Op::PutExposed { from, remote },
            Far::ReadExposed { into, remote } => Op::GetExposed { into, remote },
            Far::Store { offset, word } => {
                let signals = self.network().is_some_and(Network::has_signals);
                if is_direct && (!signals || World::is_near(self, rank)) {
                    let bytes = word.to_ne_bytes();
                    return self.direct().put_copied_nbi(rank, offset, &bytes);
                }
                let put = if signals { signal_op } else { put_op };
                put(offset, &word.to_ne_bytes())
            }
            Far::Count { offset } => {
                let (width, op) = (AtomicWidth::W64, AtomicOp::Add(1));
                if is_direct {
                    return self.direct().atomic_nbi(rank, offset, width, || op);
                }
                let offset = offset as u64;
                Op::Atomic { width, op, offset }
            }
        };
        match flight {
            None => self.direct().implicit(rank, op),
            Some(flight) => {
                let network = self.direct().network_to(rank)?;
                flight.begin_operation();
                network.peek(|core, now| {
                    let token = core.token_counted_by(Arc::clone(flight) as _);
                    core.engine.submit(now, rank, op, Tracking::Token(token));
                });
                Ok(())
            }
        }
    }

    fn quiet(&self) -> Result<(), Error> {
        self.direct().quiet()
    }

    fn progress(&self) {
        World::progress(self);
    }

    fn poll(&self) {
        if let Some(network) = self.network() {
            network.peek(Core::poll);
        }
    }

    fn flush_posted(&self) {
        World::flush_posted(self);
    }

    fn lend_source<'b>(&'b self, bytes: &'b [u8]) -> Result<LentBuffer<'b>, Error> {
        let lent = self.direct().lend_source(bytes, SourceAccess::Peers)?;
        Ok(LentBuffer { lent, view: None })
    }

    fn lend_target<'b>(&'b self, bytes: &'b mut [u8]) -> Result<LentBuffer<'b>, Error> {
        let (lent, view) = self.direct().lend_target(bytes, Access::REMOTE_WRITE)?;
        let view = Some(view);
        Ok(LentBuffer { lent, view })
    }

    fn lend_room(&self, room: &Memory, access: Access) -> Result<LentBuffer<'_>, Error> {
        let access = Access::LOCAL_WRITE | access;
        let lent = self.direct().lend(room.clone(), access)?;
        Ok(LentBuffer { lent, view: None })
    }

    fn in_segment(&self, offset: usize, len: usize) -> Result<(Lkey, u64, RemoteAddress), Error> {
        let network = self.network().expect("there are other nodes");
        let (remote, region) = self.network_result(network.segment_part(offset, len))?;
        Ok((region.lkey, region.base + offset as u64, remote))
    }

    fn wait(
        &self,
        what: &str,
        wait: &Wait<&SetBarrier>,
        has_gone_on: Option<&dyn Fn() -> bool>,
    ) -> Option<EngineError> {
        match (wait, has_gone_on) {
            (Wait::Words(_) | Wait::Operations, _) => {
                return self.wait_far(what, wait, has_gone_on);
            }
            // Compiled a second time for blocking calls, because each instruction of a look counts.
            (_, None) => self.wait_near(what, wait, None),
            (_, Some(_)) => self.wait_near(what, wait, has_gone_on),
        }
        None
    }

    fn wait_first(&self, context: u32) {
        World::wait_first(self, context);
    }

    fn failed(&self, failure: EngineError) -> Error {
        Error::Network {
            rank: World::rank(self),
            source: failure,
        }
    }
}
