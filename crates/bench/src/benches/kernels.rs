//! The kernels of the papers: connections on demand beside static ones, reach by reach.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use farreach_engine::{Fabric, Setup};
use serde_json::Value;

use crate::benches::programs::start;
use crate::fabric::{offered, reaching};
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::series::median;
use crate::task::{QUICK_MS, Task};

/// A kernel: what is measured of it, and where its figures have the seconds after start-up.
struct Kernel {
    name: &'static str,
    /// For a quick run, and for one whose time after start-up is long beside what the scheduler adds to it.
    sizes: [Size; 2],
    seconds: &'static str,
}

/// The size of a problem, and the program with its arguments.
struct Size(&'static str, &'static str);

const KERNELS: [Kernel; 5] = [
    Kernel {
        name: "random-access by messages",
        sizes: [
            Size("2^16 words", "random-access --log2 16"),
            Size("2^22 words", "random-access --log2 22"),
        ],
        seconds: "/seconds",
    },
    Kernel {
        name: "graph500, breadth-first search",
        sizes: [
            Size("scale 14", "graph500 --scale 14 --roots 16 --kernel bfs"),
            Size("scale 18", "graph500 --scale 18 --roots 64 --kernel bfs"),
        ],
        seconds: "/bfs/seconds/mean",
    },
    Kernel {
        name: "random-access by accumulates",
        sizes: [
            Size("2^12 words", "random-access --log2 12 --by accumulate"),
            Size("2^16 words", "random-access --log2 16 --by accumulate"),
        ],
        seconds: "/seconds",
    },
    Kernel {
        name: "lu",
        sizes: [
            Size("1,024 equations", "lu --size 1024"),
            Size("3,072 equations", "lu --size 3072"),
        ],
        seconds: "/seconds",
    },
    Kernel {
        name: "lj",
        sizes: [
            Size("500 particles, 50 steps", "lj --particles 500 --steps 50"),
            Size(
                "2,000 particles, 100 steps",
                "lj --particles 2000 --steps 100",
            ),
        ],
        seconds: "/seconds",
    },
];

/// A quick run takes the first kernels and reaches.
const QUICK: [usize; 2] = [2, 1];

/// Measures jobs of several nodes: the time after start-up, and the time from command to exit. Each job on demand stands
/// beside a static one of the same round.
pub(crate) fn measure(program: &Path, _: Cores, task: &Task) -> Result<Vec<Sample>> {
    let is_quick = task.case_ms < QUICK_MS;
    let offered = offered();
    let [kernels, reaches] = if is_quick {
        QUICK
    } else {
        [KERNELS.len(), offered.len()]
    };
    let (size, nodes) = (task.size.to_string(), task.nodes.to_string());
    let shape = ["-n", &size, "--nodes", &nodes];
    let mut samples = Vec::new();
    for kernel in &KERNELS[..kernels] {
        let size = &kernel.sizes[usize::from(!is_quick)];
        for reach in &offered[..reaches] {
            let time = |setup| {
                let fabric = Fabric {
                    setup,
                    ..reaching(*reach)
                };
                kernel.time(size, program, &shape, &fabric)
            };
            let [after_start, job] = time(Setup::OnDemand)?;
            let [after_static_start, static_job] = time(Setup::Static)?;
            let case = format!(
                "{}, {}, {}, reach {reach}",
                kernel.name,
                size.0,
                task.shape()
            );
            samples.extend([
                Sample::new(case.clone(), after_start, Unit::Milliseconds)
                    .beside("set-up static", after_static_start),
                Sample::new(
                    format!("{case}: from command to exit"),
                    job,
                    Unit::Milliseconds,
                )
                .beside("set-up static", static_job),
            ]);
        }
    }
    Ok(samples)
}

impl Kernel {
    /// The seconds after start-up, and from command to exit.
    fn time(
        &self,
        size: &Size,
        program: &Path,
        shape: &[&str],
        fabric: &Fabric,
    ) -> Result<[f64; 2]> {
        let mut arguments: Vec<&str> = size.1.split(' ').collect();
        arguments.push("--json");
        let begun = Instant::now();
        let figures: Value = start(program, shape, &arguments, fabric)?.end()?;
        let whole = begun.elapsed().as_secs_f64();
        Ok([seconds(&figures, self.seconds)?, whole])
    }
}

/// By how many percent a kernel's time after start-up differs on demand from static connections, in the median of some turns.
/// Positive if it takes longer on demand.
pub(crate) fn difference(program: &Path, shape: &[&str], name: &str, turns: usize) -> Result<f64> {
    let kernel = KERNELS.iter().find(|kernel| kernel.name == name);
    let kernel = kernel.with_context(|| format!("no kernel is called {name:?}"))?;
    let (mut on_demand, mut at_start) = (Vec::new(), Vec::new());
    for _ in 0..turns {
        for (setup, times) in [
            (Setup::OnDemand, &mut on_demand),
            (Setup::Static, &mut at_start),
        ] {
            let fabric = Fabric {
                setup,
                ..Fabric::default()
            };
            let [seconds, _] = kernel.time(&kernel.sizes[0], program, shape, &fabric)?;
            times.push(seconds);
        }
    }
    Ok((median(&on_demand) / median(&at_start) - 1.0) * 100.0)
}

/// The seconds at a place of a program's figures.
pub(super) fn seconds(figures: &Value, place: &str) -> Result<f64> {
    let seconds = figures.pointer(place).and_then(Value::as_f64);
    seconds.with_context(|| format!("there is no number at {place} of {figures}"))
}
