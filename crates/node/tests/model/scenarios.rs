//! What the algorithms are for, in the fewest steps.

mod barrier;
mod doorbell;
mod flag;
mod order;
mod ring;

pub(crate) use barrier::BARRIER;
pub(crate) use doorbell::DOORBELL;
pub(crate) use flag::FLAG;
pub(crate) use order::ORDER;
pub(crate) use ring::RING;

/// A program of a few threads, which panics or never ends where an algorithm does not keep its promise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    /// How often at most a thread is stopped where it could go on.
    pub(crate) preemptions: usize,
    pub(crate) run: fn(),
}
