//! Collectives. Each body serves the forms that block, that are begun, and that are prepared (`forms`).

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};

use farreach_mpi::Data;
use farreach_mpi::collective::{self, Root};
use farreach_mpi::error::Result;
use farreach_runtime::collectives::Scan;

use crate::abi::Abi;
use crate::fault::Done;
use crate::forms::Form;
use crate::handles;
use crate::numbers::Ints;
use crate::operands::{
    check_apart, check_bases, even, is_root, listed, operands, own_part, root_of, typed,
};
use crate::point::data;
use crate::state::State;

pub(crate) unsafe fn barrier<A: Abi>(
    state: &'static State,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::used::<A>(state, comm)?;
    if form.blocks() && state.mpi.barrier_at_once(&comm, "MPI_Barrier")? {
        return Ok(());
    }
    form.go(state, &comm, collective::barrier)
}

pub(crate) unsafe fn bcast<A: Abi>(
    state: &'static State,
    buf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    root: c_int,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::used::<A>(state, comm)?;
    let root = root_of::<A>(&comm, root)?;
    // SAFETY: as the program vouches.
    let mut data = unsafe { data::<A>(buf, count, datatype) }?;
    if form.blocks() && state.mpi.broadcast_at_once(&comm, root, &mut data)? {
        return Ok(());
    }
    form.go(state, &comm, move |run| {
        collective::broadcast(run, root, data)
    })
}

pub(crate) unsafe fn gather<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    root: c_int,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let root = root_of::<A>(&comm, root)?;
    let gathers = is_root(&comm, root);
    // SAFETY: as the program vouches. Other members' places are not looked at.
    let (from, into) = unsafe {
        let into = if gathers {
            Some(even::<A>(&comm, recvbuf, recvcount, recvtype)?)
        } else {
            None
        };
        let gives =
            root != Root::None && root != Root::Own && !(gathers && A::is_in_place(sendbuf));
        let from = if gives {
            let own = into.as_ref().map(|into| own_part(&comm, into));
            check_apart(&comm, sendbuf, own.as_ref())?;
            Some(data::<A>(sendbuf, sendcount, sendtype)?)
        } else {
            None
        };
        (from, into)
    };
    form.go(state, &comm, move |run| {
        collective::gather(run, root, from, into)
    })
}

pub(crate) unsafe fn gatherv<A: Abi>(
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
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let root = root_of::<A>(&comm, root)?;
    let gathers = is_root(&comm, root);
    // SAFETY: as the program vouches. Other members' places are not looked at.
    let (from, into) = unsafe {
        let into = if gathers {
            listed::<A>(&comm, recvbuf, (recvcounts, displs), recvtype)?
        } else {
            Vec::new()
        };
        let gives =
            root != Root::None && root != Root::Own && !(gathers && A::is_in_place(sendbuf));
        let from = if gives {
            check_apart(&comm, sendbuf, into.get(comm.rank() as usize))?;
            Some(data::<A>(sendbuf, sendcount, sendtype)?)
        } else {
            None
        };
        (from, into)
    };
    form.go(state, &comm, move |run| {
        collective::gather_listed(run, root, from, into)
    })
}

pub(crate) unsafe fn scatter<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    root: c_int,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let root = root_of::<A>(&comm, root)?;
    let deals = is_root(&comm, root);
    // SAFETY: as the program vouches. Other members' data is not looked at.
    let (from, into) = unsafe {
        let from = if deals {
            Some(even::<A>(&comm, sendbuf, sendcount, sendtype)?)
        } else {
            None
        };
        let gets = root != Root::None && root != Root::Own && !(deals && A::is_in_place(recvbuf));
        let into = if gets {
            let own = from.as_ref().map(|from| own_part(&comm, from));
            check_apart(&comm, recvbuf, own.as_ref())?;
            Some(data::<A>(recvbuf, recvcount, recvtype)?)
        } else {
            None
        };
        (from, into)
    };
    form.go(state, &comm, move |run| {
        collective::scatter(run, root, from, into)
    })
}

