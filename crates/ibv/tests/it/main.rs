//! The conformance suite on an adapter of this host, on a stand-in for libibverbs, and between an adapter and
//! the software device, which also speaks with programs of libibverbs and perftest.
//! Where there is no adapter, its tests say so and pass.

mod beside;
mod conformance;
mod examples;
mod memory;
mod perftest;
mod programs;
mod standin;
