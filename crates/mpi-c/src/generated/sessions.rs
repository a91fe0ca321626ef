//! The family `sessions`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::sessions;

abis! {
    exports {
        call MPI_Session_finalize(session: *mut Handle) needs session = sessions::session_finalize(session);
        call MPI_Session_get_num_psets(session: Handle, info: Handle, npset_names: *mut c_int) on Session session needs npset_names = sessions::session_get_num_psets(session, info, npset_names);
        call MPI_Session_get_nth_pset(session: Handle, info: Handle, n: c_int, pset_len: *mut c_int, pset_name: *mut c_char) on Session session needs pset_len = sessions::session_get_nth_pset(session, info, n, pset_len, pset_name);
        call MPI_Session_get_info(session: Handle, info_used: *mut Handle) on Session session needs info_used = sessions::session_get_info(session, info_used);
        call MPI_Session_get_pset_info(session: Handle, pset_name: *const c_char, info: *mut Handle) on Session session needs pset_name, info = sessions::session_get_pset_info(session, pset_name, info);
        call MPI_Session_set_errhandler(session: Handle, errhandler: Handle) on Session session = sessions::session_set_errhandler(session, errhandler);
        call MPI_Session_get_errhandler(session: Handle, errhandler: *mut Handle) on Session session needs errhandler = sessions::session_get_errhandler(session, errhandler);
        call MPI_Session_call_errhandler(session: Handle, errorcode: c_int) on Session session = sessions::session_call_errhandler(session, errorcode);
        call MPI_Group_from_session_pset(session: Handle, pset_name: *const c_char, newgroup: *mut Handle) on Session session needs pset_name, newgroup = sessions::group_from_session_pset(session, pset_name, newgroup);
        call MPI_Comm_create_from_group(group: Handle, stringtag: *const c_char, info: Handle, errhandler: Handle, newcomm: *mut Handle) needs stringtag, newcomm = sessions::comm_create_from_group(group, stringtag, info, errhandler, newcomm);
        call MPI_Intercomm_create_from_groups(local_group: Handle, local_leader: c_int, remote_group: Handle, remote_leader: c_int, stringtag: *const c_char, info: Handle, errhandler: Handle, newintercomm: *mut Handle) needs stringtag, newintercomm = sessions::intercomm_create_from_groups(local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm);
    }
}
