//! Transfers of one value.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCI_PutValueInt PARMCI_PutValueInt (src: i32, dst: *mut u8, proc: i32) -> i32 = value::put(src, dst, proc);
    ARMCI_PutValueLong PARMCI_PutValueLong (src: i64, dst: *mut u8, proc: i32) -> i32 = value::put(src, dst, proc);
    ARMCI_PutValueFloat PARMCI_PutValueFloat (src: f32, dst: *mut u8, proc: i32) -> i32 = value::put(src, dst, proc);
    ARMCI_PutValueDouble PARMCI_PutValueDouble (src: f64, dst: *mut u8, proc: i32) -> i32 = value::put(src, dst, proc);
    ARMCI_NbPutValueInt PARMCI_NbPutValueInt (src: i32, dst: *mut u8, proc: i32, hdl: *mut Handle) -> i32 = value::nb_put(src, dst, proc, hdl);
    ARMCI_NbPutValueLong PARMCI_NbPutValueLong (src: i64, dst: *mut u8, proc: i32, hdl: *mut Handle) -> i32 = value::nb_put(src, dst, proc, hdl);
    ARMCI_NbPutValueFloat PARMCI_NbPutValueFloat (src: f32, dst: *mut u8, proc: i32, hdl: *mut Handle) -> i32 = value::nb_put(src, dst, proc, hdl);
    ARMCI_NbPutValueDouble PARMCI_NbPutValueDouble (src: f64, dst: *mut u8, proc: i32, hdl: *mut Handle) -> i32 = value::nb_put(src, dst, proc, hdl);
    ARMCI_GetValueInt PARMCI_GetValueInt (src: *mut u8, proc: i32) -> i32 = value::get(src, proc);
    ARMCI_GetValueLong PARMCI_GetValueLong (src: *mut u8, proc: i32) -> i64 = value::get(src, proc);
    ARMCI_GetValueFloat PARMCI_GetValueFloat (src: *mut u8, proc: i32) -> f32 = value::get(src, proc);
    ARMCI_GetValueDouble PARMCI_GetValueDouble (src: *mut u8, proc: i32) -> f64 = value::get(src, proc);
}
