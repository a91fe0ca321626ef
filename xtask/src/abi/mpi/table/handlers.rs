//! The functions of the family `handlers`: what a program may do with errors at any time.

use super::{Family, Kind};

pub(super) const HANDLERS: Family = Family {
    name: "handlers",
    kind: Kind::Anytime,
    rows: &[
        "int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)",
        "int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)",
        "int MPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn, MPI_Errhandler *errhandler)",
        "int MPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn, MPI_Errhandler *errhandler)",
        "int MPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler)",
        "int MPI_Errhandler_free(MPI_Errhandler *errhandler)",
        "int MPI_Add_error_class(int *errorclass)",
        "int MPI_Add_error_code(int errorclass, int *errorcode)",
        "int MPI_Add_error_string(int errorcode, const char *string)",
        "int MPIX_Delete_error_class(int errorclass)",
        "int MPIX_Delete_error_code(int errorcode)",
        "int MPIX_Delete_error_string(int errorcode)",
    ],
};
