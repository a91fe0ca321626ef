//! The device over real sockets on loopback.

mod devices;
mod hostile;
mod node;
mod traffic;
