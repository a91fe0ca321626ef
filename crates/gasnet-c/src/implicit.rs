//! The operations without an event that a thread has begun, and its access region.

use std::cell::Cell;

use crate::state::Call;

thread_local! {
    /// The mark behind the thread's last operation outside access regions.
    static LAST: Cell<u64> = const { Cell::new(0) };
    /// Inside an access region, the mark behind its last operation: 0 before the first.
    static REGION: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Adds the operations before `mark`, which this thread has begun. `None` if they have ended.
pub(crate) fn add(mark: Option<u64>) {
    let Some(mark) = mark else {
        return;
    };
    if REGION.get().is_some() {
        REGION.set(Some(mark));
    } else {
        LAST.set(mark);
    }
}

/// The mark behind the thread's operations.
pub(crate) fn mark(call: Call) -> u64 {
    if REGION.get().is_some() {
        call.fatal(
            "called in an access region: gex_NBI_EndAccessRegion comes first, and returns the \
             region's event",
        );
    }
    LAST.get()
}

/// Begins an access region.
pub(crate) fn begin_region(call: Call) {
    if REGION.replace(Some(0)).is_some() {
        call.fatal("called twice: access regions don't nest");
    }
}

/// Ends the access region. The mark behind its operations, if it has any.
pub(crate) fn end_region(call: Call) -> Option<u64> {
    let Some(mark) = REGION.take() else {
        call.fatal("no access region was begun: gex_NBI_BeginAccessRegion begins one");
    };
    Some(mark).filter(|&mark| mark > 0)
}
