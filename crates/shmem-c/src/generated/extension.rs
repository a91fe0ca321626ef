//! Farreach's extensions.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmemx_wtime pshmemx_wtime () -> f64 = extension::wtime();
    shmemx_stats pshmemx_stats (stats: *mut Statistics) = extension::stats(stats);
    shmemx_query_interoperability pshmemx_query_interoperability (property: i32) -> i32 = extension::query_interoperability(property);
}
