//! Atomics under their deprecated names.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmem_float_fetch pshmem_float_fetch (source: *const f32, pe: i32) -> f32 = atomic::old_fetch(source, pe);
    shmem_double_fetch pshmem_double_fetch (source: *const f64, pe: i32) -> f64 = atomic::old_fetch(source, pe);
    shmem_int_fetch pshmem_int_fetch (source: *const i32, pe: i32) -> i32 = atomic::old_fetch(source, pe);
    shmem_long_fetch pshmem_long_fetch (source: *const i64, pe: i32) -> i64 = atomic::old_fetch(source, pe);
    shmem_longlong_fetch pshmem_longlong_fetch (source: *const i64, pe: i32) -> i64 = atomic::old_fetch(source, pe);
    shmem_float_set pshmem_float_set (dest: *mut f32, value: f32, pe: i32) = atomic::old_set(dest, value, pe);
    shmem_double_set pshmem_double_set (dest: *mut f64, value: f64, pe: i32) = atomic::old_set(dest, value, pe);
    shmem_int_set pshmem_int_set (dest: *mut i32, value: i32, pe: i32) = atomic::old_set(dest, value, pe);
    shmem_long_set pshmem_long_set (dest: *mut i64, value: i64, pe: i32) = atomic::old_set(dest, value, pe);
    shmem_longlong_set pshmem_longlong_set (dest: *mut i64, value: i64, pe: i32) = atomic::old_set(dest, value, pe);
    shmem_float_swap pshmem_float_swap (dest: *mut f32, value: f32, pe: i32) -> f32 = atomic::old_swap(dest, value, pe);
    shmem_double_swap pshmem_double_swap (dest: *mut f64, value: f64, pe: i32) -> f64 = atomic::old_swap(dest, value, pe);
    shmem_int_swap pshmem_int_swap (dest: *mut i32, value: i32, pe: i32) -> i32 = atomic::old_swap(dest, value, pe);
    shmem_long_swap pshmem_long_swap (dest: *mut i64, value: i64, pe: i32) -> i64 = atomic::old_swap(dest, value, pe);
    shmem_longlong_swap pshmem_longlong_swap (dest: *mut i64, value: i64, pe: i32) -> i64 = atomic::old_swap(dest, value, pe);
    shmem_swap pshmem_swap (dest: *mut i64, value: i64, pe: i32) -> i64 = atomic::old_swap(dest, value, pe);
    shmem_int_cswap pshmem_int_cswap (dest: *mut i32, cond: i32, value: i32, pe: i32) -> i32 = atomic::old_compare_swap(dest, cond, value, pe);
    shmem_long_cswap pshmem_long_cswap (dest: *mut i64, cond: i64, value: i64, pe: i32) -> i64 = atomic::old_compare_swap(dest, cond, value, pe);
    shmem_longlong_cswap pshmem_longlong_cswap (dest: *mut i64, cond: i64, value: i64, pe: i32) -> i64 = atomic::old_compare_swap(dest, cond, value, pe);
    shmem_int_finc pshmem_int_finc (dest: *mut i32, pe: i32) -> i32 = atomic::old_fetch_inc(dest, pe);
    shmem_long_finc pshmem_long_finc (dest: *mut i64, pe: i32) -> i64 = atomic::old_fetch_inc(dest, pe);
    shmem_longlong_finc pshmem_longlong_finc (dest: *mut i64, pe: i32) -> i64 = atomic::old_fetch_inc(dest, pe);
    shmem_int_inc pshmem_int_inc (dest: *mut i32, pe: i32) = atomic::old_inc(dest, pe);
    shmem_long_inc pshmem_long_inc (dest: *mut i64, pe: i32) = atomic::old_inc(dest, pe);
    shmem_longlong_inc pshmem_longlong_inc (dest: *mut i64, pe: i32) = atomic::old_inc(dest, pe);
    shmem_int_fadd pshmem_int_fadd (dest: *mut i32, value: i32, pe: i32) -> i32 = atomic::old_fetch_add(dest, value, pe);
    shmem_long_fadd pshmem_long_fadd (dest: *mut i64, value: i64, pe: i32) -> i64 = atomic::old_fetch_add(dest, value, pe);
    shmem_longlong_fadd pshmem_longlong_fadd (dest: *mut i64, value: i64, pe: i32) -> i64 = atomic::old_fetch_add(dest, value, pe);
    shmem_int_add pshmem_int_add (dest: *mut i32, value: i32, pe: i32) = atomic::old_add(dest, value, pe);
    shmem_long_add pshmem_long_add (dest: *mut i64, value: i64, pe: i32) = atomic::old_add(dest, value, pe);
    shmem_longlong_add pshmem_longlong_add (dest: *mut i64, value: i64, pe: i32) = atomic::old_add(dest, value, pe);
}
