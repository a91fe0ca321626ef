//! The order of one-sided operations on the memory of a node, for processors that reorder loads and stores.
//!
//! Data moves by relaxed accesses ([`View`](crate::View), [`Memory`](crate::Memory)). What orders data and flags is here:
//!
//! ```text
//!   writer   put the data │ between_puts │ put the flag      or   put the data │ announce or announce_more
//!   reader   get the flag │ after_get │ get the data         or   heed │ get or load the data
//! ```
//!
//! Each writer goes with each reader: a reader that sees the flag sees the data. On x86 all but [`everything`] cost no
//! instruction; on aarch64 each is a barrier or an access that orders.

use crate::sync::{AtomicU64, Ordering, fence};

/// Orders puts: a process that sees what is put from now on sees what was put before.
#[inline]
pub fn between_puts() {
    fence(Ordering::Release);
}

/// Orders reads behind a get: what is read from now on is no older than what the get has read.
#[inline]
pub fn after_get() {
    fence(Ordering::Acquire);
}

/// Orders everything before with everything after.
#[inline]
pub fn everything() {
    fence(Ordering::SeqCst);
}

/// Sets a flag: a process that sees the value sees what was put before.
#[inline]
pub fn announce(flag: &AtomicU64, value: u64) {
    flag.store(value, Ordering::Release);
}

/// Adds to a flag, which others may do too: a process that sees the sum sees what each of them put before.
#[inline]
pub fn announce_more(flag: &AtomicU64, count: u64) {
    flag.fetch_add(count, Ordering::Release);
}

/// Reads a flag: what was put before the flag was set is visible from now on.
#[inline]
pub fn heed(flag: &AtomicU64) -> u64 {
    flag.load(Ordering::Acquire)
}
