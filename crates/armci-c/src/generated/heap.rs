//! Memory.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCI_Malloc PARMCI_Malloc (base_ptrs: *mut *mut u8, size: i64) -> i32 = heap::malloc(base_ptrs, size);
    ARMCI_Free PARMCI_Free (ptr: *mut u8) -> i32 = heap::free(ptr);
    ARMCI_Malloc_local PARMCI_Malloc_local (size: i64) -> *mut u8 = heap::malloc_local(size);
    ARMCI_Free_local PARMCI_Free_local (ptr: *mut u8) -> i32 = heap::free_local(ptr);
    ARMCI_Malloc_memdev PARMCI_Malloc_memdev (ptr_arr: *mut *mut u8, bytes: i64, device: *const u8) -> i32 = heap::malloc_memdev(ptr_arr, bytes, device);
    ARMCI_Malloc_group_memdev PARMCI_Malloc_group_memdev (ptr_arr: *mut *mut u8, bytes: i64, group: *mut GroupObject, device: *const u8) -> i32 = heap::malloc_group_memdev(ptr_arr, bytes, group, device);
    ARMCI_Free_memdev PARMCI_Free_memdev (ptr: *mut u8) -> i32 = heap::free(ptr);
    ARMCI_Malloc_group  (ptr_arr: *mut *mut u8, bytes: i64, group: *mut GroupObject) -> i32 = heap::malloc_group(ptr_arr, bytes, group);
    ARMCI_Free_group  (ptr: *mut u8, group: *mut GroupObject) -> i32 = heap::free_group(ptr, group);
    ARMCI_Uses_shm  () -> i32 = heap::uses_shm();
    ARMCI_Uses_shm_grp  (group: *mut GroupObject) -> i32 = heap::uses_shm_group(group);
    ARMCI_Set_shm_limit  (shmemlimit: u64) = heap::set_shm_limit(shmemlimit);
}
