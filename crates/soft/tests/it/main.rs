//! The device over real sockets on loopback.

mod conformance;
mod devices;
mod forwarded;
mod hostile;
mod hot;
mod node;
mod overwritten;
mod placed;
mod protection;
mod traffic;
