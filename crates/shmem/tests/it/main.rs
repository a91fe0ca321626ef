//! Tests of the interface as its users meet it. Every test is a function that all PEs of a real job
//! run.
//!
//! ```text
//!   it                        runs the tests, each in jobs of several sizes and placements
//!    └─ it job NAME N NODES   the launcher's head of one job (it wants a process without other children)
//!        └─ it __agent        the launcher's agent of one node
//!            └─ it __app rank NAME      a PE, which runs the test's body
//! ```

mod bodies;
mod draw;
mod endings;
mod faults;
mod job;
mod launched;
mod load;
mod pattern;
mod refusals;
mod sandbox;
mod standstill;
mod strangers;
mod trials;
mod waiting;

use std::process::ExitCode;

use farreach_launch::{AGENT_ARGUMENT, APP_ARGUMENT};

fn main() -> ExitCode {
    let started_ns = farreach_launch::now_ns();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [AGENT_ARGUMENT, ..] => farreach_launch::agent::main(std::iter::empty(), ""),
        [APP_ARGUMENT, "rank", body] => endings::main(body).unwrap_or_else(|| bodies::run(body)),
        ["job", body, ranks, nodes] => job::head(body, ranks, nodes, started_ns),
        _ => trials::run(),
    }
}
