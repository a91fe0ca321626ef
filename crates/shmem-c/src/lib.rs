//! OpenSHMEM for C and C++: the library that becomes `libshmem`.
//!
//! ```text
//!   program in C ──▶ shmem_long_put(…)            weak; a profiler may stand here
//!                       = pshmem_long_put(…)      a line of `generated/`, by the table in xtask/src/abi
//!                           └─ rma::put::<i64>(…) written once, for all types and contexts
//!                                ├─ farreach_openshmem: waits, teams, reductions, locks, as in Rust
//!                                └─ farreach_runtime::World
//! ```
//!
//! Programs name symmetric objects by their own addresses. `state` converts these to offsets in a
//! segment. An error is a `fault`, which ends the job with a line that names the function, the
//! argument and the limit.
//!
//! Invariants:
//! - no panic and no unwinding reaches C;
//! - before `shmem_init` and after `shmem_finalize` only the functions that may be called then
//!   access the library's state.
//!
//! Start reading at `state.rs` and `export.rs`.

// Their functions are exported beside this crate's.
use farreach_armci_c as _;
use farreach_gasnet_c as _;
use farreach_mpi_c as _;

mod active_set;
mod atomic;
mod bits;
mod collective;
mod context;
mod environment;
mod export;
mod extension;
mod fault;
mod generated;
mod heap;
mod lock;
mod ordering;
mod reduction;
mod rma;
mod setup;
mod signal;
mod state;
mod strided;
mod team;
mod wait;

/// Counts the memory of connections, for the statistics.
#[global_allocator]
static ALLOCATOR: farreach_runtime::CountingAllocator = farreach_runtime::CountingAllocator;
