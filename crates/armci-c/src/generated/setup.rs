//! Beginning and end.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    ARMCI_Init PARMCI_Init () -> i32 = state::init();
    ARMCI_Init_args PARMCI_Init_args (argc: *mut i32, argv: *mut *mut *mut u8) -> i32 = state::init_args(argc, argv);
    ARMCI_Init_thread PARMCI_Init_thread (requested: i32) -> i32 = state::init_thread(requested);
    ARMCI_Init_thread_comm PARMCI_Init_thread_comm (requested: i32, comm: i32) -> i32 = state::init_thread_comm(requested, comm);
    ARMCI_Init_mpi_comm PARMCI_Init_mpi_comm (comm: i32) -> i32 = state::init_mpi_comm(comm);
    ARMCI_Initialized PARMCI_Initialized () -> i32 = state::initialized();
    ARMCI_Finalize PARMCI_Finalize () -> i32 = state::finalize();
    ARMCI_Cleanup  () = state::cleanup();
    ARMCI_Error  (msg: *const u8, code: i32) = state::error(msg, code);
}
