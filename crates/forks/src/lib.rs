//! Forked children of a process: who is one, and what of the library they don't get.
//!
//! ```text
//!   parent                            child
//!   watch ── handlers ──┐
//!   Descriptor::open    │
//!   fork ───────────────┴───────────▶ 1. its own copies of shared memory (Copies)
//!     waits while Copies say so       2. the library's descriptors are closed
//!     goes on                         3. is_forked() is true
//! ```
//!
//! A process of a job is one process. A child that it forks has copies of its private memory, and would share its sockets,
//! its way to the launcher and the variables that other processes reach. A child that lives on would then take datagrams that
//! are its parent's, and change its parent's variables.
//!
//! Invariants:
//! - the handlers call only the kernel: the memory allocator of the program may be in the middle of its own handlers;
//! - a child never closes a number that may have become its own.
//!
//! Children that are made without handlers are not noticed: by `vfork`, `posix_spawn`, `_Fork` or the bare system call. The first
//! two run another program, which the descriptors don't survive.

#![allow(unsafe_code)]

mod descriptor;
mod watch;

pub use descriptor::Descriptor;
pub use watch::{Copies, copy_by, is_forked, join, watch};
