//! A seeded virtual network in virtual time, with RoCEv2 adapters on it.
//!
//! ```text
//!   owner ── SimDevice (verbs::Device) ──┐
//!   owner ── SimDevice ──────────────────┼── Network: packets under way by (time, sequence), faults, the clock
//!   owner ── SimDevice ──────────────────┘
//! ```
//!
//! The adapters are the real ones. Whoever owns the devices makes them progress, then lets time pass with
//! [`Network::advance`]. The same seed and the same calls give the same run.
//!
//! Devices of one simulated node share an XRC domain over vectors, for example `VecNode` of `farreach-conformance`.
//!
//! Invariant: a packet that is under way belongs to the network alone, and arrives unless a fault takes it.
//!
//! Start reading at [`Network`].

mod device;
mod network;

pub use device::SimDevice;
pub use network::{Faults, Network};
