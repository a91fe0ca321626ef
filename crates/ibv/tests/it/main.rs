//! The conformance suite on an adapter of this host. Without one it says so and passes.

mod conformance;
