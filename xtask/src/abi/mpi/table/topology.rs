//! The functions of the family `topology`.

use super::{Family, Kind};

pub(super) const TOPOLOGY: Family = Family {
    name: "topology",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm *comm_cart)",
        "int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])",
        "int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)",
        "int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])",
        "int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)",
        "int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)",
        "int MPI_Cartdim_get(MPI_Comm comm, int *ndims)",
        "int MPI_Dims_create(int nnodes, int ndims, int dims[])",
        "int MPI_Topo_test(MPI_Comm comm, int *status)",
        "int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank)",
    ],
};
