//! Any datagrams of path discovery.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| farreach_fuzz::path_datagram::path_datagram(bytes));
