//! The functions of the family `errors`.

use super::{Family, Kind};

pub(super) const ERRORS: Family = Family {
    name: "errors",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)",
        "int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)",
        "int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)",
        "int MPI_Errhandler_create(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)",
        "int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler)",
        "int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler)",
    ],
};
