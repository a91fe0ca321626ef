//! Teams, and the ranks of their members.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};

use farreach_c::{slice, there_is_no};
use farreach_gasnet::divide;
use farreach_runtime::collectives::Members;

use crate::objects::{Object, Team};
use crate::state::{Call, ENDPOINTS_MAX, Location, OK, anywhere, outside};
use crate::vis::Piece;

/// What a value of `gex_TM_t` is.
pub(crate) enum Named<'a> {
    /// A team.
    Team(&'a Team),
    /// A pair of endpoints, whose ranks are those of the job, by the index of the other endpoint.
    /// `gex_TM_Pair` makes the value, an odd number with the index from bit 8 on.
    Pair(u16),
}

/// # Safety
/// `team` must be a value of `gex_TM_t`.
pub(crate) unsafe fn named<'a>(call: Call, team: *const Team) -> Named<'a> {
    if team.is_null() {
        call.wrong("tm", "it is GEX_TM_INVALID");
    }
    if team.addr() & 1 == 0 {
        // SAFETY: the caller's promise.
        return Named::Team(unsafe { &*team });
    }
    let index = team.addr() >> 8;
    if index >= ENDPOINTS_MAX {
        let what = format!(
            "a pair with endpoint {index}, but a process has at most {ENDPOINTS_MAX}, \
             numbered from 0"
        );
        call.wrong("tm", what);
    }
    Named::Pair(index as u16)
}

/// The team that a collective is over. Ends the job if it is a pair.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
pub(crate) unsafe fn team<'a>(call: Call, team: *const Team) -> &'a Team {
    // SAFETY: the caller's promise.
    match unsafe { named(call, team) } {
        Named::Team(team) => team,
        Named::Pair(_) => call.wrong("tm", "it is a pair of endpoints, but wants a team"),
    }
}

/// The endpoint of rank `rank` of `team`. Ends the job if there is no such rank.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
pub(crate) unsafe fn location(call: Call, team: *const Team, rank: u32) -> Location {
    // SAFETY: the caller's promise.
    let (found, size, endpoint) = match unsafe { named(call, team) } {
        Named::Team(team) => (team.job_rank(rank), team.size, 0),
        Named::Pair(endpoint) => (call.all.job_rank(rank), call.all.size, endpoint),
    };
    let rank = found.unwrap_or_else(|| call.fatal(there_is_no("rank", i64::from(rank), size)));
    Location { rank, endpoint }
}

/// `gex_TM_TranslateRankToJobrank`.
///
/// # Safety
/// `team` must be a team.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_TM_TranslateRankToJobrank(team: *const Team, rank: u32) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { anywhere("gex_TM_TranslateRankToJobrank").job_rank(team, rank) }
}

/// `gex_TM_TranslateJobrankToRank`: `GEX_RANK_INVALID` for a rank that is no member.
///
/// # Safety
/// `team` must be a team.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_TM_TranslateJobrankToRank(team: *const Team, job_rank: u32) -> u32 {
    let call = anywhere("gex_TM_TranslateJobrankToRank");
    // SAFETY: the caller's promise.
    let team = unsafe { self::team(call, team) };
    team.rank_of(job_rank).unwrap_or(u32::MAX)
}

/// `GEX_FLAG_TM_SCRATCH_SIZE_MIN` and `GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED`.
const ASKS: u32 = 1 | 2;
/// `GEX_FLAG_TM_GLOBAL_SCRATCH`, with which each member has an address of its own.
const GLOBAL_SCRATCH: u32 = 1 << 2;
/// The flags of which a call says one: where the scratch memory is.
const SCRATCH: u32 = GLOBAL_SCRATCH | 1 << 3 | 1 << 4 | NO_SCRATCH;
/// `GEX_FLAG_TM_NO_SCRATCH`.
const NO_SCRATCH: u32 = 1 << 5;
/// `GEX_FLAG_RANK_IS_JOBRANK`.
const IS_JOB_RANK: u32 = 1 << 13;
/// The answer to a question for scratch memory. The library uses none, but no segment has an empty
/// part.
const SCRATCH_SIZE: usize = 64;

/// Makes a team of `members` of `parent`, or takes part without being a member.
fn make(call: Call, parent: &Team, members: Option<Vec<u32>>, scratch: Piece) -> Option<Box<Team>> {
    let members = members.map(Members::Listed);
    let parent = parent.collectives(&call.world).named(call.function);
    let group = call.ok(parent.split(members))?;
    Some(Box::new(Team {
        object: Object::default(),
        rank: group.index(),
        size: group.size(),
        endpoint: call.endpoint,
        group: Some(group),
        scratch,
    }))
}

