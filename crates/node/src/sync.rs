//! The atomics that the algorithms between processes are made of.
//!
//! The modules `barrier`, `doorbell`, `flag`, `order`, `ring` and `waiting` name atomics by this module, and use nothing else
//! of the processor or the kernel but `fence` and `futex`. So `tests/model` can compile the same files over a model checker's
//! atomics, and run each algorithm with every order of accesses that the memory model allows.

pub(crate) use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
