//! The conformance suite on an adapter of this host, on a stand-in for libibverbs, and between an adapter and
//! the software device, which also speaks with a program of libibverbs.
//! Where there is no adapter, its tests say so and pass.

mod beside;
mod conformance;
mod examples;
mod memory;
mod programs;
mod standin;
