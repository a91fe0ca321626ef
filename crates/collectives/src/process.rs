//! What collectives need of the process that they run in.
//!
//! ```text
//!   the node's memory   bytes, flags and barriers at (rank, offset of its segment)
//!   other nodes         puts of words behind bytes; reads, writes and additions that complete later
//!   waiting             for a flag, a barrier, own words, operations
//! ```
//!
//! The runtime implements the trait with shared memory and an engine. The simulation of the tests
//! implements it for hundreds of processes at once.

use alloc::sync::Arc;
use core::fmt::{Debug, Display};
use core::ops::DerefMut;

use farreach_verbs::{Access, Lkey, Memory, Region, RemoteAddress, Sge};

use crate::mode::{Flight, Wait};
use crate::operand::Target;
use crate::split::Contexts;

/// A process that calls collectives.
///
/// An offset is relative to a process's *segment*. Processes of the same node access a segment by
/// loads and stores, other nodes by operations. Collectives use the first
/// [`INTERNAL_BYTES`](crate::INTERNAL_BYTES) of each segment, which are zero at first.
pub trait Process: Sized {
    /// Why a call failed.
    type Error: From<Fault> + Display;
    /// Why an operation toward another node failed, including operations that nothing waits for.
    type Failure: Clone + Debug;
    /// A lock within the process.
    type Lock<T>: Lock<T>;
    /// The barrier of some processes of a node.
    type Barrier: Barrier;
    /// Memory of this process that its device reads and writes.
    type Room: Memory + Debug;
    /// A buffer that is registered until this is dropped.
    type Lent<'b>: Lent
    where
        Self: 'b;

    /// This process's rank, from 0.
    fn rank(&self) -> u32;
    /// The number of processes of the job.
    fn size(&self) -> u32;
    /// The node of a rank. Nodes are numbered from 0 in the order of their first ranks.
    fn node_of(&self, rank: u32) -> u32;
    /// Whether this process can load from and store to the segment of `rank`.
    fn is_near(&self, rank: u32) -> bool;
    /// Whether each process of the node has a core.
    fn has_core_each(&self) -> bool;
    /// Whether the devices of other nodes reach all memory of a process, and not its segment alone.
    fn is_exposed(&self) -> bool;
    /// Fails if the process may not call collectives, as a forked child.
    fn may_call(&self) -> Result<(), Self::Error>;
    /// Fails if the job does not have this rank.
    fn check_rank(&self, rank: u32) -> Result<(), Self::Error>;
    /// Fails if the range exceeds this process's segment.
    fn check_range(&self, offset: usize, len: usize) -> Result<(), Self::Error>;
    /// Ends the job because of an error.
    fn abort(&self, text: &str);
    /// The contexts of this process.
    fn contexts(&self) -> &Self::Lock<Contexts>;
    /// Yields the core to other threads of this process.
    fn yield_now(&self);

