//! RDMA adapters through libibverbs: a [`farreach_verbs::Device`] over whatever driver the host has.
//!
//! ```text
//!   engine ── verbs::Device ──▶ IbvDevice ──▶ libibverbs.so.1 (loaded when first wanted) ──▶ driver ──▶ adapter
//!                                  │  regions, queues, queue pairs by the numbers of the contract
//!                                  │  what was posted, by queue pair, so that each request is reported as the contract says
//!                                  └─ completion channel: the descriptor that a thread sleeps on
//! ```
//!
//! - `ffi`: the structures and constants of `infiniband/verbs.h`. Nothing of the library is needed at build.
//! - `library`: the functions, found by name.
//! - `port`: which adapter, port, GID and partition are used. `near`: which adapters are at this process's socket.
//! - `device`: the contract. `requests` keeps what was posted. `convert` translates attributes and statuses.
//! - `device/events`: what the adapter has lost, or has changed at it.
//! - `device/xrc`: XRC, where the adapter has it.
//! - `watch`: which addresses of the program get other memory, so that registrations can be kept.
//!
//! What an adapter lacks of the contract is said by its [`farreach_verbs::Attributes`]: no keyed check, no lists, no blocks, no
//! shared segments, and the standard's two atomics, which exclude those of CPUs on few adapters. A write of a peer is not announced: who waits for
//! one has to look.
//!
//! *Invariants: no object of the library outlives its device; registered memory is kept until the driver has ended the
//! registration; a completion queue never overruns, since a request without room for its completion is refused.*

mod convert;
mod device;
mod ffi;
mod library;
mod near;
mod port;
mod requests;
mod watch;

use thiserror::Error;

pub use device::{ArrivalsOf, IbvDevice, Loss, Notice, Traffic};
pub use port::Wanted;

/// Why no adapter could be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The library is missing.
    #[error("libibverbs can't be loaded: {0}; install it (libibverbs1, ibverbs-providers)")]
    NoLibrary(String),
    /// The library is too old.
    #[error("libibverbs has no {function}: {reason}; install a version from rdma-core 21 on")]
    OldLibrary {
        /// The missing function.
        function: &'static str,
        /// The loader's words.
        reason: String,
    },
    /// There is no adapter.
    #[error(
        "libibverbs finds no adapter; load its kernel module, or make one of software (rdma link add rxe0 type rxe netdev DEV)"
    )]
    NoDevice,
    /// The adapter that is asked for is not there.
    #[error("there is no adapter {device}; there are: {there}")]
    UnknownDevice {
        /// The name.
        device: String,
        /// The names of the adapters that are there.
        there: String,
    },
    /// No adapter has a usable port.
    #[error("no adapter can be used: {0}")]
    Unusable(String),
    /// The driver refused what every device needs.
    #[error("{device}: the driver refuses {what} (os error {code})")]
    Refused {
        /// The adapter.
        device: String,
        /// What was asked for.
        what: &'static str,
        /// The operating system's error number.
        code: i32,
    },
}
