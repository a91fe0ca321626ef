//! Beginning and end, who is there, what is accessible.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmem_init pshmem_init () = state::init();
    shmem_finalize pshmem_finalize () = state::finalize();
    shmem_my_pe pshmem_my_pe () -> i32 = setup::my_pe();
    shmem_n_pes pshmem_n_pes () -> i32 = setup::n_pes();
}
