//! Transfers of lists of pieces.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCI_PutV PARMCI_PutV (iov: *mut Vector, iov_len: i32, proc: i32) -> i32 = vector::put(iov, iov_len, proc);
    ARMCI_GetV PARMCI_GetV (iov: *mut Vector, iov_len: i32, proc: i32) -> i32 = vector::get(iov, iov_len, proc);
    ARMCI_AccV PARMCI_AccV (datatype: i32, scale: *mut u8, iov: *mut Vector, iov_len: i32, proc: i32) -> i32 = vector::acc(datatype, scale, iov, iov_len, proc);
    ARMCI_NbPutV PARMCI_NbPutV (iov: *mut Vector, iov_len: i32, proc: i32, handle: *mut Handle) -> i32 = vector::nb_put(iov, iov_len, proc, handle);
    ARMCI_NbGetV PARMCI_NbGetV (iov: *mut Vector, iov_len: i32, proc: i32, handle: *mut Handle) -> i32 = vector::nb_get(iov, iov_len, proc, handle);
    ARMCI_NbAccV PARMCI_NbAccV (datatype: i32, scale: *mut u8, iov: *mut Vector, iov_len: i32, proc: i32, handle: *mut Handle) -> i32 = vector::nb_acc(datatype, scale, iov, iov_len, proc, handle);
}
