//! Communication contexts, and sessions on contexts.

#![allow(unsafe_code)]

use std::collections::VecDeque;
use std::ffi::{c_int, c_long};
use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};

use farreach_c::{lock, place};
use farreach_runtime::collectives::Members;
use farreach_runtime::{Lane, LaneContext};

use crate::fault::{self, Fault};
use crate::state::{self, State};
use crate::team::{self, Team, TeamHandle};

/// `SHMEM_CTX_INVALID`.
const INVALID: usize = 0;
/// `SHMEM_CTX_DEFAULT`.
const WORLD: usize = 1;
/// The mark at the address of a live context: of all PEs, or of another team.
const OF_ALL: u32 = 0x6672_6321;
const OF_TEAM: u32 = 0x6672_6322;
/// The number of destroyed handles that are recognised as such.
const DEAD_MAX: usize = 64;

const SERIALIZED: c_long = 1;
const PRIVATE: c_long = 2;
const NOSTORE: c_long = 4;

/// The lane of contexts that any thread may use.
static SHARED: Lane = Lane::shared();

/// `shmem_ctx_t`: a small number for the default context, otherwise the address of a [`Context`].
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ctx(usize);

/// `shmem_ctx_session_config_t`.
#[repr(C)]
pub(crate) struct SessionConfig {
    total_ops: usize,
}

/// Destroyed contexts, in the order of their destruction.
static DEAD: Mutex<VecDeque<Ctx>> = Mutex::new(VecDeque::new());

fn dead() -> MutexGuard<'static, VecDeque<Ctx>> {
    lock(&DEAD)
}

/// A context that a program made. Its memory is never freed, so that a handle's mark can always be
/// read. Later contexts reuse the memory.
struct Context {
    /// [`OF_ALL`], [`OF_TEAM`], or 0 after the destruction.
    mark: AtomicU32,
    lane: ManuallyDrop<Lane>,
    team: ManuallyDrop<Team>,
}

/// The default context, as a type, so that functions are compiled for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Default;

/// The default context.
pub(crate) const DEFAULT: Default = Default;

/// The lane of operations on a context, and the meaning of its PE numbers.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    pub(crate) through: LaneContext<'static>,
    /// The members of the context's team. `None` for all PEs.
    members: Option<&'static Members>,
}

/// The context that a function works on.
pub(crate) trait On: Copy {
    /// Whether this is `SHMEM_CTX_INVALID`, for which some functions do nothing.
    fn is_invalid(self) -> bool;

    /// The context's lane and team.
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
        match self.marked() {
            Some((OF_ALL, context)) => Ok(Site {
                through: state.world.through(&context.lane),
                members: None,
            }),
            Some((OF_TEAM, context)) => Ok(context.site_in_team(state)),
            _ if self.0 == WORLD => DEFAULT.site(state),
            _ => Err(no_context(self.0)),
        }
    }
}

impl Context {
    #[cold]
    fn site_in_team(&'static self, state: &'static State) -> Site {
        Site {
            through: state.world.through(&self.lane),
            members: Some(self.team.pes.members()),
        }
    }
}

impl Site {
    /// The rank in the job of PE `pe` of the context's team.
    #[inline]
    pub(crate) fn rank(&self, pe: c_int) -> Result<u32, Fault> {
        match self.members {
            // A negative number becomes a rank that can't exist.
            None => Ok(pe as u32),
            Some(members) => match members.rank(pe as u32) {
                Some(rank) => Ok(rank),
                None => Err(fault::no_such_pe(pe, members.len())),
            },
        }
    }
}

impl Site {
    /// Checks that the context's team has this PE.
    pub(crate) fn check(&self, pe: c_int) -> Result<(), Fault> {
        let rank = self.rank(pe)?;
        let size = self.through.world().size();
        if rank < size {
            Ok(())
        } else {
            Err(fault::no_such_pe(pe, size))
        }
    }
}

