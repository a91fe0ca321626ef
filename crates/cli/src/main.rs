//! The command-line program `farreach`.
fn main() {}
