//! Groups.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCI_Group_create  (grp_size: i32, pid_list: *mut i32, group_out: *mut GroupObject) = group::create(grp_size, pid_list, group_out);
    ARMCI_Group_create_child  (grp_size: i32, pid_list: *mut i32, group_out: *mut GroupObject, group_parent: *mut GroupObject) = group::create_child(grp_size, pid_list, group_out, group_parent);
    ARMCI_Group_free  (group: *mut GroupObject) = group::free(group);
    ARMCI_Group_rank  (group: *mut GroupObject, rank: *mut i32) -> i32 = group::rank(group, rank);
    ARMCI_Group_size  (group: *mut GroupObject, size: *mut i32) = group::size(group, size);
    ARMCI_Group_set_default  (group: *mut GroupObject) = group::set_default(group);
    ARMCI_Group_get_default  (group_out: *mut GroupObject) = group::get_default(group_out);
    ARMCI_Group_get_world  (group_out: *mut GroupObject) = group::get_world(group_out);
    ARMCI_Absolute_id  (group: *mut GroupObject, group_rank: i32) -> i32 = group::absolute_id(group, group_rank);
}