pub(crate) unsafe fn scatterv<A: Abi>(
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
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let root = root_of::<A>(&comm, root)?;
    let deals = is_root(&comm, root);
    // SAFETY: as the program vouches. Other members' data is not looked at.
    let (from, into) = unsafe {
        let from = if deals {
            listed::<A>(&comm, sendbuf, (sendcounts, displs), sendtype)?
        } else {
            Vec::new()
        };
        let gets = root != Root::None && root != Root::Own && !(deals && A::is_in_place(recvbuf));
        let into = if gets {
            check_apart(&comm, recvbuf, from.get(comm.rank() as usize))?;
            Some(data::<A>(recvbuf, recvcount, recvtype)?)
        } else {
            None
        };
        (from, into)
    };
    form.go(state, &comm, move |run| {
        collective::scatter_listed(run, root, from, into)
    })
}

pub(crate) unsafe fn allgather<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let (from, into) = unsafe {
        let into = even::<A>(&comm, recvbuf, recvcount, recvtype)?;
        let from = if A::is_in_place(sendbuf) {
            None
        } else {
            check_apart(&comm, sendbuf, Some(&own_part(&comm, &into)))?;
            Some(data::<A>(sendbuf, sendcount, sendtype)?)
        };
        (from, into)
    };
    form.go(state, &comm, move |run| {
        collective::all_gather(run, from, into)
    })
}

pub(crate) unsafe fn allgatherv<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcounts: Ints,
    displs: Ints,
    recvtype: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let (from, into) = unsafe {
        let into = listed::<A>(&comm, recvbuf, (recvcounts, displs), recvtype)?;
        let from = if A::is_in_place(sendbuf) {
            None
        } else {
            check_apart(&comm, sendbuf, into.get(comm.rank() as usize))?;
            Some(data::<A>(sendbuf, sendcount, sendtype)?)
        };
        (from, into)
    };
    form.go(state, &comm, move |run| {
        collective::all_gather_listed(run, from, into)
    })
}

pub(crate) unsafe fn alltoall<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: A::Handle,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let (from, into) = unsafe {
        let into = even::<A>(&comm, recvbuf, recvcount, recvtype)?;
        let from = if A::is_in_place(sendbuf) {
            None
        } else {
            check_apart(&comm, sendbuf, Some(&into))?;
            Some(even::<A>(&comm, sendbuf, sendcount, sendtype)?)
        };
        (from, into)
    };
    form.go(state, &comm, move |run| {
        collective::all_to_all(run, from, into)
    })
}

pub(crate) unsafe fn alltoallv<A: Abi>(
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
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let (from, into) = unsafe {
        let into = listed::<A>(&comm, recvbuf, (recvcounts, rdispls), recvtype)?;
        let from = if A::is_in_place(sendbuf) {
            None
        } else {
            check_bases(&comm, sendbuf, recvbuf, &into)?;
            Some(listed::<A>(
                &comm,
                sendbuf,
                (sendcounts, sdispls),
                sendtype,
            )?)
        };
        (from, into)
    };
    form.go(state, &comm, move |run| {
        collective::all_to_all_listed(run, from, into)
    })
}

pub(crate) unsafe fn alltoallw<A: Abi>(
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
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let (from, into) = unsafe {
        let into = typed::<A>(&comm, recvbuf, (recvcounts, rdispls), recvtypes)?;
        let from = if A::is_in_place(sendbuf) {
            None
        } else {
            check_bases(&comm, sendbuf, recvbuf, &into)?;
            Some(typed::<A>(
                &comm,
                sendbuf,
                (sendcounts, sdispls),
                sendtypes,
            )?)
        };
        (from, into)
    };
    form.go(state, &comm, move |run| {
        collective::all_to_all_listed(run, from, into)
    })
}

