//! Tests of the adapter from outside: packets against captured ones, against a second
//! implementation of the CRC and against Wireshark's decoder.

mod arbitrary_packet;
mod bitwise_icrc;
mod conformance;
mod frame;
mod fuzz;
mod golden;
mod hooks;
mod model;
mod net;
mod seed;
mod tshark;
mod wire;
