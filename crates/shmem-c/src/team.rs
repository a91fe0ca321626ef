//! Teams.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{c_int, c_long};
use std::sync::{Mutex, MutexGuard};

use farreach_c::{lock, object, place};
use farreach_openshmem::{self as openshmem, Part};
use farreach_runtime::Error;

use crate::fault::Fault;
use crate::state::{self, State};

/// `SHMEM_TEAM_NUM_CONTEXTS`.
const NUM_CONTEXTS: c_long = 1;

/// `shmem_team_t`: a small number for a predefined team, otherwise a number that is never reused.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TeamHandle(usize);

impl TeamHandle {
    /// `SHMEM_TEAM_INVALID`.
    pub(crate) const INVALID: TeamHandle = TeamHandle(0);
    /// `SHMEM_TEAM_WORLD`.
    pub(crate) const WORLD: TeamHandle = TeamHandle(1);
    /// `SHMEM_TEAM_SHARED`.
    const SHARED: TeamHandle = TeamHandle(2);
    /// The first number of teams that programs make.
    const FIRST: usize = 16;
}

/// `shmem_team_config_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TeamConfig {
    num_contexts: c_int,
}

/// A team, and the configuration that the program gave it.
#[derive(Clone)]
pub(crate) struct Team {
    pub(crate) handle: TeamHandle,
    config: TeamConfig,
    pub(crate) pes: openshmem::Team<'static>,
}

/// The teams that were split off and not destroyed.
#[derive(Default)]
pub(crate) struct Teams {
    made: BTreeMap<TeamHandle, Team>,
    count: usize,
}

impl State {
    fn teams(&self) -> MutexGuard<'_, Teams> {
        lock(&self.teams)
    }
}

/// No teams, for a new state.
pub(crate) fn none() -> Mutex<Teams> {
    Mutex::default()
}

/// Destroys the teams of the program, without other PEs: nobody uses them any more.
pub(crate) fn forget_all(state: &State) -> Result<(), Fault> {
    let made = std::mem::take(&mut state.teams().made);
    for team in made.values() {
        team.pes.collectives().disband()?;
    }
    Ok(())
}

/// The team of a handle.
#[inline]
pub(crate) fn get(
    state: &'static State,
    handle: TeamHandle,
    name: &'static str,
) -> Result<Team, Fault> {
    let predefined = |pes| Team {
        handle,
        config: TeamConfig::default(),
        pes,
    };
    match handle {
        TeamHandle::WORLD => Ok(predefined(openshmem::Team::all(&state.world))),
        TeamHandle::SHARED => Ok(predefined(openshmem::Team::of_node(&state.world))),
        _ => match state.teams().made.get(&handle) {
            Some(team) => Ok(team.clone()),
            None => Err(no_team(handle, name)),
        },
    }
}

#[cold]
fn no_team(handle: TeamHandle, name: &'static str) -> Fault {
    let what = if handle == TeamHandle::INVALID {
        "SHMEM_TEAM_INVALID is no team: a PE that is not in a new team gets it, and must not use it"
            .to_owned()
    } else {
        format!(
            "{:#x} is no team: use what a split made, until it is destroyed",
            handle.0
        )
    };
    Fault::argument(name, what)
}

/// This PE's number in a team. -1 for an invalid team.
pub(crate) fn my_pe(team: TeamHandle) -> Result<c_int, Fault> {
    number(team, |pes| pes.group().index())
}

/// The number of a team's PEs. -1 for an invalid team.
pub(crate) fn n_pes(team: TeamHandle) -> Result<c_int, Fault> {
    number(team, |pes| pes.group().size())
}

