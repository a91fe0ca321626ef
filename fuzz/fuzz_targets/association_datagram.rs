//! Any bytes as datagrams of associations.
#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| {
    farreach_fuzz::association_datagram::association_datagram(script);
});
