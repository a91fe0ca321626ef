//! MPI without a language: the objects and rules of the standard, above which the bindings of
//! languages and ABIs stand.
//!
//! ```text
//!   Datatype ──▶ blocks of bytes, in the order in which a message carries them
//!   Op × Basic ──▶ a function on arrays of elements
//!   Cartesian, Graph ──▶ who is whose neighbour
//! ```
//!
//! *Invariants: no handle number and no constant of an ABI is here; sizes and counts have 64 bits,
//! and a number that does not fit is an error.*

pub mod datatype;
pub mod op;
pub mod topology;

pub use datatype::{Basic, Class, Datatype};
pub use op::Op;
