//! Who exchanges with whom: the communication patterns of parallel programs, as pure functions of
//! the rank and of the number of processes.
//!
//! ```text
//!   Pattern, Options, Places ─▶ Exchange::new ─▶ steps(rank): to, from, bytes
//!                                             ─▶ peers(rank), ends(): a tree over the pattern's own pairs
//! ```
//!
//! A pattern is a list of steps. In each step a process sends to at most one process and receives
//! from at most one, or updates a word of another process. All processes have the same number of steps, and take them in order. The
//! bundled program `exchange` takes the steps as real processes. `farreach sim run` counts them or
//! simulates them.
//!
//! | module | patterns |
//! |---|---|
//! | `nas` | the NAS Parallel Benchmarks (NPB 3, MPI): `is`, `cg`, `mg`, `lu`, `ft`, `sp`, `bt`, `ep` |
//! | `all` | `all-to-all`, `lennard-jones`, `graph500`, `random-access`, `one-to-all`, `all-to-one`, `counter`, `many-to-many` |
//! | `grid` | `heat2d`, `stencil2d`, `ghost3d`, `stencil3d`, `patches`, `dense-lu` |
//! | `recorded` | what a run did, and the file that holds it |
//! | `sums` | all-reduces: by recursive doubling, over a tree of processes, over a tree of nodes |
//!
//! Invariants:
//! - nothing here reads a clock, a file or a random source: equal arguments give equal steps;
//! - nothing here knows a published figure;
//! - whoever sends a message in a step is awaited by the receiver in the same step.
//!
//! Entry: [`Exchange`].

mod all;
mod exchange;
mod grid;
mod nas;
mod places;
mod recorded;
mod sums;

pub use exchange::{Class, Exchange, Kind, Misfit, Options, Pattern, Step};
pub use places::{Places, PlacesError};
pub use recorded::{Amount, Contact, Recorded, RecordedError};
/// The trait that lists the names of patterns, sums and classes.
pub use strum::VariantNames;
pub use sums::Sums;

#[cfg(test)]
mod tests;
