//! The world of one process: its part of the job, and the way in and out.

mod background;
mod heap;
mod joining;
mod leaving;
pub(crate) mod paths;
mod preconnect;
mod queues;
#[cfg(test)]
mod tests;
mod unfinished;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use farreach_forks::is_forked;
use farreach_node::{Arena, Doorbell, Memory, Segment, Segments};
use farreach_verbs::{AtomicOp, AtomicWidth, MemoryError};

use crate::Error;
use crate::collectives::Collective;
use crate::job::jobs::{AnyJob, Job};
use crate::job::settings::Settings;
use crate::job::stats::{ContactStats, InitTimes, ProcessStats};
use crate::memory::Addresses;
use crate::messages::TaggedMessages;
use crate::messages::{Exchanges, Messages};
use crate::progress::Driver;
use heap::Heap;
pub use heap::OwnSized;
pub use queues::{Queue, QueuePlace};

/// The most bytes of the line for the job's summary.
const RESULT_BYTES_MAX: usize = 1000;

/// Stands for the first rank of a node whose ranks are not consecutive. The distance from it to any rank exceeds the size of a node.
const SCATTERED: u32 = 1 << 31;

/// A process's membership in its job. All methods can be called from any thread.
///
/// A membership ends by [`World::finalize`]. Dropping the world instead waits for no process: this
/// process reports that it left without finalizing, and the job ends with it.
pub struct World {
    rank: u32,
    size: u32,
    node: u32,
    nodes: u32,
    /// The node's first rank if its ranks are consecutive, and processors execute all atomics. Else [`SCATTERED`].
    block_start: u32,
    /// Whether the adapter of a process alone executes atomics of 32 and of 64 bits on its words, those of the internal area apart.
    adapter_executes: [bool; 2],
    local_size: u32,
    local_index: u32,
    heap_offset: usize,
    /// The segments and the bells of the node's processes. They never change, so the same-node path
    /// takes no lock.
    segments: Segments,
    own_segment: Memory,
    addresses: Addresses,
    arena: Arena,
    doorbell: Arc<Doorbell>,
    driver: Driver,
    messages: Messages,
    tagged: TaggedMessages,
    exchanges: Arc<Exchanges>,
    settings: Settings,
    job: Arc<AnyJob>,
    heap: Mutex<Heap>,
    /// Offsets of places in queues that nobody uses.
    places: Mutex<Vec<usize>>,
    collective: Collective,
    init: InitTimes,
    result: Mutex<Option<String>>,
    /// The process that joined. A child that it forks has no part in the job.
    pid: u32,
    /// Whether this process is leaving the job, or has left it.
    leaves: AtomicBool,
    /// The calls of [`World::join`] that neither [`World::finalize`] nor [`World::leave_at_exit`] has ended.
    users: AtomicUsize,
    /// The models that meet the other processes at this process's exit.
    meetings: AtomicUsize,
    /// This world, for the helper threads.
    own: Arc<OnceLock<Weak<World>>>,
}

impl World {
    /// This process's rank, from 0.
    #[inline]
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// The number of processes of the job.
    #[inline]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// This process's node, from 0.
    #[inline]
    pub fn node(&self) -> u32 {
        self.node
    }

    /// The number of nodes of the job.
    #[inline]
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// This process's index on its node, from 0.
    #[inline]
    pub fn local_index(&self) -> u32 {
        self.local_index
    }

    /// The number of processes of this node.
    #[inline]
    pub fn local_size(&self) -> u32 {
        self.local_size
    }

    /// The index on this node of a rank of this node.
    #[inline]
    pub(crate) fn local_index_of(&self, rank: u32) -> u32 {
        let index = self.near_index(rank);
        assert!(index < self.local_size, "rank {rank} is far");
        index
    }

    /// The rank of the process with this index on this node.
    #[inline]
    pub(crate) fn rank_of_local(&self, index: u32) -> u32 {
        if self.block_start == SCATTERED {
            return self.arena.rank_of(index);
        }
        self.block_start + index
    }

    /// The node of a rank.
    pub fn node_of(&self, rank: u32) -> u32 {
        self.job.node_of(rank)
    }

    /// The host's name.
    pub fn host(&self) -> String {
        self.job.host().to_owned()
    }

