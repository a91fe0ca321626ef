//! The functions of the family `statuses`.

use super::{Family, Kind};

pub(super) const STATUSES: Family = Family {
    name: "statuses",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Status_c2f(const MPI_Status *c_status, MPI_Fint *f_status)",
        "int MPI_Status_f2c(const MPI_Fint *f_status, MPI_Status *c_status)",
        "int MPI_Status_c2f08(const MPI_Status *c_status, MPI_F08_status *f08_status)",
        "int MPI_Status_f082c(const MPI_F08_status *f08_status, MPI_Status *c_status)",
        "int MPI_Status_f082f(const MPI_F08_status *f08_status, MPI_Fint *f_status)",
        "int MPI_Status_f2f08(const MPI_Fint *f_status, MPI_F08_status *f08_status)",
    ],
};
