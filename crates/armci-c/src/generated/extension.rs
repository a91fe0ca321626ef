//! ARMCI-MPI's extensions.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCIX_Group_split  (parent: *mut GroupObject, color: i32, key: i32, new_group: *mut GroupObject) -> i32 = group::split(parent, color, key, new_group);
    ARMCIX_Group_dup  (parent: *mut GroupObject, new_group: *mut GroupObject) -> i32 = group::dup(parent, new_group);
    ARMCIX_Create_mutexes_hdl  (count: i32, pgroup: *mut GroupObject) -> MutexesHandle = mutex::create_handle(count, pgroup);
    ARMCIX_Destroy_mutexes_hdl  (hdl: MutexesHandle) -> i32 = mutex::destroy_handle(hdl);
    ARMCIX_Lock_hdl  (hdl: MutexesHandle, mutex: i32, proc: i32) = mutex::lock_handle(hdl, mutex, proc);
    ARMCIX_Trylock_hdl  (hdl: MutexesHandle, mutex: i32, proc: i32) -> i32 = mutex::trylock_handle(hdl, mutex, proc);
    ARMCIX_Unlock_hdl  (hdl: MutexesHandle, mutex: i32, proc: i32) = mutex::unlock_handle(hdl, mutex, proc);
    ARMCIX_Progress  () = ordering::progress();
}
