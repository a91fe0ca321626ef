//! The exported functions, a file for each family.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "what the lines may need")]

mod active_set;
mod atomic;
mod atomic_nbi;
mod collective;
mod extension;
mod get;
mod heap;
mod old_atomic;
mod ordering;
mod put;
mod reduction;
mod setup;
mod signal;
mod strided;
mod team;
mod wait;
