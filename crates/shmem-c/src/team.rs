//! Teams.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{c_int, c_long};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farreach_runtime::Error;
use farreach_runtime::collectives::{Collectives, Group, Members};

use crate::fault::Fault;
use crate::state::{self, State};

/// `SHMEM_TEAM_NUM_CONTEXTS`.
const NUM_CONTEXTS: c_long = 1;

/// `shmem_team_t`: a small number for a predefined team, else one that no other team had.
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
    /// The first of those that programs make.
    const FIRST: usize = 16;
}

/// `shmem_team_config_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TeamConfig {
    num_contexts: c_int,
}

/// A team.
#[derive(Clone)]
pub(crate) enum Team {
    /// All PEs.
    World,
    /// Those of this node.
    Shared,
    /// One that was split off.
    Made(Arc<Made>),
}

/// A team that was split off.
pub(crate) struct Made {
    handle: TeamHandle,
    group: Group,
    config: TeamConfig,
}

/// The teams that were split off and not destroyed.
#[derive(Default)]
pub(crate) struct Teams {
    made: BTreeMap<TeamHandle, Arc<Made>>,
    count: usize,
}

impl State {
    fn teams(&self) -> MutexGuard<'_, Teams> {
        self.teams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The teams of a new state.
pub(crate) fn none() -> Mutex<Teams> {
    Mutex::default()
}

/// Destroys what programs made, without asking others: nobody uses it any more.
pub(crate) fn forget_all(state: &State) -> Result<(), Fault> {
    let made = std::mem::take(&mut state.teams().made);
    for team in made.values() {
        state.world.collectives_of(&team.group).disband()?;
    }
    Ok(())
}

/// The team of a handle.
#[inline]
pub(crate) fn get(state: &State, handle: TeamHandle, name: &'static str) -> Result<Team, Fault> {
    match handle {
        TeamHandle::WORLD => Ok(Team::World),
        TeamHandle::SHARED => Ok(Team::Shared),
        _ => match state.teams().made.get(&handle) {
            Some(team) => Ok(Team::Made(Arc::clone(team))),
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

impl Team {
    /// Its handle.
    pub(crate) fn handle(&self) -> TeamHandle {
        match self {
            Team::World => TeamHandle::WORLD,
            Team::Shared => TeamHandle::SHARED,
            Team::Made(made) => made.handle,
        }
    }

    /// Its PEs' processes.
    pub(crate) fn group<'a>(&'a self, state: &'a State) -> &'a Group {
        match self {
            Team::World => state.world.world_group(),
            Team::Shared => state.world.node_group(),
            Team::Made(made) => &made.group,
        }
    }

    /// Its collectives.
    #[inline]
    pub(crate) fn collectives<'a>(&'a self, state: &'a State) -> Collectives<'a> {
        state.world.collectives_of(self.group(state))
    }

    /// Its members if they are not all PEs, each with its own number.
    #[inline]
    pub(crate) fn members<'a>(&'a self, state: &'a State) -> Option<&'a Members> {
        match self {
            Team::World => None,
            _ => Some(self.group(state).members()),
        }
    }

    /// The rank of one of its PEs.
    fn rank(&self, state: &State, pe: c_int) -> Option<u32> {
        self.group(state).members().rank(u32::try_from(pe).ok()?)
    }

    fn config(&self) -> TeamConfig {
        match self {
            Team::World | Team::Shared => TeamConfig::default(),
            Team::Made(made) => made.config,
        }
    }
}

/// This PE's number in a team; -1 for no team.
pub(crate) fn my_pe(team: TeamHandle) -> Result<c_int, Fault> {
    number(team, |state, team| team.group(state).index())
}

/// How many PEs a team has; -1 for no team.
pub(crate) fn n_pes(team: TeamHandle) -> Result<c_int, Fault> {
    number(team, |state, team| team.group(state).size())
}

fn number(team: TeamHandle, of: impl FnOnce(&State, &Team) -> u32) -> Result<c_int, Fault> {
    let state = state::get()?;
    if team == TeamHandle::INVALID {
        return Ok(-1);
    }
    Ok(of(state, &get(state, team, "team")?) as c_int)
}

/// What a team was made with.
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
        if config.is_null() {
            return Err(Fault::null("config"));
        }
        // SAFETY: as the caller vouches.
        unsafe { *config = team.config() };
    }
    Ok(0)
}

/// The number in one team of a PE of another one; -1 if there is none.
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
    let rank = from.rank(state, src_pe);
    let number = rank.and_then(|rank| to.group(state).members().index_of(rank));
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
    if new_team.is_null() {
        return Err(Fault::null("new_team"));
    }
    // SAFETY: as the caller vouches.
    unsafe { *new_team = TeamHandle::INVALID };
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
    let Some(split) = split(state, &parent, part, config)? else {
        return Ok(-1);
    };
    // SAFETY: as the caller vouches.
    unsafe { *new_team = split };
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
        if room.is_null() {
            return Err(Fault::null(name));
        }
        // SAFETY: as the caller vouches.
        unsafe { *room = TeamHandle::INVALID };
    }
    if parent == TeamHandle::INVALID || xrange < 1 {
        return Ok(-1);
    }
    let parent = get(state, parent, "parent_team")?;
    // SAFETY: as the caller vouches.
    let (x_config, y_config) = unsafe { (read(x_config, x_mask)?, read(y_config, y_mask)?) };
    let all = i64::from(parent.group(state).size());
    let width = i64::from(xrange).min(all);
    let own = i64::from(parent.group(state).index());
    let (x, y) = (own % width, own / width);
    let row = Part {
        start: y * width,
        stride: 1,
        size: width.min(all - y * width),
    };
    let column = Part {
        start: x,
        stride: width,
        size: (all - x + width - 1) / width,
    };
    let Some(x_made) = split(state, &parent, row, x_config)? else {
        return Ok(-1);
    };
    let Some(y_made) = split(state, &parent, column, y_config)? else {
        destroy(x_made)?;
        return Ok(-1);
    };
    // SAFETY: as the caller vouches.
    unsafe {
        *x_team = x_made;
        *y_team = y_made;
    }
    Ok(0)
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
    unsafe { config.as_ref() }
        .copied()
        .ok_or(Fault::null("config"))
}

