//! The exported functions, a file for each family.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "what the lines may need")]

mod setup;
mod heap;
mod put;
mod get;
mod ordering;
mod wait;
