//! The functions of the family `comm`.

use super::{Family, Kind};

pub(super) const COMM: Family = Family {
    name: "comm",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Comm_size(MPI_Comm comm, int *size)",
        "int MPI_Comm_rank(MPI_Comm comm, int *rank)",
        "int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)",
        "int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)",
        "int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)",
        "int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)",
        "int MPI_Comm_free(MPI_Comm *comm)",
        "int MPI_Comm_disconnect(MPI_Comm *comm)",
        "int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)",
        "int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm)",
        "int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)",
        "int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)",
        "int MPI_Comm_group(MPI_Comm comm, MPI_Group *group)",
        "int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)",
        "int MPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)",
        "int MPI_Comm_set_name(MPI_Comm comm, const char *comm_name)",
        "int MPI_Comm_test_inter(MPI_Comm comm, int *flag)",
        "int MPI_Comm_remote_size(MPI_Comm comm, int *size)",
        "int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)",
        "int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm)",
        "int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)",
        "int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)",
        "int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info)",
        "int MPI_Comm_get_parent(MPI_Comm *parent)",
    ],
};
