//! The engine on real adapters over a seeded virtual network.

mod cluster;
mod faults;
mod hybrid;
mod messages;
mod operations;
