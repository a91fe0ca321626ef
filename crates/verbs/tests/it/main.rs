//! Tests of the contract's own types.

mod atomics;
mod list;
