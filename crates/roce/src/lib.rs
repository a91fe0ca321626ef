//! A RoCEv2 adapter as a state machine without input or output of its own.
//!
//! ```text
//!  post_send ─▶ ┌─ qp ──────────────────────┐            ┌──────┐
//!               │ requester ── responder    │─ transmit ─▶ Link │ sockets, or a
//!  poll_cq  ◀── │   timers     SRQ          │            └──────┘ simulator's queue
//!               └── regions ── memory ──────┘◀─ handle_datagram(now, from, bytes)
//!                                            ◀─ handle_timeout(now) at next_deadline()
//! ```
//!
//! A pair is of RC, UD or XRC. Of XRC, `domain` finds out whose shared receive queue a request is for, and so whose memory.
//!
//! Invariants:
//! - no socket, thread, clock or random source: time is handed in, numbers come from a seed;
//! - memory is written only by a packet that passed every check: pair, source, check, PSN, length, key, bounds, access;
//! - of another process of an XRC domain nothing is touched but its segment, and its inbound ring through the domain;
//! - and in the order of PSNs: what arrives early is held, within the window, or dropped;
//! - no bytes make it panic;
//! - an idle connected pair has no deadline, and costs nothing in a transmit pass.
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
mod inline;
mod link;
mod number;
mod outbox;
mod qp;
mod region;
mod shared;
mod slab;
mod srq;
mod timers;
mod ud;
pub mod wire;

pub use adapter::{Adapter, FRONT_MAX, Placement};
pub use config::{AdapterConfig, Limits, PACKET_OVERHEAD};
pub use counters::{Counters, Dropped, Traffic};
pub use link::{Link, LinkStatus, Packet, Payload};
