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

pub mod collectives;
mod error;
mod job;
mod memory;
mod progress;
mod world;

pub use error::{Error, Local, NoSuchPe, OutsideObject};
pub use farreach_forks::watch as watch_forks;
pub use farreach_node::{CountingAllocator, Memory, View, Word, declare_own_handler};
pub use farreach_verbs::{AtomicOp, AtomicWidth};
pub use job::{connect_file, jobs, rank_set, settings, stats};
pub use memory::{Blocks, MESSAGE_MAX, Message, Pending, Plain, Signal, SignalOp};
pub use progress::{Lane, Through, devices};
pub use world::World;
