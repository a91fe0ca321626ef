//! IS, integer sort: ranks of keys that are distributed like sums of four uniform numbers, ten times, two keys changing each
//! time (RNR-94-007, 2.4; division among processes of NAS-95-020, 3.4: by buckets of keys; test keys of NPB 3.4).

mod blocks;
mod counts;
mod problem;
mod ranking;

use anyhow::Result;

use crate::class::Class;
use crate::is::problem::{Problem, TESTS};
use crate::is::ranking::Ranking;
use crate::job::Job;
use crate::report::Outcome;
use crate::timing::timed;

const ITERATIONS: usize = 10;

/// IS of a class.
pub(crate) fn run(job: &Job<'_>, class: Class) -> Result<Outcome> {
    let problem = Problem::of(class, job.size() as u32);
    let keys = problem.keys();
    let mut ranking = Ranking::new(job, problem)?;
    // Officially untimed, so that all memory has been touched.
    ranking.rank(1)?;
    let (mut passed, seconds) = timed(job, || {
        (1..=ITERATIONS).try_fold(0, |passed, iteration| Ok(passed + ranking.rank(iteration)?))
    })?;
    passed += u64::from(ranking.is_sorted()?);
    let mut all = [passed];
    job.sum(&mut all)?;
    // Each test key is of one process's range, and whether everything is sorted is known to all.
    let wanted = (TESTS * ITERATIONS) as u64 + job.size() as u64;
    Ok(Outcome {
        size: keys.to_string(),
        iterations: ITERATIONS,
        seconds,
        millions: (ITERATIONS * keys) as f64 * 1e-6,
        operation: "keys ranked",
        verified: all[0] == wanted,
        result: vec![format!("Verifications passed: {} of {wanted}", all[0])],
    })
}
