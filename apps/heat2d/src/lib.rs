//! 2D heat diffusion with one-sided halo exchange: a bundled program of Farreach.
//!
//! ```text
//!   input (.npy .pgm .csv) ─┐                       step k of every block:
//!   initial (built in) ─────┴─► Field               put edges + signal k+1 to the ≤ 4 neighbours
//!                                 │ scatter         advance the interior meanwhile
//!                decomposition ─► Block per process wait for the neighbours' signals, advance the border
//!                                 │ gather          (no barrier: a process waits for its neighbours only)
//!   output (.npy .png) ◄──────── Field ─► verdict: same bits as `sequential`, nothing lost
//! ```
//!
//! Invariants: the result has the same bits for any number of processes ([`block`] says why), and the
//! total is kept within [`verdict::DRIFT_MAX`]. Only `parallel` and `job` communicate.
//!
//! Entry: [`main`] is the program, one process of a job; [`options::Options`] are its arguments.

pub mod block;
pub mod decomposition;
pub mod field;
pub mod initial;
pub mod input;
mod job;
pub mod options;
pub mod output;
mod parallel;
pub mod sequential;
pub mod step;
pub mod verdict;

pub use job::main;

#[cfg(test)]
mod tests;
