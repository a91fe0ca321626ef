//! What the process has: its world, its objects, its handlers, and where the segments are.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use farreach_runtime::{Error, World, say};

use crate::handlers::Entry;
use crate::objects::{Client, Endpoint, Team};

pub(crate) const OK: c_int = 0;
pub(crate) const RESOURCE: c_int = 10002;
pub(crate) const BAD_ARG: c_int = 10003;
pub(crate) const NOT_READY: c_int = 10004;
pub(crate) const BARRIER_MISMATCH: c_int = 10005;

/// `GASNET_MAXEPS`.
pub(crate) const ENDPOINTS_MAX: usize = 33;

/// An endpoint of a process: `gex_EP_Location_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Location {
    /// The rank in the job.
    pub(crate) rank: u32,
    pub(crate) endpoint: u16,
}

/// Where the segment of an endpoint is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    /// Its address in its process.
    pub(crate) base: usize,
    pub(crate) len: usize,
    /// Its offset in the segment that the runtime has for the process.
    pub(crate) offset: usize,
}

/// A place for a [`Bound`], which is empty until the length is stored.
#[derive(Debug, Default)]
struct Slot {
    base: AtomicUsize,
    offset: AtomicUsize,
    len: AtomicUsize,
}

/// The segments of the endpoints with one index, by rank.
#[derive(Debug)]
pub(crate) struct Bounds(Box<[Slot]>);

pub(crate) struct State {
    pub(crate) world: Arc<World>,
    pub(crate) client: &'static Client,
    pub(crate) endpoint: &'static Endpoint,
    /// The team of all processes.
    pub(crate) all: &'static Team,
    /// Handlers by number.
    pub(crate) handlers: [OnceLock<Entry>; 256],
    /// Where segments are, by the indices of their endpoints, as far as this process knows.
    pub(crate) bounds: [OnceLock<Bounds>; ENDPOINTS_MAX],
    /// The number of endpoints that were created.
    pub(crate) endpoints: AtomicU16,
    /// The ranks of this node.
    pub(crate) near: Vec<u32>,
    /// Whether calls that return an error also say why.
    pub(crate) is_verbose: AtomicBool,
    /// Whether the program has asked for progress threads, which it may do once.
    pub(crate) has_queried_threads: AtomicBool,
}

static STATE: OnceLock<State> = OnceLock::new();

thread_local! {
    static IN_HANDLER: Cell<bool> = const { Cell::new(false) };
}

/// Sets the state, once.
pub(crate) fn set(state: State) -> Option<&'static State> {
    STATE.set(state).ok()?;
    STATE.get()
}

/// The state, for a function that a program may call in a handler.
pub(crate) fn state(function: &str) -> &'static State {
    STATE
        .get()
        .unwrap_or_else(|| fatal(function, "called before gex_Client_Init"))
}

/// The state, for a function that communicates or waits, which handlers must not.
pub(crate) fn outside(function: &str) -> &'static State {
    let state = state(function);
    if IN_HANDLER.get() {
        fatal(
            function,
            "called in a handler, which may reply once and otherwise not communicate or wait",
        );
    }
    state
}

/// The state, if there is a client.
pub(crate) fn get() -> Option<&'static State> {
    STATE.get()
}

/// Whether this thread runs a handler.
pub(crate) fn is_in_handler() -> bool {
    IN_HANDLER.get()
}

/// Runs a handler.
pub(crate) fn in_handler(handler: impl FnOnce()) {
    let before = IN_HANDLER.replace(true);
    handler();
    IN_HANDLER.set(before);
}

/// Ends the job because of a mistake in a call.
pub(crate) fn fatal(function: &str, what: &str) -> ! {
    let world = STATE.get().map(|state| &*state.world);
    let text = match world {
        Some(world) => format!("rank {}: {function}: {what}", world.rank()),
        None => format!("{function}: {what}"),
    };
    World::end_process(world, 1, &text)
}

/// What `result` has. Ends the job if it is an error.
pub(crate) fn ok<T>(function: &str, result: Result<T, Error>) -> T {
    result.unwrap_or_else(|error| fatal(function, &error.to_string()))
}

impl State {
    /// Returns an error, and says why if the program wants to know.
    pub(crate) fn refuse(&self, function: &str, code: c_int, what: &str) -> c_int {
        if self.is_verbose.load(Ordering::Relaxed) {
            say(format_args!(
                "rank {}: {function}: {what}",
                self.world.rank()
            ));
        }
        code
    }