pub(crate) unsafe fn reduce<A: Abi>(
    state: &'static State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    op: A::Handle,
    root: c_int,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::used::<A>(state, comm)?;
    let root = root_of::<A>(&comm, root)?;
    let operator = handles::operator::<A>(op)?;
    // SAFETY: as the program vouches. Other members' places are not looked at.
    let (mut from, mut into) = unsafe {
        let into = if is_root(&comm, root) {
            Some(data::<A>(recvbuf, count, datatype)?)
        } else {
            None
        };
        let from = match &into {
            Some(into) if A::is_in_place(sendbuf) || root == Root::Own => into.clone(),
            _ if root == Root::None => Data::room(0, &handles::datatype::<A>(datatype)?),
            into => {
                check_apart(&comm, sendbuf, into.as_ref())?;
                data::<A>(sendbuf, count, datatype)?
            }
        };
        (from, into)
    };
    operator.check(from.datatype())?;
    if form.blocks()
        && state
            .mpi
            .reduce_at_once(&comm, root, &mut from, into.as_mut(), &operator)?
    {
        return Ok(());
    }
    form.go(state, &comm, move |run| {
        collective::reduce(run, root, from, into, operator)
    })
}

pub(crate) unsafe fn allreduce<A: Abi>(
    state: &'static State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    op: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::used::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let (mut from, mut into, operator) =
        unsafe { operands::<A>(&comm, sendbuf, recvbuf, count, datatype, op) }?;
    if form.blocks()
        && state
            .mpi
            .all_reduce_at_once(&comm, &mut from, &mut into, &operator)?
    {
        return Ok(());
    }
    form.go(state, &comm, move |run| {
        collective::all_reduce(run, from, into, operator)
    })
}

pub(crate) unsafe fn reduce_scatter<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: Ints,
    datatype: A::Handle,
    op: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let members = comm.size() as usize;
    // SAFETY: the program passes an array of this length.
    let counts = unsafe { recvcounts.list("recvcounts", members) }?;
    let counts: Result<Vec<usize>> = counts
        .into_iter()
        .map(|count| handles::count(count, "recvcounts"))
        .collect();
    let counts = counts?;
    let total: usize = counts.iter().sum();
    // SAFETY: as the program vouches. In place, the data of all members lies in the room for the result.
    let (from, into, operator) =
        unsafe { operands::<A>(&comm, sendbuf, recvbuf, total as i64, datatype, op) }?;
    let into = into.part(0, counts[comm.rank() as usize]);
    form.go(state, &comm, move |run| {
        collective::reduce_scatter(run, from, into, counts, operator)
    })
}

pub(crate) unsafe fn reduce_scatter_block<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: i64,
    datatype: A::Handle,
    op: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let count = handles::count(recvcount, "recvcount")?;
    let total = count * comm.size() as usize;
    // SAFETY: as the program vouches. In place, the data of all members lies in the room for the result.
    let (from, into, operator) =
        unsafe { operands::<A>(&comm, sendbuf, recvbuf, total as i64, datatype, op) }?;
    let into = into.part(0, count);
    form.go(state, &comm, move |run| {
        collective::reduce_scatter_block(run, from, into, operator)
    })
}

pub(crate) unsafe fn scan<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    op: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    comm.only_intra()?;
    // SAFETY: as the program vouches.
    let (from, into, operator) =
        unsafe { operands::<A>(&comm, sendbuf, recvbuf, count, datatype, op) }?;
    form.go(state, &comm, move |run| {
        collective::scan(run, Scan::Inclusive, from, into, operator)
    })
}

pub(crate) unsafe fn exscan<A: Abi>(
    state: &State,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    op: A::Handle,
    comm: A::Handle,
    form: impl Form,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    comm.only_intra()?;
    // SAFETY: as the program vouches.
    let (from, into, operator) =
        unsafe { operands::<A>(&comm, sendbuf, recvbuf, count, datatype, op) }?;
    form.go(state, &comm, move |run| {
        collective::scan(run, Scan::Exclusive, from, into, operator)
    })
}
