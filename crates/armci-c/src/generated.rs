//! The exported functions, a file for each family.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "what the lines may need")]

mod collective;
mod contiguous;
mod domain;
mod extension;
mod group;
mod handle;
mod heap;
mod message;
mod mutex;
mod ordering;
mod setup;
mod strided;
mod value;
mod vector;
