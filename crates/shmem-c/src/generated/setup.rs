//! Beginning and end, who is there, what is accessible.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmem_init pshmem_init () = state::init();
    shmem_init_thread pshmem_init_thread (requested: i32, provided: *mut i32) -> i32 = state::init_thread(requested, provided);
    shmem_finalize pshmem_finalize () = state::finalize();
    shmem_global_exit pshmem_global_exit (status: i32) = state::global_exit(status);
    shmem_query_initialized pshmem_query_initialized (initialized: *mut i32) = state::query_initialized(initialized);
    shmem_query_thread pshmem_query_thread (provided: *mut i32) = state::query_thread(provided);
    shmem_my_pe pshmem_my_pe () -> i32 = setup::my_pe();
    shmem_n_pes pshmem_n_pes () -> i32 = setup::n_pes();
    shmem_pe_accessible pshmem_pe_accessible (pe: i32) -> i32 = setup::pe_accessible(pe);
    shmem_addr_accessible pshmem_addr_accessible (addr: *const u8, pe: i32) -> i32 = setup::addr_accessible(addr, pe);
    shmem_ptr pshmem_ptr (dest: *const u8, pe: i32) -> *mut u8 = setup::ptr(dest, pe);
    shmem_team_ptr pshmem_team_ptr (team: TeamHandle, dest: *const u8, pe: i32) -> *mut u8 = setup::team_ptr(team, dest, pe);
    shmem_info_get_version pshmem_info_get_version (major: *mut i32, minor: *mut i32) = setup::info_get_version(major, minor);
    shmem_info_get_name pshmem_info_get_name (name: *mut u8) = setup::info_get_name(name);
    start_pes pstart_pes (npes: i32) = state::start_pes(npes);
    _my_pe p_my_pe () -> i32 = setup::my_pe();
    _num_pes p_num_pes () -> i32 = setup::n_pes();
}
