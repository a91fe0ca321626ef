//! The family `group`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::group;

abis! {
    exports {
        call MPI_Group_size(group: Handle, size: *mut c_int) needs size = group::group_size(group, size);
        call MPI_Group_rank(group: Handle, rank: *mut c_int) needs rank = group::group_rank(group, rank);
        call MPI_Group_incl(group: Handle, n: c_int, ranks: *const c_int, newgroup: *mut Handle) needs ranks[n], newgroup = group::group_incl(group, n, ranks, newgroup);
        call MPI_Group_excl(group: Handle, n: c_int, ranks: *const c_int, newgroup: *mut Handle) needs ranks[n], newgroup = group::group_excl(group, n, ranks, newgroup);
        call MPI_Group_range_incl(group: Handle, n: c_int, ranges: *const [c_int; 3], newgroup: *mut Handle) needs ranges[n], newgroup = group::group_range_incl(group, n, ranges, newgroup);
        call MPI_Group_range_excl(group: Handle, n: c_int, ranges: *const [c_int; 3], newgroup: *mut Handle) needs ranges[n], newgroup = group::group_range_excl(group, n, ranges, newgroup);
        call MPI_Group_union(group1: Handle, group2: Handle, newgroup: *mut Handle) needs newgroup = group::group_union(group1, group2, newgroup);
        call MPI_Group_intersection(group1: Handle, group2: Handle, newgroup: *mut Handle) needs newgroup = group::group_intersection(group1, group2, newgroup);
        call MPI_Group_difference(group1: Handle, group2: Handle, newgroup: *mut Handle) needs newgroup = group::group_difference(group1, group2, newgroup);
        call MPI_Group_translate_ranks(group1: Handle, n: c_int, ranks1: *const c_int, group2: Handle, ranks2: *mut c_int) needs ranks1[n], ranks2[n] = group::group_translate_ranks(group1, n, ranks1, group2, ranks2);
        call MPI_Group_compare(group1: Handle, group2: Handle, result: *mut c_int) needs result = group::group_compare(group1, group2, result);
        call MPI_Group_free(group: *mut Handle) needs group = group::group_free(group);
    }
}
