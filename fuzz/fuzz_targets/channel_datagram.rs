//! Any bytes as datagrams of channels.
#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| {
    farreach_fuzz::channel_datagram::channel_datagram(script);
});
