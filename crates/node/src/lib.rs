//! One shared-memory arena per node, and how the processes of a node wait for each other.
//!
//! ```text
//!   agent ── Arena::create ──▶ memfd ── inherited ──▶ Arena::attach in each process of the node
//!
//!   ┌ Arena ─────────────────────────────────────────────────────────────────────────────────┐
//!   │ Directory: every      ProcessControl:    ArenaDomain,       Memory: one segment        │
//!   │ rank's UD endpoint    a Doorbell         inbound rings      of each, NodeBarrier in it │
//!   └────────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Invariants:
//! - Shared bytes are accessed by atomics and raw copies only. No reference to shared bytes exists,
//!   except to atomics.
//! - Nothing in an arena is a pointer. An index that is read from an arena is checked before it is
//!   used.
//! - No lock in shared memory is held across an operation that can fail. A killed process blocks no
//!   other for ever: this crate has sleeps with a limit, and no waits.
//! - Mapping an arena touches no page. [`Arena::reserve`] takes memory, and fails with numbers
//!   instead of SIGBUS.
//!
//! Start reading at [`Arena`] and [`Memory`].

mod account;
mod accumulate;
mod adapters;
mod arena;
mod attach;
mod barrier;
mod directory;
mod domain;
mod doorbell;
mod ending;
mod endpoint;
mod fence;
mod flag;
mod futex;
mod globals;
mod inboxes;
mod layout;
mod lock;
mod mapping;
mod memory;
pub mod order;
mod own_core;
mod patience;
mod placement;
mod process;
mod readers;
mod reserve;
mod ring;
mod say;
mod segments;
mod shared;
mod signals;
mod size;
mod starting;
mod symheap;
mod sync;
#[cfg(test)]
mod tests;
mod topology;
mod waiting;

pub use account::{CountingAllocator, process_live_bytes, thread_live_bytes};
pub use accumulate::{HELD_FAR, LOCKS_BYTES, Stripe, Stripes, add_alone};
pub use adapters::{
    Adapter, AdapterGid, AdapterPort, LOCKED_LEAST, adapters, locked_most, no_adapter,
};
pub use arena::{Arena, ArenaError};
pub use attach::{is_ending, permit_attach, pid_namespace, probe_attach, read_process, yama_scope};
pub use barrier::{Arrival, NodeBarrier};
pub use directory::Directory;
pub use domain::ArenaDomain;
pub use doorbell::{BOUNDED_SLEEP, Bell, Doorbell, PreparedSleep};
pub use ending::{flush_and_end, flush_before_end, flush_when_ended, ignore_end};
pub use endpoint::{DeviceTag, Endpoint, WireEndpoint};
pub use flag::Flag;
pub use globals::{ExposeError, Exposed, Globals, GlobalsError, Span, pages_of};
pub use inboxes::{
    Envelope, INBOX_MESSAGE_MAX, INBOX_SHORT_MAX, Inboxes, OpenInboxes, ShortMessage, inboxes_bytes,
};
pub use layout::{
    ARENA_BYTES_MAX, ArenaLayout, JOB_SIZE_MAX, LOCAL_SIZE_MAX, LayoutError, SEGMENT_ALIGN,
};
pub use lock::{Lock, Locked};
pub use mapping::Mapping;
pub use memory::{Memory, Scattered, Strided, View, Word};
pub use patience::Patience;
pub use placement::{Placement, PlacementError};
pub use process::ProcessControl;
pub use readers::await_readers;
pub use reserve::{Available, ReserveError, available_memory};
pub use say::say;
pub use segments::{Segment, Segments};
pub use signals::{SignalMask, block_signals, catches};
pub use size::Size;
pub use starting::start_error;
pub use symheap::{HeapError, OwnHeap, Reallocated, SymmetricHeap};
pub use topology::{available_cores, host_name};
pub use waiting::{Alarm, Announced, sleep};
