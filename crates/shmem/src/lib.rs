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
//! use farreach::shmem::{self, Compare};
//!
//! let pe = shmem::init()?;
//! let right = (pe.my_pe() + 1) % pe.n_pes();
//! let data = pe.alloc::<f64>(8)?;
//! let arrived = pe.alloc_signal()?;
//!
//! pe.put_signal(data.range(..2).on(right), &[1.0, 2.0], arrived.set(1))?;
//! pe.signal_wait_until(&arrived, Compare::Eq, 1)?;
//!
//! let mut got = [0.0; 2];
//! pe.read(data.range(..2), &mut got)?;
//! assert_eq!(got, [1.0, 2.0]);
//! pe.finalize()?;
//! # Ok::<(), shmem::Error>(())
//! ```
//!
//! Soundness: other PEs change symmetric memory at any time, so no safe function hands out a
//! reference to it. Elements are read and written by atomics and raw copies. An element type
//! accepts any bits and has no padding. A non-blocking operation works on symmetric memory, on a
//! copy that the library owns, or on a buffer that is borrowed until after a scope that completes
//! the operation ([`Pe::scope`](Initiator::scope)). Forgetting an operation is therefore safe.
//! Freeing is collective, so no destructor frees memory ([`Pe::with_alloc`]).
//!
//! Start reading at [`Pe`], [`Symmetric`] and [`Team`].

mod atomic;
mod collective;
mod context;
mod element;
mod info;
mod initiator;
mod local;
mod lock;
mod of_all;
mod operand;
mod pe;
mod place;
mod scope;
mod scope_atomic;
mod scope_collective;
mod signal;
mod strided;
mod symmetric;
mod team;
mod transfer;
mod wait;
mod wait_many;

pub use atomic::{AtomicInteger, AtomicWord};
pub use collective::Scan;
pub use context::{Context, Private, Scope, Serialized, Shared, Sharing};
pub use element::Element;
pub use farreach_openshmem::{Compare, Reducible, Reduction, VERSION};
pub use farreach_runtime::{Error, NoSuchPe, OutsideObject, Pending};
pub use info::VENDOR;
pub use initiator::{Base, Initiator};
pub use local::Local;
pub use lock::{Lock, LockGuard};
pub use operand::{Source, Target};
pub use pe::{Pe, init};
pub use place::{At, On, Part, Stepped};
pub use scope::{Begun, TransferScope};
pub use signal::{Signal, SignalUpdate};
pub use strided::Steps;
pub use symmetric::{Hint, Symmetric};
pub use team::Team;
pub use transfer::PendingGet;
pub use wait_many::Among;
pub use zerocopy;
