//! Benchmarks, each beside a physical limit measured in the same run.
//!
//! ```text
//!   driver                                              job of workers (`farreach run .. bench-worker TASK`)
//!   for each round:
//!     for each task: start a job ───────────────────▶   rank 0 measures, the others are its targets
//!                    collect its samples ◀────────────  one line of JSON per case: value, limit's name
//!     for each limit that the samples name: measure it
//!   medians over the rounds ──▶ Row ──▶ table, JSON
//! ```
//!
//! Invariants:
//! - A row's limit is measured in the rounds of its value, directly after it, on the same cores.
//! - A measured loop checks what it moved. If a target's bytes are not what was put, the run fails.
//! - A bench between nodes fails if the counters don't show its bytes on reliable connections.
//! - Only benches pin threads to cores; the library never does.
//!
//! Start reading at [`run`]; a bench is one file in `benches`, a limit one file in `limits`.

mod benches;
mod clock;
pub mod compare;
mod conditions;
mod driver;
mod fabric;
pub mod hosts;
mod interrupt;
mod job;
mod limits;
mod machine;
mod meter;
mod papers;
mod pin;
mod process;
mod published;
mod report;
mod sample;
mod series;
mod task;
pub mod worker;
mod workspace;

pub use conditions::{Conditions, Probe};
pub use driver::{Options, Results, run};
pub use farreach_node::thread_live_bytes;
pub use interrupt::{Interrupted, Interrupts};
pub use limits::queue_pair_costs;
pub use machine::Machine;
pub use papers::measurements;
pub use report::{Row, Target, table, to_json};
pub use task::{Bench, Placement};

/// The name of the bundled app whose processes measure.
pub const WORKER_APP: &str = "bench-worker";
