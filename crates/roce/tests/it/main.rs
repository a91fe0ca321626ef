//! Tests of the adapter from outside: packets against captured packets, against a second
//! implementation of the CRC and against Wireshark's decoder.

mod arbitrary_packet;
mod attacked;
mod bandwidth;
mod bitwise_icrc;
mod conformance;
mod congestion;
mod frame;
mod fuzz;
mod golden;
mod hooks;
mod hostile;
mod limits;
mod model;
mod net;
mod path;
mod peer;
mod placed;
mod recovery;
mod seed;
mod tshark;
mod wire;
mod xrc;
