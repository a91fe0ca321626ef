//! The device contract: the InfiniBand verbs object model in its standard terms, as one trait and
//! plain data.
//!
//! ```text
//!   engine ──post_send──▶ ┌────────┐ ──poll_cq──▶ completions
//!   connect ─modify_qp──▶ │ Device │ ◀─progress(now)── the thread inside the library
//!                         └────────┘
//!        protection domain ─ memory regions ─ queue pairs ─ completion queues ─ SRQs ─ XRC domains
//! ```
//!
//! Invariants:
//! - Nothing here names a rank, a socket or a clock. Callers pass the time as [`Time`].
//! - A device never touches memory that is not registered with it, nor memory after its
//!   deregistration.
//! - Each signaled work request, and each work request that fails, yields exactly one
//!   [`Completion`].
//!
//! Start reading at [`Device`]. The crate `farreach-conformance` has the tests that every device passes.

#![no_std]

extern crate alloc;

mod abilities;
mod address;
mod change;
mod combine;
mod device;
mod domain;
#[doc(hidden)]
pub mod forward;
mod list;
mod memory;
mod number;
mod queue;
mod time;
mod transition;

pub use abilities::Abilities;
pub use address::{AdapterAddress, ROCE_PORT};
pub use change::Change;
pub use combine::{Accumulation, Combine, Combined, Combining};
pub use device::{Access, Attributes, Device, DeviceError, Footprint, Region};
pub use domain::{
    DomainId, DomainRegion, Forwarded, ForwardedKind, ForwardedMessage, Owner, SharedSegments,
    SrqNumber, XrcDomain,
};
pub use list::{
    BadList, ListedAccumulate, ListedAtomic, ListedEntry, ListedNumbers, ListedOp, ListedOps,
    ListedWrite,
};
pub use memory::{AtomicOp, AtomicWidth, MappedMemory, Memory, MemoryError};
pub use number::{Number, Scale};
pub use queue::{
    Completion, CompletionOp, CompletionStatus, CqId, Data, Entries, InlineData, Lkey, PacketCheck,
    PdId, QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, RemoteAddress, Retry, Rkey,
    SendOp, SendRequest, Sge, Spacing, SrqId, Transport, UdDestination, UdSource,
};
pub use time::Time;
