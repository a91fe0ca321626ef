//! The network of a process, and who makes progress on it: callers, waiting threads, the helper thread.

mod background;
mod clock;
pub mod devices;
mod driver;
mod hand_over;
mod helper;
mod lane;
mod lanes;
mod marks;
mod network;
mod opening;
mod ordering;
mod packets;
mod prompt;
mod stall;
mod unsent;
mod waiting;

pub(crate) use background::{Background, Continued};
pub(crate) use driver::Driver;
pub(crate) use helper::answer_call;
pub use lane::{Lane, LaneContext};
pub(crate) use network::{Core, CountsEnds, Network, Outcome};
pub(crate) use stall::has_no_child;
pub(crate) use waiting::{SLEEP_MAX, Waiting};
