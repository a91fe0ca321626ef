//! The parts of OpenSHMEM that do not depend on a language, on top of the runtime.
//!
//! ```text
//!   shmem (Rust: types, guards)     shmem-c (C: entry points, pointers, fault texts)
//!        └──────────────┬─────────────────┘
//!                  openshmem              offsets in segments, ranks, values
//!                       │
//!                    runtime              World, LaneContext, collectives
//! ```
//!
//! Every item works on a [`World`](farreach_runtime::World) that an interface has joined. An
//! interface turns the objects or addresses of its programs into offsets and ranks, and results and
//! errors into those of its language.
//!
//! Invariants:
//! - nothing here is `unsafe`, names a type of C, or has a lifetime rule that only one language can
//!   keep;
//! - what both interfaces offer is decided here once.
//!
//! Start reading at [`Team`], [`Words`] and [`By`].

mod lock;
mod reduction;
pub mod settings;
mod team;
mod wait;

pub use lock::Lock;
pub use reduction::{By, Combine, Reducible, Reduction, combine_each};
pub use team::{Part, Team};
pub use wait::{Compare, Words, wait_for, wait_until};

/// The version of OpenSHMEM whose functions the interfaces have: major and minor.
pub const VERSION: (u32, u32) = (1, 6);
