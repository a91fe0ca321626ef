//! The software RDMA device: the RoCEv2 adapter of `farreach-roce` driven over UDP sockets at one address.
//!
//! ```text
//!    post_send, poll_cq                              a thread without the device's lock
//!          │                                                     │ ppoll
//!  ┌───────▼───────────────── SoftDevice ───────────────────┐ ┌──▼──────────────┐
//!  │  roce::Adapter ──Packet──▶ Batch ──sendmsg, sendmmsg───┼▶│ UDP sockets at  │
//!  │   state machine            short: copied or gathered   │ │ one address:    │
//!  │        ▲                   long: pages lent, splice    │ │ the open one,   │
//!  │        │                                               │ │ connected ones  │
//!  │        └─datagrams── split ◀──────recvmsg──────────────┼─│ for hot peers   │
//!  └────────────────────────────────────────────────────────┘ └─────────────────┘
//! ```
//!
//! Consecutive packets of equal size to one destination are sent in one call (UDP segmentation
//! offload) and may arrive in one call (receive offload). A blocking operation costs one send call,
//! and the receive calls that wait for its answer. The kernel gets references to the pages of a
//! long payload. On one host the receive call then makes the only copy.
//!
//! In an XRC domain another process of the node may take in messages for this process. `progress`
//! fetches such messages. A process that sleeps on its sockets announces this by
//! [`SoftDevice::sleep_until_packet`], and is then sent a datagram.
//!
//! Invariants:
//! - Posting only queues. `progress`, `flush` and `receive` use the sockets, and no call on them
//!   blocks.
//! - The kernel gathers from registered memory only, and only while the adapter that holds the
//!   registration is borrowed. The kernel holds references to lent pages. The adapter delays the
//!   completion until the peer has received them.
//! - Nothing that arrives or fails at a socket stops the device. It is dropped and counted
//!   ([`LinkCounters`]).
//! - All `unsafe` is in `socket` and its children.
//!
//! Start reading at [`SoftDevice`].

mod config;
mod counters;
mod device;
mod loss;
mod socket;

pub use farreach_roce::frame::Protection;

pub use config::{LossInjection, Offload, OpenError, SoftConfig};
pub use counters::LinkCounters;
pub use device::SoftDevice;
pub use socket::{LinkFailure, MemoryFault, PollHandle, PollSet};
