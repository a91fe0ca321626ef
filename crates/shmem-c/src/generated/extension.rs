//! Farreach's extensions.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmemx_wtime pshmemx_wtime () -> f64 = extension::wtime();
    shmemx_stats pshmemx_stats (stats: *mut Statistics) = extension::stats(stats);
}
