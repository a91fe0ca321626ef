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
//! # Where it differs from the standard
//!
//! Toward foreign adapters `roce` follows the standard. Between Farreach's own adapters it differs
//! in these points:
//!
//! - A keyed hash of 32 bits over the headers replaces the ICRC. The hash covers how often the
//!   sequence numbers have wrapped ([`wire::keyed::Laps`]).
//! - The MTU is larger if the path carries larger packets.
//! - Manufacturer-specific opcodes carry atomics of all kinds, lists of small writes, and reads and
//!   writes of equal blocks at equal distances.
//! - The responder holds packets that arrive beyond a gap, and the requester sends only the missing
//!   packets again.
//! - The requester probes a silent peer with single packets before the retransmission timeout.
//! - Requests carry acknowledgements.
//! - A long write is cut so that only its first packet is short. The receiver therefore knows where
//!   each further payload belongs before the packet arrives. It also knows this for each payload of
//!   a read's answer. The keyed check stands before the payload. A link that looks at a packet's
//!   first bytes therefore knows whether the packet is the expected one, and may receive the
//!   payload directly into its target.
//!
//! Between hosts windows follow the delay of the bottleneck's queue. On loopback windows follow
//! loss alone.
//!
//! Invariants:
//! - No socket, thread, clock or random source: callers pass the time, and numbers come from a
//!   seed.
//! - Memory is written only by a packet that passed every check: queue pair, source, packet check,
//!   PSN, length, key, bounds and access. The packet check between Farreach's adapters covers the
//!   headers alone. Between hosts a driver guards payloads by [`frame`].
//! - Memory is written in the order of PSNs. A packet that arrives early is held, within the
//!   longest path's window, or dropped.
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
