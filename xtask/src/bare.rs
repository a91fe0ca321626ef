//! `cargo xtask bare`: checks the deterministic crates for a target that has no operating system.
//!
//! A successful check proves that the crates use no clock, socket, thread, file or environment: the
//! target's libraries have none. Each crate is checked by itself, so that no other crate enables
//! features of a library for it.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context;

use crate::tidy::DETERMINISTIC;

/// A target that has `core` and `alloc`, but no `std`.
const TARGET: &str = "x86_64-unknown-none";

/// The target has no vector registers, for which the compiler can't build the ciphers' fast paths.
const FLAGS: &str = "--cfg aes_backend=\"soft\" --cfg polyval_backend=\"soft\"";

/// Checks the crates one by one. Reports the first that can't be compiled.
pub(crate) fn run(root: &Path) -> anyhow::Result<ExitCode> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for package in DETERMINISTIC {
        let status = Command::new(&cargo)
            .args(["check", "--quiet", "--target", TARGET, "--package", package])
            .env("RUSTFLAGS", FLAGS)
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .current_dir(root)
            .status()
            .context("starting cargo")?;
        if !status.success() {
            eprintln!(
                "{package} can't be compiled for {TARGET}; if the target itself is missing: `rustup target add {TARGET}`"
            );
            return Ok(ExitCode::FAILURE);
        }
        println!("{package} compiles for {TARGET}");
    }
    Ok(ExitCode::SUCCESS)
}
