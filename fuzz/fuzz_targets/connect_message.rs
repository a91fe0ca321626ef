//! Any bytes as connect messages.
#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| {
    farreach_fuzz::connect_message::connect_message(script);
});
