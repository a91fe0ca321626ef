//! Which placements of a program in C a run has.

use std::sync::OnceLock;

use crate::draw::{CHOICE, Draw};

/// One in this number of runs has a job that is not in each.
const DRAWN: u64 = 4;

/// Whether this run has a job that is not in each: all of them if it names its tests.
pub(crate) fn is_drawn(job: &str) -> bool {
    static DRAW: OnceLock<Draw> = OnceLock::new();
    let names_tests = || std::env::args().skip(1).any(|text| !text.starts_with('-'));
    let draw = DRAW.get_or_init(|| Draw::new(names_tests()));
    if let Draw::By(text) = draw {
        // For a test that fails.
        println!("{CHOICE}={text} draws whether this runs: {job}");
    }
    draw.has(job, DRAWN)
}

/// The placements of a program in this run: processes and nodes. Those of `always` are in each.
pub(crate) fn drawn(
    program: &str,
    placements: &[(u32, u32)],
    always: &[(u32, u32)],
) -> Vec<(u32, u32)> {
    let has = |placement: &(u32, u32)| {
        let (ranks, nodes) = placement;
        always.contains(placement) || is_drawn(&format!("{program}: {ranks} on {nodes}"))
    };
    placements.iter().copied().filter(has).collect()
}
