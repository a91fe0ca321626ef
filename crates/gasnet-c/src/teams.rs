//! Teams, and the ranks of their members.

#![allow(unsafe_code)]

use crate::objects::Team;
use crate::state::{State, fatal, state};

/// What a value of `gex_TM_t` is.
pub(crate) enum Named<'a> {
    /// A team.
    Team(&'a Team),
    /// A pair of endpoints, whose ranks are those of the job. `gex_TM_Pair` makes the value, an odd
    /// number with the index of the other endpoint from bit 8 on.
    Pair,
}

/// # Safety
/// `team` must be a value of `gex_TM_t`.
pub(crate) unsafe fn named<'a>(function: &str, team: *const Team) -> Named<'a> {
    if team.is_null() {
        fatal(function, "argument tm: it is GEX_TM_INVALID");
    }
    if team.addr() & 1 == 0 {
        // SAFETY: the caller's promise.
        return Named::Team(unsafe { &*team });
    }
    let index = team.addr() >> 8;
    if index != 0 {
        let what = format!(
            "argument tm: a pair with endpoint {index}, but a process has 1 endpoint, with index 0"
        );
        fatal(function, &what);
    }
    Named::Pair
}

/// The team that a collective is over. Ends the job if it is a pair.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
pub(crate) unsafe fn team<'a>(function: &str, team: *const Team) -> &'a Team {
    // SAFETY: the caller's promise.
    match unsafe { named(function, team) } {
        Named::Team(team) => team,
        Named::Pair => fatal(
            function,
            "argument tm: it is a pair of endpoints, but wants a team",
        ),
    }
}

/// The rank in the job of rank `rank` of `team`. Ends the job if there is no such rank.
///
/// # Safety
/// `team` must be a value of `gex_TM_t`.
pub(crate) unsafe fn job_rank(state: &State, function: &str, team: *const Team, rank: u32) -> u32 {
    // SAFETY: the caller's promise.
    let (found, size) = match unsafe { named(function, team) } {
        Named::Team(team) => (team.job_rank(rank), team.size),
        Named::Pair => (state.all.job_rank(rank), state.all.size),
    };
    found.unwrap_or_else(|| {
        let what = format!("there is no rank {rank}: there are {size}, numbered from 0");
        fatal(function, &what)
    })
}

/// `gex_TM_TranslateRankToJobrank`.
///
/// # Safety
/// `team` must be a team.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_TM_TranslateRankToJobrank(team: *const Team, rank: u32) -> u32 {
    const FUNCTION: &str = "gex_TM_TranslateRankToJobrank";
    // SAFETY: the caller's promise.
    unsafe { job_rank(state(FUNCTION), FUNCTION, team, rank) }
}

/// `gex_TM_TranslateJobrankToRank`: `GEX_RANK_INVALID` for a rank that is no member.
///
/// # Safety
/// `team` must be a team.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_TM_TranslateJobrankToRank(team: *const Team, job_rank: u32) -> u32 {
    // SAFETY: the caller's promise.
    let team = unsafe { self::team("gex_TM_TranslateJobrankToRank", team) };
    team.rank_of(job_rank).unwrap_or(u32::MAX)
}
