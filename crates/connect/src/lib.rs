//! The connection manager: who is connected to whom, set up on demand over UD.

mod action;
mod config;
mod core;
mod counters;
mod error;
mod mac;
mod manager;
mod peer;
mod receive;
mod retransmit;
mod speech;
mod wire;

pub use action::{Action, LocalQp, Message, RemoteQp};
pub use config::{Config, JobKey, Rank, Retransmit};
pub use counters::{ByKind, Counters};
pub use error::{ConnectError, Reason, Refusal};
pub use manager::{Manager, PeerState};

/// How much larger a message is than the segment information in it, in bytes.
pub const MESSAGE_OVERHEAD: usize = wire::HEADER_LEN + mac::MAC_LEN;