    /// Copies `bytes` to a segment on this node.
    fn store(&self, rank: u32, offset: usize, bytes: &[u8]) -> Result<(), Self::Error>;
    /// Copies bytes from a segment on this node.
    fn load(&self, rank: u32, offset: usize, into: &mut [u8]) -> Result<(), Self::Error>;
    /// Copies as [`Process::load`] does, but past the caches. For large data that is not read soon.
    fn stream(&self, rank: u32, offset: usize, into: &mut [u8]) -> Result<(), Self::Error>;
    /// Copies `len` bytes between segments on this node. Each end is a rank and an offset.
    fn copy(&self, to: (u32, usize), from: (u32, usize), len: usize) -> Result<(), Self::Error>;
    /// Copies as [`Process::copy`] does, but past the caches.
    fn copy_streaming(
        &self,
        to: (u32, usize),
        from: (u32, usize),
        len: usize,
    ) -> Result<(), Self::Error>;
    /// The name of this process for those that read its private memory, not 0. `None` if it may not be read.
    fn identity(&self) -> Option<u64>;
    /// Copies bytes from the private memory of a process of this node, a rank with its identity, to all of `into`.
    fn load_private(
        &self,
        from: (u32, u64),
        address: u64,
        into: Target<'_>,
    ) -> Result<(), Self::Error>;
    /// Stores a word in this process's segment.
    fn store_word(&self, offset: usize, word: u64) -> Result<(), Self::Error>;
    /// Loads a word from a segment on this node.
    fn load_word(&self, rank: u32, offset: usize) -> Result<u64, Self::Error>;
    /// Loads a flag from a segment on this node, with acquire semantics: stores before the flag was
    /// raised are visible.
    fn flag(&self, rank: u32, offset: usize) -> u64;
    /// Raises a flag of [`FLAG_BYTES`] in this process's segment, and wakes the processes that wait
    /// for it.
    fn raise(&self, offset: usize, value: u64);
    /// The barrier of `processes` processes of this node. Its words are at `offset` of the segment
    /// of `rank`.
    fn barrier(&self, rank: u32, offset: usize, processes: u32) -> Self::Barrier;
    /// Stores `own`, which is not 0, in a word of 4 bytes of a segment on this node, if the word is
    /// 0. Returns the word's value afterwards.
    fn agree(&self, rank: u32, offset: usize, own: u32) -> u32;
    /// Loads a word of this process's segment, with acquire semantics: bytes that were put or
    /// stored before the word are visible.
    fn word(&self, offset: usize) -> u64;
    /// Sets a word of this process's segment to 0. Nobody else may store to the word any more.
    fn clear_word(&self, offset: usize);

    /// Puts parts, each with its offset, and then words into a process's segment. Nothing waits for
    /// the acknowledgement, because a later message of the collective proves the arrival. The put
    /// is sent with the next [`Process::flush_posted`] or wait. Returns whether there is room for more.
    fn put_unawaited(
        &self,
        rank: u32,
        parts: &[(usize, &[u8])],
        words: impl IntoIterator<Item = (usize, u64)>,
    ) -> Result<bool, Self::Error>;
    /// Waits until there is room for further puts to a process.
    fn make_room(&self, rank: u32) -> Result<(), Self::Error>;
    /// Begins an operation toward another process. It belongs to `flight`, if there is one.
    /// Otherwise [`Process::quiet`] completes it. Operations toward one process are executed in
    /// order.
    fn begin(
        &self,
        rank: u32,
        operation: Far,
        flight: Option<&Arc<Flight<Self>>>,
    ) -> Result<(), Self::Error>;
    /// Waits until all operations that this process has begun are complete.
    fn quiet(&self) -> Result<(), Self::Error>;
    /// Makes progress, also of collectives that were begun.
    fn progress(&self);
    /// Makes progress on the network alone.
    fn poll(&self);
    /// Sends what waits to be sent.
    fn flush_posted(&self);
    /// Registers bytes that this device and those of other processes read.
    fn lend_source<'b>(&'b self, bytes: &'b [u8]) -> Result<Self::Lent<'b>, Self::Error>;
    /// Registers bytes that this device and those of other processes write.
    fn lend_target<'b>(&'b self, bytes: &'b mut [u8]) -> Result<Self::Lent<'b>, Self::Error>;
    /// Registers room, with `access` for other processes' devices.
    fn lend_room(&self, room: &Self::Room, access: Access) -> Result<Self::Lent<'_>, Self::Error>;
    /// The location of `len` bytes at an offset of this process's segment, for this device and for those of
    /// others.
    fn in_segment(
        &self,
        offset: usize,
        len: usize,
    ) -> Result<(Lkey, u64, RemoteAddress), Self::Error>;

