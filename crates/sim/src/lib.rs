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
//! The devices of a simulated node can share an XRC domain in private memory, such as `VecNode` of
//! `farreach-conformance`.
//!
//! Invariant: a packet under way belongs to the network alone, and arrives unless a fault drops it.
//!
//! [`EventLoop`] is the other half of a simulation: which process is next in virtual time. It knows
//! no network, so that processes by the million fit.
//!
//! Start reading at [`Network`].

mod device;
mod event_loop;
mod network;
mod sealed;

pub use device::SimDevice;
pub use event_loop::{EventLoop, Turn};
pub use farreach_roce::frame::Protection;
pub use network::{Faults, Network};

#[cfg(debug_assertions)]
pub use farreach_roce::frame::Bug as SealBug;
