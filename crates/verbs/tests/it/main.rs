//! Tests of the contract's own types.

mod list;
