//! How a process ends its whole job: the same way in the libraries of all programming models.
//!
//! When one process ends the job, the launcher ends the others by SIGTERM. The streams of C and
//! Fortran are then flushed (`crates/node/src/ending.rs`), unless the program has its own action
//! for SIGTERM. The process that ends the job tells our launcher before it flushes, because another
//! thread may hold a stream for ever. Other launchers may kill at once. They are told when all
//! processes of the node have flushed, or after three seconds.

use farreach_runtime::{World, flush_and_end, ignore_end, say};

/// Ends the job and this process with a status, and prints `text` unless it is empty. What the
/// program has printed in C and Fortran is flushed, except for streams that other threads hold.
/// Registered functions are not called, since other threads may be anywhere. `world` is `None`
/// if the process has not joined.
pub(crate) fn end_process(world: Option<&World>, status: i32, text: &str) -> ! {
    let is_told = world.is_some_and(|world| world.end_job(status, text));
    if is_told {
        // The launcher ends all processes by SIGTERM. This process ends by itself, and needs a
        // moment.
        ignore_end();
    } else if !text.is_empty() {
        // The launcher was not told, so it prints nothing.
        say(text);
    }
    flush_and_end(status)
}

/// Ends the job and this process with a status, without a text. This process ends by C's `exit`:
/// registered functions run, and all output, in whichever language, is flushed.
pub(crate) fn exit_process(world: &World, status: i32) -> ! {
    // The launcher ends all processes by SIGTERM. This process ends by itself, and needs a moment.
    ignore_end();
    world.end_job(status, "");
    std::process::exit(status)
}
