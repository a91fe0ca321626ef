//! Distributed arrays: processes put, get, accumulate and compute with arrays of up to 7 dimensions,
//! whose elements lie in the memory of all of them.
//!
//! ```text
//!   Layout ──▶ Array::new            regular, irregular, block-cyclic; ghost cells
//!     │          put, get, accumulate, begin_*, scatter, gather, fetch_add     one process
//!     │          fill, map, zip, add, dot, multiply, transpose_from ..         all processes
//!     │          with_local, update_ghosts, save, load                         all processes
//!     └──▶ Distribution              which process has which elements
//! ```
//!
//! The transfers are those of [`farreach_armci`]. A patch becomes one strided operation for each
//! block that it touches, and all of them begin before any is waited for. Mutexes and groups are
//! [`farreach_armci::Mutexes`] and [`farreach_armci::Group`].
//!
//! *Invariants: a view of a process's elements exists only while no process can transfer them, or
//! by an `unsafe` call; a collective call that fails at one process fails at all.*

mod array;
mod axis;
mod compute;
mod distribution;
mod element;
mod error;
mod file;
mod ghosts;
mod layout;
mod local;
mod multiply;
mod npy;
mod transfer;

pub use array::Array;
pub use distribution::Distribution;
pub use element::{Element, Integer};
pub use error::Error;
pub use ghosts::{Corners, Edges, Exchange};
pub use layout::{DIMENSIONS_MAX, Layout, LayoutError};
pub use local::Ghosts;
pub use ndarray;
pub use num_complex::Complex;
pub use transfer::Begun;
