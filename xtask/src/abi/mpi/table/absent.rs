//! The functions of the family `absent`.

use super::{Family, Kind};

pub(super) const ABSENT: Family = Family {
    name: "absent",
    kind: Kind::Absent,
    rows: &[
        "int MPIX_Comm_agree(MPI_Comm comm, int *flag)",
        "int MPIX_Comm_failure_ack(MPI_Comm comm)",
        "int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *failedgrp)",
        "int MPIX_Comm_revoke(MPI_Comm comm)",
        "int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm)",
        "int MPIX_Grequest_class_allocate(MPIX_Grequest_class greq_class, void *extra_state, MPI_Request *request)",
        "int MPIX_Grequest_class_create(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn, MPIX_Grequest_poll_function *poll_fn, MPIX_Grequest_wait_function *wait_fn, MPIX_Grequest_class *greq_class)",
        "int MPIX_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn, MPIX_Grequest_poll_function *poll_fn, MPIX_Grequest_wait_function *wait_fn, void *extra_state, MPI_Request *request)",
        "int MPI_Close_port(const char *port_name)",
        "int MPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)",
        "int MPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)",
        "int MPI_Comm_join(int fd, MPI_Comm *intercomm)",
        "int MPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])",
        "int MPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])",
        "int MPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name)",
        "int MPI_Open_port(MPI_Info info, char *port_name)",
        "int MPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name)",
        "int MPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name)",
    ],
};
