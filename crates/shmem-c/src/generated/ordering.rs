//! Ordering and completion, locks, and caches, which are coherent.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmem_fence pshmem_fence () = ordering::fence(DEFAULT);
    shmem_ctx_fence pshmem_ctx_fence (ctx: Ctx) = ordering::fence(ctx);
    shmem_quiet pshmem_quiet () = ordering::quiet(DEFAULT);
    shmem_ctx_quiet pshmem_ctx_quiet (ctx: Ctx) = ordering::quiet(ctx);
    shmem_pe_quiet pshmem_pe_quiet (target_pes: *const i32, npes: usize) = ordering::pe_quiet(DEFAULT, target_pes, npes);
    shmem_ctx_pe_quiet pshmem_ctx_pe_quiet (ctx: Ctx, target_pes: *const i32, npes: usize) = ordering::pe_quiet(ctx, target_pes, npes);
    shmem_set_lock pshmem_set_lock (lock: *mut i64) = lock::set(lock);
    shmem_clear_lock pshmem_clear_lock (lock: *mut i64) = lock::clear(lock);
    shmem_test_lock pshmem_test_lock (lock: *mut i64) -> i32 = lock::test(lock);
    shmem_set_cache_inv pshmem_set_cache_inv () = ordering::cache();
    shmem_clear_cache_inv pshmem_clear_cache_inv () = ordering::cache();
    shmem_set_cache_line_inv pshmem_set_cache_line_inv (dest: *mut u8) = ordering::cache_line(dest);
    shmem_clear_cache_line_inv pshmem_clear_cache_line_inv (dest: *mut u8) = ordering::cache_line(dest);
    shmem_udcflush pshmem_udcflush () = ordering::cache();
    shmem_udcflush_line pshmem_udcflush_line (dest: *mut u8) = ordering::cache_line(dest);
}
