//! The symmetric heap.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmem_malloc pshmem_malloc (size: usize) -> *mut u8 = heap::malloc(size);
    shmem_free pshmem_free (ptr: *mut u8) = heap::free(ptr);
}
