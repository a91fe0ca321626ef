//! The engine on real adapters over a seeded virtual network.

mod cluster;
mod eviction;
mod faults;
mod fuzz;
mod hybrid;
mod kept;
mod lanes;
mod messages;
mod operations;
mod owner;
mod schedules;
mod tagged;
