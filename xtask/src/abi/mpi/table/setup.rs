//! The functions of the family `setup`.

use super::{Family, Kind};

pub(super) const SETUP: Family = Family {
    name: "setup",
    kind: Kind::Anytime,
    rows: &[
        "int MPI_Init(int *argc, char ***argv)",
        "int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)",
        "int MPI_Initialized(int *flag)",
        "int MPI_Finalize(void)",
        "int MPI_Finalized(int *flag)",
        "int MPI_Get_version(int *version, int *subversion)",
        "int MPI_Get_library_version(char *version, int *resultlen)",
        "int MPI_Error_string(int errorcode, char *string, int *resultlen)",
        "int MPI_Error_class(int errorcode, int *errorclass)",
        "double MPI_Wtime(void)",
        "double MPI_Wtick(void)",
        "MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp)",
        "MPI_Aint MPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2)",
    ],
};
