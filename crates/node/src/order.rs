//! The order of one-sided operations on the memory of a node, for processors that reorder loads and stores.
//!
//! Data moves by relaxed accesses ([`View`](crate::View), [`Memory`](crate::Memory)). This file
//! orders data and flags:
//!
//! ```text
//!   writer   put the data │ between_puts │ put the flag      or   put the data │ announce or announce_more
//!   reader   get the flag │ after_get │ get the data         or   heed │ get or load the data
//! ```
//!
//! Each writer works with each reader: a reader that sees the flag sees the data. On x86 only
//! [`everything`] costs an instruction. On aarch64 each function is a barrier or an ordered access.

use crate::sync::{AtomicU64, Ordering, fence};

/// Orders puts: a process that sees a later put sees all earlier puts.
#[inline]
pub fn between_puts() {
    fence(Ordering::Release);
}

/// Orders reads behind a get: a later read returns nothing older than the get.
#[inline]
pub fn after_get() {
    fence(Ordering::Acquire);
}

/// Orders all earlier accesses before all later ones.
#[inline]
pub fn everything() {
    fence(Ordering::SeqCst);
}

/// Sets a flag: a process that sees the value sees all earlier puts.
#[inline]
pub fn announce(flag: &AtomicU64, value: u64) {
    flag.store(value, Ordering::Release);
}

/// Adds to a flag, which several processes may do. A process that sees the sum sees the earlier
/// puts of each of them.
#[inline]
pub fn announce_more(flag: &AtomicU64, count: u64) {
    flag.fetch_add(count, Ordering::Release);
}

/// Reads a flag: what was put before the flag was set is visible afterwards.
#[inline]
pub fn heed(flag: &AtomicU64) -> u64 {
    flag.load(Ordering::Acquire)
}
