//! The exported functions, a file for each family.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "what the lines may need")]

mod setup;
mod heap;
mod put;
mod get;
mod strided;
mod signal;
mod atomic;
mod atomic_nbi;
mod old_atomic;
mod wait;
mod ordering;
mod team;
mod collective;
mod reduction;
mod active_set;
mod extension;