impl Ctx {
    /// The context at the handle's address and its mark, if the handle can be a context that a
    /// program made.
    #[inline]
    fn marked(self) -> Option<(u32, &'static Context)> {
        let address: *const Context = ptr::with_exposed_provenance(self.0);
        // The default context's handle is not aligned.
        if !address.is_aligned() {
            return None;
        }
        // SAFETY: the address of a context that was ever handed out stays readable. The mark tells
        // whether there is a context.
        let context = unsafe { address.as_ref() };
        context.map(|context| (context.mark.load(Ordering::Relaxed), context))
    }

    /// The context that a program made.
    fn made(self) -> Result<&'static Context, Fault> {
        match self.marked() {
            Some((OF_ALL | OF_TEAM, context)) => Ok(context),
            _ => Err(no_context(self.0)),
        }
    }
}

const _: () = assert!(!WORLD.is_multiple_of(align_of::<Context>()));

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
    // SAFETY: as the caller vouches.
    let ctx = unsafe { place(ctx, "ctx")? };
    let is_known = options & !(SERIALIZED | PRIVATE | NOSTORE) == 0;
    let made = if team == TeamHandle::INVALID || !is_known {
        None
    } else {
        Some(new_context(team::get(state, team, "team")?, options))
    };
    *ctx = made.unwrap_or(Ctx(INVALID));
    Ok(if made.is_some() { 0 } else { -1 })
}

fn new_context(team: Team, options: c_long) -> Ctx {
    let is_one_threads = options & (SERIALIZED | PRIVATE) != 0;
    let lane = if is_one_threads && state::has_threads() {
        Lane::own()
    } else {
        Lane::shared()
    };
    let mark = if team.pes.is_all() { OF_ALL } else { OF_TEAM };
    let context = Context {
        mark: AtomicU32::new(mark),
        lane: ManuallyDrop::new(lane),
        team: ManuallyDrop::new(team),
    };
    let mut dead = dead();
    if dead.len() <= DEAD_MAX {
        return Ctx(ptr::from_mut(Box::leak(Box::new(context))).expose_provenance());
    }
    let ctx = dead.pop_front().expect("there are more than none");
    // SAFETY: it was made by this function and destroyed since, and nobody else takes it.
    unsafe { ptr::with_exposed_provenance_mut::<Context>(ctx.0).write(context) };
    ctx
}

/// Completes the operations of a context, and destroys it.
pub(crate) fn destroy(ctx: Ctx) -> Result<(), Fault> {
    let state = state::get()?;
    if ctx.0 == INVALID {
        return Ok(());
    }
    if ctx.0 == WORLD {
        let what = "SHMEM_CTX_DEFAULT can't be destroyed";
        return Err(Fault::argument("ctx", what));
    }
    let context = ctx.made()?;
    state.world.through(&context.lane).quiet()?;
    context.mark.store(0, Ordering::Relaxed);
    let context: *mut Context = ptr::with_exposed_provenance_mut(ctx.0);
    // SAFETY: it was live until now, and the program does not use a context that it destroys.
    unsafe {
        ManuallyDrop::drop(&mut (*context).lane);
        ManuallyDrop::drop(&mut (*context).team);
    }
    dead().push_back(ctx);
    Ok(())
}

/// The team of a context.
///
/// # Safety
/// `team` must have room for a handle.
pub(crate) unsafe fn get_team(ctx: Ctx, team: *mut TeamHandle) -> Result<c_int, Fault> {
    state::get()?;
    // SAFETY: as the caller vouches.
    let team = unsafe { place(team, "team")? };
    let (found, result) = match ctx.0 {
        INVALID => (TeamHandle::INVALID, -1),
        WORLD => (TeamHandle::WORLD, 0),
        _ => (ctx.made()?.team.handle, 0),
    };
    *team = found;
    Ok(result)
}

/// Begins a session. The hints ask for nothing that is not done anyway.
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