fn number(team: TeamHandle, of: impl FnOnce(&openshmem::Team<'_>) -> u32) -> Result<c_int, Fault> {
    let state = state::get()?;
    if team == TeamHandle::INVALID {
        return Ok(-1);
    }
    Ok(of(&get(state, team, "team")?.pes) as c_int)
}

/// The configuration of a team.
///
/// # Safety
/// `config` must have room for what `mask` asks for.
pub(crate) unsafe fn get_config(
    team: TeamHandle,
    mask: c_long,
    config: *mut TeamConfig,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    if team == TeamHandle::INVALID {
        return Ok(-1);
    }
    let team = get(state, team, "team")?;
    if mask & !NUM_CONTEXTS != 0 {
        let what = format!("{mask:#x} has more than SHMEM_TEAM_NUM_CONTEXTS");
        return Err(Fault::argument("config_mask", what));
    }
    if mask != 0 {
        // SAFETY: as the caller vouches.
        *unsafe { place(config, "config") }? = team.config;
    }
    Ok(0)
}

/// The number in one team of a PE of another. -1 if there is none.
pub(crate) fn translate_pe(
    src_team: TeamHandle,
    src_pe: c_int,
    dest_team: TeamHandle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    if src_team == TeamHandle::INVALID || dest_team == TeamHandle::INVALID {
        return Ok(-1);
    }
    let from = get(state, src_team, "src_team")?;
    let to = get(state, dest_team, "dest_team")?;
    let src_pe = u32::try_from(src_pe).ok();
    let number = src_pe.and_then(|pe| from.pes.translate(pe, &to.pes));
    Ok(number.map_or(-1, |number| number as c_int))
}

/// Makes a team of PEs at equal distances.
///
/// # Safety
/// `config` must be what `mask` asks for, and `new_team` have room for a handle.
pub(crate) unsafe fn split_strided(
    parent: TeamHandle,
    start: c_int,
    stride: c_int,
    size: c_int,
    config: *const TeamConfig,
    mask: c_long,
    new_team: *mut TeamHandle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    // SAFETY: as the caller vouches.
    *unsafe { place(new_team, "new_team") }? = TeamHandle::INVALID;
    if parent == TeamHandle::INVALID {
        return Ok(-1);
    }
    let parent = get(state, parent, "parent_team")?;
    // SAFETY: as the caller vouches.
    let config = unsafe { read(config, mask)? };
    let part = Part {
        start: i64::from(start),
        stride: i64::from(stride),
        size: i64::from(size),
    };
    if !part.is_set(parent.pes.group().size()) {
        return Ok(-1);
    }
    let made = parent.pes.split_strided(parent.pes.collectives(), part);
    let Some(made) = had(made)? else {
        return Ok(-1);
    };
    if let Some(pes) = made {
        // SAFETY: as the caller vouches.
        unsafe { *new_team = keep(state, pes, config) };
    }
    Ok(0)
}

/// Makes the teams of the rows and columns of a rectangle.
///
/// # Safety
/// The configurations must be what the masks ask for, and there must be room for two handles.
#[expect(clippy::too_many_arguments, reason = "those of the specification")]
pub(crate) unsafe fn split_2d(
    parent: TeamHandle,
    xrange: c_int,
    x_config: *const TeamConfig,
    x_mask: c_long,
    x_team: *mut TeamHandle,
    y_config: *const TeamConfig,
    y_mask: c_long,
    y_team: *mut TeamHandle,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    for (name, room) in [("xaxis_team", x_team), ("yaxis_team", y_team)] {
        // SAFETY: as the caller vouches.
        *unsafe { place(room, name) }? = TeamHandle::INVALID;
    }
    let width = u32::try_from(xrange).unwrap_or(0);
    if parent == TeamHandle::INVALID || width == 0 {
        return Ok(-1);
    }
    let parent = get(state, parent, "parent_team")?;
    // SAFETY: as the caller vouches.
    let (x_config, y_config) = unsafe { (read(x_config, x_mask)?, read(y_config, y_mask)?) };
    let made = parent.pes.split_2d(parent.pes.collectives(), width);
    let Some((row, column)) = had(made)? else {
        return Ok(-1);
    };
    // SAFETY: as the caller vouches.
    unsafe {
        *x_team = keep(state, row, x_config);
        *y_team = keep(state, column, y_config);
    }
    Ok(0)
}

/// The teams that were made. `None` if the PE is in too many.
fn had<T>(made: Result<T, Error>) -> Result<Option<T>, Fault> {
    match made {
        Ok(made) => Ok(Some(made)),
        Err(Error::TooManyGroups { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Keeps a team that was split off. Returns its handle.
fn keep(state: &State, pes: openshmem::Team<'static>, config: TeamConfig) -> TeamHandle {
    let mut teams = state.teams();
    let handle = TeamHandle(TeamHandle::FIRST * (1 + teams.count));
    teams.count += 1;
    let made = Team {
        handle,
        config,
        pes,
    };
    teams.made.insert(handle, made);
    handle
}

/// The configuration that `mask` asks for.
///
/// # Safety
/// `config` must be one if `mask` is not zero.
unsafe fn read(config: *const TeamConfig, mask: c_long) -> Result<TeamConfig, Fault> {
    if mask & NUM_CONTEXTS == 0 {
        return Ok(TeamConfig::default());
    }
    // SAFETY: as the caller vouches.
    unsafe { object(config, "config") }.copied()
}

/// Ends a team.
pub(crate) fn destroy(team: TeamHandle) -> Result<(), Fault> {
    let state = state::get()?;
    if team == TeamHandle::INVALID {
        return Ok(());
    }
    if team == TeamHandle::WORLD || team == TeamHandle::SHARED {
        let what = "SHMEM_TEAM_WORLD and SHMEM_TEAM_SHARED can't be destroyed";
        return Err(Fault::argument("team", what));
    }
    let made = state.teams().made.remove(&team);
    let made = made.ok_or_else(|| no_team(team, "team"))?;
    Ok(made.pes.collectives().disband()?)
}
