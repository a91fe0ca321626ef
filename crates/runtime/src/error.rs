//! Why a call into the runtime failed.

use std::fmt;

use farreach_engine::EngineError;
use farreach_node::{ExposeError, GlobalsError, HeapError, ReserveError, Size};
use farreach_verbs::{MemoryError, Number};
use thiserror::Error;

use crate::job::connect_file::ConnectFileError;
use crate::job::jobs::JobError;
use crate::job::settings::SettingsError;
use crate::memory::ShapeError;
use crate::progress::devices::OpenError;

/// Why a call into the runtime failed. Every text names this process's rank where it matters.
///
/// `{:?}` gives the same text as `{}`: a `main` that returns the error, `unwrap` and `expect` print the former.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// A setting is wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The job could not be joined or left.
    #[error(transparent)]
    Job {
        /// The cause.
        #[from]
        source: JobError,
    },
    /// The device could not be opened.
    #[error("rank {rank}: {source}")]
    Device {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: OpenError,
    },
    /// A network operation failed.
    #[error("rank {rank}: {source}")]
    Network {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: EngineError,
    },
    /// The runtime is already initialised in this process.
    #[error("this process has already joined its job: keep the first handle")]
    AlreadyJoined,
    /// The connections of an earlier run can't be made.
    #[error("rank {rank}: {source}")]
    ConnectFile {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: Box<ConnectFileError>,
    },
    /// Private memory can't become memory of the segment.
    #[error("rank {rank}: {source}")]
    Expose {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: ExposeError,
    },
    /// Memory of the segment can't become private again.
    #[error("rank {rank}: making memory private: {source}")]
    Conceal {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: std::io::Error,
    },
    /// The operating system gave no random numbers.
    #[error("rank {rank}: no random numbers: {source}")]
    Random {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: std::io::Error,
    },
    /// The helper thread could not be started.
    #[error(
        "rank {rank}: the helper thread can't be started: {source}; FARREACH_HELPER=off does without"
    )]
    Helper {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: std::io::Error,
    },
    /// The process was forked after it had joined.
    #[error(
        "this process is a fork of rank {rank}, process {joined}, which alone can {what}; a fork can use the memory of its own node"
    )]
    Forked {
        /// The rank of the process that joined.
        rank: u32,
        /// Its process identifier.
        joined: u32,
        /// The action that only this process can do.
        what: &'static str,
    },
    /// There is no such rank.
    #[error("rank {rank}: there is no rank {pe}: the job has {size}, numbered from 0")]
    NoSuchRank {
        /// This process's rank.
        rank: u32,
        /// The rank that was named.
        pe: u32,
        /// The number of them that exist.
        size: u32,
    },
    /// There is no PE of the number that a call was given.
    #[error("{0}")]
    NoSuchPe(NoSuchPe),
    /// A tag is too large.
    #[error("rank {rank}: tag {tag} is too large: the limit is {limit}")]
    TagTooLarge {
        /// This process's rank.
        rank: u32,
        /// The tag.
        tag: u32,
        /// The limit.
        limit: u32,
    },
    /// A message is longer than the buffer that it was received to.
    #[error(
        "rank {rank}: the message of rank {source_rank} with tag {tag} has {len} bytes, and its receive's buffer only {limit}; probe for the length first, or receive to a larger buffer"
    )]
    MessageTruncated {
        /// This process's rank.
        rank: u32,
        /// The rank that sent the message.
        source_rank: u32,
        /// The message's tag.
        tag: u32,
        /// The message's length in bytes.
        len: usize,
        /// The buffer's length in bytes.
        limit: usize,
    },
    /// The source of a send was changed or freed too early. Found where mistakes are looked for.
    #[error(
        "rank {rank}: the source of a send of {len} bytes with tag {tag} to rank {pe} was changed or freed before the send had ended; wait for its request first"
    )]
    SourceChanged {
        /// This process's rank.
        rank: u32,
        /// The rank that the message was sent to.
        pe: u32,
        /// The message's tag.
        tag: u32,
        /// The source's length in bytes.
        len: usize,
    },
    /// A set of processes has no such member.
    #[error("rank {rank}: there is no member {member}: the set has {size}, numbered from 0")]
    NoSuchMember {
        /// This process's rank.
        rank: u32,
        /// The member that was named.
        member: u32,
        /// The number of them that exist.
        size: u32,
    },
    /// A process of a new set is a member of too many already.
    #[error(
        "rank {rank}: a process of the new set is a member of {limit} sets, which is the limit; end one that is not needed any more"
    )]
    TooManyGroups {
        /// This process's rank.
        rank: u32,
        /// The limit.
        limit: u32,
    },
    /// A range of symmetric memory is outside the symmetric heap or the object.
    #[error(
        "rank {rank}: {len} bytes at offset {offset} toward rank {pe} exceed {what} of {limit} bytes"
    )]
    OutOfRange {
        /// This process's rank.
        rank: u32,
        /// The rank that was named.
        pe: u32,
        /// The first byte.
        offset: u64,
        /// The number of bytes.
        len: u64,
        /// The area that they exceed.
        what: &'static str,
        /// The length in bytes.
        limit: u64,
    },
    /// Elements are not all inside of a symmetric object.
    #[error("{0}")]
    OutsideObject(OutsideObject),
    /// A block of an accumulate ends in the middle of a number.
    #[error(
        "rank {rank}: a block of {bytes} bytes has no whole number of values of {number:?}, which have {size} bytes each",
        size = number.bytes()
    )]
    NoWholeNumbers {
        /// This process's rank.
        rank: u32,
        /// The length of the block in bytes.
        bytes: usize,
        /// The type of the numbers.
        number: Number,
    },
    /// The device can't add numbers for other processes.
    #[error(
        "rank {rank}: FARREACH_ACCUMULATE=target, but the device can't add numbers for other processes: use auto or lock"
    )]
    NoAccumulates {
        /// This process's rank.
        rank: u32,
    },
    /// There is no memory at some addresses of a buffer of the caller's.
    #[error(
        "rank {rank}: the {local} of {len} bytes at {first:#x} is no memory of this process from {hole:#x} on"
    )]
    NotMapped {
        /// This process's rank.
        rank: u32,
        /// What the buffer is to the transfer.
        local: Local,
        /// The address of its first byte.
        first: usize,
        /// The length in bytes.
        len: usize,
        /// The first address of it that is not mapped.
        hole: usize,
    },
    /// The blocks of a transfer make no shape.
    #[error("rank {rank}: {source}")]
    Shape {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: ShapeError,
    },
    /// A message is too long.
    #[error(
        "rank {rank}: a message of {len} bytes to rank {pe} is longer than {limit}: put it, or send it in parts"
    )]
    MessageTooLong {
        /// This process's rank.
        rank: u32,
        /// The rank that was named.
        pe: u32,
        /// The message's bytes.
        len: usize,
        /// The limit.
        limit: usize,
    },
    /// An atomic's word is not aligned to its width.
    #[error(
        "rank {rank}: an atomic of {width} bytes at offset {offset} toward rank {pe} is misaligned: offsets must be multiples of {width}"
    )]
    Misaligned {
        /// This process's rank.
        rank: u32,
        /// The rank that was named.
        pe: u32,
        /// The word's offset.
        offset: u64,
        /// The word's width in bytes.
        width: u64,
    },
    /// The symmetric heap has no room.
    #[error("rank {rank}: {source}")]
    Heap {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: HeapError,
    },
    /// The machine has no memory for an allocation of the symmetric heap.
    #[error("rank {rank}: {source}")]
    Reserve {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: ReserveError,
    },
    /// The program's variables can't be made symmetric.
    #[error("rank {rank}: {source}")]
    Globals {
        /// This process's rank.
        rank: u32,
        /// The cause.
        source: Box<GlobalsError>,
    },
    /// An allocation failed on another process.
    #[error(
        "rank {rank}: allocation of {bytes} bytes failed on another process; its message says why"
    )]
    FailedElsewhere {
        /// This process's rank.
        rank: u32,
        /// The number of bytes that were wanted.
        bytes: u64,
    },
    /// The symmetric heap is larger than the machine's memory.
    #[error(
        "rank {rank}: a symmetric heap of {} ({heap} bytes, by FARREACH_HEAP) exceeds the machine's memory of {} ({memory} bytes); set a smaller one",
        Size(*heap), Size(*memory)
    )]
    HeapTooLarge {
        /// This process's rank.
        rank: u32,
        /// The setting.
        heap: u64,
        /// The memory that there is.
        memory: u64,
    },
    /// Processes called a collective with different arguments.
    #[error("rank {rank}: {what}")]
    Mismatch {
        /// This process's rank.
        rank: u32,
        /// The difference.
        what: String,
    },
}

