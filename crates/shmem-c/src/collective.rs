//! Collectives of teams.
//!
//! Targets are symmetric memory. The specification requires symmetric sources, too. But programs
//! pass private ones, which other libraries accept, and no other PE needs a source's address. A
//! private source is an error only with `FARREACH_DEBUG=on`.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::slice;

use farreach_c::needed;
use farreach_runtime::collectives::{Collectives, Source, Strided, Target};

use crate::fault::Fault;
use crate::rma::length;
use crate::state::{self, State};
use crate::team::{self, TeamHandle};

/// Waits until all PEs have called and all their operations are complete.
#[inline]
pub(crate) fn barrier_all() -> Result<(), Fault> {
    Ok(state::get()?.world.barrier()?)
}

/// Waits until all PEs have called. The specification does not require their operations to be
/// complete, but they are: programs assume that an atomic operation is done when all PEs have
/// synchronised. If no operation is under way, this costs only the check.
#[inline]
pub(crate) fn sync_all() -> Result<(), Fault> {
    Ok(state::get()?.world.collectives().named("sync").barrier()?)
}

/// Waits until all PEs of a team have called, as [`sync_all`] does. Returns -1 for an invalid team.
pub(crate) fn team_sync(team: TeamHandle) -> Result<c_int, Fault> {
    let state = state::get()?;
    if team == TeamHandle::INVALID {
        return Ok(-1);
    }
    let team = team::get(state, team, "team")?;
    team.pes.collectives().named("sync").barrier()?;
    Ok(0)
}

/// Runs a collective of a team. Returns 0 when it is done.
pub(crate) fn of_team(
    team: TeamHandle,
    run: impl FnOnce(&State, &Collectives<'_>, u32) -> Result<(), Fault>,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let team = team::get(state, team, "team")?;
    let size = team.pes.group().size();
    run(state, &team.pes.collectives(), size)?;
    Ok(0)
}

/// `nelems` elements to be read, of symmetric or private memory.
///
/// # Safety
/// The elements must exist, and must not change until the collective is done.
pub(crate) unsafe fn source<T>(
    state: &State,
    source: *const T,
    elements: usize,
) -> Result<Source<'static>, Fault> {
    let len = length::<T>(elements)?;
    if len == 0 {
        return Ok(Source::Private(&[]));
    }
    match state.world.locate(source.cast(), len) {
        Some(offset) => Ok(Source::Segment { offset, len }),
        // SAFETY: as the caller vouches.
        None => unsafe { private(state, source.cast(), len) },
    }
}

/// `len` bytes to be read, of memory that is not all symmetric.
///
/// # Safety
/// As of [`source`].
#[cold]
unsafe fn private(state: &State, first: *const u8, len: usize) -> Result<Source<'static>, Fault> {
    needed(first, "source")?;
    let last = first.wrapping_add(len - 1);
    let is_symmetric = |byte| state.world.locate(byte, 1).is_some();
    if state.world.settings().debug || is_symmetric(first) || is_symmetric(last) {
        state.range(first, len, "source")?;
    }
    // SAFETY: as the caller vouches. The collective writes only symmetric memory, which is
    // elsewhere.
    Ok(Source::Private(unsafe {
        slice::from_raw_parts(first, len)
    }))
}

/// `nelems` elements of symmetric memory, to be written.
pub(crate) fn target<T>(
    state: &State,
    dest: *mut T,
    elements: usize,
) -> Result<Target<'static>, Fault> {
    let len = length::<T>(elements)?;
    if len == 0 {
        return Ok(Target::Private(&mut []));
    }
    let offset = state.range(dest, len, "dest")?;
    Ok(Target::Segment { offset, len })
}

/// Checks the number of a root among `size` PEs.
pub(crate) fn root(pe_root: c_int, size: u32) -> Result<u32, Fault> {
    farreach_c::rank(pe_root, size, "PE", "PE_root")
}

/// The number of elements of `size` PEs with `nelems` each.
pub(crate) fn times(nelems: usize, size: u32) -> Result<usize, Fault> {
    nelems.checked_mul(size as usize).ok_or_else(|| {
        let what = format!("{nelems} elements for each of {size} PEs are more than any memory has");
        Fault::argument("nelems", what)
    })
}

