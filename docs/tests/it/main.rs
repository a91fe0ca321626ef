//! What the guide says is so: its programs in Rust run as jobs, its settings and messages are those of the code.
//!
//! ```text
//!   it                                the tests
//!    └─ it job PROGRAM N NODES        the launcher's head of one job, as `farreach run` is
//!        └─ it __agent                the launcher's agent of one node
//!            └─ it pe PROGRAM         a PE, which runs a block of a page
//! ```

mod messages;
mod pages;
mod programs;
mod settings;

use std::process::ExitCode;

use farreach_launch::AGENT_ARGUMENT;
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let started_ns = farreach_launch::now_ns();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [AGENT_ARGUMENT, ..] => farreach_launch::agent::main(std::iter::empty(), ""),
        ["job", program, ranks, nodes] => programs::head(program, ranks, nodes, started_ns),
        ["pe", program] => programs::run_as_pe(program),
        _ => {
            let mut trials = programs::trials();
            trials.extend([
                Trial::test("the table of settings is the code's", settings::table),
                Trial::test("settings that are named exist", settings::names),
                Trial::test("messages that are explained exist", messages::exist),
            ]);
            libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
        }
    }
}
