//! Does an operation of a hot path a given number of times. `cargo xtask counts` counts the
//! instructions of this program.
//!
//! ```text
//!   counted                     the names of all paths, one a line
//!   counted PATH COUNT MOST     COUNT operations of the path, with all prepared for MOST of them
//! ```
//!
//! The cost of an operation is the instructions of MOST operations minus those of COUNT, divided by
//! MOST minus COUNT. The start and end of the program, the preparation and the checks are equal in
//! both runs. Everything is deterministic: there is one thread, no socket, and no wait for a clock.
//!
//! `mpi.c` is a program of its own, for calls of MPI between two processes.

mod adapter;
mod engine;
mod node;

use std::process::ExitCode;

/// The number of operations to do, and the number to prepare for.
#[derive(Clone, Copy)]
struct Repeat {
    count: u64,
    most: u64,
}

/// A path: its name, and the function that does its operations.
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