/// Copies elements of one PE to all PEs.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn broadcast<T>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
    pe_root: c_int,
) -> Result<c_int, Fault> {
    of_team(team, |state, team, size| {
        let root = root(pe_root, size)?;
        if nelems == 0 {
            return Ok(());
        }
        // SAFETY: as the caller vouches.
        let from = unsafe { self::source(state, source, nelems)? };
        let is_same = dest.cast_const() == source;
        // The root's source and target are the same bytes.
        let is_there = is_same && team.index_is(root);
        broadcast_to(team, root, from, target(state, dest, nelems), is_there)
    })
}

/// Copies the root's data to all targets. The root's target is unused if the data need not be
/// copied there.
pub(crate) fn broadcast_to(
    members: &Collectives<'_>,
    root: u32,
    from: Source<'_>,
    into: Result<Target<'_>, Fault>,
    wants_none: bool,
) -> Result<(), Fault> {
    let members = match &into {
        Ok(into) => members.into_ready_targets(into),
        Err(_) => *members,
    };
    let into = if wants_none { None } else { Some(into?) };
    Ok(members.broadcast_from(root, from, into)?)
}

/// Collects all PEs' elements. PEs may have different numbers of elements.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn collect<T>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<c_int, Fault> {
    of_team(team, |state, team, _| {
        // SAFETY: as the caller vouches.
        unsafe { collect_by(state, team, dest, source, nelems) }
    })
}

/// Collects the elements of any set of members.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn collect_by<T>(
    state: &State,
    members: &Collectives<'_>,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<(), Fault> {
    // SAFETY: as the caller vouches.
    let from = unsafe { self::source(state, source, nelems)? };
    // The total is not known yet, and may be zero, so a null target is not an error here.
    let first = if dest.is_null() {
        None
    } else {
        Some(state.range(dest, 0, "dest")?)
    };
    members.collect_into(from, |len| match first {
        Some(offset) => Target::Segment { offset, len },
        None => Target::Private(&mut []),
    })?;
    Ok(())
}

/// Collects equally many elements of each PE.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn fcollect<T>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<c_int, Fault> {
    of_team(team, |state, team, size| {
        // SAFETY: as the caller vouches.
        unsafe { fcollect_by(state, team, size, dest, source, nelems) }
    })
}

/// Collects equally many elements of each member of any set.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn fcollect_by<T>(
    state: &State,
    members: &Collectives<'_>,
    size: u32,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<(), Fault> {
    if nelems == 0 {
        return Ok(());
    }
    // SAFETY: as the caller vouches.
    let from = unsafe { self::source(state, source, nelems)? };
    let into = target(state, dest, times(nelems, size)?)?;
    Ok(members.into_ready_targets(&into).all_gather(from, into)?)
}

/// Sends elements from each PE to each.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn alltoall<T>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<c_int, Fault> {
    // SAFETY: as the caller vouches.
    unsafe { alltoalls(team, dest, source, 1, 1, nelems) }
}

/// Sends elements at distances from each PE to each.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn alltoalls<T>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    dst: isize,
    sst: isize,
    nelems: usize,
) -> Result<c_int, Fault> {
    of_team(team, |state, team, size| {
        // SAFETY: as the caller vouches.
        unsafe { alltoalls_by(state, team, size, dest, source, (dst, sst), nelems) }
    })
}

/// Sends elements at distances from each member of any set to each.
///
/// # Safety
/// As of [`source`].
pub(crate) unsafe fn alltoalls_by<T>(
    state: &State,
    members: &Collectives<'_>,
    size: u32,
    dest: *mut T,
    source: *const T,
    (dst, sst): (isize, isize),
    nelems: usize,
) -> Result<(), Fault> {
    if nelems == 0 {
        return Ok(());
    }
    let elements = times(nelems, size)?;
    let strided = Strided {
        unit: size_of::<T>(),
        count: nelems,
        source: stride("sst", sst)?,
        target: stride("dst", dst)?,
    };
    let span = |stride: usize| {
        let last = (elements - 1)
            .checked_mul(stride)
            .and_then(|last| last.checked_add(1));
        last.unwrap_or(usize::MAX)
    };
    // SAFETY: as the caller vouches.
    let from = unsafe { self::source(state, source, span(strided.source))? };
    let into = target(state, dest, span(strided.target))?;
    Ok(members
        .into_ready_targets(&into)
        .all_to_all_strided(from, into, strided)?)
}

fn stride(name: &'static str, stride: isize) -> Result<usize, Fault> {
    match usize::try_from(stride) {
        Ok(stride) if stride >= 1 => Ok(stride),
        _ => Err(Fault::argument(name, format!("{stride} is less than 1"))),
    }
}
