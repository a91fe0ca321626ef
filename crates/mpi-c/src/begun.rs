//! Collectives that are begun.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};

use crate::abi::Abi;
use crate::collective;
use crate::fault::Done;
use crate::numbers::Ints;
use crate::state::State;
use crate::way::Begins;

pub(crate) unsafe fn ibarrier<A: Abi>(
    state: &State,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { collective::barrier_by::<A>(state, comm, Begins::<A>(request)) }
}

pub(crate) unsafe fn ibcast<A: Abi>(
    state: &State,
    buf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    root: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::bcast_by::<A>(
            state,
            buf,
            count,
            datatype,
            root,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn igather<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    root: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::gather_by::<A>(
            state,
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            root,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn igatherv<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcounts: Ints,
    displs: Ints,
    recvtype: A::Handle,
    root: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::gatherv_by::<A>(
            state,
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcounts,
            displs,
            recvtype,
            root,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn iscatter<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    root: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::scatter_by::<A>(
            state,
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            root,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn iscatterv<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcounts: Ints,
    displs: Ints,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    root: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::scatterv_by::<A>(
            state,
            sendbuf,
            sendcounts,
            displs,
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            root,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn iallgather<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::allgather_by::<A>(
            state,
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn iallgatherv<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcounts: Ints,
    displs: Ints,
    recvtype: A::Handle,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::allgatherv_by::<A>(
            state,
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcounts,
            displs,
            recvtype,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn ialltoall<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::alltoall_by::<A>(
            state,
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn ialltoallv<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcounts: Ints,
    sdispls: Ints,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcounts: Ints,
    rdispls: Ints,
    recvtype: A::Handle,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::alltoallv_by::<A>(
            state,
            sendbuf,
            sendcounts,
            sdispls,
            sendtype,
            recvbuf,
            recvcounts,
            rdispls,
            recvtype,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn ialltoallw<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcounts: Ints,
    sdispls: Ints,
    sendtypes: *const A::Handle,
    recvbuf: *mut c_void,
    recvcounts: Ints,
    rdispls: Ints,
    recvtypes: *const A::Handle,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::alltoallw_by::<A>(
            state,
            sendbuf,
            sendcounts,
            sdispls,
            sendtypes,
            recvbuf,
            recvcounts,
            rdispls,
            recvtypes,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn ireduce<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    op: A::Handle,
    root: c_int,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::reduce_by::<A>(
            state,
            sendbuf,
            recvbuf,
            count,
            datatype,
            op,
            root,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn iallreduce<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    op: A::Handle,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::allreduce_by::<A>(
            state,
            sendbuf,
            recvbuf,
            count,
            datatype,
            op,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn ireduce_scatter<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: Ints,
    datatype: A::Handle,
    op: A::Handle,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::reduce_scatter_by::<A>(
            state,
            sendbuf,
            recvbuf,
            recvcounts,
            datatype,
            op,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn ireduce_scatter_block<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: i64,
    datatype: A::Handle,
    op: A::Handle,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::reduce_scatter_block_by::<A>(
            state,
            sendbuf,
            recvbuf,
            recvcount,
            datatype,
            op,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn iscan<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    op: A::Handle,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::scan_by::<A>(
            state,
            sendbuf,
            recvbuf,
            count,
            datatype,
            op,
            comm,
            Begins::<A>(request),
        )
    }
}

pub(crate) unsafe fn iexscan<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    op: A::Handle,
    comm: A::Handle,
    request: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe {
        collective::exscan_by::<A>(
            state,
            sendbuf,
            recvbuf,
            count,
            datatype,
            op,
            comm,
            Begins::<A>(request),
        )
    }
}
