//! ARMCI for Rust: processes put, get and accumulate to memory of each other that they allocated
//! together. The terms and the rules are those of ARMCI.
//!
//! ```text
//!   Armci::allocate   ──▶ Block<T>: memory of every process, of another length in each
//!   Block::put, get, accumulate              contiguous, in patches (strides), in pieces (vectors)
//!   Armci::create_mutexes, Block::fetch_add  mutexes at a process, read-modify-write
//!   Armci::scope, Owned       transfers that are begun, from borrowed and from own memory
//!   Group, send, receive, reduce             sets of processes, messages, global operations
//! ```
//!
//! **Location consistency.** What one process does to the memory of another takes effect in the
//! order of its calls. A get that was begun takes effect at any time until its scope has ended. A call that blocks returns when its own buffers may be used again: the bytes
//! of a get are there, the source of a put may be changed. Another process sees a put or an
//! accumulate for certain only after [`Armci::fence`] or [`Armci::barrier`] of the one that called
//! it. Accumulates to one element are atomic with respect to each other, and to nothing else.
//!
//! The C library `libarmci` is made of the same parts. `farreach-armci-c` converts addresses to
//! offsets.
//!
//! *Invariants: no function hands out a reference to memory that other processes change; a mutex is
//! taken in the order of asking; a free of one process is a free of all.*

mod armci;
mod block;
mod error;
mod group;
mod message;
mod mutex;
mod number;
mod owned;
mod patch;
mod reduction;
mod scope;
mod select;
mod tree;

pub use armci::{Armci, init};
pub use block::Block;
pub use error::Error;
pub use farreach_runtime::World;
pub use group::Group;
pub use message::{Messages, Received};
pub use mutex::Mutexes;
pub use number::{Accumulable, Value, Word};
pub use owned::Owned;
pub use patch::{Patch, PatchError};
pub use reduction::{Operation, Reducible, reduce};
pub use scope::Scope;
pub use select::{Extreme, select};
pub use tree::Masters;
