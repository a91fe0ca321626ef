//! The family `comm`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::comm;

/// `int MPI_Comm_size(MPI_Comm comm, int *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_size(
    comm: Handle,
    size: *mut c_int,
) -> c_int {
    brief::<Mpich>("MPI_Comm_size", Some(comm), |state| {
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_size::<Mpich>(state, comm, size) }
    })
}

/// `int MPI_Comm_rank(MPI_Comm comm, int *rank)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_rank(
    comm: Handle,
    rank: *mut c_int,
) -> c_int {
    brief::<Mpich>("MPI_Comm_rank", Some(comm), |state| {
        needed("rank", rank)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_rank::<Mpich>(state, comm, rank) }
    })
}

/// `int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_dup(
    comm: Handle,
    newcomm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_dup", Some(comm), |state| {
        needed("newcomm", newcomm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_dup::<Mpich>(state, comm, newcomm) }
    })
}

/// `int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_dup_with_info(
    comm: Handle,
    info: Handle,
    newcomm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_dup_with_info", Some(comm), |state| {
        needed("newcomm", newcomm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_dup_with_info::<Mpich>(state, comm, info, newcomm) }
    })
}

/// `int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_idup(
    comm: Handle,
    newcomm: *mut Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_idup", Some(comm), |state| {
        needed("newcomm", newcomm)?;
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_idup::<Mpich>(state, comm, newcomm, request) }
    })
}

/// `int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_idup_with_info(
    comm: Handle,
    info: Handle,
    newcomm: *mut Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_idup_with_info", Some(comm), |state| {
        needed("newcomm", newcomm)?;
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_idup_with_info::<Mpich>(state, comm, info, newcomm, request) }
    })
}

/// `int MPI_Comm_free(MPI_Comm *comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_free(
    comm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_free", None, |state| {
        needed("comm", comm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_free::<Mpich>(state, comm) }
    })
}

/// `int MPI_Comm_disconnect(MPI_Comm *comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_disconnect(
    comm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_disconnect", None, |state| {
        needed("comm", comm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_disconnect::<Mpich>(state, comm) }
    })
}

/// `int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_split(
    comm: Handle,
    color: c_int,
    key: c_int,
    newcomm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_split", Some(comm), |state| {
        needed("newcomm", newcomm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_split::<Mpich>(state, comm, color, key, newcomm) }
    })
}

/// `int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_split_type(
    comm: Handle,
    split_type: c_int,
    key: c_int,
    info: Handle,
    newcomm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_split_type", Some(comm), |state| {
        needed("newcomm", newcomm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_split_type::<Mpich>(state, comm, split_type, key, info, newcomm) }
    })
}

/// `int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_create(
    comm: Handle,
    group: Handle,
    newcomm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_create", Some(comm), |state| {
        needed("newcomm", newcomm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_create::<Mpich>(state, comm, group, newcomm) }
    })
}

/// `int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_create_group(
    comm: Handle,
    group: Handle,
    tag: c_int,
    newcomm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_create_group", Some(comm), |state| {
        needed("newcomm", newcomm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_create_group::<Mpich>(state, comm, group, tag, newcomm) }
    })
}

/// `int MPI_Comm_group(MPI_Comm comm, MPI_Group *group)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_group(
    comm: Handle,
    group: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_group", Some(comm), |state| {
        needed("group", group)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_group::<Mpich>(state, comm, group) }
    })
}

/// `int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_compare(
    comm1: Handle,
    comm2: Handle,
    result: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Comm_compare", Some(comm1), |state| {
        needed("result", result)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_compare::<Mpich>(state, comm1, comm2, result) }
    })
}

/// `int MPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_get_name(
    comm: Handle,
    comm_name: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Comm_get_name", Some(comm), |state| {
        needed("comm_name", comm_name)?;
        needed("resultlen", resultlen)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_get_name::<Mpich>(state, comm, comm_name, resultlen) }
    })
}

/// `int MPI_Comm_set_name(MPI_Comm comm, const char *comm_name)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_set_name(
    comm: Handle,
    comm_name: *const c_char,
) -> c_int {
    call::<Mpich>("MPI_Comm_set_name", Some(comm), |state| {
        needed("comm_name", comm_name)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_set_name::<Mpich>(state, comm, comm_name) }
    })
}

/// `int MPI_Comm_test_inter(MPI_Comm comm, int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_test_inter(
    comm: Handle,
    flag: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Comm_test_inter", Some(comm), |state| {
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_test_inter::<Mpich>(state, comm, flag) }
    })
}

/// `int MPI_Comm_remote_size(MPI_Comm comm, int *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_remote_size(
    comm: Handle,
    size: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Comm_remote_size", Some(comm), |state| {
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_remote_size::<Mpich>(state, comm, size) }
    })
}

/// `int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_remote_group(
    comm: Handle,
    group: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_remote_group", Some(comm), |state| {
        needed("group", group)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_remote_group::<Mpich>(state, comm, group) }
    })
}

/// `int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Intercomm_create(
    local_comm: Handle,
    local_leader: c_int,
    peer_comm: Handle,
    remote_leader: c_int,
    tag: c_int,
    newintercomm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Intercomm_create", Some(local_comm), |state| {
        needed("newintercomm", newintercomm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::intercomm_create::<Mpich>(state, local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm) }
    })
}

/// `int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Intercomm_merge(
    intercomm: Handle,
    high: c_int,
    newintracomm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Intercomm_merge", Some(intercomm), |state| {
        needed("newintracomm", newintracomm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::intercomm_merge::<Mpich>(state, intercomm, high, newintracomm) }
    })
}

/// `int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_get_info(
    comm: Handle,
    info_used: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_get_info", Some(comm), |state| {
        needed("info_used", info_used)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_get_info::<Mpich>(state, comm, info_used) }
    })
}

/// `int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_set_info(
    comm: Handle,
    info: Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_set_info", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_set_info::<Mpich>(state, comm, info) }
    })
}

/// `int MPI_Comm_get_parent(MPI_Comm *parent)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_get_parent(
    parent: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Comm_get_parent", None, |state| {
        needed("parent", parent)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { comm::comm_get_parent::<Mpich>(state, parent) }
    })
}
