//! The family `absent`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;

abis! {
    absent {
        MPIX_Comm_agree;
        MPIX_Comm_failure_ack;
        MPIX_Comm_failure_get_acked;
        MPIX_Comm_revoke;
        MPIX_Comm_shrink;
        MPIX_Grequest_class_allocate;
        MPIX_Grequest_class_create;
        MPIX_Grequest_start;
        MPI_Close_port;
        MPI_Comm_accept;
        MPI_Comm_connect;
        MPI_Comm_join;
        MPI_Comm_spawn;
        MPI_Comm_spawn_multiple;
        MPI_Lookup_name;
        MPI_Open_port;
        MPI_Publish_name;
        MPI_Unpublish_name;
    }
}
