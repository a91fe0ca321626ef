//! The functions of the family `sessions`.

use super::{Family, Kind};

pub(super) const SESSIONS: Family = Family {
    name: "sessions",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Session_finalize(MPI_Session *session)",
        "int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names)",
        "int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name)",
        "int MPI_Session_get_info(MPI_Session session, MPI_Info *info_used)",
        "int MPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info)",
        "int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)",
        "int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)",
        "int MPI_Session_call_errhandler(MPI_Session session, int errorcode)",
        "int MPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup)",
        "int MPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newcomm)",
        "int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm)",
    ],
};
