//! Collectives of teams.

use std::ffi::c_int;

use farreach_runtime::collectives::{Collectives, Source, Strided, Target};

use crate::fault::Fault;
use crate::rma::length;
use crate::state::{self, State};
use crate::team::{self, TeamHandle};

/// Waits until all PEs are here and what they began is complete.
#[inline]
pub(crate) fn barrier_all() -> Result<(), Fault> {
    Ok(state::get()?.world.barrier()?)
}

/// Waits until all PEs are here.
#[inline]
pub(crate) fn sync_all() -> Result<(), Fault> {
    Ok(state::get()?.world.collectives().sync()?)
}

/// Waits until all PEs of a team are here; -1 for no team.
pub(crate) fn team_sync(team: TeamHandle) -> Result<c_int, Fault> {
    let state = state::get()?;
    if team == TeamHandle::INVALID {
        return Ok(-1);
    }
    team::get(state, team, "team")?.collectives(state).sync()?;
    Ok(0)
}

/// Runs a collective of a team; 0 when it is done.
pub(crate) fn of_team(
    team: TeamHandle,
    run: impl FnOnce(&State, &Collectives<'_>, u32) -> Result<(), Fault>,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let team = team::get(state, team, "team")?;
    let size = team.group(state).size();
    run(state, &team.collectives(state), size)?;
    Ok(0)
}

/// So many elements of symmetric memory, to be read.
pub(crate) fn source<T>(
    state: &State,
    source: *const T,
    elements: usize,
) -> Result<Source<'static>, Fault> {
    let len = length::<T>(elements)?;
    if len == 0 {
        return Ok(Source::Private(&[]));
    }
    let offset = state.range(source, len, "source")?;
    Ok(Source::Segment { offset, len })
}

/// So many elements of symmetric memory, to be written.
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

/// The number of a root among `size` PEs.
pub(crate) fn root(pe_root: c_int, size: u32) -> Result<u32, Fault> {
    match u32::try_from(pe_root) {
        Ok(root) if root < size => Ok(root),
        _ => Err(Fault::argument(
            "PE_root",
            format!("there is no PE {pe_root}: there are {size}, numbered from 0"),
        )),
    }
}

/// How many elements so many PEs have together.
pub(crate) fn times(nelems: usize, size: u32) -> Result<usize, Fault> {
    nelems.checked_mul(size as usize).ok_or_else(|| {
        Fault::argument(
            "nelems",
            format!("{nelems} elements for each of {size} PEs are more than any memory has"),
        )
    })
}

/// Copies elements of one PE to all.
pub(crate) fn broadcast<T>(
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
        let from = self::source(state, source, nelems)?;
        let is_same = dest.cast_const() == source;
        // The root has it where it is to be.
        let into = if is_same && team.index_is(root) {
            None
        } else {
            Some(target(state, dest, nelems)?)
        };
        Ok(team.broadcast_from(root, from, into)?)
    })
}

/// Collects all PEs' elements, which may be of different numbers.
pub(crate) fn collect<T>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<c_int, Fault> {
    of_team(team, |state, team, _| {
        collect_by(state, team, dest, source, nelems)
    })
}

pub(crate) fn collect_by<T>(
    state: &State,
    members: &Collectives<'_>,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<(), Fault> {
    let from = self::source(state, source, nelems)?;
    // How much comes is not known yet; nothing may.
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

/// Collects as many elements of each PE.
pub(crate) fn fcollect<T>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<c_int, Fault> {
    of_team(team, |state, team, size| {
        fcollect_by(state, team, size, dest, source, nelems)
    })
}

pub(crate) fn fcollect_by<T>(
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
    let from = self::source(state, source, nelems)?;
    let into = target(state, dest, times(nelems, size)?)?;
    Ok(members.all_gather(from, into)?)
}

/// Sends elements from each PE to each.
pub(crate) fn alltoall<T>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    nelems: usize,
) -> Result<c_int, Fault> {
    alltoalls(team, dest, source, 1, 1, nelems)
}

/// The same with elements that lie apart.
pub(crate) fn alltoalls<T>(
    team: TeamHandle,
    dest: *mut T,
    source: *const T,
    dst: isize,
    sst: isize,
    nelems: usize,
) -> Result<c_int, Fault> {
    of_team(team, |state, team, size| {
        alltoalls_by(state, team, size, dest, source, (dst, sst), nelems)
    })
}

pub(crate) fn alltoalls_by<T>(
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
    let from = self::source(state, source, span(strided.source))?;
    let into = target(state, dest, span(strided.target))?;
    Ok(members.all_to_all_strided(from, into, strided)?)
}

fn stride(name: &'static str, stride: isize) -> Result<usize, Fault> {
    match usize::try_from(stride) {
        Ok(stride) if stride >= 1 => Ok(stride),
        _ => Err(Fault::argument(name, format!("{stride} is less than 1"))),
    }
}
