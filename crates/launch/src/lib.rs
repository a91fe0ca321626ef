//! Starting and ending a job: the head, an agent per node, and a process's side of the wire-up.
//!
//! ```text
//!   farreach run ─ head ─┬─ agent of node 0 ─┬─ rank 0 ── client::Job
//!                        │                   └─ rank 1 ── client::Job
//!                        └─ agent of node 1 ─┬─ rank 2 ── client::Job
//!                                            └─ ..
//!   down: order, input, directory, release, signals      up: endpoints, output, stats, exits, aborts
//! ```
//!
//! Each line is an inherited socket pair (see `protocol.rs`). No name exists that another user
//! could open. The line to an agent of another host leads through a remote shell, so nobody listens
//! on the network. The agents and the head collect the ranks' endpoints while the ranks go on, and each
//! agent writes the table into its node's arena. Nothing in this crate waits for the table.
//!
//! An agent of another host first says its version and what its host is like. The head sends orders
//! when all hosts have said so. A guard above such an agent ends what a killed agent leaves behind.
//!
//! Invariants:
//! - The job's key is sent over inherited sockets and inside the remote shell only, never by a command line or the environment.
//! - Agents are the only parents of ranks. Agents and the head exit only when no descendant is
//!   left.
//! - A rank that ends other than by finalizing and exiting with 0 ends the job, and is named.
//! - No difference of two hosts' clocks is taken: an agent drops the head's time if the head has
//!   another clock.
//! - An agent that hears nothing of its head ends its node.
//! - Head and agents never block on a rank, on each other, or on a reader of the output.
//!
//! Entry points: [`head::run`] for the launcher, [`client::Job`] for a process of the job,
//! [`agent::main`] for the hidden subcommand that is an agent.

pub mod agent;
pub mod client;
pub mod head;
pub mod hosts;

mod channel;
mod clock;
mod placement;
mod program;
mod protocol;
mod pulse;
mod reaper;
mod signals;
mod spawn;

pub use clock::now_ns;
pub use farreach_node::{Placement, PlacementError};
pub use program::{Program, ProgramError};
pub use protocol::{ExitStatus, JobKey, STATS_BYTES_MAX};
pub use reaper::children;

/// The hidden argument that makes the command-line program an agent.
pub const AGENT_ARGUMENT: &str = "__agent";

/// The argument behind [`AGENT_ARGUMENT`] of an agent whose head is on another host. The longest
/// silence of the head follows, in milliseconds.
pub(crate) const AGENT_BY_STDIO: &str = "stdio";
/// The argument behind [`AGENT_ARGUMENT`] of an agent that has a guard. The longest silence of the head
/// and the guard's pid follow.
pub(crate) const AGENT_GUARDED: &str = "guarded";

/// The hidden argument that makes the command-line program one rank of a bundled app. The app's
/// name and arguments follow.
pub const APP_ARGUMENT: &str = "__app";

/// The variable with the number of the inherited descriptor by which a process finds its agent.
pub const JOB_FD_VARIABLE: &str = "FARREACH_JOB_FD";
/// The variable with the rank, for scripts. The library does not read it.
pub const RANK_VARIABLE: &str = "FARREACH_RANK";
/// The variable with the number of ranks, for scripts. The library does not read it.
pub const SIZE_VARIABLE: &str = "FARREACH_SIZE";
/// The variable with the node, for scripts. The library does not read it.
pub const NODE_VARIABLE: &str = "FARREACH_NODE";

/// The variables by which programs for Open MPI and for MPICH find their place before they initialise MPI: the rank and the number
/// of ranks of the job, and those of the node.
pub(crate) const PLACE_VARIABLES: [[&str; 4]; 2] = [
    [
        "OMPI_COMM_WORLD_RANK",
        "OMPI_COMM_WORLD_SIZE",
        "OMPI_COMM_WORLD_LOCAL_RANK",
        "OMPI_COMM_WORLD_LOCAL_SIZE",
    ],
    ["PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"],
];
/// Open MPI's variable that says how many ranks there is room for.
pub(crate) const ROOM_VARIABLE: &str = "OMPI_UNIVERSE_SIZE";

/// All variables of this launcher's own. They are not settings, but are known names.
pub const INTERNAL_VARIABLES: &[&str] =
    &[JOB_FD_VARIABLE, RANK_VARIABLE, SIZE_VARIABLE, NODE_VARIABLE];

/// This machine's name.
fn host_name() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}

/// Random bytes from the operating system.
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
