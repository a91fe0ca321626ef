//! MPI: the objects and rules of the standard, above which the bindings of languages and ABIs stand, and the binding
//! for programs in Rust ([`program`], which is `farreach::mpi`).
//!
//! ```text
//!   program ──▶ safe and typed, for Rust
//!      │
//!   Mpi ──▶ what a process has: its world, contexts, collectives that were begun
//!   Comm ──▶ groups with contexts │ point, buffered: messages │ collective: over messages
//!   Parts ──▶ a message whose parts are sent one by one
//!   Request ──▶ what was begun, and what came of it
//!   Data ──▶ elements of a Datatype at an address
//!   Datatype ──▶ blocks of bytes, in the order in which a message carries them
//!   File ──▶ a view of a file, and accesses by it, alone or together
//!   Window ──▶ memory of the members of a communicator, which they access without the owner's help
//!   Op × Basic ──▶ a function on arrays of elements
//!   Cartesian, Graph ──▶ who is whose neighbour
//! ```
//!
//! The tests keep facts of a comparison with MPICH (`src/*/tests/*.txt`): the bounds of datatypes,
//! the results of operations, and balanced grids.
//!
//! *Invariants: no handle number and no constant of an ABI is here; sizes and counts have 64 bits,
//! and a number that does not fit is an error.*

mod agreement;
mod attribute;
mod buffered;
pub mod collective;
mod comm;
mod data;
pub mod datatype;
pub mod error;
pub mod file;
mod group;
mod handler;
mod mpi;
pub mod op;
mod operator;
mod partitioned;
mod point;
pub mod program;
mod request;
mod status;
pub mod topology;
pub mod window;

pub use attribute::{Attributes, Copies, Deletes, Keyval};
pub use buffered::{Buffer, OVERHEAD};
pub use collective::{Run, duplicate};
pub use comm::{Comm, Likeness, Topology};
pub use data::{Data, Room};
pub use datatype::{Basic, Class, Combiner, Datatype};
pub use farreach_runtime::SendMode;
pub use group::{Comparison, Group};
pub use handler::Handler;
pub use mpi::Mpi;
pub use op::Op;
pub use operator::{Operator, Program};
pub use partitioned::Parts;
pub use point::{Envelope, MatchedMessage};
pub use request::{Begun, CommRef, Own, PlainReceive, Request};
pub use status::{Peer, Status};
pub use topology::{Cartesian, DistributedGraph, Graph};
