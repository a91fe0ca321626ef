//! The family `group`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::group;

/// `int MPI_Group_size(MPI_Group group, int *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_size(
    group: Handle,
    size: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Group_size", None, |state| {
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_size::<Mpich>(state, group, size) }
    })
}

/// `int MPI_Group_rank(MPI_Group group, int *rank)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_rank(
    group: Handle,
    rank: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Group_rank", None, |state| {
        needed("rank", rank)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_rank::<Mpich>(state, group, rank) }
    })
}

/// `int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_incl(
    group: Handle,
    n: c_int,
    ranks: *const c_int,
    newgroup: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Group_incl", None, |state| {
        needed_for("ranks", ranks, n)?;
        needed("newgroup", newgroup)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_incl::<Mpich>(state, group, n, ranks, newgroup) }
    })
}

/// `int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_excl(
    group: Handle,
    n: c_int,
    ranks: *const c_int,
    newgroup: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Group_excl", None, |state| {
        needed_for("ranks", ranks, n)?;
        needed("newgroup", newgroup)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_excl::<Mpich>(state, group, n, ranks, newgroup) }
    })
}

/// `int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_range_incl(
    group: Handle,
    n: c_int,
    ranges: *const [c_int; 3],
    newgroup: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Group_range_incl", None, |state| {
        needed_for("ranges", ranges, n)?;
        needed("newgroup", newgroup)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_range_incl::<Mpich>(state, group, n, ranges, newgroup) }
    })
}

/// `int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_range_excl(
    group: Handle,
    n: c_int,
    ranges: *const [c_int; 3],
    newgroup: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Group_range_excl", None, |state| {
        needed_for("ranges", ranges, n)?;
        needed("newgroup", newgroup)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_range_excl::<Mpich>(state, group, n, ranges, newgroup) }
    })
}

/// `int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_union(
    group1: Handle,
    group2: Handle,
    newgroup: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Group_union", None, |state| {
        needed("newgroup", newgroup)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_union::<Mpich>(state, group1, group2, newgroup) }
    })
}

/// `int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_intersection(
    group1: Handle,
    group2: Handle,
    newgroup: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Group_intersection", None, |state| {
        needed("newgroup", newgroup)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_intersection::<Mpich>(state, group1, group2, newgroup) }
    })
}

/// `int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_difference(
    group1: Handle,
    group2: Handle,
    newgroup: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Group_difference", None, |state| {
        needed("newgroup", newgroup)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_difference::<Mpich>(state, group1, group2, newgroup) }
    })
}

/// `int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[])`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_translate_ranks(
    group1: Handle,
    n: c_int,
    ranks1: *const c_int,
    group2: Handle,
    ranks2: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Group_translate_ranks", None, |state| {
        needed_for("ranks1", ranks1, n)?;
        needed_for("ranks2", ranks2, n)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_translate_ranks::<Mpich>(state, group1, n, ranks1, group2, ranks2) }
    })
}

/// `int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_compare(
    group1: Handle,
    group2: Handle,
    result: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Group_compare", None, |state| {
        needed("result", result)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_compare::<Mpich>(state, group1, group2, result) }
    })
}

/// `int MPI_Group_free(MPI_Group *group)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Group_free(
    group: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Group_free", None, |state| {
        needed("group", group)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { group::group_free::<Mpich>(state, group) }
    })
}
