//! Threads with private contexts, beside as many processes: operations per second of all of them
//! together.
//!
//! ```text
//!   threads:     PE 0 ┬ thread ─────▶ PE n            processes:   PE 0 ───▶ PE n
//!                     └ thread ─────▶ PE n + 1                     PE 1 ───▶ PE n + 1
//!                PE 1                 …                            …
//! ```
//!
//! Both jobs have equally many processes, and the operations reach the same ones. They differ only
//! in the measuring threads or processes, which are pinned to the cores in turn. All other
//! processes sleep in a barrier.

use std::hint::black_box;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use farreach::shmem::{Base, Initiator, Pe, Symmetric};

use crate::job;
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::series::median;
use crate::task::{QUICK_MS, Scenario, Task};
use crate::worker::Session;

/// Numbers of threads, and of processes beside them.
const WORKERS: [u32; 3] = [1, 2, 4];
/// The largest number of workers.
const WORKERS_MAX: usize = 4;
/// Puts before a quiet.
const WINDOW: usize = 256;
/// Words between the words of two workers, so that they share no cache line.
const APART: usize = 16;
/// The number of turns of each side of a comparison, if there is time.
const TURNS: usize = 3;

/// A measured operation.
#[derive(Clone, Copy)]
enum Case {
    PutNbi,
    Put,
    Get,
    FetchAdd,
}

impl Case {
    const ALL: [Case; 4] = [Case::PutNbi, Case::Put, Case::Get, Case::FetchAdd];

    fn name(self) -> &'static str {
        match self {
            Case::PutNbi => "put_nbi 8 B",
            Case::Put => "put 8 B",
            Case::Get => "get 8 B",
            Case::FetchAdd => "fetch-add 64 bits",
        }
    }

    /// Operations between two looks at the clock.
    fn in_batch(self) -> usize {
        match self {
            Case::PutNbi | Case::Put => WINDOW,
            Case::Get | Case::FetchAdd => 32,
        }
    }

    /// A batch of one worker's operations, until they are complete. Each case has its own loop: a
    /// loop that selected the case would take as long as some operations.
    fn batch<B: Base>(
        self,
        context: &Initiator<B>,
        objects: &Objects,
        number: u32,
        target: u32,
    ) -> Result<()> {
        let Objects { source, words, .. } = objects;
        let at = (WINDOW + APART) * number as usize;
        match self {
            Case::PutNbi => {
                for word in 0..WINDOW {
                    context.put_nbi(
                        black_box(words).range(at + word..).on(target),
                        source.range(word..=word),
                    )?;
                }
            }
            Case::Put => {
                for word in 0..WINDOW {
                    context.put_slice(
                        black_box(words).range(at + word..).on(target),
                        &[word as u64],
                    )?;
                }
            }
            Case::Get => {
                for _ in 0..self.in_batch() {
                    black_box(context.get(black_box(words).at(at).on(target))?);
                }
            }
            Case::FetchAdd => {
                let before = context.fetch_add(words.at(at).on(target), 1)?;
                for added in 1..self.in_batch() as u64 {
                    let old = context.fetch_add(black_box(words).at(at).on(target), 1)?;
                    ensure!(old == before + added, "an addition was lost");
                }
            }
        }
        Ok(context.quiet()?)
    }
}

/// The symmetric objects of the workers.
struct Objects {
    source: Symmetric<u64>,
    /// Each worker's own words at the PE that it reaches.
    words: Symmetric<u64>,
    /// At PE 0: the number of workers that have arrived, and the result of each.
    come: Symmetric<u64>,
    rates: Symmetric<f64>,
}

/// The workers, which measure at the same time.
struct Workers {
    count: u32,
    budget: Duration,
    cores: Cores,
}

