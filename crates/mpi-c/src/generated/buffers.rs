//! The family `buffers`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::buffers;
use crate::export::*;

abis! {
    exports {
        call MPI_Buffer_attach(buffer: *mut c_void, size: c_int) = buffers::buffer_attach(buffer, size.into());
        call MPI_Buffer_attach_c(buffer: *mut c_void, size: c_long) = buffers::buffer_attach(buffer, size.into());
        call MPI_Buffer_detach(buffer_addr: *mut c_void, size: *mut c_int) needs buffer_addr, size = buffers::buffer_detach(buffer_addr, size.into());
        call MPI_Buffer_detach_c(buffer_addr: *mut c_void, size: *mut c_long) needs buffer_addr, size = buffers::buffer_detach(buffer_addr, size.into());
        call MPI_Buffer_flush() = buffers::buffer_flush();
        call MPI_Buffer_iflush(request: *mut Handle) needs request = buffers::buffer_iflush(request);
        call MPI_Comm_attach_buffer(comm: Handle, buffer: *mut c_void, size: c_int) on Comm comm = buffers::comm_attach_buffer(comm, buffer, size.into());
        call MPI_Comm_attach_buffer_c(comm: Handle, buffer: *mut c_void, size: c_long) on Comm comm = buffers::comm_attach_buffer(comm, buffer, size.into());
        call MPI_Comm_detach_buffer(comm: Handle, buffer_addr: *mut c_void, size: *mut c_int) on Comm comm needs buffer_addr, size = buffers::comm_detach_buffer(comm, buffer_addr, size.into());
        call MPI_Comm_detach_buffer_c(comm: Handle, buffer_addr: *mut c_void, size: *mut c_long) on Comm comm needs buffer_addr, size = buffers::comm_detach_buffer(comm, buffer_addr, size.into());
        call MPI_Comm_flush_buffer(comm: Handle) on Comm comm = buffers::comm_flush_buffer(comm);
        call MPI_Comm_iflush_buffer(comm: Handle, request: *mut Handle) on Comm comm needs request = buffers::comm_iflush_buffer(comm, request);
        call MPI_Session_attach_buffer(session: Handle, buffer: *mut c_void, size: c_int) on Session session = buffers::session_attach_buffer(session, buffer, size.into());
        call MPI_Session_attach_buffer_c(session: Handle, buffer: *mut c_void, size: c_long) on Session session = buffers::session_attach_buffer(session, buffer, size.into());
        call MPI_Session_detach_buffer(session: Handle, buffer_addr: *mut c_void, size: *mut c_int) on Session session needs buffer_addr, size = buffers::session_detach_buffer(session, buffer_addr, size.into());
        call MPI_Session_detach_buffer_c(session: Handle, buffer_addr: *mut c_void, size: *mut c_long) on Session session needs buffer_addr, size = buffers::session_detach_buffer(session, buffer_addr, size.into());
        call MPI_Session_flush_buffer(session: Handle) on Session session = buffers::session_flush_buffer(session);
        call MPI_Session_iflush_buffer(session: Handle, request: *mut Handle) on Session session needs request = buffers::session_iflush_buffer(session, request);
    }
}
