//! What collectives use of the process that they run in.
//!
//! ```text
//!   the node's memory   bytes, flags and barriers at (rank, offset of its segment)
//!   other nodes         puts of words behind bytes; reads, writes and additions that complete later
//!   waiting             for a flag, a barrier, own words, operations
//! ```
//!
//! A process that runs a program implements it with shared memory and an engine; the tests' simulation implements it for
//! hundreds of processes at once.

use alloc::sync::Arc;
use core::fmt::{Debug, Display};
use core::ops::DerefMut;

use farreach_verbs::{Access, Lkey, Memory, Region, RemoteAddress, Sge};

use crate::mode::{Flight, Wait};
use crate::split::Contexts;

/// A process that calls collectives.
///
/// An offset is one of a process's *segment*: memory that the processes of its node store to and load from, and that
/// other nodes reach by operations. Collectives use the first [`INTERNAL_BYTES`](crate::INTERNAL_BYTES) of each segment, which
/// are zero at first.
pub trait Process: Sized {
    /// Why a call failed.
    type Error: From<Fault> + Display;
    /// Why an operation toward another node failed, or what nobody waits for.
    type Failure: Clone + Debug;
    /// A lock.
    type Lock<T>: Lock<T>;
    /// The barrier of some processes of a node.
    type Barrier: Barrier;
    /// Memory of this process's that its device reads and writes.
    type Room: Memory + Debug;
    /// A buffer that is registered as long as this is there.
    type Lent<'b>: Lent
    where
        Self: 'b;

    /// This process's rank, from 0.
    fn rank(&self) -> u32;
    /// How many processes the job has.
    fn size(&self) -> u32;
    /// The node of a rank. Nodes are numbered from 0 in the order of their first ranks.
    fn node_of(&self, rank: u32) -> u32;
    /// Whether a rank's segment is within reach of loads and stores.
    fn is_near(&self, rank: u32) -> bool;
    /// Whether each process of the node has a core.
    fn has_core_each(&self) -> bool;
    /// Whether the devices of other nodes reach any memory of a process, and not its segment alone.
    fn is_exposed(&self) -> bool;
    /// Fails for a process that may not call collectives, as a forked child.
    fn may_call(&self) -> Result<(), Self::Error>;
    /// Fails for a rank that the job does not have.
    fn check_rank(&self, rank: u32) -> Result<(), Self::Error>;
    /// Fails for a range outside of the own segment.
    fn check_range(&self, offset: usize, len: usize) -> Result<(), Self::Error>;
    /// Ends the job, which can't go on.
    fn abort(&self, text: &str);
    /// The contexts of this process.
    fn contexts(&self) -> &Self::Lock<Contexts>;
    /// Lets other threads of this process go on.
    fn yield_now(&self);

    /// Copies `bytes` to a segment of this node.
    fn store(&self, rank: u32, offset: usize, bytes: &[u8]) -> Result<(), Self::Error>;
    /// Copies from a segment of this node.
    fn load(&self, rank: u32, offset: usize, into: &mut [u8]) -> Result<(), Self::Error>;
    /// As [`Process::load`], but past the caches: for much that nobody reads soon.
    fn stream(&self, rank: u32, offset: usize, into: &mut [u8]) -> Result<(), Self::Error>;
    /// Copies `len` bytes between segments of this node, each at a rank and an offset.
    fn copy(&self, to: (u32, usize), from: (u32, usize), len: usize) -> Result<(), Self::Error>;
    /// As [`Process::copy`], but past the caches.
    fn copy_streaming(
        &self,
        to: (u32, usize),
        from: (u32, usize),
        len: usize,
    ) -> Result<(), Self::Error>;
    /// Stores a word in the own segment.
    fn store_word(&self, offset: usize, word: u64) -> Result<(), Self::Error>;
    /// Loads a word from a segment of this node.
    fn load_word(&self, rank: u32, offset: usize) -> Result<u64, Self::Error>;
    /// The value of a flag in a segment of this node: who sees it sees what was stored before it was raised.
    fn flag(&self, rank: u32, offset: usize) -> u64;
    /// Raises a flag of [`FLAG_BYTES`] in the own segment, and wakes those who wait for it.
    fn raise(&self, offset: usize, value: u64);
    /// The barrier of so many processes of this node, whose words are at `offset` of the segment of `rank`.
    fn barrier(&self, rank: u32, offset: usize, processes: u32) -> Self::Barrier;
    /// Stores `own`, which is not 0, in a word of 4 bytes of a segment of this node, if that is 0. Returns what is there then.
    fn agree(&self, rank: u32, offset: usize, own: u32) -> u32;
    /// A word of the own segment: who sees it sees what was put or stored before it.
    fn word(&self, offset: usize) -> u64;
    /// Makes a word of the own segment 0, which nobody else stores to any more.
    fn clear_word(&self, offset: usize);

