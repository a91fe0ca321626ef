//! Checks of the house.
fn main() {}
