//! The world of one process: start and end, threads, clock, waiting, settings, and the way to other processes.
//!
//! ```text
//!   application threads                        helper thread
//!        │ same node: loads, stores                 │ packets and deadlines while
//!        │ through the arena, no lock               │ the application computes or sleeps
//!        ▼                                          ▼
//!   ┌ World ─────────────────────────────────────────────────┐
//!   │ segments of the node │ Network: lock around the engine │ ◀─ clock
//!   └──────────────────────┴─────────────────────────────────┘
//!        jobs: the job, its key, the way out         node: arena, doorbells, barrier
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

mod address;
mod borrow;
mod clock;
pub mod collectives;
pub mod connect_file;
pub mod devices;
mod direct;
mod elements;
mod error;
mod hand_over;
mod helper;
pub mod jobs;
mod lane;
mod lanes;
mod messages;
mod network;
mod opening;
mod ordering;
mod packets;
mod pending;
mod pipeline;
mod posting;
mod preconnect;
mod prompt;
pub mod rank_set;
mod raw;
mod rma;
pub mod settings;
mod signal;
mod stall;
pub mod stats;
mod strided;
mod sync;
mod threads;
mod unsent;
mod world;

pub use error::{Error, Local, NoSuchPe, OutsideObject};
pub use farreach_forks::watch as watch_forks;
pub use farreach_node::{CountingAllocator, Memory, View, Word, declare_own_handler};
pub use farreach_verbs::{AtomicOp, AtomicWidth};
pub use lane::{Lane, Through};
pub use messages::{MESSAGE_MAX, Message};
pub use pending::Pending;
pub use rma::Plain;
pub use signal::{Signal, SignalOp};
pub use strided::Blocks;
pub use world::World;
