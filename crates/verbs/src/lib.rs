//! The device contract: the InfiniBand verbs object model with its own terms, as one trait plus plain data.
//!
//! ```text
//!   engine ──post_send──▶ ┌────────┐ ──poll_cq──▶ completions
//!   connect ─modify_qp──▶ │ Device │ ◀─progress(now)── whoever is inside the library
//!                         └────────┘
//!        protection domain ─ memory regions ─ queue pairs ─ completion queues ─ SRQs ─ XRC domains
//! ```
//!
//! Invariants:
//! - nothing here names a rank, a socket or a clock: time is handed in as [`Time`];
//! - a device never touches memory that was not registered with it, and nothing after it was deregistered;
//! - each signaled work request, and each one that fails, yields exactly one [`Completion`].
//!
//! Start reading at [`Device`]. The crate `farreach-conformance` has the tests that every device passes.

#![no_std]

extern crate alloc;

mod address;
mod device;
mod domain;
mod list;
mod memory;
mod queue;
mod time;

pub use address::AdapterAddress;
pub use device::{Access, Attributes, Device, DeviceError, Footprint, Region};
pub use domain::{
    DomainId, Forwarded, ForwardedKind, ForwardedMessage, Owner, SharedSegments, SrqNumber,
    XrcDomain,
};
pub use list::{BadList, ListedAtomic, ListedEntry, ListedOp, ListedOps, ListedWrite};
pub use memory::{AtomicOp, AtomicWidth, MappedMemory, Memory, MemoryError};
pub use queue::{
    Completion, CompletionOp, CompletionStatus, CqId, Data, InlineData, Lkey, PacketCheck, PdId,
    QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, RemoteAddress, Retry, Rkey, SendOp,
    SendRequest, Sge, SrqId, Transport, UdDestination, UdSource,
};
pub use time::Time;
