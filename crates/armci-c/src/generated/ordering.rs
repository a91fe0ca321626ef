//! Order and completion.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCI_Barrier PARMCI_Barrier () = ordering::barrier();
    ARMCI_Fence PARMCI_Fence (proc: i32) = ordering::fence(proc);
    ARMCI_AllFence PARMCI_AllFence () = ordering::all_fence();
    ARMCI_Access_begin PARMCI_Access_begin (ptr: *mut u8) = ordering::access_begin(ptr);
    ARMCI_Access_end PARMCI_Access_end (ptr: *mut u8) = ordering::access_end(ptr);
}
