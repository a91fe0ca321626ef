//! What can go wrong, in the terms of the caller.

use thiserror::Error;

use crate::ARGUMENTS_MAX;

/// Why a call failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The runtime failed.
    #[error(transparent)]
    Runtime(#[from] farreach_runtime::Error),
    /// A message has too many arguments.
    #[error(
        "rank {rank}: {function}: {given} arguments for handler `{handler}`, but a message has at most {ARGUMENTS_MAX}"
    )]
    TooManyArguments {
        /// This process's rank.
        rank: u32,
        /// The function that was called.
        function: &'static str,
        /// The handler's name.
        handler: String,
        /// The number of arguments.
        given: usize,
    },
    /// A medium message has a payload that is too long.
    #[error(
        "rank {rank}: {function}: {len} bytes for handler `{handler}`, but a medium message carries at most {limit}: send a long one"
    )]
    TooLong {
        /// This process's rank.
        rank: u32,
        /// The function that was called.
        function: &'static str,
        /// The handler's name.
        handler: String,
        /// The bytes given.
        len: usize,
        /// The most bytes.
        limit: usize,
    },
    /// A request was sent inside a handler.
    #[error("rank {rank}: {function}: a handler may reply, but not send requests")]
    RequestInHandler {
        /// This process's rank.
        rank: u32,
        /// The function that was called.
        function: &'static str,
    },
    /// The handler of a reply replied.
    #[error("rank {rank}: {function}: the message is a reply itself, which can't be replied to")]
    ReplyToReply {
        /// This process's rank.
        rank: u32,
        /// The function that was called.
        function: &'static str,
    },
    /// A handler was declared, but not defined.
    #[error("rank {rank}: handler `{handler}` (number {number}) was declared, but not defined")]
    Undefined {
        /// This process's rank.
        rank: u32,
        /// The handler's name.
        handler: String,
        /// The handler's number.
        number: u8,
    },
    /// The processes have different handlers.
    #[error(
        "rank {rank}: handler {number} is {here} here, but {there} at rank 0: all processes register the same handlers in the same order"
    )]
    HandlersDiffer {
        /// This process's rank.
        rank: u32,
        /// The number of the first handler that differs.
        number: usize,
        /// The handler here.
        here: String,
        /// The handler at rank 0.
        there: String,
    },
    /// Another process's handlers differ from those of rank 0.
    #[error("rank {rank}: {others} processes have other handlers than rank 0, and say which")]
    OthersDiffer {
        /// This process's rank.
        rank: u32,
        /// The number of those processes.
        others: u32,
    },
    /// The process has an endpoint already.
    #[error("rank {rank}: Endpoint::attach was called twice: a process has one endpoint")]
    Attached {
        /// This process's rank.
        rank: u32,
    },
}
