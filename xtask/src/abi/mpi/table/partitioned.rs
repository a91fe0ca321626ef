//! The functions of the family `partitioned`.

use super::{Family, Kind};

pub(super) const PARTITIONED: Family = Family {
    name: "partitioned",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)",
        "int MPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)",
        "int MPI_Pready(int partition, MPI_Request request)",
        "int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request)",
        "int MPI_Pready_list(int length, int array_of_partitions[], MPI_Request request)",
        "int MPI_Parrived(MPI_Request request, int partition, int *flag)",
    ],
};
