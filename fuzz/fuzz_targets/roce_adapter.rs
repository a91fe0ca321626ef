//! Any packets into an adapter with live queue pairs.
#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| farreach_fuzz::roce_adapter::roce_adapter(script));
