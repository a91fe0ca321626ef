//! The software RDMA device: the RoCEv2 adapter of `farreach-roce` driven over one UDP socket.
//!
//! ```text
//!    post_send, poll_cq                              a thread without the device's lock
//!          │                                                     │ ppoll
//!  ┌───────▼───────────────── SoftDevice ───────────────────┐ ┌──▼───────┐
//!  │  roce::Adapter ──Packet──▶ Batch ──sendmsg, sendmmsg───┼▶│          │
//!  │   state machine            heads copied, payload       │ │ UDP      │
//!  │        ▲                   gathered from user memory   │ │ socket   │
//!  │        └─datagrams── split ◀──────recvmsg──────────────┼─│          │
//!  └────────────────────────────────────────────────────────┘ └──────────┘
//! ```
//!
//! Consecutive packets of equal size to one destination leave in one call (UDP segmentation offload) and may arrive in
//! one (receive offload). A blocking operation costs one send call and the receive calls that wait for its answer.
//!
//! Invariants:
//! - posting queues only; the socket is used by `progress`, `flush` and `receive`, and nothing in them blocks;
//! - what the kernel gathers is registered memory, and only while the adapter that holds the registration is borrowed;
//! - nothing that arrives or fails at the socket stops the device: it is dropped and counted ([`LinkCounters`]);
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
pub use socket::{LinkFailure, PollHandle, SocketMemory};
