//! The functions of the family `operation`.

use super::{Family, Kind};

pub(super) const OPERATION: Family = Family {
    name: "operation",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)",
        "int MPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)",
        "int MPI_Op_free(MPI_Op *op)",
        "int MPI_Op_commutative(MPI_Op op, int *commute)",
        "int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)",
        "int MPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op)",
    ],
};
