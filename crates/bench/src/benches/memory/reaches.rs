//! The memory of connections to all processes with each reach, and the memory of processes that are
//! not reached.

use std::path::Path;

use anyhow::{Context, Result};
use farreach_engine::Reach;

use super::{Figures, Look, Moment, Pss, mean, observe};
use crate::fabric::{name, offered, reaching};
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::task::{Scenario, Task};

/// Bytes that each further process costs in GASNet over InfiniBand, as published with INCR, a
/// runtime for MPI and UPC.
const GASNET: f64 = 128.0 * 1024.0;

/// Measures the task with each reach, after all processes have reached all others.
pub(crate) fn measure(program: &Path, _: Cores, task: &Task) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    let mut of_rc = None;
    for reach in offered() {
        let fabric = reaching(reach);
        let task = Task {
            fabric: Some(fabric),
            ..*task
        };
        let looks = observe(program, &task).with_context(|| name(&fabric))?;
        let all = at(&looks, Moment::All)?;
        let joined = at(&looks, Moment::Joined)?;
        let heap = mean(all, |(figures, _)| figures.connection_bytes);
        let unique = mean(all, unique) - mean(joined, unique);
        let (heap_of_rc, unique_of_rc) = *of_rc.get_or_insert((heap, unique));
        for (what, value, rc) in [
            ("connections' heap of a process", heap, heap_of_rc),
            ("growth of unique memory of a process", unique, unique_of_rc),
        ] {
            let case = format!(
                "{what} that has reached all, {}, reach {reach}",
                task.shape()
            );
            let sample = Sample::new(case, value, Unit::Kibibytes);
            samples.push(match reach {
                Reach::Rc => sample,
                _ => sample.beside("the same, reach rc", rc),
            });
        }
        let pairs = mean(all, |(figures, _)| figures.queue_pairs);
        let case = format!(
            "queue pairs of a process that has reached all, {}, reach {reach}",
            task.shape()
        );
        samples.push(Sample::new(case, pairs, Unit::Count));
    }
    Ok(samples)
}

/// The bytes that a further process costs each process, when all have joined and none has reached
/// another.
pub(crate) fn slope(program: &Path, least: &Task, most: &Task) -> Result<Vec<Sample>> {
    let grown = joined_bytes(program, most)? - joined_bytes(program, least)?;
    let each = grown / f64::from(most.size - least.size);
    let (least, most) = (least.size, most.size);
    let case = format!(
        "unique memory of a process for each further one that it has not reached, {least} to {most}"
    );
    let sample = Sample::new(case, each, Unit::Bytes);
    Ok(vec![sample.beside("published for GASNet-IBV", GASNET)])
}

/// Unique bytes of a process that has joined.
pub(crate) fn joined_bytes(program: &Path, task: &Task) -> Result<f64> {
    let starting = Task {
        scenario: Scenario::Starting,
        ..*task
    };
    let looks = observe(program, &starting)?;
    Ok(mean(at(&looks, Moment::Joined)?, unique))
}

/// Unique bytes of a process that has reached all others.
pub(crate) fn reached_bytes(program: &Path, task: &Task) -> Result<f64> {
    let looks = observe(program, task)?;
    Ok(mean(at(&looks, Moment::All)?, unique))
}

fn unique((_, pss): &(Figures, Pss)) -> u64 {
    pss.own
}

fn at(looks: &[Look], moment: Moment) -> Result<&Look> {
    let at = Moment::ALL.iter().position(|&one| one == moment);
    let look = at.and_then(|at| looks.get(at));
    look.with_context(|| format!("no look {}", moment.name()))
}
