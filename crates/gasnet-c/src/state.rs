//! What the process has: its world, its objects, its handlers, and where the segments are.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::fmt::Display;
use std::ops::Deref;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use farreach_c::{Library, Model, of_argument};
use farreach_gasnet::am::{Refusal, check_outside};
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

/// The library in this process.
pub(crate) static LIBRARY: Library<State> = Library::unused();

impl Model for State {
    const PROCESS: &str = "rank";
    const BEGIN: &str = "gex_Client_Init";
    const END: &str = "gasnet_exit";
    const MUST_END: bool = false;

    fn world(&self) -> &World {
        &self.world
    }
}

/// A call of the program, or what the library does for a message: the state, and the function's name.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    pub(crate) state: &'static State,
    pub(crate) function: &'static str,
}

impl Deref for Call {
    type Target = State;

    #[inline]
    fn deref(&self) -> &State {
        self.state
    }
}

/// A call of a function that a program may call in a handler.
#[inline]
pub(crate) fn anywhere(function: &'static str) -> Call {
    begun(function).unwrap_or_else(|| LIBRARY.fail(function, LIBRARY.outside()))
}

/// A call of a function that communicates or waits, which handlers must not.
#[inline]
pub(crate) fn outside(function: &'static str) -> Call {
    let call = anywhere(function);
    call.sent(check_outside());
    call
}

/// What the library does for `function`, if there is a client. Handlers run until the process has left
/// the job.
#[inline]
pub(crate) fn begun(function: &'static str) -> Option<Call> {
    let state = LIBRARY.shown().or_else(|| LIBRARY.left())?;
    Some(Call { state, function })
}

impl Call {
    /// Ends the job because of a mistake in the call.
    #[cold]
    pub(crate) fn fatal(self, what: impl Display) -> ! {
        LIBRARY.fail(self.function, what)
    }

    /// Ends the job because of a wrong argument.
    #[cold]
    pub(crate) fn wrong(self, argument: &str, what: impl Display) -> ! {
        self.fatal(of_argument(argument, what))
    }

    /// What `result` has. Ends the job if it is an error.
    #[inline]
    pub(crate) fn ok<T>(self, result: Result<T, Error>) -> T {
        result.unwrap_or_else(|error| self.fatal(error))
    }

    /// What a message's sending has returned. Ends the job if it was refused.
    #[inline]
    pub(crate) fn sent<T>(self, result: Result<T, Refusal>) -> T {
        result.unwrap_or_else(|refusal| self.refused(&refusal))
    }

    #[cold]
    fn refused(self, refusal: &Refusal) -> ! {
        match refusal {
            Refusal::TooManyArguments { .. } => self.wrong("numargs", refusal),
            Refusal::Lengths { .. } => self.wrong("least_payload", refusal),
            Refusal::TooLong { .. } | Refusal::LongerThanPrepared { .. } => {
                self.wrong("nbytes", refusal)
            }
            _ => self.fatal(refusal),
        }
    }

    /// Returns an error, and says why if the program wants to know.
    #[cold]
    pub(crate) fn refuse(self, code: c_int, what: impl Display) -> c_int {
        if self.is_verbose.load(Ordering::Relaxed) {
            say(LIBRARY.line(self.function, what));
        }
        code
    }

    /// The endpoint of rank `rank` of `team`, which may be a pair of endpoints.
    ///
    /// # Safety
    /// `team` must be of [`crate::teams`].
    #[inline]
    pub(crate) unsafe fn location(self, team: *const Team, rank: u32) -> Location {
        if ptr::eq(team, self.all) && rank < self.world.size() {
            return Location { rank, endpoint: 0 };
        }
        // SAFETY: the caller's promise.
        unsafe { crate::teams::location(self, team, rank) }
    }

    /// The rank in the job of rank `rank` of `team`, for what does not depend on the endpoint.
    ///
    /// # Safety
    /// `team` must be of [`crate::teams`].
    #[inline]
    pub(crate) unsafe fn job_rank(self, team: *const Team, rank: u32) -> u32 {
        // SAFETY: the caller's promise.
        unsafe { self.location(team, rank) }.rank
    }

    /// The offset of `len` bytes at `address` of the segment of an endpoint.
    pub(crate) fn offset(self, location: Location, address: *const c_void, len: usize) -> usize {
        let Some(bound) = self.bound(location) else {
            self.no_segment(location);
        };
        let at = address.addr().wrapping_sub(bound.base);
        if at > bound.len || len > bound.len - at {
            let (rank, all, base) = (location.rank, bound.len, bound.base);
            let what = format!(
                "{len} bytes at {address:p} are not in the segment of rank {rank}, {all} bytes \
                 at {base:#x}"
            );
            self.fatal(what);
        }
        bound.offset + at
    }

    /// The offset of `len` bytes at `address` of any segment of `rank`. The segments of a process
    /// don't overlap.
    pub(crate) fn offset_anywhere(self, rank: u32, address: *const c_void, len: usize) -> usize {
        let has = |bound: &Bound| {
            let at = address.addr().wrapping_sub(bound.base);
            at <= bound.len && len <= bound.len - at
        };
        let with = self.endpoint_where(rank, has).unwrap_or(0);
        let location = Location {
            rank,
            endpoint: with,
        };
        self.offset(location, address, len)
    }

    #[cold]
    fn no_segment(self, Location { rank, endpoint }: Location) -> ! {
        if endpoint == 0 && self.bounds[0].get().is_none() {
            self.fatal("no segment is attached: call gex_Segment_Attach first");
        }
        self.fatal(format!(
            "endpoint {endpoint} of rank {rank} has no segment that this process knows: bind one, and call \
             gex_EP_PublishBoundSegment in a team of both ranks"
        ))
    }
}

impl State {
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
}
