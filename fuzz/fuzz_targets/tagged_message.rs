//! Any bytes as messages of the protocol of tagged messages.
#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| {
    farreach_fuzz::tagged_message::tagged_message(script);
});
