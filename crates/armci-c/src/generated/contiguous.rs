//! Contiguous transfers.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCI_Put PARMCI_Put (src: *mut u8, dst: *mut u8, size: i32, target: i32) -> i32 = contiguous::put(src, dst, size, target);
    ARMCI_Get PARMCI_Get (src: *mut u8, dst: *mut u8, size: i32, target: i32) -> i32 = contiguous::get(src, dst, size, target);
    ARMCI_Acc PARMCI_Acc (datatype: i32, scale: *mut u8, src: *mut u8, dst: *mut u8, bytes: i32, proc: i32) -> i32 = contiguous::acc(datatype, scale, src, dst, bytes, proc);
    ARMCI_NbPut PARMCI_NbPut (src: *mut u8, dst: *mut u8, bytes: i32, proc: i32, hdl: *mut Handle) -> i32 = contiguous::nb_put(src, dst, bytes, proc, hdl);
    ARMCI_NbGet PARMCI_NbGet (src: *mut u8, dst: *mut u8, bytes: i32, proc: i32, hdl: *mut Handle) -> i32 = contiguous::nb_get(src, dst, bytes, proc, hdl);
    ARMCI_NbAcc PARMCI_NbAcc (datatype: i32, scale: *mut u8, src: *mut u8, dst: *mut u8, bytes: i32, proc: i32, hdl: *mut Handle) -> i32 = contiguous::nb_acc(datatype, scale, src, dst, bytes, proc, hdl);
    ARMCI_Put_flag PARMCI_Put_flag (src: *mut u8, dst: *mut u8, size: i32, flag: *mut i32, value: i32, proc: i32) -> i32 = contiguous::put_flag(src, dst, size, flag, value, proc);
    ARMCI_Copy  (src: *mut u8, dst: *mut u8, size: i32) = contiguous::copy(src, dst, size);
}
