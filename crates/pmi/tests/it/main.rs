//! The tests that need processes or corrupt input.

mod deaths;
mod fuzz;
mod lies;
mod server;
mod silence;
mod trust;
