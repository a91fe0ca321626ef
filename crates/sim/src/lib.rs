//! A seeded virtual network in virtual time, with RoCEv2 adapters on it.
//!
//! ```text
//!   owner ── SimDevice (verbs::Device) ──┐
//!   owner ── SimDevice ──────────────────┼── Network: packets under way by (time, sequence), faults, the clock
//!   owner ── SimDevice ──────────────────┘
//! ```
//!
//! The adapters are the real ones of `farreach-roce`. The owner of the devices makes them progress,
//! and then lets time pass by [`Network::advance`]. An equal seed and equal calls give an equal
//! run.
//!
//! [`VecMemory`] is memory that any device can register. [`VecNode`] is an XRC domain over such memory,
//! which the devices of a simulated node share.
//!
//! Invariant: a packet under way belongs to the network alone, and arrives unless a fault drops it.
//!
//! [`EventLoop`] is the other half of a simulation: which process is next in virtual time. It knows
//! no network, so that processes by the million fit. Packets of a network on a loop
//! ([`Network::carried`]) leave as [`Departure`]s, which the owner of the loop lets arrive.
//!
//! Start reading at [`Network`].

mod account;
mod device;
mod domain;
mod event_loop;
mod memory;
mod network;
mod queue;
mod sealed;

pub use account::simulated_bytes;
pub use device::SimDevice;
pub use domain::{VecDomain, VecNode};
pub use event_loop::{EventLoop, Turn};
pub use farreach_roce::frame::Protection;
pub use memory::VecMemory;
pub use network::{Departure, Faults, Network};

#[cfg(debug_assertions)]
pub use farreach_roce::frame::Bug as SealBug;
