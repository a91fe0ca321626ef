//! A RoCEv2 adapter as a state machine without I/O.
//!
//! ```text
//!  post_send ─▶ ┌─ qp ──────────────────────┐            ┌──────┐
//!               │ requester ── responder    │─ transmit ─▶ Link │ sockets, or a
//!  poll_cq  ◀── │   timers     SRQ          │            └──────┘ simulator's queue
//!               └── regions ── memory ──────┘◀─ handle_datagram(now, from, bytes)
//!                                            ◀─ handle_timeout(now) at next_deadline()
//! ```
//!
//! A queue pair has the transport RC, UD or XRC. For XRC, `domain` finds the shared receive queue
//! of a request, and the process whose memory the request can access.
//!
//! Invariants:
//! - No socket, thread, clock or random source: callers pass the time, and numbers come from a
//!   seed.
//! - Memory is written only by a packet that passed every check: queue pair, source, packet check,
//!   PSN, length, key, bounds and access. The packet check between Farreach's adapters covers the
//!   headers alone. Between hosts a driver guards payloads by [`frame`].
//! - Memory is written in the order of PSNs. A packet that arrives early is held, within the
//!   window, or dropped.
//! - Of another process of an XRC domain only the segment is accessed, and through the domain its
//!   inbound ring.
//! - No input makes the adapter panic.
//! - An idle connected queue pair has no deadline, and costs nothing in a transmit pass.
//!
//! Start reading at [`Adapter`]; the packets themselves are in [`wire`].

#![no_std]

extern crate alloc;

mod adapter;
mod arriving;
mod config;
mod counters;
mod cq;
mod destination;
mod domain;
pub mod frame;
mod inline;
mod link;
mod number;
mod outbox;
pub mod path;
mod qp;
mod region;
mod shared;
mod slab;
mod srq;
mod timers;
mod ud;
mod waits;
pub mod wire;

pub use adapter::{Adapter, FRONT_MAX, Placement};
pub use config::{AdapterConfig, Congestion, Limits, PACKET_OVERHEAD};
pub use counters::{Counters, Dropped, Traffic};
pub use link::{Gaps, Link, LinkStatus, Packet, Payload};