    /// Puts parts, each with its offset, and behind them words, into a process's segment. Nobody waits for the
    /// acknowledgement: the answer that a collective brings tells that it came. It leaves with the next [`Process::depart`] or
    /// wait. Returns whether there is room for more.
    fn mail(
        &self,
        rank: u32,
        parts: &[(usize, &[u8])],
        words: impl IntoIterator<Item = (usize, u64)>,
    ) -> Result<bool, Self::Error>;
    /// Waits until there is room for what is sent to a process.
    fn make_room(&self, rank: u32) -> Result<(), Self::Error>;
    /// Begins an operation toward another process: one of `flight`, if there is one; else [`Process::quiet`] completes it. What
    /// is toward one process is done there in its order.
    fn begin(
        &self,
        rank: u32,
        operation: Far,
        flight: Option<&Arc<Flight<Self>>>,
    ) -> Result<(), Self::Error>;
    /// Waits until all that this process has begun is complete.
    fn quiet(&self) -> Result<(), Self::Error>;
    /// Makes progress, with collectives that were begun too.
    fn progress(&self);
    /// Makes progress on the network alone.
    fn poll(&self);
    /// Sends what was left to be sent.
    fn depart(&self);
    /// Registers bytes that the device reads, and those of other processes.
    fn lend_source<'b>(&'b self, bytes: &'b [u8]) -> Result<Self::Lent<'b>, Self::Error>;
    /// Registers bytes that the device writes, and those of other processes.
    fn lend_target<'b>(&'b self, bytes: &'b mut [u8]) -> Result<Self::Lent<'b>, Self::Error>;
    /// Registers room, for other processes' devices as `access` says.
    fn lend_room(&self, room: &Self::Room, access: Access) -> Result<Self::Lent<'_>, Self::Error>;
    /// Where an offset of the own segment is, for this process's device and for those of others.
    fn in_segment(&self, offset: usize) -> (Lkey, u64, RemoteAddress);

    /// Waits in the call, which errors and the program know as `what`. If there is a `has_gone_on` the wait is over as well when
    /// that is true. Returns what failed meanwhile, and never came.
    fn wait(
        &self,
        what: &str,
        wait: &Wait<&Self::Barrier>,
        has_gone_on: Option<&dyn Fn() -> bool>,
    ) -> Option<Self::Failure>;
    /// Waits for the first collective that was begun of the group with this context.
    fn wait_first(&self, context: u32);
    /// The error that tells of a failure.
    fn failed(&self, failure: Self::Failure) -> Self::Error;
}

/// Bytes of a flag: its value, and words for those who sleep until it changes.
pub const FLAG_BYTES: usize = 16;

/// A lock of one process.
pub trait Lock<T> {
    /// Has what is locked.
    type Guard<'g>: DerefMut<Target = T>
    where
        Self: 'g;

    /// A lock of `value`.
    fn new(value: T) -> Self;
    /// Waits until nobody else has it.
    fn lock(&self) -> Self::Guard<'_>;
    /// Takes it unless another thread has it.
    fn try_lock(&self) -> Option<Self::Guard<'_>>;
}

/// A barrier of processes that share memory: all come to it, and one lets all go.
pub trait Barrier: Clone {
    /// That this process came.
    type Arrival: Copy + Debug;

    /// Comes to the barrier. Returns whether this process was the last one.
    fn arrive(&self) -> (Self::Arrival, bool);
    /// Whether all have come.
    fn have_arrived(&self) -> bool;
    /// Lets all go who have come.
    fn release(&self);
    /// Whether those that came with this one were let go.
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

/// A registered buffer. The owner reads and writes it here while others may do so.
pub trait Lent {
    /// Where it is for devices.
    fn region(&self) -> Region;
    /// Copies bytes from `at` on, which are inside.
    fn read(&self, at: usize, into: &mut [u8]);
    /// Copies bytes to `at`, where there is room for them, of a buffer that was lent as a target.
    fn write(&self, at: usize, bytes: &[u8]);
}

/// An operation toward another process.
#[derive(Clone, Copy, Debug)]
pub enum Far {
    /// Writes to its segment.
    Write {
        /// What, in memory of this process's.
        from: Sge,
        /// Where to.
        offset: usize,
    },
    /// Writes to memory that it has registered.
    WriteExposed {
        /// What, in memory of this process's.
        from: Sge,
        /// Where to.
        remote: RemoteAddress,
    },
    /// Reads memory that it has registered.
    ReadExposed {
        /// To where, in memory of this process's.
        into: Sge,
        /// From where.
        remote: RemoteAddress,
    },
    /// Stores a word in its segment.
    Store {
        /// Where.
        offset: usize,
        /// The word.
        word: u64,
    },
    /// Adds one to a word of its segment.
    Count {
        /// Where.
        offset: usize,
    },
}

/// What members did that can't be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Members differ, or an argument does not fit.
    Mismatch {
        /// The rank that found it.
        rank: u32,
        /// What, as a sentence without a subject.
        what: alloc::string::String,
    },
    /// A set has no such member.
    NoSuchMember {
        /// The rank that called.
        rank: u32,
        /// The member.
        member: u32,
        /// How many the set has.
        size: u32,
    },
    /// A process is in as many sets as it can be.
    TooManyGroups {
        /// The rank that called.
        rank: u32,
        /// How many.
        limit: u32,
    },
}
