//! The functions of the family `buffers`.

use super::{Family, Kind};

pub(super) const BUFFERS: Family = Family {
    name: "buffers",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Buffer_attach(void *buffer, int size)",
        "int MPI_Buffer_attach_c(void *buffer, MPI_Count size)",
        "int MPI_Buffer_detach(void *buffer_addr, int *size)",
        "int MPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size)",
        "int MPI_Buffer_flush(void)",
        "int MPI_Buffer_iflush(MPI_Request *request)",
        "int MPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size)",
        "int MPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size)",
        "int MPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, int *size)",
        "int MPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr, MPI_Count *size)",
        "int MPI_Comm_flush_buffer(MPI_Comm comm)",
        "int MPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request)",
        "int MPI_Session_attach_buffer(MPI_Session session, void *buffer, int size)",
        "int MPI_Session_attach_buffer_c(MPI_Session session, void *buffer, MPI_Count size)",
        "int MPI_Session_detach_buffer(MPI_Session session, void *buffer_addr, int *size)",
        "int MPI_Session_detach_buffer_c(MPI_Session session, void *buffer_addr, MPI_Count *size)",
        "int MPI_Session_flush_buffer(MPI_Session session)",
        "int MPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request)",
    ],
};