/// `gex_TM_Split`.
///
/// # Safety
/// `new` must be valid for writes, or null for a rank that joins no team; `parent` must be a team.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_TM_Split(
    new: *mut *const Team,
    parent: *const Team,
    color: c_int,
    key: c_int,
    scratch: *mut c_void,
    scratch_size: usize,
    flags: u32,
) -> usize {
    if flags & ASKS != 0 {
        return if new.is_null() { 0 } else { SCRATCH_SIZE };
    }
    let call = outside("gex_TM_Split");
    // SAFETY: the caller's promise.
    let parent = unsafe { team(call, parent) };
    if color < 0 && !new.is_null() {
        call.wrong("color", format!("{color}, but it is 0 or more"));
    }
    let color = (!new.is_null()).then_some(color.unsigned_abs());
    let collectives = parent.collectives(&call.world).named(call.function);
    let group = parent.group.as_ref().unwrap_or(call.world.world_group());
    let divided = divide(&collectives, group, color, i64::from(key));
    let ranks = call.ok(divided).map(|members| {
        let ranks = members.iter().filter_map(|&rank| parent.job_rank(rank));
        ranks.collect()
    });
    let scratch = if flags & NO_SCRATCH == 0 {
        Piece::new(scratch, scratch_size)
    } else {
        Piece::NONE
    };
    if let Some(made) = make(call, parent, ranks, scratch) {
        // SAFETY: the caller's promise.
        unsafe { new.write(Box::into_raw(made)) };
    }
    SCRATCH_SIZE
}

/// `gex_TM_Create`.
///
/// # Safety
/// `new` must have room for `new_count` teams, `members` have `count` entries, and `scratch` as many as
/// the flags say.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_TM_Create(
    new: *mut *const Team,
    new_count: usize,
    parent: *const Team,
    members: *const Location,
    count: usize,
    scratch: *const *mut c_void,
    scratch_size: usize,
    flags: u32,
) -> usize {
    if flags & ASKS != 0 {
        return if count == 0 { 0 } else { SCRATCH_SIZE };
    }
    let call = outside("gex_TM_Create");
    // SAFETY: the caller's promise.
    let parent = unsafe { team(call, parent) };
    if (flags & SCRATCH).count_ones() != 1 && count > 0 {
        let what = format!("{flags:#x} says not once where the scratch memory is");
        call.wrong("flags", what);
    }
    if new_count != 1 && count > 0 {
        let what = format!("{new_count}, but a process is in a team once, by its endpoint 0");
        call.wrong("num_new_tms", what);
    }
    // SAFETY: the caller's promise.
    let list = unsafe { slice(members, count) };
    let by = if flags & IS_JOB_RANK != 0 {
        call.all
    } else {
        parent
    };
    let mut ranks = Vec::with_capacity(count);
    for &Location { rank, endpoint } in list {
        let Some(rank) = by.job_rank(rank).filter(|_| endpoint == 0) else {
            let what = format!(
                "rank {rank} with endpoint {endpoint}, but there are {} ranks, numbered from 0, \
                 with endpoint 0",
                by.size
            );
            call.wrong("args", what);
        };
        ranks.push(rank);
    }
    let own = ranks.iter().position(|&rank| rank == call.world.rank());
    let at = if flags & GLOBAL_SCRATCH != 0 {
        own.unwrap_or(0)
    } else {
        0
    };
    let scratch = if flags & NO_SCRATCH != 0 || count == 0 || scratch.is_null() {
        Piece::NONE
    } else {
        // SAFETY: the caller's promise.
        Piece::new(unsafe { *scratch.add(at) }, scratch_size)
    };
    let ranks = (count > 0).then_some(ranks);
    if let Some(made) = make(call, parent, ranks, scratch) {
        // SAFETY: the caller's promise.
        unsafe { new.write(Box::into_raw(made)) };
    }
    SCRATCH_SIZE
}

/// `gex_TM_Destroy`.
///
/// # Safety
/// `old` must be a team that is not used afterwards; `scratch` valid for writes, or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_TM_Destroy(old: *mut Team, scratch: *mut Piece, _flags: u32) -> c_int {
    let call = outside("gex_TM_Destroy");
    // SAFETY: the caller's promise.
    let team = unsafe { team(call, old) };
    if team.group.is_none() {
        call.wrong("tm", "the team of gex_Client_Init stays until the end");
    }
    let collectives = team.collectives(&call.world).named(call.function);
    call.ok(collectives.disband());
    let given = team.scratch;
    // SAFETY: `make` made it; the caller does not use it any more.
    drop(unsafe { Box::from_raw(old) });
    // SAFETY: the caller's promise.
    let Some(scratch) = (unsafe { scratch.as_mut() }).filter(|_| !given.address.is_null()) else {
        return OK;
    };
    *scratch = given;
    1
}
