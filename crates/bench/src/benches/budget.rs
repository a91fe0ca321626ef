//! Few queue pairs and many peers: all processes exchange with all others under a limit of
//! connected queue pairs. Connections are closed and made again all the time.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use farreach_engine::{Fabric, Reach};

use crate::benches::many_to_many::{self, Outcome};
use crate::fabric::reaching;
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::task::Task;

/// The most connected queue pairs of a process.
const LIMIT: u32 = 8;

/// Measures with the limit and without.
pub(crate) fn measure(program: &Path, _: Cores, task: &Task) -> Result<Vec<Sample>> {
    let free = reaching(Reach::Rc);
    let limited = Fabric {
        qps: Some(LIMIT),
        ..free
    };
    let without = many_to_many::outcome(program, task, free)?;
    let with = many_to_many::outcome(program, task, limited)?;
    let most = figure(&with, "queue_pairs_most")?;
    ensure!(
        most <= f64::from(LIMIT),
        "{most} connected queue pairs where {LIMIT} were allowed"
    );
    let what = format!("everybody with everybody, {}", task.shape());
    let beside = |case: &str, value: f64, unit, of_free: f64| {
        let case = format!("{what}, at most {LIMIT} queue pairs: {case}");
        Sample::new(case, value, unit).beside("without a limit", of_free)
    };
    let per_message = |outcome: &Outcome| outcome.warm / many_to_many::messages(task);
    let evictions = figure(&with, "evictions")?;
    Ok(vec![
        beside("first time", with.cold, Unit::Milliseconds, without.cold),
        beside("again", with.warm, Unit::Milliseconds, without.warm),
        beside(
            "again, a message",
            per_message(&with),
            Unit::Microseconds,
            per_message(&without),
        ),
        beside(
            "most queue pairs of a process at any time",
            most,
            Unit::Count,
            figure(&without, "queue_pairs_most")?,
        ),
        beside(
            "connections that ended for others",
            evictions,
            Unit::Count,
            figure(&without, "evictions")?,
        ),
    ])
}

fn figure(outcome: &Outcome, name: &str) -> Result<f64> {
    let figure = outcome.summary[name].as_f64();
    figure.with_context(|| format!("the job's summary has no {name}: {}", outcome.summary))
}
