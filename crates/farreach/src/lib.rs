//! Farreach: a communication runtime for parallel programs.
//!
//! The processes of a program put, get and atomically update each other's memory: on one node
//! through shared memory, and between nodes over connections that are made at their first use.
//!
//! ```text
//!   your program ── farreach::shmem ── runtime ── engine ── connect, node ── verbs ── soft
//! ```
//!
//! Start with [`shmem`]. The project's `ARCHITECTURE.md` describes how the parts fit together.
//!
//! A program that installs the counting allocator makes the job's summary report the memory of its
//! connections:
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: farreach::CountingAllocator = farreach::CountingAllocator;
//! # fn main() {}
//! ```

pub use farreach_armci as armci;
pub use farreach_arrays as arrays;
pub use farreach_gasnet as gasnet;
pub use farreach_mpi::program as mpi;
pub use farreach_runtime::{AtomicOp, AtomicWidth, CountingAllocator, stats};
pub use farreach_shmem as shmem;
pub use farreach_shmem::zerocopy;

/// The settings of a process: the table of all, and how they are read, with the variables of OpenSHMEM's standard.
pub mod settings {
    pub use farreach_openshmem::settings::{from_environment, from_variables};
    pub use farreach_runtime::settings::*;
}
