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
//! Consecutive packets of equal size to one destination leave in one call (UDP segmentation offload) and may arrive in
//! one (receive offload). A blocking operation costs one send call and the receive calls that wait for its answer. The pages of
//! a long payload go to the kernel by reference, so that on one host the receive call makes the only copy.
//!
//! Messages that other processes of an XRC domain took in for this one are fetched by `progress`, and announced by a datagram
//! to whoever said by [`SoftDevice::sleep_until_packet`] that it sleeps on the sockets.
//!
//! Invariants:
//! - posting queues only; the sockets are used by `progress`, `flush` and `receive`, and nothing in them blocks;
//! - what the kernel gathers is registered memory, and only while the adapter that holds the registration is borrowed; of lent
//!   pages the kernel holds references, and the adapter holds back the completion until they were received;
//! - nothing that arrives or fails at a socket stops the device: it is dropped and counted ([`LinkCounters`]);
//! - all `unsafe` is in `socket` and below.
//!
//! Start reading at [`SoftDevice`].

mod config;
mod counters;
mod device;
mod loss;
mod socket;

pub use config::{LossInjection, Offload, OpenError, SoftConfig};
pub use counters::LinkCounters;
pub use device::SoftDevice;
pub use socket::{LinkFailure, MemoryFault, PollHandle, PollSet};
