//! What can go wrong, in the terms of the caller.

use thiserror::Error;

use crate::am::Refusal;

/// Why a call failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The runtime failed.
    #[error(transparent)]
    Runtime(#[from] farreach_runtime::Error),
    /// A message was not sent, because of a limit or a rule of handlers.
    #[error("rank {rank}: {function}: {refusal} (handler `{handler}`)")]
    Refused {
        /// This process's rank.
        rank: u32,
        /// The function that was called.
        function: &'static str,
        /// The name of the handler that the message is for.
        handler: String,
        /// Why.
        refusal: Refusal,
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
