//! Collectives, and global operations.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    armci_msg_barrier parmci_msg_barrier () = collective::barrier();
    armci_msg_group_barrier parmci_msg_group_barrier (group: *mut GroupObject) = collective::group_barrier(group);
    armci_msg_bintree  (scope: i32, root: *mut i32, up: *mut i32, left: *mut i32, right: *mut i32) = collective::bintree(scope, root, up, left, right);
    armci_msg_bcast  (buffer: *mut u8, len: i32, root: i32) = collective::bcast(buffer, len, root);
    armci_msg_brdcst  (buffer: *mut u8, len: i32, root: i32) = collective::bcast(buffer, len, root);
    armci_msg_bcast_scope  (scope: i32, buffer: *mut u8, len: i32, root: i32) = collective::bcast_scope(scope, buffer, len, root);
    armci_msg_group_bcast_scope  (scope: i32, buf: *mut u8, len: i32, root: i32, group: *mut GroupObject) = collective::group_bcast_scope(scope, buf, len, root, group);
    armci_msg_reduce  (x: *mut u8, n: i32, op: *mut u8, datatype: i32) = collective::reduce(x, n, op, datatype);
    armci_msg_reduce_scope  (scope: i32, x: *mut u8, n: i32, op: *mut u8, datatype: i32) = collective::reduce_scope(scope, x, n, op, datatype);
    armci_msg_sel  (x: *mut u8, n: i32, op: *mut u8, datatype: i32, contribute: i32) = collective::sel(x, n, op, datatype, contribute);
    armci_msg_sel_scope  (scope: i32, x: *mut u8, n: i32, op: *mut u8, datatype: i32, contribute: i32) = collective::sel_scope(scope, x, n, op, datatype, contribute);
    armci_exchange_address  (ptr_ar: *mut *mut u8, n: i32) = collective::exchange_address(ptr_ar, n);
    armci_exchange_address_grp  (ptr_arr: *mut *mut u8, n: i32, group: *mut GroupObject) = collective::exchange_address_group(ptr_arr, n, group);
    armci_msg_gop_scope  (scope: i32, x: *mut u8, n: i32, op: *mut u8, datatype: i32) = collective::gop_scope(scope, x, n, op, datatype);
    armci_msg_igop  (x: *mut i32, n: i32, op: *mut u8) = collective::gop(x, n, op);
    armci_msg_lgop  (x: *mut i64, n: i32, op: *mut u8) = collective::gop(x, n, op);
    armci_msg_llgop  (x: *mut i64, n: i32, op: *mut u8) = collective::gop(x, n, op);
    armci_msg_fgop  (x: *mut f32, n: i32, op: *mut u8) = collective::gop(x, n, op);
    armci_msg_dgop  (x: *mut f64, n: i32, op: *mut u8) = collective::gop(x, n, op);
    armci_msg_clus_brdcst  (buf: *mut u8, len: i32) = collective::node_bcast(buf, len);
    armci_msg_clus_igop  (x: *mut i32, n: i32, op: *mut u8) = collective::node_gop(x, n, op);
    armci_msg_clus_lgop  (x: *mut i64, n: i32, op: *mut u8) = collective::node_gop(x, n, op);
    armci_msg_clus_llgop  (x: *mut i64, n: i32, op: *mut u8) = collective::node_gop(x, n, op);
    armci_msg_clus_fgop  (x: *mut f32, n: i32, op: *mut u8) = collective::node_gop(x, n, op);
    armci_msg_clus_dgop  (x: *mut f64, n: i32, op: *mut u8) = collective::node_gop(x, n, op);
    armci_msg_group_gop_scope  (scope: i32, x: *mut u8, n: i32, op: *mut u8, datatype: i32, group: *mut GroupObject) = collective::group_gop_scope(scope, x, n, op, datatype, group);
    armci_msg_group_igop  (x: *mut i32, n: i32, op: *mut u8, group: *mut GroupObject) = collective::group_gop(x, n, op, group);
    armci_msg_group_lgop  (x: *mut i64, n: i32, op: *mut u8, group: *mut GroupObject) = collective::group_gop(x, n, op, group);
    armci_msg_group_llgop  (x: *mut i64, n: i32, op: *mut u8, group: *mut GroupObject) = collective::group_gop(x, n, op, group);
    armci_msg_group_fgop  (x: *mut f32, n: i32, op: *mut u8, group: *mut GroupObject) = collective::group_gop(x, n, op, group);
    armci_msg_group_dgop  (x: *mut f64, n: i32, op: *mut u8, group: *mut GroupObject) = collective::group_gop(x, n, op, group);
}
