//! Jobs that other launchers start: MPICH's hydra and Slurm (PMI-1, PMI-2), Open MPI and PRRTE (PMIx).
//!
//! ```text
//!   detect: the environment ─▶ speaker: PMI-1, PMI-2 ─▶ who is where
//!   meeting: the processes of a node find each other; the first has the node's memory, and passes it on
//!   watch: each node's first process notices when that of the node before or after is gone
//!   job: the first process of each node exchanges the endpoints of all by PMI, and everyone leaves through PMI
//! ```
//!
//! The job's key is made of parts of all nodes, so it is known when the exchange is over. Until
//! then an engine sends nothing and drops what arrives. The first processes of the nodes watch each
//! other, since some launchers go on when a process dies.
//!
//! Invariants:
//! - No name is left when the last process of a node has come, and the memory of a node has no name.
//! - Only processes of one user meet.
//! - A process waits for those of its own node when it joins, and for nobody else. The exchange goes on in the background.
//! - Bytes of a server never make this crate panic.
//!
//! Entry point: [`Job::from_environment`].

pub mod mapping;
pub mod wire;

mod address;
mod adopt;
mod channel;
mod detect;
mod error;
mod job;
mod link;
mod meeting;
mod secret;
mod speaker;
mod value;
mod watch;

pub use error::PmiError;
pub use job::{Job, Wanted, describe, describe_libpmix};
