//! The family `send_receive`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::send_receive;

abis! {
    exports {
        call MPI_Sendrecv(sendbuf: *const c_void, sendcount: c_int, sendtype: Handle, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: Handle, source: c_int, recvtag: c_int, comm: Handle, status: *mut Status) on Comm comm = send_receive::sendrecv(sendbuf, sendcount.into(), sendtype, dest, sendtag, recvbuf, recvcount.into(), recvtype, source, recvtag, comm, status);
        call MPI_Sendrecv_c(sendbuf: *const c_void, sendcount: c_long, sendtype: Handle, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_long, recvtype: Handle, source: c_int, recvtag: c_int, comm: Handle, status: *mut Status) on Comm comm = send_receive::sendrecv(sendbuf, sendcount.into(), sendtype, dest, sendtag, recvbuf, recvcount.into(), recvtype, source, recvtag, comm, status);
        call MPI_Sendrecv_replace(buf: *mut c_void, count: c_int, datatype: Handle, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: Handle, status: *mut Status) on Comm comm = send_receive::sendrecv_replace(buf, count.into(), datatype, dest, sendtag, source, recvtag, comm, status);
        call MPI_Sendrecv_replace_c(buf: *mut c_void, count: c_long, datatype: Handle, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: Handle, status: *mut Status) on Comm comm = send_receive::sendrecv_replace(buf, count.into(), datatype, dest, sendtag, source, recvtag, comm, status);
        call MPI_Isendrecv(sendbuf: *const c_void, sendcount: c_int, sendtype: Handle, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: Handle, source: c_int, recvtag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = send_receive::isendrecv(sendbuf, sendcount.into(), sendtype, dest, sendtag, recvbuf, recvcount.into(), recvtype, source, recvtag, comm, request);
        call MPI_Isendrecv_c(sendbuf: *const c_void, sendcount: c_long, sendtype: Handle, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_long, recvtype: Handle, source: c_int, recvtag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = send_receive::isendrecv(sendbuf, sendcount.into(), sendtype, dest, sendtag, recvbuf, recvcount.into(), recvtype, source, recvtag, comm, request);
        call MPI_Isendrecv_replace(buf: *mut c_void, count: c_int, datatype: Handle, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = send_receive::isendrecv_replace(buf, count.into(), datatype, dest, sendtag, source, recvtag, comm, request);
        call MPI_Isendrecv_replace_c(buf: *mut c_void, count: c_long, datatype: Handle, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = send_receive::isendrecv_replace(buf, count.into(), datatype, dest, sendtag, source, recvtag, comm, request);
    }
}
