//! The tests that need processes or corrupt input.

mod fuzz;
mod server;
mod silence;
