//! Does an operation of a hot path so many times: what `cargo xtask counts` counts the instructions of.
//!
//! ```text
//!   counted                     the names of all paths, one a line
//!   counted PATH COUNT MOST     COUNT operations of the path, with all prepared for MOST of them
//! ```
//!
//! The instructions of MOST operations less those of COUNT, divided by the difference, are what one costs; start and end
//! of the program, preparation and checks are in both. Everything here is deterministic: one thread, no socket, no clock
//! that is waited for.

mod adapter;
mod engine;
mod node;

use std::process::ExitCode;

/// How many operations to do, and for how many to prepare.
#[derive(Clone, Copy)]
struct Repeat {
    count: u64,
    most: u64,
}

/// A path: its name and what does its operations.
type Path = (&'static str, fn(Repeat));

fn paths() -> impl Iterator<Item = &'static Path> {
    node::PATHS
        .iter()
        .chain(adapter::PATHS)
        .chain(engine::PATHS)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, count, most] = &arguments[..] else {
        for (name, _) in paths() {
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    };
    let Some((_, run)) = paths().find(|(path, _)| path == name) else {
        eprintln!("counted: there is no path {name:?}");
        return ExitCode::FAILURE;
    };
    let (Ok(count), Ok(most)) = (count.parse(), most.parse()) else {
        eprintln!("counted: {count:?} and {most:?} are not two numbers of operations");
        return ExitCode::FAILURE;
    };
    run(Repeat { count, most });
    ExitCode::SUCCESS
}
