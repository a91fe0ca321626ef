//! Communication contexts, and the sessions of contexts.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_long};
use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

use farreach_runtime::collectives::Members;
use farreach_runtime::{Lane, Through};

use crate::fault::Fault;
use crate::state::{self, State};
use crate::team::{self, Team, TeamHandle};

/// `SHMEM_CTX_INVALID`.
const INVALID: usize = 0;
/// `SHMEM_CTX_DEFAULT`.
const WORLD: usize = 1;
/// What lies at a context's address while it is one.
const LIVE: u64 = 0x6661_7272_6374_7821;

const SERIALIZED: c_long = 1;
const PRIVATE: c_long = 2;
const NOSTORE: c_long = 4;

/// The lane of the contexts that any thread may use.
static SHARED: Lane = Lane::shared();

/// `shmem_ctx_t`: a small number for the default context, else the address of a [`Context`].
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ctx(usize);

/// `shmem_ctx_session_config_t`.
#[repr(C)]
pub(crate) struct SessionConfig {
    total_ops: usize,
}

/// A context that a program made. These bytes outlive it, so that what lies at a handle can always be looked at.
struct Context {
    live: AtomicU64,
    lane: ManuallyDrop<Lane>,
    team: ManuallyDrop<Team>,
}

/// The default context, known where a function is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Default;

/// The default context.
pub(crate) const DEFAULT: Default = Default;

/// What operations on a context go through, and whom its PEs' numbers mean.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    pub(crate) through: Through<'static>,
    /// The members of its team; `None`: all PEs.
    members: Option<&'static Members>,
}

/// On which context a function works.
pub(crate) trait On: Copy {
    /// Whether it is no context, on which some functions do nothing.
    fn is_invalid(self) -> bool;

    /// Its lane and team.
    fn site(self, state: &'static State) -> Result<Site, Fault>;
}

impl On for Default {
    #[inline]
    fn is_invalid(self) -> bool {
        false
    }

    #[inline]
    fn site(self, state: &'static State) -> Result<Site, Fault> {
        Ok(Site {
            through: state.world.through(&SHARED),
            members: None,
        })
    }
}

impl On for Ctx {
    #[inline]
    fn is_invalid(self) -> bool {
        self.0 == INVALID
    }

    #[inline]
    fn site(self, state: &'static State) -> Result<Site, Fault> {
        if self.0 == WORLD {
            return DEFAULT.site(state);
        }
        let context = self.context()?;
        Ok(Site {
            through: state.world.through(&context.lane),
            members: context.team.members(state),
        })
    }
}

impl Site {
    /// The rank in the job of a PE of the context's team.
    #[inline]
    pub(crate) fn rank(&self, pe: c_int) -> Result<u32, Fault> {
        match self.members {
            // What is negative becomes a rank that there can't be.
            None => Ok(pe as u32),
            Some(members) => match members.rank(pe as u32) {
                Some(rank) => Ok(rank),
                None => Err(Fault::no_such_pe(pe, members.len())),
            },
        }
    }
}

impl Site {
    /// Checks that the context's team has such a PE.
    pub(crate) fn check(&self, pe: c_int) -> Result<(), Fault> {
        let rank = self.rank(pe)?;
        let size = self.through.world().size();
        if rank < size {
            Ok(())
        } else {
            Err(Fault::no_such_pe(pe, size))
        }
    }
}

impl Ctx {
    /// The context that a program made.
    #[inline]
    fn context(self) -> Result<&'static Context, Fault> {
        let address: *const Context = ptr::with_exposed_provenance(self.0);
        if self.0 <= WORLD || !address.is_aligned() {
            return Err(no_context(self.0));
        }
        // SAFETY: an address that is handed out as a context stays readable; the mark tells whether it is one.
        match unsafe { address.as_ref() } {
            Some(context) if context.live.load(Ordering::Relaxed) == LIVE => Ok(context),
            _ => Err(no_context(self.0)),
        }
    }
}

