//! What collectives work on, as programs pass it.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};

use farreach_mpi::collective::Root;
use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::{Comm, Data, Operator};

use crate::abi::Abi;
use crate::handles;
use crate::numbers::{Ints, given};
use crate::point::{check_size, data};

/// The root that a call names.
pub(crate) fn root_of<A: Abi>(comm: &Comm, root: c_int) -> Result<Root> {
    if comm.remote().is_some() {
        if root == A::ROOT {
            return Ok(Root::Own);
        }
        if root == A::PROC_NULL {
            return Ok(Root::None);
        }
    }
    match u32::try_from(root) {
        Ok(rank) if rank < comm.peers().size() => Ok(Root::Rank(rank)),
        _ => {
            let size = comm.peers().size();
            let what = format!(
                "argument root: there is no rank {root}: the communicator has {size}, numbered from 0"
            );
            Err(Failure::new(Class::Root, what))
        }
    }
}

/// Whether this process is the root.
pub(crate) fn is_root(comm: &Comm, root: Root) -> bool {
    match root {
        Root::Own => true,
        Root::None => false,
        Root::Rank(rank) => comm.remote().is_none() && comm.rank() == rank,
    }
}

/// Fails if the data of this process is where the result belongs, unless both are empty. For that there is
/// `MPI_IN_PLACE`.
pub(crate) fn check_apart(comm: &Comm, from: *const c_void, into: Option<&Data>) -> Result<()> {
    let is_there = |into: &Data| from.addr() == into.as_mut_ptr().addr() && !into.is_empty();
    if comm.remote().is_some() || from.is_null() || !into.is_some_and(is_there) {
        return Ok(());
    }
    let what = "argument sendbuf: it is where the result belongs: pass MPI_IN_PLACE";
    Err(Failure::new(Class::Buffer, what))
}

/// Fails as [`check_apart`] does if the parts to send and to receive have one base.
pub(crate) fn check_bases(
    comm: &Comm,
    from: *const c_void,
    into: *mut c_void,
    parts: &[Data],
) -> Result<()> {
    let some = parts.iter().find(|part| !part.is_empty());
    match some.filter(|_| from.addr() == into.addr() && !from.is_null()) {
        Some(part) => check_apart(comm, part.as_mut_ptr().cast(), Some(part)),
        None => Ok(()),
    }
}

/// The part of this process.
pub(crate) fn own_part(comm: &Comm, all: &Data) -> Data {
    let count = all.count() / comm.size() as usize;
    all.part(comm.rank() as usize * count, count)
}

/// Parts of one length for all peers.
pub(crate) unsafe fn even<A: Abi>(
    comm: &Comm,
    buf: *const c_void,
    count: i64,
    datatype: A::Handle,
) -> Result<Data> {
    // SAFETY: as the program vouches.
    let first = unsafe { data::<A>(buf, count, datatype) }?;
    let all = first.count().saturating_mul(comm.peers().size() as usize);
    check_size(first.datatype(), all)?;
    // SAFETY: as above.
    Ok(unsafe { Data::new(buf.cast_mut().cast(), all, first.datatype()) })
}

/// A part for each peer, at displacements that count extents.
pub(crate) unsafe fn listed<A: Abi>(
    comm: &Comm,
    buf: *const c_void,
    places: (Ints, Ints),
    datatype: A::Handle,
) -> Result<Vec<Data>> {
    // SAFETY: as the program vouches.
    unsafe { some_listed::<A>(comm.peers().size() as usize, buf, places, datatype) }
}

/// So many parts, at displacements that count extents.
pub(crate) unsafe fn some_listed<A: Abi>(
    parts: usize,
    buf: *const c_void,
    (counts, displacements): (Ints, Ints),
    datatype: A::Handle,
) -> Result<Vec<Data>> {
    counts.given("counts", parts)?;
    displacements.given("displs", parts)?;
    let datatype = handles::committed::<A>(datatype)?;
    let (_, extent) = datatype.extent();
    let part = |peer: usize| {
        // SAFETY: the program passes arrays of this length.
        let (count, at) = unsafe { (counts.get(peer), displacements.get(peer)) };
        let count = handles::count(count, "counts")?;
        check_size(&datatype, count)?;
        let first = buf.wrapping_byte_offset(at as isize * extent);
        // SAFETY: as the program vouches.
        Ok(unsafe { Data::new(first.cast_mut().cast(), count, &datatype) })
    };
    (0..parts).map(part).collect()
}

/// A part for each peer, at displacements in bytes, each of a datatype of its own.
pub(crate) unsafe fn typed<A: Abi>(
    comm: &Comm,
    buf: *const c_void,
    places: (Ints, Ints),
    types: *const A::Handle,
) -> Result<Vec<Data>> {
    // SAFETY: as the program vouches.
    unsafe { some_typed::<A>(comm.peers().size() as usize, buf, places, types) }
}

/// So many parts, at displacements in bytes, each of a datatype of its own.
pub(crate) unsafe fn some_typed<A: Abi>(
    parts: usize,
    buf: *const c_void,
    (counts, displacements): (Ints, Ints),
    types: *const A::Handle,
) -> Result<Vec<Data>> {
    counts.given("counts", parts)?;
    displacements.given("displs", parts)?;
    given("types", types, parts as i64)?;
    let part = |peer: usize| {
        // SAFETY: the program passes arrays of this length.
        let (count, at, datatype) =
            unsafe { (counts.get(peer), displacements.get(peer), *types.add(peer)) };
        let count = handles::count(count, "counts")?;
        let datatype = handles::committed::<A>(datatype)?;
        check_size(&datatype, count)?;
        let first = buf.wrapping_byte_offset(at as isize);
        // SAFETY: as the program vouches.
        Ok(unsafe { Data::new(first.cast_mut().cast(), count, &datatype) })
    };
    (0..parts).map(part).collect()
}

/// The data and the room of a reduction, which are the same in place.
pub(crate) unsafe fn operands<A: Abi>(
    comm: &Comm,
    from: *const c_void,
    into: *mut c_void,
    count: i64,
    datatype: A::Handle,
    op: A::Handle,
) -> Result<(Data, Data, Operator)> {
    let operator = handles::operator::<A>(op)?;
    // SAFETY: as the program vouches.
    unsafe {
        let into = data::<A>(into, count, datatype)?;
        operator.check(into.datatype())?;
        if A::is_in_place(from) {
            return Ok((into.clone(), into, operator));
        }
        check_apart(comm, from, Some(&into))?;
        Ok((data::<A>(from, count, datatype)?, into, operator))
    }
}
