//! Collectives of simulated members, hundreds of them in one process, under seeded schedules.

#![expect(
    clippy::arc_with_non_send_sync,
    reason = "collectives count references as threads would need it; a simulation has one"
)]

mod machine;
mod plan;
mod process;
mod program;
mod schedules;
mod sets;
