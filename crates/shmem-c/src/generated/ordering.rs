//! Ordering and completion.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmem_fence pshmem_fence () = ordering::fence(DEFAULT);
    shmem_ctx_fence pshmem_ctx_fence (ctx: Ctx) = ordering::fence(ctx);
    shmem_quiet pshmem_quiet () = ordering::quiet(DEFAULT);
    shmem_ctx_quiet pshmem_ctx_quiet (ctx: Ctx) = ordering::quiet(ctx);
    shmem_barrier_all pshmem_barrier_all () = ordering::barrier_all();
    shmem_sync_all pshmem_sync_all () = ordering::sync_all();
}
