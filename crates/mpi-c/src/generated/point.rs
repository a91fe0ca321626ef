//! The family `point`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::point;

abis! {
    exports {
        brief MPI_Send(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle) on Comm comm = point::send(buf, count.into(), datatype, dest, tag, comm);
        call MPI_Send_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle) on Comm comm = point::send(buf, count.into(), datatype, dest, tag, comm);
        call MPI_Ssend(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle) on Comm comm = point::ssend(buf, count.into(), datatype, dest, tag, comm);
        call MPI_Ssend_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle) on Comm comm = point::ssend(buf, count.into(), datatype, dest, tag, comm);
        call MPI_Rsend(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle) on Comm comm = point::rsend(buf, count.into(), datatype, dest, tag, comm);
        call MPI_Rsend_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle) on Comm comm = point::rsend(buf, count.into(), datatype, dest, tag, comm);
        call MPI_Bsend(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle) on Comm comm = point::bsend(buf, count.into(), datatype, dest, tag, comm);
        call MPI_Bsend_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle) on Comm comm = point::bsend(buf, count.into(), datatype, dest, tag, comm);
        brief MPI_Recv(buf: *mut c_void, count: c_int, datatype: Handle, source: c_int, tag: c_int, comm: Handle, status: *mut Status) on Comm comm = point::recv(buf, count.into(), datatype, source, tag, comm, status);
        call MPI_Recv_c(buf: *mut c_void, count: c_long, datatype: Handle, source: c_int, tag: c_int, comm: Handle, status: *mut Status) on Comm comm = point::recv(buf, count.into(), datatype, source, tag, comm, status);
        brief MPI_Isend(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::isend(buf, count.into(), datatype, dest, tag, comm, request);
        brief MPI_Isend_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::isend(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Issend(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::issend(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Issend_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::issend(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Irsend(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::irsend(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Irsend_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::irsend(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Ibsend(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::ibsend(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Ibsend_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::ibsend(buf, count.into(), datatype, dest, tag, comm, request);
        brief MPI_Irecv(buf: *mut c_void, count: c_int, datatype: Handle, source: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::irecv(buf, count.into(), datatype, source, tag, comm, request);
        brief MPI_Irecv_c(buf: *mut c_void, count: c_long, datatype: Handle, source: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::irecv(buf, count.into(), datatype, source, tag, comm, request);
        call MPI_Probe(source: c_int, tag: c_int, comm: Handle, status: *mut Status) on Comm comm = point::probe(source, tag, comm, status);
        call MPI_Iprobe(source: c_int, tag: c_int, comm: Handle, flag: *mut c_int, status: *mut Status) on Comm comm needs flag = point::iprobe(source, tag, comm, flag, status);
        call MPI_Mprobe(source: c_int, tag: c_int, comm: Handle, message: *mut Handle, status: *mut Status) on Comm comm needs message = point::mprobe(source, tag, comm, message, status);
        call MPI_Improbe(source: c_int, tag: c_int, comm: Handle, flag: *mut c_int, message: *mut Handle, status: *mut Status) on Comm comm needs flag, message = point::improbe(source, tag, comm, flag, message, status);
        call MPI_Mrecv(buf: *mut c_void, count: c_int, datatype: Handle, message: *mut Handle, status: *mut Status) needs message = point::mrecv(buf, count.into(), datatype, message, status);
        call MPI_Mrecv_c(buf: *mut c_void, count: c_long, datatype: Handle, message: *mut Handle, status: *mut Status) needs message = point::mrecv(buf, count.into(), datatype, message, status);
        call MPI_Imrecv(buf: *mut c_void, count: c_int, datatype: Handle, message: *mut Handle, request: *mut Handle) needs message, request = point::imrecv(buf, count.into(), datatype, message, request);
        call MPI_Imrecv_c(buf: *mut c_void, count: c_long, datatype: Handle, message: *mut Handle, request: *mut Handle) needs message, request = point::imrecv(buf, count.into(), datatype, message, request);
        call MPI_Send_init(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::send_init(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Send_init_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::send_init(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Ssend_init(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::ssend_init(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Ssend_init_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::ssend_init(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Rsend_init(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::rsend_init(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Rsend_init_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::rsend_init(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Bsend_init(buf: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::bsend_init(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Bsend_init_c(buf: *const c_void, count: c_long, datatype: Handle, dest: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::bsend_init(buf, count.into(), datatype, dest, tag, comm, request);
        call MPI_Recv_init(buf: *mut c_void, count: c_int, datatype: Handle, source: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::recv_init(buf, count.into(), datatype, source, tag, comm, request);
        call MPI_Recv_init_c(buf: *mut c_void, count: c_long, datatype: Handle, source: c_int, tag: c_int, comm: Handle, request: *mut Handle) on Comm comm needs request = point::recv_init(buf, count.into(), datatype, source, tag, comm, request);
    }
}