    /// The settings of this process.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets a line for the job's summary. The summary shows the line of the lowest rank that gives
    /// one.
    pub fn set_result(&self, result: impl Into<String>) {
        let mut result: String = result.into();
        result.truncate(result.floor_char_boundary(RESULT_BYTES_MAX));
        *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    }

    /// This process's statistics at this moment.
    pub fn stats(&self) -> ProcessStats {
        let mut stats = ProcessStats {
            rank: self.rank,
            reach: self.settings.fabric.reach.to_string(),
            device: self.settings.device.reason.clone(),
            init: self.init,
            heap_bytes: self.heap().in_use(),
            attach: self.attach_stats(),
            result: self
                .result
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone(),
            ..ProcessStats::default()
        };
        if let Some(lanes) = self.lanes() {
            for network in lanes.all().iter() {
                network.peek(|core, _| core.report(&mut stats));
            }
        }
        if self.settings.record.connections {
            // A job on one node has no network, and reaches nobody by connections.
            let mut reached = Vec::new();
            if let Some(network) = self.network() {
                network.peek(|core, _| reached.extend(core.engine.connected()));
            }
            stats.reached = Some(reached.into_iter().collect());
        }
        if self.settings.record.pattern {
            stats.contacts = Some(self.contacts());
        }
        stats
    }

    /// What all lanes did toward processes of other nodes. Contacts of the first lane come first.
    fn contacts(&self) -> Vec<ContactStats> {
        let mut all: Vec<ContactStats> = Vec::new();
        let mut places = BTreeMap::new();
        let Some(lanes) = self.lanes() else {
            return all;
        };
        for network in lanes.all().iter() {
            network.peek(|core, _| {
                for contact in core.engine.contacts() {
                    let place = *places.entry(contact.peer).or_insert_with(|| {
                        let peer = contact.peer;
                        all.push(ContactStats {
                            peer,
                            ..ContactStats::default()
                        });
                        all.len() - 1
                    });
                    let sums = &mut all[place];
                    for (sum, amount) in [
                        (&mut sums.puts, contact.puts),
                        (&mut sums.gets, contact.gets),
                        (&mut sums.atomics, contact.atomics),
                        (&mut sums.messages, contact.messages),
                    ] {
                        *sum = (sum.0 + amount.ops, sum.1 + amount.bytes);
                    }
                }
            });
        }
        all
    }

    /// Ends the whole job with the exit code `code`, and tells the user `text`. This process has to
    /// exit as well. Without a text the end is no failure, and a code of 0 is success. Returns
    /// `false` without a launcher: then no job was ended.
    pub fn end_job(&self, code: i32, text: &str) -> bool {
        // A forked child has no way to the launcher.
        self.job.has_launcher() && !is_forked() && self.job.abort(code, text).is_ok()
    }

    /// The error for a forked child that does `what`, which only the process that joined can do.
    #[cold]
    pub(crate) fn forked(&self, what: &'static str) -> Error {
        Error::Forked {
            rank: self.rank,
            joined: self.pid,
            what,
        }
    }

    /// Whether this process is the one that joined, and not a child that it forked.
    pub fn is_of_this_process(&self) -> bool {
        self.pid == std::process::id()
    }

    /// The identifier of the process that joined.
    pub(crate) fn process(&self) -> u32 {
        self.pid
    }

    /// This world, as a helper thread holds it: the world ends when the program has dropped it.
    pub(crate) fn downgrade(&self) -> Weak<World> {
        self.own.get().cloned().unwrap_or_default()
    }

    pub(crate) fn job(&self) -> &Arc<AnyJob> {
        &self.job
    }

    #[inline]
    pub(crate) fn messages(&self) -> &Messages {
        &self.messages
    }

    #[inline]
    pub(crate) fn tagged(&self) -> &TaggedMessages {
        &self.tagged
    }

    pub(crate) fn exchanges(&self) -> &Arc<Exchanges> {
        &self.exchanges
    }

    pub(crate) fn arena(&self) -> &Arena {
        &self.arena
    }

    pub(crate) fn doorbell(&self) -> &Arc<Doorbell> {
        &self.doorbell
    }

    #[inline]
    pub(crate) fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// This process's own segment.
    #[inline]
    pub fn own_segment(&self) -> &Memory {
        &self.own_segment
    }

