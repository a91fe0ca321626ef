//! Any text as a list of hosts.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &[u8]| farreach_fuzz::host_list::host_list(text));
