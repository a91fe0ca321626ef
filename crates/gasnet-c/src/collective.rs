//! Collectives, which a program begins and then waits for by an event.

#![allow(unsafe_code)]

use std::ffi::c_void;

use farreach_runtime::collectives::{Operation, Request};

use crate::objects::Team;
use crate::state::{State, ok, outside};
use crate::teams::team;

/// A collective that was begun.
pub(crate) struct Begun {
    request: Request,
}

impl Begun {
    /// The event for C.
    pub(crate) fn into_raw(self) -> *mut c_void {
        Box::into_raw(Box::new(self)).cast()
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.request.has_ended()
    }

    /// Waits until the collective has ended.
    pub(crate) fn end(self, state: &State, function: &str) {
        ok(function, state.world.wait_request(&self.request));
    }
}

/// `gex_Coll_BarrierNB`.
///
/// # Safety
/// `over` must be a team, which is destroyed only after the barrier.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Coll_BarrierNB(over: *const Team, _flags: u32) -> *mut c_void {
    const FUNCTION: &str = "gex_Coll_BarrierNB";
    let state = outside(FUNCTION);
    // SAFETY: the caller's promise.
    let team = unsafe { team(FUNCTION, over) };
    let collectives = team.collectives(&state.world).named(FUNCTION);
    // SAFETY: the world lives until the process ends, the team until the barrier has ended, and
    // nothing else is borrowed.
    let request = unsafe { collectives.begin(Operation::Sync) };
    Begun { request }.into_raw()
}
