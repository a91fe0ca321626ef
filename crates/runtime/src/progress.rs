//! The network of a process, and who makes progress on it: callers, waiting threads, the helper thread.

mod clock;
pub mod devices;
mod driver;
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

pub(crate) use driver::Driver;
pub(crate) use helper::answer_call;
pub use lane::{Lane, Through};
pub(crate) use network::{Core, CountsEnds, Network, Outcome};
pub(crate) use stall::{Stall, has_no_child};
pub(crate) use sync::{SLEEP_MAX, SLEEP_WITHOUT_HELPER};