/// A number that a call was given and that no PE has.
#[derive(Debug)]
pub struct NoSuchPe {
    /// This process's rank.
    pub rank: u32,
    /// The function that was called.
    pub function: &'static str,
    /// The number that was given.
    pub pe: u32,
    /// The number of PEs.
    pub size: u32,
    /// Whose PEs: the job's or a team's.
    pub of: &'static str,
}

impl fmt::Display for NoSuchPe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoSuchPe {
            rank,
            function,
            pe,
            size,
            of,
        } = self;
        write!(
            f,
            "rank {rank}: {function}: there is no PE {pe}: the {of} has {size}, numbered from 0"
        )
    }
}

/// Elements that a call names, of which some are not inside of a symmetric object.
#[derive(Debug)]
pub struct OutsideObject {
    /// This process's rank.
    pub rank: u32,
    /// The function that was called.
    pub function: &'static str,
    /// The PE whose elements were named.
    pub pe: u32,
    /// The first element that was named.
    pub start: usize,
    /// The number of elements that were named.
    pub len: usize,
    /// The number of elements of the object.
    pub limit: usize,
    /// The type of the elements.
    pub element: &'static str,
}

impl fmt::Display for OutsideObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OutsideObject {
            rank,
            function,
            pe,
            start,
            len,
            limit,
            element,
        } = self;
        write!(f, "rank {rank}: {function}: ")?;
        if *len == 1 {
            write!(f, "element {start} on PE {pe} is")?;
        } else {
            let end = start.saturating_add(*len);
            write!(f, "elements {start}..{end} on PE {pe} are")?;
        }
        write!(
            f,
            " not inside of the symmetric object, which has {limit} {element}, numbered from 0"
        )
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a buffer of the caller's is to a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Local {
    /// The source: its bytes are read.
    Source,
    /// The target: bytes are written to it.
    Target,
}

impl fmt::Display for Local {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Local::Source => "source",
            Local::Target => "target",
        })
    }
}

impl Error {
    /// Whether the only problem is too little memory.
    pub fn is_lack_of_memory(&self) -> bool {
        match self {
            Error::Heap { .. } | Error::FailedElsewhere { .. } => true,
            Error::Reserve { source, .. } => *source != ReserveError::Closed,
            _ => false,
        }
    }

    /// The error for a failed access to symmetric memory of `pe`.
    #[cold]
    pub fn memory(rank: u32, pe: u32, error: MemoryError) -> Self {
        match error {
            MemoryError::OutOfBounds { offset, len, limit } => Error::OutOfRange {
                rank,
                pe,
                offset: offset as u64,
                len: len as u64,
                what: "the segment",
                limit: limit as u64,
            },
            MemoryError::Misaligned { offset, width } => Error::Misaligned {
                rank,
                pe,
                offset: offset as u64,
                width: width as u64,
            },
        }
    }
}
