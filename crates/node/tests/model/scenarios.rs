//! The promises of the algorithms, each in the fewest steps.

mod barrier;
mod doorbell;
mod flag;
mod inboxes;
mod order;
mod ring;

pub(crate) use barrier::BARRIER;
pub(crate) use doorbell::DOORBELL;
pub(crate) use flag::FLAG;
pub(crate) use inboxes::INBOXES;
pub(crate) use order::ORDER;
pub(crate) use ring::RING;

/// A program of a few threads that panics, or never ends, if an algorithm breaks its promise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    /// The most preemptions of a thread.
    pub(crate) preemptions: usize,
    pub(crate) run: fn(),
}
