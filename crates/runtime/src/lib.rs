//! The world of one process: start and end, threads, clock, waiting, settings, and the way to other processes.
//!
//! ```text
//!   world         World: the way in and out, the symmetric heap               │
//!   collectives   the crate farreach-collectives in a process                 │ imports
//!   messages      messages of all models, by port or matched by tag           │ go down
//!   memory        puts, gets, atomics, signals                                │
//!   progress      Driver: lanes, helper thread, waits, devices, clock         │
//!   job           who started the process, settings, figures, sets of ranks   ▼
//!
//!   application threads                        helper thread
//!        │ same node: loads, stores                 │ packets and deadlines while
//!        │ through the arena, no lock               │ the application computes or sleeps
//!        ▼                                          ▼
//!   ┌ World ─────────────────────────────────────────────────┐
//!   │ segments of the node │ Network: lock around the engine │ ◀─ clock
//!   └──────────────────────┴─────────────────────────────────┘
//! ```
//!
//! Each room is a folder. `cargo xtask tidy` checks that a room names only rooms below it. [`World`] has a field for what each room
//! keeps, and each room adds its methods to [`World`] and [`LaneContext`].
//!
//! Every operation goes down one ladder. Whether its process is *near* (on this node) or *far* (on another node) is decided
//! once, by [`World`]'s `near`. A name says the rung: `_near` and `_far`, `transmit`, `push`, `post`, `submit`, `encode`.
//!
//! ```text
//!   model        put                              send
//!   runtime      LaneContext::put                 send_tagged, begin_send, send_message, enqueue_message
//!                 │                                │ transmit
//!                 ├─ near: put_near, which copies  ├─ near: push, into the inbox of the process
//!                 └─ far:  put_far ─▶ post         └─ far:  post_messages ─▶ post
//!   engine       put_listed, submit               encode_message, batch_message, submit
//!                 ├─ connected:     post           on the queue pair
//!                 ├─ not connected: pend           until there is a connection
//!                 └─ hybrid:        enqueue_in_datagrams
//!   queue pair   Device::post_send
//! ```
//!
//! Everything that is not deterministic lives here: nothing below but `soft`, `node` and `launch` makes a system call,
//! and nothing below reads a clock.
//!
//! Invariants:
//! - the same-node path reads only what never changes after [`World::join`] and takes no lock;
//! - a wait ends in sleep, and whatever can end the wait rings the sleeper;
//! - work that a call leaves behind has a deadline that the helper knows.
//!
//! Start reading at [`World`].

pub mod collectives;
mod error;
mod job;
mod memory;
mod messages;
mod progress;
mod world;

pub use error::{Error, Local, NoSuchPe, OutsideObject};
pub use farreach_forks::watch as watch_forks;
pub use farreach_node::{
    CountingAllocator, Lock, Locked, Memory, Scattered, Size, Strided, View, Word, flush_and_end,
    flush_when_ended, ignore_end, say,
};
pub use farreach_verbs::{Accumulation, AtomicOp, AtomicWidth, Combine, Number, Scale};
pub use job::{connect_file, jobs, rank_set, settings, stats};
pub use memory::{
    Blocks, Exposure, LEVELS_MAX, Level, Pending, Piece, Plain, Shape, ShapeError, Signal,
    SignalOp, Transfer,
};
pub use messages::{
    ANNOUNCED_MAX, Destination, EAGER_BYTES, EAGER_MAX, Found, Inquiry, MESSAGE_MAX,
    MESSAGE_TAG_MAX, Message, OpenRequest, Pattern, Port, Receiver, SINGLE_MAX, SendMode,
    TaggedRequest, Unexpected,
};
pub use progress::{Lane, LaneContext, devices};
pub use world::paths::Path;
pub use world::{OwnSized, Queue, QueuePlace, World};
