//! Remote memory access, atomics and ordering over connections that are made when they are first
//! needed.
//!
//! ```text
//!   runtime ──submit(op)──▶ ┌──────────────────────────────────────────┐ ──poll_done──▶ runtime
//!                           │ Engine: the wiring                       │
//!                           │  Setups  Limits  Routes    Operations    │
//!                           │  Silence Unconnected       Lists  Inbox  │
//!                           │  DatagramQp                Exposed       │
//!                           └─────┬──────────────────┬─────────────────┘
//!                              UD datagrams       work requests, RC or XRC
//!                           ┌─────▼──────────────────▼─────────────────┐
//!                           │ verbs::Device                            │
//!                           └──────────────────────────────────────────┘
//! ```
//!
//! An operation toward an unconnected peer waits in the peer's pending queue. The queue drains in
//! order when the connection is up. With the datagram hybrid, small operations are sent in
//! datagrams until then. Where no queue pair is available, all operations are sent in datagrams.
//!
//! A connection leads to a process, or to all processes of a node ([`Reach`]). A process chooses
//! its connections' properties in its [`Fabric`].
//!
//! Each part owns its state. The module `engine` passes changes from one part to others. Everything
//! is deterministic: callers pass the time, and the device is the only input and output.
//!
//! A part with logic that can fail alone is tested alone:
//!
//! | part | owns |
//! |---|---|
//! | `operations.rs` | operations that have not ended, the slots of fetched words, reports of ends, the window that marks are compared with |
//! | `lists.rs` | buffers of lists of small puts; a list is one operation |
//! | `unconnected.rs` | operations in datagrams: their parts, awaited answers, the associations |
//! | `parts.rs` | parts of segments with their keys, where devices pin what is registered |
//! | `kept.rs` | registrations of the program's buffers that outlive their operation, where devices pin what is registered |
//! | `exposed.rs` | the segment and other registered memory; executes requests that arrive in datagrams |
//! | `inbox.rs` | messages that arrived, receive queues and their learned sizes |
//! | `tagged.rs` | messages that are matched by tag: a state machine of its own, fed by `runtime` |
//! | `setups.rs` | connections that are set up or ended, the connection manager |
//! | `limits.rs` | the limits on queue pairs, and the choice of connections that make room |
//! | `routes.rs` | the connection that leads to each rank |
//! | `silence.rs` | silent peers, and questions about them |
//! | `contacts.rs` | what was done toward each peer, if a run's pattern is recorded |
//! | `datagram_qp.rs` | the UD queue pair and its buffers |
//! | `peer.rs` | the connection to one peer, and the operations that wait for it |
//!
//! Queue pair numbers, keys, PSNs and the jitter of retransmissions come from a seed, which the
//! caller gives. The memory of connections is measured: the engine compares the thread's live heap
//! bytes before and after every step that may allocate for a connection.
//!
//! Invariants:
//! - each submitted operation is reported exactly once, or counted exactly once if it was implicit;
//! - operations toward one peer reach it in the order in which they were submitted, lists of small
//!   puts included;
//! - state exists per peer *reached*, never per peer that exists.
//!
//! Start reading at [`Engine`].

#![no_std]

extern crate alloc;

mod batches;
mod contacts;
mod copies;
mod datagram_qp;
mod directory;
mod engine;
mod error;
mod exposed;
mod fabric;
mod fraction;
mod inbox;
mod kept;
mod limits;
mod lists;
mod op;
mod operations;
mod parts;
mod peer;
mod planted;
mod records;
mod routes;
mod segments;
mod setups;
mod silence;
mod tagged;
mod unconnected;
mod window;

pub use batches::BATCHED_MAX;
pub use contacts::{Amount, Contact};
pub use datagram_qp::DatagramReceives;
pub use directory::Directory;
pub use engine::{Atomics, Config, Engine, Peers, Stats, manager_seed};
pub use error::EngineError;
pub use fabric::{Buffers, CLASSES, Costs, Fabric, FabricError, Hybrid, Reach, Server, Setup};
#[cfg(debug_assertions)]
pub use farreach_connect::Bug as ConnectBug;
pub use farreach_connect::{JobKey, LANES_MAX, Protocol, Rank, Retransmit};
pub use inbox::{BufferStats, Delivered, MESSAGE_MAX, MessageKind, PORTS, SIZES};
pub use lists::LISTS_MAX;
pub use op::{Done, Op, Source, Target, Tracking};
pub use operations::Count;
#[cfg(debug_assertions)]
pub use planted::Bug;
pub use routes::Routes;
pub use segments::{SEGMENT_BASE, SegmentInfo};
pub use silence::Question;
pub use tagged::{
    ANNOUNCED_MAX, Action, AnnouncedSource, Arrived, Awaited, EAGER, EAGER_BYTES, EAGER_MAX,
    Encoded, Found, Inquiry, KeptMessage, LEAD_MAX, PAGE_MAX, PART, PIECE_MAX, Pattern, Posted,
    Received, SINGLE_MAX, SendMode, Sending, TAG_MAX, Tagged, Unexpected,
};
