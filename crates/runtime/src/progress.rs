//! The network of a process, and who makes progress on it: callers, waiting threads, the helper thread.

mod clock;
pub mod devices;
mod hand_over;
mod helper;
mod lane;
mod lanes;
mod network;
mod opening;
mod ordering;
mod packets;
mod prompt;
mod stall;
mod sync;
mod unsent;

pub(crate) use helper::{Helper, answer_call};
pub use lane::{Lane, Through};
pub(crate) use lanes::Lanes;
pub(crate) use network::{Core, CountsEnds, Network, Outcome};
pub(crate) use opening::open_network;
pub(crate) use stall::{Stall, has_no_child};
pub(crate) use sync::{SLEEP_MAX, SLEEP_WITHOUT_HELPER};