    /// Blocks until the wait is over. `what` is the wait's name in errors. If `has_gone_on` is
    /// given, the wait also ends when it returns true. Returns the failure of an operation, if that
    /// prevents the wait's end.
    fn wait(
        &self,
        what: &str,
        wait: &Wait<&Self::Barrier>,
        has_gone_on: Option<&dyn Fn() -> bool>,
    ) -> Option<Self::Failure>;
    /// Waits for the first begun collective of the group with this context.
    fn wait_first(&self, context: u32);
    /// Converts a failure to an error.
    fn failed(&self, failure: Self::Failure) -> Self::Error;
}

/// Bytes of a flag: its value, and words for the processes that sleep until it changes.
pub const FLAG_BYTES: usize = 16;

/// A lock within one process.
pub trait Lock<T> {
    /// The guard of the locked value.
    type Guard<'g>: DerefMut<Target = T>
    where
        Self: 'g;

    /// Makes a lock of `value`.
    fn new(value: T) -> Self;
    /// Waits for the lock and takes it.
    fn lock(&self) -> Self::Guard<'_>;
    /// Takes the lock unless another thread has it.
    fn try_lock(&self) -> Option<Self::Guard<'_>>;
}

/// A barrier of processes that share memory. All arrive, and one releases all.
pub trait Barrier: Clone {
    /// The record of this process's arrival.
    type Arrival: Copy + Debug;

    /// Arrives at the barrier. Returns whether this process is the last.
    fn arrive(&self) -> (Self::Arrival, bool);
    /// Whether all processes have arrived.
    fn have_arrived(&self) -> bool;
    /// Releases all processes that have arrived.
    fn release(&self);
    /// Whether the processes of this arrival were released.
    fn is_released(&self, arrival: Self::Arrival) -> bool;
}

impl<B: Barrier> Barrier for &B {
    type Arrival = B::Arrival;

    #[inline]
    fn arrive(&self) -> (B::Arrival, bool) {
        (*self).arrive()
    }

    #[inline]
    fn have_arrived(&self) -> bool {
        (*self).have_arrived()
    }

    #[inline]
    fn release(&self) {
        (*self).release();
    }

    #[inline]
    fn is_released(&self, arrival: B::Arrival) -> bool {
        (*self).is_released(arrival)
    }
}

/// A registered buffer. The owner reads and writes it through this trait while others may do so.
pub trait Lent {
    /// The buffer's region.
    fn region(&self) -> Region;
    /// Copies bytes from `at` on, which must be inside the buffer.
    fn read(&self, at: usize, into: &mut [u8]);
    /// Copies bytes to `at` of a buffer that was lent as a target. They must fit.
    fn write(&self, at: usize, bytes: &[u8]);
}

/// An operation toward another process.
#[derive(Clone, Copy, Debug)]
pub enum Far {
    /// Writes to the process's segment.
    Write {
        /// The bytes, in memory of this process.
        from: Sge,
        /// The target's offset.
        offset: usize,
    },
    /// Writes to registered memory of the process.
    WriteExposed {
        /// The bytes, in memory of this process.
        from: Sge,
        /// The target.
        remote: RemoteAddress,
    },
    /// Reads registered memory of the process.
    ReadExposed {
        /// The target, in memory of this process.
        into: Sge,
        /// The source.
        remote: RemoteAddress,
    },
    /// Stores a word in the process's segment.
    Store {
        /// The word's offset.
        offset: usize,
        /// The word.
        word: u64,
    },
    /// Adds one to a word of the process's segment.
    Count {
        /// The word's offset.
        offset: usize,
    },
}

/// Mistakes of members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Members' calls differ, or an argument does not fit.
    Mismatch {
        /// The rank that found the mistake.
        rank: u32,
        /// The mistake, as a sentence without a subject.
        what: alloc::string::String,
    },
    /// A set has no such member.
    NoSuchMember {
        /// The rank that called.
        rank: u32,
        /// The member.
        member: u32,
        /// The number of members.
        size: u32,
    },
    /// The process is in as many sets as it can be.
    TooManyGroups {
        /// The rank that called.
        rank: u32,
        /// The limit.
        limit: u32,
    },
}