    /// The endpoint of rank `rank` of `team`, which may be a pair of endpoints.
    ///
    /// # Safety
    /// `team` must be of [`crate::teams`].
    #[inline]
    pub(crate) unsafe fn location(&self, function: &str, team: *const Team, rank: u32) -> Location {
        if ptr::eq(team, self.all) && rank < self.world.size() {
            return Location { rank, endpoint: 0 };
        }
        // SAFETY: the caller's promise.
        unsafe { crate::teams::location(self, function, team, rank) }
    }

    /// The rank in the job of rank `rank` of `team`, for what does not depend on the endpoint.
    ///
    /// # Safety
    /// `team` must be of [`crate::teams`].
    #[inline]
    pub(crate) unsafe fn job_rank(&self, function: &str, team: *const Team, rank: u32) -> u32 {
        // SAFETY: the caller's promise.
        unsafe { self.location(function, team, rank) }.rank
    }

    /// Where the segment of an endpoint is. `None` if there is none that this process knows.
    #[inline]
    pub(crate) fn bound(&self, location: Location) -> Option<Bound> {
        let bounds = self.bounds.get(usize::from(location.endpoint))?.get()?;
        let slot = &bounds.0[location.rank as usize];
        let len = slot.len.load(Ordering::Acquire);
        (len > 0).then(|| Bound {
            base: slot.base.load(Ordering::Relaxed),
            len,
            offset: slot.offset.load(Ordering::Relaxed),
        })
    }

    /// Stores where the segment of an endpoint is.
    pub(crate) fn learn(&self, location: Location, bound: Bound) {
        let bounds = self.bounds[usize::from(location.endpoint)].get_or_init(|| {
            let slots = (0..self.world.size()).map(|_| Slot::default());
            Bounds(slots.collect())
        });
        let slot = &bounds.0[location.rank as usize];
        slot.base.store(bound.base, Ordering::Relaxed);
        slot.offset.store(bound.offset, Ordering::Relaxed);
        slot.len.store(bound.len, Ordering::Release);
    }

    /// The offset of `len` bytes at `address` of the segment of an endpoint.
    pub(crate) fn offset(
        &self,
        function: &str,
        location: Location,
        address: *const c_void,
        len: usize,
    ) -> usize {
        let Some(bound) = self.bound(location) else {
            self.no_segment(function, location);
        };
        let at = address.addr().wrapping_sub(bound.base);
        if at > bound.len || len > bound.len - at {
            let (rank, all, base) = (location.rank, bound.len, bound.base);
            let what = format!(
                "{len} bytes at {address:p} are not in the segment of rank {rank}, {all} bytes at {base:#x}"
            );
            fatal(function, &what);
        }
        bound.offset + at
    }

    /// The offset of `len` bytes at `address` of any segment of `rank`. The segments of a process
    /// don't overlap.
    pub(crate) fn offset_anywhere(
        &self,
        function: &str,
        rank: u32,
        address: *const c_void,
        len: usize,
    ) -> usize {
        let has = |bound: &Bound| {
            let at = address.addr().wrapping_sub(bound.base);
            at <= bound.len && len <= bound.len - at
        };
        let with = self.endpoint_where(rank, has).unwrap_or(0);
        let location = Location {
            rank,
            endpoint: with,
        };
        self.offset(function, location, address, len)
    }

    /// The address of what is at an offset in one of the segments of this process.
    pub(crate) fn address(&self, offset: usize) -> Option<usize> {
        let rank = self.world.rank();
        let has = |bound: &Bound| offset.wrapping_sub(bound.offset) < bound.len;
        let endpoint = self.endpoint_where(rank, has)?;
        let bound = self.bound(Location { rank, endpoint })?;
        Some(bound.base + (offset - bound.offset))
    }

    /// The first endpoint of a rank whose segment is as asked for.
    fn endpoint_where(&self, rank: u32, is: impl Fn(&Bound) -> bool) -> Option<u16> {
        (0..ENDPOINTS_MAX as u16).find(|&endpoint| {
            let bound = self.bound(Location { rank, endpoint });
            bound.as_ref().is_some_and(&is)
        })
    }

    #[cold]
    fn no_segment(&self, function: &str, Location { rank, endpoint }: Location) -> ! {
        if endpoint == 0 && self.bounds[0].get().is_none() {
            fatal(
                function,
                "no segment is attached: call gex_Segment_Attach first",
            );
        }
        let what = format!(
            "endpoint {endpoint} of rank {rank} has no segment that this process knows: bind one, and call \
             gex_EP_PublishBoundSegment in a team of both ranks"
        );
        fatal(function, &what)
    }
}
