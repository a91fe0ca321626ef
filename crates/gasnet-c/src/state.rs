//! What the process has: its world, its objects, its handlers, and where the segments are.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use farreach_runtime::{Error, World};

use crate::handlers::Entry;
use crate::objects::{Client, Endpoint, Team};

pub(crate) const OK: c_int = 0;
pub(crate) const RESOURCE: c_int = 10002;
pub(crate) const BAD_ARG: c_int = 10003;
pub(crate) const NOT_READY: c_int = 10004;
pub(crate) const BARRIER_MISMATCH: c_int = 10005;

/// Where a process's segment is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    /// Its address in its process.
    pub(crate) base: usize,
    pub(crate) len: usize,
}

/// The segments of all processes.
#[derive(Debug)]
pub(crate) struct Bounds {
    /// The offset at which each of them begins.
    pub(crate) offset: usize,
    pub(crate) of: Vec<Bound>,
}

pub(crate) struct State {
    pub(crate) world: Arc<World>,
    pub(crate) client: &'static Client,
    pub(crate) endpoint: &'static Endpoint,
    /// The team of all processes.
    pub(crate) all: &'static Team,
    /// Handlers by number.
    pub(crate) handlers: [OnceLock<Entry>; 256],
    pub(crate) bounds: OnceLock<Bounds>,
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
    STATE.get().unwrap_or_else(|| {
        eprintln!("farreach: {function}: called before gex_Client_Init");
        std::process::exit(1)
    })
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
    let rank = STATE.get().map_or(0, |state| state.world.rank());
    let text = format!("rank {rank}: {function}: {what}");
    if !STATE
        .get()
        .is_some_and(|state| state.world.end_job(1, &text))
    {
        eprintln!("farreach: {text}");
    }
    std::process::exit(1);
}

/// What `result` has. Ends the job if it is an error.
pub(crate) fn ok<T>(function: &str, result: Result<T, Error>) -> T {
    result.unwrap_or_else(|error| fatal(function, &error.to_string()))
}

impl State {
    /// Returns an error, and says why if the program wants to know.
    pub(crate) fn refuse(&self, function: &str, code: c_int, what: &str) -> c_int {
        if self.is_verbose.load(Ordering::Relaxed) {
            eprintln!("farreach: rank {}: {function}: {what}", self.world.rank());
        }
        code
    }

    /// The rank in the job of rank `rank` of `team`, which may be a pair of endpoints.
    ///
    /// # Safety
    /// `team` must be of [`crate::teams`].
    #[inline]
    pub(crate) unsafe fn job_rank(&self, function: &str, team: *const Team, rank: u32) -> u32 {
        if ptr::eq(team, self.all) && rank < self.world.size() {
            return rank;
        }
        // SAFETY: the caller's promise.
        unsafe { crate::teams::job_rank(self, function, team, rank) }
    }

    /// The offset of `len` bytes at `address` of the segment of `rank`.
    pub(crate) fn offset(
        &self,
        function: &str,
        rank: u32,
        address: *const c_void,
        len: usize,
    ) -> usize {
        let Some(bounds) = self.bounds.get() else {
            fatal(
                function,
                "no segment is attached: call gex_Segment_Attach first",
            );
        };
        let Bound { base, len: all } = bounds.of[rank as usize];
        let at = address.addr().wrapping_sub(base);
        if at > all || len > all - at {
            let what = format!(
                "{len} bytes at {address:p} are not in the segment of rank {rank}, {all} bytes at {base:#x}"
            );
            fatal(function, &what);
        }
        bounds.offset + at
    }
}
