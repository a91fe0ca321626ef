//! Jobs of real processes: what users see of the launcher, and what is left behind (nothing).

mod deaths;
mod exits;
mod input;
mod output;
mod support;
mod wireup;
