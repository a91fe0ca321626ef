//! `cargo xtask bare`: builds the deterministic crates for a target that has no operating system.
//!
//! A successful build proves that the crates use no clock, socket, thread, file or environment: the
//! target's libraries have none. Each crate is built by itself, so that no other crate enables
//! features of a library for it.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context;

use crate::tidy::DETERMINISTIC;

/// A target that has `core` and `alloc`, but no `std`.
const TARGET: &str = "x86_64-unknown-none";

/// The target has no vector registers, for which the compiler can't build the ciphers' fast paths.
const FLAGS: &str = "--cfg aes_backend=\"soft\" --cfg polyval_backend=\"soft\"";

/// Builds the crates one by one. Reports the crates that can't be built.
pub(crate) fn run(root: &Path) -> anyhow::Result<ExitCode> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for package in DETERMINISTIC {
        let status = Command::new(&cargo)
            .args(["build", "--quiet", "--target", TARGET, "--package", package])
            .env("RUSTFLAGS", FLAGS)
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .current_dir(root)
            .status()
            .context("starting cargo")?;
        if !status.success() {
            eprintln!(
                "{package} can't be built for {TARGET}; if the target itself is missing: `rustup target add {TARGET}`"
            );
            return Ok(ExitCode::FAILURE);
        }
        println!("{package} is built for {TARGET}");
    }
    Ok(ExitCode::SUCCESS)
}
