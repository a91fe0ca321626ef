//! Mutexes, and words that are read, modified and written in one step.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCI_Create_mutexes PARMCI_Create_mutexes (count: i32) -> i32 = mutex::create(count);
    ARMCI_Destroy_mutexes PARMCI_Destroy_mutexes () -> i32 = mutex::destroy();
    ARMCI_Lock PARMCI_Lock (mutex: i32, proc: i32) = mutex::lock(mutex, proc);
    ARMCI_Unlock PARMCI_Unlock (mutex: i32, proc: i32) = mutex::unlock(mutex, proc);
    ARMCI_Rmw PARMCI_Rmw (op: i32, ploc: *mut u8, prem: *mut u8, value: i32, proc: i32) -> i32 = rmw::rmw(op, ploc, prem, value, proc);
}
