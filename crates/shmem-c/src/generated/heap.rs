//! The symmetric heap.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmem_malloc pshmem_malloc (size: usize) -> *mut u8 = heap::malloc(size);
    shmem_calloc pshmem_calloc (count: usize, size: usize) -> *mut u8 = heap::calloc(count, size);
    shmem_align pshmem_align (alignment: usize, size: usize) -> *mut u8 = heap::align(alignment, size);
    shmem_realloc pshmem_realloc (ptr: *mut u8, size: usize) -> *mut u8 = heap::realloc(ptr, size);
    shmem_malloc_with_hints pshmem_malloc_with_hints (size: usize, hints: i64) -> *mut u8 = heap::malloc_with_hints(size, hints);
    shmem_free pshmem_free (ptr: *mut u8) = heap::free(ptr);
    shmalloc pshmalloc (size: usize) -> *mut u8 = heap::malloc(size);
    shmemalign pshmemalign (alignment: usize, size: usize) -> *mut u8 = heap::align(alignment, size);
    shrealloc pshrealloc (ptr: *mut u8, size: usize) -> *mut u8 = heap::realloc(ptr, size);
    shfree pshfree (ptr: *mut u8) = heap::free(ptr);
}