#[cold]
fn no_context(handle: usize) -> Fault {
    let what = if handle == INVALID {
        "SHMEM_CTX_INVALID is no context: look at what shmem_ctx_create returns".to_owned()
    } else {
        format!("{handle:#x} is no context: use what shmem_ctx_create made, until it is destroyed")
    };
    Fault::argument("ctx", what)
}

/// Makes a context of all PEs.
pub(crate) unsafe fn create(options: c_long, ctx: *mut Ctx) -> Result<c_int, Fault> {
    // SAFETY: as the caller vouches.
    unsafe { team_create(TeamHandle::WORLD, options, ctx) }
}

/// Makes a context of a team.
///
/// # Safety
/// `ctx` must have room for a handle.
pub(crate) unsafe fn team_create(
    team: TeamHandle,
    options: c_long,
    ctx: *mut Ctx,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    if ctx.is_null() {
        return Err(Fault::null("ctx"));
    }
    let is_known = options & !(SERIALIZED | PRIVATE | NOSTORE) == 0;
    let made = if team == TeamHandle::INVALID || !is_known {
        None
    } else {
        Some(new_context(team::get(state, team, "team")?, options))
    };
    // SAFETY: as the caller vouches.
    unsafe { *ctx = made.unwrap_or(Ctx(INVALID)) };
    Ok(if made.is_some() { 0 } else { -1 })
}

fn new_context(team: Team, options: c_long) -> Ctx {
    let is_one_threads = options & (SERIALIZED | PRIVATE) != 0;
    let lane = if is_one_threads && state::has_threads() {
        Lane::own()
    } else {
        Lane::shared()
    };
    let context = Box::leak(Box::new(Context {
        live: AtomicU64::new(LIVE),
        lane: ManuallyDrop::new(lane),
        team: ManuallyDrop::new(team),
    }));
    Ctx(ptr::from_mut(context).expose_provenance())
}

/// Completes what was begun on a context, and ends it.
pub(crate) fn destroy(ctx: Ctx) -> Result<(), Fault> {
    let state = state::get()?;
    if ctx.0 == INVALID {
        return Ok(());
    }
    if ctx.0 == WORLD {
        let what = "SHMEM_CTX_DEFAULT can't be destroyed".to_owned();
        return Err(Fault::argument("ctx", what));
    }
    let context = ctx.context()?;
    state.world.through(&context.lane).quiet()?;
    context.live.store(0, Ordering::Relaxed);
    let context: *mut Context = ptr::with_exposed_provenance_mut(ctx.0);
    // SAFETY: it was live until now, and the program does not use a context that it destroys.
    unsafe {
        ManuallyDrop::drop(&mut (*context).lane);
        ManuallyDrop::drop(&mut (*context).team);
    }
    Ok(())
}

/// The team that a context is of.
///
/// # Safety
/// `team` must have room for a handle.
pub(crate) unsafe fn get_team(ctx: Ctx, team: *mut TeamHandle) -> Result<c_int, Fault> {
    state::get()?;
    if team.is_null() {
        return Err(Fault::null("team"));
    }
    let (found, result) = match ctx.0 {
        INVALID => (TeamHandle::INVALID, -1),
        WORLD => (TeamHandle::WORLD, 0),
        _ => (ctx.context()?.team.handle(), 0),
    };
    // SAFETY: as the caller vouches.
    unsafe { *team = found };
    Ok(result)
}

/// Begins a session: its hints ask for nothing that is not done anyway.
///
/// # Safety
/// `config` must be null or a configuration.
pub(crate) unsafe fn session_start(
    ctx: Ctx,
    _options: c_long,
    _config: *const SessionConfig,
    _mask: c_long,
) -> Result<(), Fault> {
    check_session(ctx)
}

fn check_session(ctx: Ctx) -> Result<(), Fault> {
    let state = state::get()?;
    if ctx.is_invalid() {
        return Ok(());
    }
    ctx.site(state).map(drop)
}

/// Ends a session.
pub(crate) fn session_stop(ctx: Ctx) -> Result<(), Fault> {
    check_session(ctx)
}
