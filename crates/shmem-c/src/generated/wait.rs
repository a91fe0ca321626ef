//! Waiting for variables, and looking at them.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmem_short_wait_until pshmem_short_wait_until (ivar: *mut i16, cmp: i32, cmp_value: i16) = wait::until(ivar, cmp, cmp_value);
    shmem_int_wait_until pshmem_int_wait_until (ivar: *mut i32, cmp: i32, cmp_value: i32) = wait::until(ivar, cmp, cmp_value);
    shmem_long_wait_until pshmem_long_wait_until (ivar: *mut i64, cmp: i32, cmp_value: i64) = wait::until(ivar, cmp, cmp_value);
    shmem_longlong_wait_until pshmem_longlong_wait_until (ivar: *mut i64, cmp: i32, cmp_value: i64) = wait::until(ivar, cmp, cmp_value);
    shmem_ushort_wait_until pshmem_ushort_wait_until (ivar: *mut u16, cmp: i32, cmp_value: u16) = wait::until(ivar, cmp, cmp_value);
    shmem_uint_wait_until pshmem_uint_wait_until (ivar: *mut u32, cmp: i32, cmp_value: u32) = wait::until(ivar, cmp, cmp_value);
    shmem_ulong_wait_until pshmem_ulong_wait_until (ivar: *mut u64, cmp: i32, cmp_value: u64) = wait::until(ivar, cmp, cmp_value);
    shmem_ulonglong_wait_until pshmem_ulonglong_wait_until (ivar: *mut u64, cmp: i32, cmp_value: u64) = wait::until(ivar, cmp, cmp_value);
    shmem_int32_wait_until pshmem_int32_wait_until (ivar: *mut i32, cmp: i32, cmp_value: i32) = wait::until(ivar, cmp, cmp_value);
    shmem_int64_wait_until pshmem_int64_wait_until (ivar: *mut i64, cmp: i32, cmp_value: i64) = wait::until(ivar, cmp, cmp_value);
    shmem_uint32_wait_until pshmem_uint32_wait_until (ivar: *mut u32, cmp: i32, cmp_value: u32) = wait::until(ivar, cmp, cmp_value);
    shmem_uint64_wait_until pshmem_uint64_wait_until (ivar: *mut u64, cmp: i32, cmp_value: u64) = wait::until(ivar, cmp, cmp_value);
    shmem_size_wait_until pshmem_size_wait_until (ivar: *mut u64, cmp: i32, cmp_value: u64) = wait::until(ivar, cmp, cmp_value);
    shmem_ptrdiff_wait_until pshmem_ptrdiff_wait_until (ivar: *mut i64, cmp: i32, cmp_value: i64) = wait::until(ivar, cmp, cmp_value);
}
