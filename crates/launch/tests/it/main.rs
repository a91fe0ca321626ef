//! Jobs of real processes: what users see of the launcher, and that nothing is left behind.

mod deaths;
mod exits;
mod fuzz;
mod input;
mod output;
mod support;
mod wireup;
