//! Operations on established connections of each kind: puts, gets, atomic operations, accumulates and transfers in chunks of each reach
//! beside those of `rc`, and of connections made on demand beside connections made at the start.
//! Compared settings run in turns.

mod operations;

use std::path::Path;

use anyhow::{Context, Result, ensure};
use farreach::armci;
use farreach_engine::{Fabric, Reach, Setup};

use crate::fabric::{name, reaching, refusal};
use crate::job;
use crate::limits::size_name;
use crate::meter;
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::series::median;
use crate::task::{QUICK_MS, Task};
use crate::worker::{Session, TARGET};

/// Operations before a quiet, where many are under way.
const WINDOW: usize = 256;
const WARM_UP: u64 = 200;
const LARGE: usize = 1 << 20;
const LARGE_WINDOW: usize = 16;
/// Doubles of a large accumulate.
const NUMBERS: usize = (64 << 10) / size_of::<f64>();

/// The settings that are compared, each with its reference.
fn pairs() -> Vec<(Fabric, Fabric)> {
    let rc = reaching(Reach::Rc);
    let made_at_the_start = |reach| Fabric {
        setup: Setup::Static,
        ..reaching(reach)
    };
    let mut pairs = vec![
        (rc, made_at_the_start(Reach::Rc)),
        (reaching(Reach::Sxrc), made_at_the_start(Reach::Sxrc)),
    ];
    for reach in [Reach::Sxrc, Reach::Exrc, Reach::RcMsrq, Reach::Server] {
        pairs.push((reaching(reach), rc));
    }
    pairs.retain(|(ours, theirs)| {
        [ours, theirs]
            .iter()
            .all(|one| refusal(one.reach).is_none())
    });
    pairs
}

/// This rank's part, with equal cases for all settings.
pub(crate) fn run(session: &Session) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    let local = pe.alloc::<u8>(LARGE)?;
    let remote = pe.alloc::<u8>(LARGE)?;
    let words = pe.alloc::<u64>(WINDOW)?;
    session.one_sided(|| {
        let put = meter::each(budget, WARM_UP, |number| {
            pe.put(words.at(0).on(TARGET), number)?;
            Ok(pe.quiet()?)
        })?;
        ensure!(
            pe.get(words.at(0).on(TARGET))? == put.operations - 1,
            "the last put is not at the target"
        );
        Sample::new("put 8 B + quiet", put.median(), Unit::Microseconds).emit();

        let get = meter::each(budget, WARM_UP, |_| {
            let word = pe.get(words.at(0).on(TARGET))?;
            ensure!(word == put.operations - 1, "a get brought {word}");
            Ok(())
        })?;
        Sample::new("get 8 B", get.median(), Unit::Microseconds).emit();

        let rate = meter::batches(budget, |_| {
            for at in 0..WINDOW {
                pe.put_nbi(words.range(at..).on(TARGET), words.range(at..=at))?;
            }
            Ok(pe.quiet()?)
        })?;
        let per_second = WINDOW as f64 / rate.seconds;
        Sample::new("put_nbi 8 B", per_second, Unit::Rate).emit();

        let large = meter::batches(budget, |_| {
            for _ in 0..LARGE_WINDOW {
                pe.put_nbi(remote.on(TARGET), local.range(..LARGE))?;
            }
            Ok(pe.quiet()?)
        })?;
        let moved = (LARGE * LARGE_WINDOW) as u64;
        session.count_payload(moved * large.operations);
        Sample::new("put 1 MiB", moved as f64 / large.seconds, Unit::Bandwidth).emit();

        let large = meter::batches(budget, |_| {
            for _ in 0..LARGE_WINDOW {
                pe.get_nbi(remote.on(TARGET), local.range(..LARGE))?;
            }
            Ok(pe.quiet()?)
        })?;
        session.count_payload(moved * large.operations);
        Sample::new("get 1 MiB", moved as f64 / large.seconds, Unit::Bandwidth).emit();
        Ok(())
    })?;
    operations::small(session)?;
    operations::atomics(session)?;
    accumulates(session)
}

/// Accumulates of one double and of many.
fn accumulates(session: &Session) -> Result<()> {
    let armci = armci::init()?;
    let sums = armci.allocate::<f64>(NUMBERS)?;
    sums.fill(0.0)?;
    session.one_sided(|| {
        let ones = vec![1.0; NUMBERS];
        let mut expected = 0.0;
        for numbers in [1, NUMBERS] {
            let add = meter::each(session.task.budget(), WARM_UP, |_| {
                sums.accumulate(TARGET, 0, 1.0, &ones[..numbers])?;
                Ok(armci.fence(TARGET)?)
            })?;
            expected += add.operations as f64;
            let mut sum = [0.0];
            sums.get(TARGET, 0, &mut sum)?;
            ensure!(
                sum[0].to_bits() == f64::to_bits(expected),
                "{} of {expected} accumulates are at the target",
                sum[0]
            );
            let bytes = size_name(numbers * size_of::<f64>());
            let case = format!("accumulate {bytes} + fence");
            Sample::new(case, add.median(), Unit::Microseconds).emit();
        }
        Ok(())
    })?;
    sums.free()?;
    operations::large(session, &armci)?;
    Ok(armci.finalize()?)
}

/// The number of turns of each side of a comparison, if there is time.
pub(crate) const TURNS: usize = 3;

/// Measures all comparisons.
pub(crate) fn measure(program: &Path, cores: Cores, task: &Task) -> Result<Vec<Sample>> {
    let run = |fabric: Fabric| {
        let task = Task {
            fabric: Some(fabric),
            ..*task
        };
        job::run(program, cores, &task).with_context(|| name(&fabric))
    };
    let mut samples = Vec::new();
    for (ours, theirs) in pairs() {
        let turns = if task.case_ms < QUICK_MS { 1 } else { TURNS };
        let (mut of_ours, mut of_theirs) = (Vec::new(), Vec::new());
        for _ in 0..turns {
            of_ours.push(run(ours)?);
            of_theirs.push(run(theirs)?);
        }
        for (one, other) in medians(of_ours)?.into_iter().zip(medians(of_theirs)?) {
            let on_demand = if theirs.setup == Setup::Static {
                ", on demand"
            } else {
                ""
            };
            let case = format!("{}, {}{on_demand}", one.case, name(&ours));
            let beside = name(&theirs);
            samples.push(Sample { case, ..one }.beside(format!("the same, {beside}"), other.value));
        }
    }
    Ok(samples)
}

/// The medians of equal samples of several jobs.
pub(crate) fn medians(jobs: Vec<Vec<Sample>>) -> Result<Vec<Sample>> {
    let mut jobs = jobs.into_iter();
    let mut samples = jobs.next().context("no job ran")?;
    let others: Vec<Vec<Sample>> = jobs.collect();
    for (at, sample) in samples.iter_mut().enumerate() {
        let mut values = vec![sample.value];
        for other in &others {
            let other = other.get(at).filter(|other| other.case == sample.case);
            values.push(other.context("a job with other cases")?.value);
        }
        sample.value = median(&values);
    }
    Ok(samples)
}
