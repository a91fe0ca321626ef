//! Handles of transfers that were begun.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCI_INIT_HANDLE  (hdl: *mut Handle) = handle::init(hdl);
    ARMCI_SET_AGGREGATE_HANDLE  (hdl: *mut Handle) = handle::set_aggregate(hdl);
    ARMCI_UNSET_AGGREGATE_HANDLE  (hdl: *mut Handle) = handle::unset_aggregate(hdl);
    ARMCI_Wait PARMCI_Wait (hdl: *mut Handle) -> i32 = handle::wait(hdl);
    ARMCI_Test PARMCI_Test (hdl: *mut Handle) -> i32 = handle::test(hdl);
    ARMCI_WaitProc PARMCI_WaitProc (proc: i32) -> i32 = handle::wait_proc(proc);
    ARMCI_WaitAll PARMCI_WaitAll () -> i32 = handle::wait_all();
}