/// Some of a team's PEs, by their numbers there.
#[derive(Clone, Copy)]
struct Part {
    start: i64,
    stride: i64,
    size: i64,
}

impl Part {
    /// The ranks of those PEs, if they all exist and none is there twice.
    fn members(self, parent: &Members) -> Option<Members> {
        let Part {
            start,
            stride,
            size,
        } = self;
        let all = 0..i64::from(parent.len());
        let last = start.checked_add(stride.checked_mul(size - 1)?)?;
        if size < 1 || !all.contains(&start) || !all.contains(&last) || (stride == 0 && size > 1) {
            return None;
        }
        match parent {
            Members::Strided {
                start: first,
                stride: step,
                ..
            } => Some(Members::Strided {
                start: (i64::from(*first) + start * step) as u32,
                stride: step * stride,
                size: size as u32,
            }),
            listed @ Members::Listed(_) => {
                let ranks = (0..size).map(|at| listed.rank((start + at * stride) as u32));
                Some(Members::Listed(ranks.collect::<Option<_>>()?))
            }
        }
    }
}

/// Splits a team off; INVALID on PEs that are not in it, `None` where there can't be one.
fn split(
    state: &State,
    parent: &Team,
    part: Part,
    config: TeamConfig,
) -> Result<Option<TeamHandle>, Fault> {
    let Some(members) = part.members(parent.group(state).members()) else {
        return Ok(None);
    };
    let members = members.index_of(state.world.rank()).map(|_| members);
    let group = match parent.collectives(state).split(members) {
        Ok(Some(group)) => group,
        Ok(None) => return Ok(Some(TeamHandle::INVALID)),
        Err(Error::TooManyGroups { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut teams = state.teams();
    let handle = TeamHandle(TeamHandle::FIRST * (1 + teams.count));
    teams.count += 1;
    let made = Made {
        handle,
        group,
        config,
    };
    teams.made.insert(handle, Arc::new(made));
    Ok(Some(handle))
}

/// Ends a team.
pub(crate) fn destroy(team: TeamHandle) -> Result<(), Fault> {
    let state = state::get()?;
    if team == TeamHandle::INVALID {
        return Ok(());
    }
    if team == TeamHandle::WORLD || team == TeamHandle::SHARED {
        let what = "SHMEM_TEAM_WORLD and SHMEM_TEAM_SHARED can't be destroyed".to_owned();
        return Err(Fault::argument("team", what));
    }
    let made = state.teams().made.remove(&team);
    let made = made.ok_or_else(|| no_team(team, "team"))?;
    Ok(state.world.collectives_of(&made.group).disband()?)
}
