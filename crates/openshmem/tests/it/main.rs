//! Tests that need no job. The interfaces for Rust and C test everything else.

mod settings;
mod teams;
