//! The tests that need processes or corrupt input.

mod deaths;
mod fuzz;
mod server;
mod silence;
mod trust;
