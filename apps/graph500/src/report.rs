//! What process 0 prints.

use std::fmt::Write as _;

use anyhow::Result;
use farreach::shmem::Pe;
use serde::Serialize;

use crate::graph::Times;
use crate::options::Options;
use crate::statistics::Statistics;

/// The figures as JSON.
#[derive(Serialize)]
pub(crate) struct Figures {
    pub(crate) model: &'static str,
    pub(crate) processes: u32,
    pub(crate) scale: u32,
    pub(crate) edgefactor: u64,
    /// The number of searches of each kernel.
    pub(crate) roots: usize,
    pub(crate) generation_seconds: f64,
    pub(crate) construction_seconds: f64,
    pub(crate) bfs: Option<Searches>,
    pub(crate) sssp: Option<Searches>,
}

/// The searches of a kernel.
#[derive(Serialize)]
pub(crate) struct Searches {
    pub(crate) seconds: Statistics,
    /// Generated edges between the vertices that a search found.
    pub(crate) edges: Statistics,
    pub(crate) teps: Statistics,
    pub(crate) validation_seconds: f64,
    /// The mean number of levels that were searched backward.
    pub(crate) backward: f64,
    /// The share of the searches' time, on all processes, that went into sending and taking batches.
    pub(crate) moving: f64,
    /// The share that went into waiting for batches, and into folds.
    pub(crate) waiting: f64,
    /// Of all vertices with their distances, of all searches: equal for equal graphs and roots.
    pub(crate) hash: String,
}

impl Figures {
    pub(crate) fn new(pe: &Pe, options: &Options, times: Times, roots: usize) -> Figures {
        Figures {
            model: options.model.name(),
            processes: pe.n_pes(),
            scale: options.scale,
            edgefactor: options.edgefactor,
            roots,
            generation_seconds: times.generation,
            construction_seconds: times.construction,
            bfs: None,
            sssp: None,
        }
    }

    fn kernels(&self) -> impl Iterator<Item = (&'static str, &Searches)> {
        let both = [("bfs", &self.bfs), ("sssp", &self.sssp)];
        both.into_iter()
            .filter_map(|(name, searches)| Some((name, searches.as_ref()?)))
    }

    /// The line of the job's summary.
    fn result(&self) -> String {
        let mut text = format!(
            "scale {}, edgefactor {}, by {}: {} searches are valid",
            self.scale, self.edgefactor, self.model, self.roots
        );
        for (name, searches) in self.kernels() {
            let rates = searches.teps;
            let _ = write!(
                text,
                ", {name} {:.3e} TEPS (harmonic mean, error {:.1e})",
                rates.mean, rates.deviation
            );
        }
        text
    }

    /// The benchmark's output.
    fn lines(&self) -> String {
        let mut text = String::new();
        for (label, value) in [
            ("SCALE", self.scale.to_string()),
            ("edgefactor", self.edgefactor.to_string()),
            ("NBFS", self.roots.to_string()),
            (
                "graph_generation",
                format!("{:.6}", self.generation_seconds),
            ),
            ("num_mpi_processes", self.processes.to_string()),
            (
                "construction_time",
                format!("{:.6}", self.construction_seconds),
            ),
        ] {
            line(&mut text, label, &value);
        }
        for (name, searches) in self.kernels() {
            for (what, statistics, means) in [
                ("time", &searches.seconds, ["mean", "stddev"]),
                ("nedge", &searches.edges, ["mean", "stddev"]),
                ("TEPS", &searches.teps, ["harmonic_mean", "harmonic_stddev"]),
            ] {
                for (label, value) in [
                    ("min", statistics.min),
                    ("firstquartile", statistics.first_quartile),
                    ("median", statistics.median),
                    ("thirdquartile", statistics.third_quartile),
                    ("max", statistics.max),
                    (means[0], statistics.mean),
                    (means[1], statistics.deviation),
                ] {
                    line(
                        &mut text,
                        &format!("{name}  {label}_{what}"),
                        &format!("{value:.6e}"),
                    );
                }
            }
            let seconds = format!("{:.6}", searches.validation_seconds);
            line(&mut text, &format!("{name}  mean_validate"), &seconds);
            let levels = format!("{:.1}", searches.backward);
            line(&mut text, &format!("{name}  levels_backward"), &levels);
            for (what, share) in [("moving", searches.moving), ("waiting", searches.waiting)] {
                let share = format!("{:.1} %", 100.0 * share);
                line(&mut text, &format!("{name}  share_{what}"), &share);
            }
            line(&mut text, &format!("{name}  hash"), &searches.hash);
        }
        text
    }
}

fn line(text: &mut String, label: &str, value: &str) {
    let label = format!("{label}:");
    let _ = writeln!(text, "{label:<28} {value}");
}

/// Prints the figures.
pub(crate) fn print(pe: &Pe, options: &Options, figures: &Figures) -> Result<()> {
    let result = figures.result();
    if options.json {
        println!("{}", serde_json::to_string(figures)?);
    } else {
        println!("{}{result}", figures.lines());
    }
    pe.world().set_result(result);
    Ok(())
}
