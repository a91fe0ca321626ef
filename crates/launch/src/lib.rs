//! Starting and ending a job: the head, an agent per node, and the process's side of the wire-up.
//!
//! ```text
//!   farreach run ─ head ─┬─ agent of node 0 ─┬─ rank 0 ── client::Job
//!                        │                   └─ rank 1 ── client::Job
//!                        └─ agent of node 1 ─┬─ rank 2 ── client::Job
//!                                            └─ ..
//!   down: order, input, directory, release, signals      up: endpoints, output, stats, exits, aborts
//! ```
//!
//! Each line is an inherited socket pair (see `protocol.rs`); no name exists that another user could open.
//! The endpoints of the ranks are gathered by the agents and the head while the ranks go on, and each
//! agent writes the table into its node's arena: nobody waits for it in here.
//!
//! Invariants:
//! - the job's key passes over inherited sockets only, never over a command line or the environment;
//! - agents are the only parents of ranks, and leave only when no descendant is left; the head does so too;
//! - a rank that ends otherwise than by finalizing and exiting with 0 ends the job, and is named;
//! - head and agents never block on a rank, on each other, or on whoever reads the output.
//!
//! Entry points: [`head::run`] for the launcher, [`client::Job`] for a process of the job,
//! [`agent::main`] for the hidden subcommand that is an agent.

pub mod agent;
pub mod client;
pub mod head;

mod channel;
mod clock;
mod placement;
mod program;
mod protocol;
mod reaper;
mod signals;
mod spawn;

pub use clock::now_ns;
pub use placement::{Placement, PlacementError};
pub use program::{Program, ProgramError};
pub use protocol::{ExitStatus, JobKey, STATS_BYTES_MAX};
pub use reaper::children;

/// The hidden argument that makes the command-line program an agent.
pub const AGENT_ARGUMENT: &str = "__agent";

/// The hidden argument that makes the command-line program one rank of a bundled app; the app's name and
/// arguments follow.
pub const APP_ARGUMENT: &str = "__app";

/// Holds the number of the inherited descriptor by which a process finds its agent.
pub const JOB_FD_VARIABLE: &str = "FARREACH_JOB_FD";
/// The rank, for scripts; the library doesn't read it.
pub const RANK_VARIABLE: &str = "FARREACH_RANK";
/// The number of ranks, for scripts; the library doesn't read it.
pub const SIZE_VARIABLE: &str = "FARREACH_SIZE";
/// The node, for scripts; the library doesn't read it.
pub const NODE_VARIABLE: &str = "FARREACH_NODE";

/// All variables that the launcher sets: no settings, but known names.
pub const INTERNAL_VARIABLES: &[&str] =
    &[JOB_FD_VARIABLE, RANK_VARIABLE, SIZE_VARIABLE, NODE_VARIABLE];

/// This machine's name.
fn host_name() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}

/// Bytes that nobody can guess.
fn random<const COUNT: usize>() -> [u8; COUNT] {
    const {
        assert!(
            COUNT <= 256,
            "the kernel gives up to 256 bytes in one piece"
        );
    }
    let mut bytes = [0; COUNT];
    let drawn = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty());
    assert_eq!(drawn, Ok(COUNT), "drawing random bytes");
    bytes
}