/// This rank's part.
pub(crate) fn run(session: &Session) -> Result<()> {
    let pe = &session.pe;
    let stride = WINDOW + APART;
    let objects = Objects {
        source: pe.alloc(WINDOW)?,
        words: pe.alloc(stride * WORKERS_MAX)?,
        come: pe.alloc(1)?,
        rates: pe.alloc(WORKERS_MAX)?,
    };
    let count = pe.n_pes() / 2;
    let workers = Workers {
        count,
        budget: session.task.budget(),
        cores: session.cores,
    };
    let me = pe.my_pe();
    if (me, count) == (1, 1) {
        // The worker has a core to itself. Otherwise the kernel finds the best core for a reached
        // process.
        session.cores.pin_second();
    }
    pe.barrier_all()?;
    match session.task.scenario {
        Scenario::Threads if me == 0 => {
            let (objects, workers) = (&objects, &workers);
            let work = |number| {
                let context = pe.private_context();
                workers.work(pe, &context, objects, number)
            };
            thread::scope(|scope| -> Result<()> {
                let work = &work;
                let all: Vec<_> = (0..count)
                    .map(|number| scope.spawn(move || work(number)))
                    .collect();
                all.into_iter()
                    .try_for_each(|worker| worker.join().expect("a worker does not panic"))
            })?;
        }
        Scenario::Threads => {}
        _ if me < count => workers.work(pe, pe, &objects, me)?,
        _ => {}
    }
    pe.barrier_all()?;
    Ok(())
}

impl Workers {
    /// Measures all cases as one of the workers.
    fn work<B: Base>(
        &self,
        pe: &Pe,
        context: &Initiator<B>,
        objects: &Objects,
        number: u32,
    ) -> Result<()> {
        if number.is_multiple_of(2) {
            self.cores.pin_first();
        } else {
            self.cores.pin_second();
        }
        let target = self.count + number;
        for case in Case::ALL {
            case.batch(context, objects, number, target)?;
            self.meet(pe, objects)?;
            let begun = Instant::now();
            let mut done = 0;
            while begun.elapsed() < self.budget {
                case.batch(context, objects, number, target)?;
                done += case.in_batch();
            }
            let rate = done as f64 / begun.elapsed().as_secs_f64();
            pe.put(objects.rates.at(number as usize).on(0), rate)?;
            self.meet(pe, objects)?;
            if pe.my_pe() == 0 && number == 0 {
                let mut rates = vec![0.0; self.count as usize];
                pe.read(objects.rates, &mut rates)?;
                Sample::new(case.name(), rates.iter().sum(), Unit::Rate).emit();
            }
            self.meet(pe, objects)?;
        }
        Ok(())
    }

    /// Waits until all workers have arrived.
    fn meet(&self, pe: &Pe, objects: &Objects) -> Result<()> {
        let before = pe.fetch_add(objects.come.at(0).on(0), 1)?;
        let count = u64::from(self.count);
        let all = (before / count + 1) * count;
        while pe.get(objects.come.at(0).on(0))? < all {
            thread::yield_now();
        }
        Ok(())
    }
}

/// Measures all comparisons.
pub(crate) fn measure(program: &Path, cores: Cores, task: &Task) -> Result<Vec<Sample>> {
    // It takes some time until the kernel has placed the threads.
    let task = &Task {
        case_ms: 4 * task.case_ms,
        ..*task
    };
    let mut samples = Vec::new();
    let turns = if task.case_ms < 4 * QUICK_MS {
        1
    } else {
        TURNS
    };
    for count in WORKERS {
        let (mut of_threads, mut of_processes) = (Vec::new(), Vec::new());
        let processes = Task {
            size: 2 * count,
            ..*task
        };
        let threads = Task {
            scenario: Scenario::Threads,
            ..processes
        };
        for _ in 0..turns {
            let run = |task: &Task| job::run(program, cores, task);
            of_threads.push(run(&threads).with_context(|| format!("{count} threads"))?);
            of_processes.push(run(&processes).with_context(|| format!("{count} processes"))?);
        }
        for (index, case) in Case::ALL.into_iter().enumerate() {
            let of = |runs: &[Vec<Sample>]| -> Result<f64> {
                let one = |run: &Vec<Sample>| run.get(index).map(|sample| sample.value);
                let values: Option<Vec<f64>> = runs.iter().map(one).collect();
                Ok(median(&values.context("a job reported too few cases")?))
            };
            let (ours, theirs) = (of(&of_threads)?, of(&of_processes)?);
            let (one, other) = match count {
                1 => ("1 thread".to_owned(), "1 process".to_owned()),
                _ => (format!("{count} threads"), format!("{count} processes")),
            };
            let case = format!("{}, {one}", case.name());
            let sample = Sample::new(case, ours, Unit::Rate);
            samples.push(sample.beside(format!("the same, {other}"), theirs));
        }
    }
    Ok(samples)
}
