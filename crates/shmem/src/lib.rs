//! OpenSHMEM for Rust: a typed symmetric heap, puts, gets, atomics, waits and collectives.
//!
//! ```text
//!   PE 0            PE 1            PE 2          every PE allocates the same objects at the same
//!  ┌──────┐        ┌──────┐        ┌──────┐       offsets, so that "element 3 of `a` on PE 2"
//!  │ a    │        │ a    │        │ a    │       needs no exchange of addresses
//!  │ flag │        │ flag │        │ flag │
//!  └──────┘        └──────┘        └──────┘
//! ```
//!
//! A program is started with `farreach run -n 4 PROGRAM`; started by itself it is a job of one PE:
//!
//! ```
//! use farreach_shmem::{self as shmem, Compare};
//!
//! let pe = shmem::init()?;
//! let right = (pe.my_pe() + 1) % pe.n_pes();
//! let data = pe.alloc::<f64>(8)?;
//! let flag = pe.alloc::<u64>(1)?;
//!
//! pe.put_signal(&data, 0, &[1.0, 2.0], &flag, 0, 1, right)?;
//! pe.wait_until(&flag, 0, Compare::Eq, 1)?;
//!
//! let mut got = [0.0; 2];
//! pe.read(&data, 0, &mut got)?;
//! assert_eq!(got, [1.0, 2.0]);
//! pe.finalize()?;
//! # Ok::<(), shmem::Error>(())
//! ```
//!
//! Soundness: other PEs change symmetric memory at any time, so no safe function hands out a reference to it. Elements are
//! read and written by atomics and raw copies; an element type accepts any bits and has no padding. Non-blocking
//! operations work on symmetric memory or on copies that the library owns, so forgetting one is safe.
//!
//! Start reading at [`Pe`], [`Symmetric`] and [`Team`].

mod atomic;
mod collective;
mod context;
mod element;
mod initiator;
mod operand;
mod pe;
mod reduction;
mod symmetric;
mod team;
mod transfer;

pub use atomic::{AtomicInteger, AtomicWord, Compare};
pub use collective::Scan;
pub use context::{Context, Private, Scope, Serialized, Shared, Sharing};
pub use element::Element;
pub use farreach_runtime::{Error, Pending};
pub use initiator::{Base, Initiator};
pub use operand::{Source, Target};
pub use pe::{Pe, init};
pub use reduction::{Reducible, Reduction};
pub use symmetric::Symmetric;
pub use team::Team;
pub use transfer::PendingGet;