    /// The segment and the bell of a process of this node, which is *near*. `None` for other ranks:
    /// those are *far*.
    #[inline]
    pub(crate) fn near(&self, pe: u32) -> Option<Segment<'_>> {
        self.segments.get(self.near_index(pe) as usize)
    }

    /// The segment and the bell of a process of this node if processors execute atomics on its words. `None` for far ranks, and where only
    /// the adapter does ([`World::near_by_processor`] has the exception).
    #[inline]
    pub(crate) fn near_for_atomics(&self, pe: u32, width: AtomicWidth) -> Option<Segment<'_>> {
        let mut index = pe.wrapping_sub(self.block_start);
        if index as usize >= self.segments.count() && self.block_start == SCATTERED {
            index = self.look_up_for_atomics(pe, width);
        }
        self.segments.get(index as usize)
    }

    #[cold]
    fn look_up_for_atomics(&self, pe: u32, width: AtomicWidth) -> u32 {
        if self.adapter_executes(width) {
            u32::MAX
        } else {
            self.look_up(pe)
        }
    }

    /// The segment and the bell of a process of this node for an atomic that [`World::near_for_atomics`] leaves to the adapter, if the word
    /// at `offset` is of the internal area, where processors execute all of them.
    pub(crate) fn near_by_processor(&self, pe: u32, offset: usize) -> Option<Segment<'_>> {
        (offset < self.heap_offset).then(|| self.near(pe)).flatten()
    }

    /// Whether the adapter of a process alone executes atomics of this width on its words, those of the internal area apart.
    #[inline]
    pub(crate) fn adapter_executes(&self, width: AtomicWidth) -> bool {
        self.adapter_executes[width as usize]
    }

    /// Whether an atomic has to be made of compare-and-swaps, because only adapters execute those of 64 bits, and lack this one.
    pub(crate) fn lacks_atomic(&self, offset: usize, (width, op): (AtomicWidth, AtomicOp)) -> bool {
        let is_there = matches!(op, AtomicOp::Add(_) | AtomicOp::CompareSwap { .. })
            || self.adapter_executes(AtomicWidth::W32);
        let by_adapter = self.adapter_executes(width) && offset >= self.heap_offset;
        by_adapter && !is_there
    }

    /// Whether a process is on this node. Operations toward it are loads and stores.
    #[inline]
    pub fn is_near(&self, pe: u32) -> bool {
        (self.near_index(pe) as usize) < self.segments.count()
    }

    /// Whether a process is on this node, if arithmetic finds that out: false for the processes of a
    /// node whose ranks are not consecutive. For calls that treat `false` as "maybe".
    #[inline]
    pub fn is_near_by_arithmetic(&self, pe: u32) -> bool {
        (pe.wrapping_sub(self.block_start) as usize) < self.segments.count()
    }

    /// The local index of a process of this node. Not below the node's size for other ranks.
    #[inline]
    fn near_index(&self, pe: u32) -> u32 {
        let index = pe.wrapping_sub(self.block_start);
        if index as usize >= self.segments.count() && self.block_start == SCATTERED {
            return self.look_up(pe);
        }
        index
    }

    #[cold]
    fn look_up(&self, pe: u32) -> u32 {
        let placement = self.arena.placement();
        if pe < self.size && placement.node_of(pe) == self.node {
            placement.local_index(pe)
        } else {
            u32::MAX
        }
    }

    /// This process's own segment and bell.
    #[inline]
    pub(crate) fn own_near(&self) -> Segment<'_> {
        let own = self.segments.get(self.local_index as usize);
        own.expect("this process is of this node")
    }

    /// The state of this process's collectives.
    #[inline]
    pub(crate) fn collective(&self) -> &Collective {
        &self.collective
    }

    #[inline]
    pub(crate) fn driver(&self) -> &Driver {
        &self.driver
    }

    /// Fails unless there is this rank.
    pub fn check_rank(&self, pe: u32) -> Result<(), Error> {
        if pe < self.size {
            return Ok(());
        }
        Err(Error::NoSuchRank {
            rank: self.rank,
            pe,
            size: self.size,
        })
    }

    /// Checks that `pe` exists and that `len` bytes at `offset` lie inside of every process's
    /// segment.
    pub(crate) fn check(&self, pe: u32, offset: usize, len: usize) -> Result<(), Error> {
        self.check_rank(pe)?;
        let limit = self.own_segment().len();
        if offset <= limit && len <= limit - offset {
            return Ok(());
        }
        let error = MemoryError::OutOfBounds { offset, len, limit };
        Err(Error::memory(self.rank, pe, error))
    }
}
