//! The family `point`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::point;

/// `int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Send(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Send", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::send::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm) }
    })
}

/// `int MPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Send_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Send_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::send::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm) }
    })
}

/// `int MPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ssend(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Ssend", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::ssend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm) }
    })
}

/// `int MPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ssend_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Ssend_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::ssend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm) }
    })
}

/// `int MPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Rsend(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Rsend", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::rsend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm) }
    })
}

/// `int MPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Rsend_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Rsend_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::rsend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm) }
    })
}

/// `int MPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Bsend(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Bsend", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::bsend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm) }
    })
}

/// `int MPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Bsend_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
) -> c_int {
    call::<Mpich>("MPI_Bsend_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::bsend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm) }
    })
}

/// `int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Recv(
    buf: *mut c_void,
    count: c_int,
    datatype: Handle,
    source: c_int,
    tag: c_int,
    comm: Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Recv", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::recv::<Mpich>(state, buf, count.into(), datatype, source, tag, comm, status) }
    })
}

/// `int MPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Recv_c(
    buf: *mut c_void,
    count: c_long,
    datatype: Handle,
    source: c_int,
    tag: c_int,
    comm: Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Recv_c", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::recv::<Mpich>(state, buf, count.into(), datatype, source, tag, comm, status) }
    })
}

/// `int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Isend(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Isend", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::isend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Isend_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Isend_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::isend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Issend(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Issend", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::issend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Issend_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Issend_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::issend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Irsend(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Irsend", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::irsend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Irsend_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Irsend_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::irsend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ibsend(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ibsend", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::ibsend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ibsend_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ibsend_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::ibsend::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Irecv(
    buf: *mut c_void,
    count: c_int,
    datatype: Handle,
    source: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Irecv", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::irecv::<Mpich>(state, buf, count.into(), datatype, source, tag, comm, request) }
    })
}

/// `int MPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Irecv_c(
    buf: *mut c_void,
    count: c_long,
    datatype: Handle,
    source: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Irecv_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::irecv::<Mpich>(state, buf, count.into(), datatype, source, tag, comm, request) }
    })
}

/// `int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Probe(
    source: c_int,
    tag: c_int,
    comm: Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Probe", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::probe::<Mpich>(state, source, tag, comm, status) }
    })
}

/// `int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Iprobe(
    source: c_int,
    tag: c_int,
    comm: Handle,
    flag: *mut c_int,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Iprobe", Some(comm), |state| {
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::iprobe::<Mpich>(state, source, tag, comm, flag, status) }
    })
}

/// `int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Mprobe(
    source: c_int,
    tag: c_int,
    comm: Handle,
    message: *mut Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Mprobe", Some(comm), |state| {
        needed("message", message)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::mprobe::<Mpich>(state, source, tag, comm, message, status) }
    })
}

/// `int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Improbe(
    source: c_int,
    tag: c_int,
    comm: Handle,
    flag: *mut c_int,
    message: *mut Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Improbe", Some(comm), |state| {
        needed("flag", flag)?;
        needed("message", message)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::improbe::<Mpich>(state, source, tag, comm, flag, message, status) }
    })
}

/// `int MPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Mrecv(
    buf: *mut c_void,
    count: c_int,
    datatype: Handle,
    message: *mut Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Mrecv", None, |state| {
        needed("message", message)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::mrecv::<Mpich>(state, buf, count.into(), datatype, message, status) }
    })
}

/// `int MPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Mrecv_c(
    buf: *mut c_void,
    count: c_long,
    datatype: Handle,
    message: *mut Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Mrecv_c", None, |state| {
        needed("message", message)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::mrecv::<Mpich>(state, buf, count.into(), datatype, message, status) }
    })
}

/// `int MPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Imrecv(
    buf: *mut c_void,
    count: c_int,
    datatype: Handle,
    message: *mut Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Imrecv", None, |state| {
        needed("message", message)?;
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::imrecv::<Mpich>(state, buf, count.into(), datatype, message, request) }
    })
}

/// `int MPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Imrecv_c(
    buf: *mut c_void,
    count: c_long,
    datatype: Handle,
    message: *mut Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Imrecv_c", None, |state| {
        needed("message", message)?;
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::imrecv::<Mpich>(state, buf, count.into(), datatype, message, request) }
    })
}

/// `int MPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Send_init(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Send_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::send_init::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Send_init_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Send_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::send_init::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ssend_init(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ssend_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::ssend_init::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Ssend_init_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Ssend_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::ssend_init::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Rsend_init(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Rsend_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::rsend_init::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Rsend_init_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Rsend_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::rsend_init::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Bsend_init(
    buf: *const c_void,
    count: c_int,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Bsend_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::bsend_init::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Bsend_init_c(
    buf: *const c_void,
    count: c_long,
    datatype: Handle,
    dest: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Bsend_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::bsend_init::<Mpich>(state, buf, count.into(), datatype, dest, tag, comm, request) }
    })
}

/// `int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Recv_init(
    buf: *mut c_void,
    count: c_int,
    datatype: Handle,
    source: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Recv_init", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::recv_init::<Mpich>(state, buf, count.into(), datatype, source, tag, comm, request) }
    })
}

/// `int MPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Recv_init_c(
    buf: *mut c_void,
    count: c_long,
    datatype: Handle,
    source: c_int,
    tag: c_int,
    comm: Handle,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Recv_init_c", Some(comm), |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { point::recv_init::<Mpich>(state, buf, count.into(), datatype, source, tag, comm, request) }
    })
}
