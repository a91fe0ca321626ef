//! Forked children of a process: telling a child that it is one, and what a child does not keep.
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
//! Only the process that joined takes part in a job. A forked child has copies of its private
//! memory, but would share the library's sockets, the connection to the launcher, and the variables
//! that other processes reach. A child that lives on would take its parent's datagrams, and change
//! its parent's variables.
//!
//! Invariants:
//! - The handlers call only the kernel: the program's memory allocator may be in the middle of its
//!   own handlers.
//! - A child never closes a number that may have become its own.
//! - No [`Descriptor`] has the number of a standard stream, even if the program has closed its streams.
//!
//! The shared library registers the handlers before the constructor of any other library runs (the
//! linker's `-z initfirst`).
//!
//! Children that are made without handlers are not noticed: by `vfork`, `posix_spawn`, `_Fork` or
//! the bare system call. Children of the first two only run another program, which closes the
//! library's descriptors.

#![allow(unsafe_code)]

mod descriptor;
mod standard;
mod watch;

pub use descriptor::{Descriptor, Foreign};
pub use standard::{StandardHeld, above_standard};
pub use watch::{Copies, copy_by, is_forked, join, watch};
