//! Any bytes as messages of PMI servers, and as process mappings.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| farreach_fuzz::pmi_wire::pmi_wire(bytes));
