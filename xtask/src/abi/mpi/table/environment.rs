//! The functions of the family `environment`.

use super::{Family, Kind};

pub(super) const ENVIRONMENT: Family = Family {
    name: "environment",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Query_thread(int *provided)",
        "int MPI_Is_thread_main(int *flag)",
        "int MPI_Abort(MPI_Comm comm, int errorcode)",
        "int MPI_Get_processor_name(char *name, int *resultlen)",
        "int MPIX_GPU_query_support(int gpu_type, int *is_supported)",
        "int MPIX_Query_cuda_support(void)",
        "int MPIX_Query_hip_support(void)",
        "int MPIX_Query_ze_support(void)",
        "int MPI_Pcontrol(const int level, ...)",
        "int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)",
        "int MPI_Free_mem(void *base)",
        "int MPI_Get_address(const void *location, MPI_Aint *address)",
        "int MPI_Address(void *location, MPI_Aint *address)",
    ],
};
