//! The functions of the family `kinds`.

use super::{Family, Kind};

pub(super) const KINDS: Family = Family {
    name: "kinds",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype)",
        "int MPI_Type_create_f90_integer(int r, MPI_Datatype *newtype)",
        "int MPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype)",
    ],
};
