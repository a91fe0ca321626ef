//! `node`'s asymmetric fence: a full fence on both sides.
//!
//! The heavy side's `membarrier` puts a full barrier on the processor of each thread of the light side, at some point of that
//! thread's program. A light side that has a fence of its own at the one point that matters, between its store and its load,
//! is the same to whoever can only see these two.

use std::panic::Location;

use crate::explore;
use crate::sync::Ordering;

#[expect(clippy::unnecessary_wraps, reason = "as the real one")]
#[track_caller]
pub(crate) fn heavy() -> Result<(), ()> {
    full(Location::caller());
    Ok(())
}

#[track_caller]
pub(crate) fn light() {
    full(Location::caller());
}

fn full(at: &'static Location<'static>) {
    if explore::order_at(at, Ordering::SeqCst) == Ordering::SeqCst {
        loom::sync::atomic::fence(Ordering::SeqCst);
    }
}
