//! Transfers with strides.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCI_PutS PARMCI_PutS (src_ptr: *mut u8, src_stride_ar: *mut i32, dst_ptr: *mut u8, dst_stride_ar: *mut i32, count: *mut i32, stride_levels: i32, proc: i32) -> i32 = strided::put(src_ptr, src_stride_ar, dst_ptr, dst_stride_ar, count, stride_levels, proc);
    ARMCI_GetS PARMCI_GetS (src_ptr: *mut u8, src_stride_ar: *mut i32, dst_ptr: *mut u8, dst_stride_ar: *mut i32, count: *mut i32, stride_levels: i32, proc: i32) -> i32 = strided::get(src_ptr, src_stride_ar, dst_ptr, dst_stride_ar, count, stride_levels, proc);
    ARMCI_AccS PARMCI_AccS (datatype: i32, scale: *mut u8, src_ptr: *mut u8, src_stride_ar: *mut i32, dst_ptr: *mut u8, dst_stride_ar: *mut i32, count: *mut i32, stride_levels: i32, proc: i32) -> i32 = strided::acc(datatype, scale, src_ptr, src_stride_ar, dst_ptr, dst_stride_ar, count, stride_levels, proc);
    ARMCI_NbPutS PARMCI_NbPutS (src_ptr: *mut u8, src_stride_ar: *mut i32, dst_ptr: *mut u8, dst_stride_ar: *mut i32, count: *mut i32, stride_levels: i32, proc: i32, hdl: *mut Handle) -> i32 = strided::nb_put(src_ptr, src_stride_ar, dst_ptr, dst_stride_ar, count, stride_levels, proc, hdl);
    ARMCI_NbGetS PARMCI_NbGetS (src_ptr: *mut u8, src_stride_ar: *mut i32, dst_ptr: *mut u8, dst_stride_ar: *mut i32, count: *mut i32, stride_levels: i32, proc: i32, hdl: *mut Handle) -> i32 = strided::nb_get(src_ptr, src_stride_ar, dst_ptr, dst_stride_ar, count, stride_levels, proc, hdl);
    ARMCI_NbAccS PARMCI_NbAccS (datatype: i32, scale: *mut u8, src_ptr: *mut u8, src_stride_ar: *mut i32, dst_ptr: *mut u8, dst_stride_ar: *mut i32, count: *mut i32, stride_levels: i32, proc: i32, hdl: *mut Handle) -> i32 = strided::nb_acc(datatype, scale, src_ptr, src_stride_ar, dst_ptr, dst_stride_ar, count, stride_levels, proc, hdl);
    ARMCI_PutS_flag PARMCI_PutS_flag (src_ptr: *mut u8, src_stride_ar: *mut i32, dst_ptr: *mut u8, dst_stride_ar: *mut i32, count: *mut i32, stride_levels: i32, flag: *mut i32, value: i32, proc: i32) -> i32 = strided::put_flag(src_ptr, src_stride_ar, dst_ptr, dst_stride_ar, count, stride_levels, flag, value, proc);
    armci_write_strided  (ptr: *mut u8, stride_levels: i32, stride_arr: *mut i32, count: *mut i32, buf: *mut u8) = strided::write(ptr, stride_levels, stride_arr, count, buf);
    armci_read_strided  (ptr: *mut u8, stride_levels: i32, stride_arr: *mut i32, count: *mut i32, buf: *mut u8) = strided::read(ptr, stride_levels, stride_arr, count, buf);
}
