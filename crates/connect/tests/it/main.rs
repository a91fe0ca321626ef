//! The connection manager against a virtual network: named cases, and thousands of hostile schedules.

mod associations;
mod cases;
mod closing;
mod faults;
mod fuzz;
mod hostile;
mod lanes;
mod node;
mod protocols;
mod traffic;
mod world;
