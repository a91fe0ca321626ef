//! Any bytes as a RoCEv2 packet.
#![no_main]

libfuzzer_sys::fuzz_target!(|datagram: &[u8]| farreach_fuzz::roce_parse::roce_parse(datagram));
