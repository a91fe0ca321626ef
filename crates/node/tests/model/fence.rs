//! `node`'s asymmetric fence, modelled as a full fence on both sides.
//!
//! The heavy side's `membarrier` executes a full barrier on the processor of each thread of the
//! light side, at some point of that thread's program. The only point that matters is between the
//! light side's store and its load. A fence of the light side's own at that point looks the same to
//! the two sides.

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
