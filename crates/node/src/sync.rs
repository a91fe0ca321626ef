//! The atomics of the algorithms between processes.
//!
//! The modules `barrier`, `doorbell`, `flag`, `order`, `ring` and `waiting` name atomics by this
//! module. Of the processor and the kernel they use nothing else but `fence` and `futex`.
//! `tests/model` can therefore compile these files over a model checker's atomics, and run each
//! algorithm with every order of accesses that the memory model allows.

pub(crate) use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
