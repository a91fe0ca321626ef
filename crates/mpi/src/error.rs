//! Why a call failed: the standard's error class, and a text for people.

use std::fmt;
use std::ops::Deref;

/// An error class of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Class {
    Buffer,
    Count,
    Type,
    Tag,
    Comm,
    Rank,
    Root,
    Group,
    Op,
    Topology,
    Dims,
    Arg,
    Truncate,
    Other,
    Intern,
    InStatus,
    Pending,
    Request,
    Info,
    InfoKey,
    InfoValue,
    InfoNokey,
    Keyval,
    NoMem,
    NotSame,
    Unsupported,
    ValueTooLarge,
    Access,
    Amode,
    BadFile,
    Conversion,
    DupDatarep,
    FileExists,
    FileInUse,
    File,
    Io,
    NoSpace,
    NoSuchFile,
    Quota,
    ReadOnly,
    UnsupportedDatarep,
    Win,
    Base,
    LockType,
    RmaConflict,
    RmaSync,
    Size,
    Disp,
    Assert,
    RmaRange,
    RmaAttach,
    RmaShared,
    RmaFlavor,
    Session,
    ErrHandler,
    /// Of the interface for tools, `MPI_T`.
    Tool(Tool),
    /// A code that a function of the program returned.
    Code(i32),
}

/// An error class of the interface for tools: `MPI_T_ERR_…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Tool {
    NotInitialized,
    Invalid,
    InvalidIndex,
    InvalidHandle,
    InvalidSession,
    InvalidName,
    SetNotNow,
    SetNever,
    NoWrite,
    NoStartStop,
}

/// Why a call failed. It is a pointer, so that the results of calls that succeed fit into registers.
#[derive(Clone, Debug)]
pub struct Failure(Box<Reason>);

/// What a [`Failure`] tells.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The error class.
    pub class: Class,
    /// The argument, its value, the limit and the remedy.
    pub what: String,
}

impl Deref for Failure {
    type Target = Reason;

    fn deref(&self) -> &Reason {
        &self.0
    }
}

/// The result of a call.
pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// A failure of a class.
    #[cold]
    pub fn new(class: Class, what: impl Into<String>) -> Failure {
        Failure(Box::new(Reason {
            class,
            what: what.into(),
        }))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Failure {}

impl From<farreach_runtime::Error> for Failure {
    #[cold]
    fn from(error: farreach_runtime::Error) -> Failure {
        let class = match &error {
            farreach_runtime::Error::MessageTruncated { .. } => Class::Truncate,
            farreach_runtime::Error::TagTooLarge { .. } => Class::Tag,
            farreach_runtime::Error::NoSuchRank { .. } => Class::Rank,
            farreach_runtime::Error::SourceChanged { .. } => Class::Buffer,
            _ => Class::Other,
        };
        Failure::new(class, error.to_string())
    }
}
