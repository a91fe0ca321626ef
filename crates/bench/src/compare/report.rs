//! The results of a comparison, as tables for people and as JSON for programs.

use std::collections::BTreeMap;
use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::Options;
use super::catalogue::{Group, Measure};
use super::peer::{Installed, Peer};
use super::rounds::{Figures, Key, Runtime};
use crate::conditions::Conditions;
use crate::report::{fill, fit, notes, show};
use crate::series::median;
use crate::task::Placement;

#[cfg(test)]
pub(super) mod tests;

/// Farreach's interface for C.
const IN_C: Runtime = Runtime::Peer(Peer::FarreachC);
/// Farreach's MPI.
const IN_MPI: Runtime = Runtime::Peer(Peer::FarreachMpi);

/// The results of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The machine, and its state during the comparison.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// Differences from a quiet machine.
    pub remarks: Vec<String>,
    /// The number of rounds of the medians.
    pub rounds: usize,
    /// The peers.
    pub peers: Vec<PeerReport>,
    /// The results, a row for each operation.
    pub rows: Vec<Row>,
    /// Failures.
    pub problems: Vec<ProblemReport>,
}

/// A peer of the comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PeerReport {
    /// Its name.
    pub peer: Peer,
    /// The version that its launcher reports. `None` if the peer is not installed.
    pub version: Option<String>,
    /// The settings, by placement.
    pub settings: Vec<(Placement, String)>,
    /// If the peer is not installed: what is missing and how to get it.
    pub missing: Option<String>,
}

/// A failed job.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProblemReport {
    /// The runtime.
    pub runtime: String,
    /// The job.
    pub job: String,
    /// What happened.
    pub what: String,
}

/// The figures of all runtimes for one operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The group.
    pub group: Group,
    /// The operation, as one word.
    pub operation: String,
    /// The operation with its size, as text.
    pub case: String,
    /// The placement of the processes.
    pub placement: Placement,
    /// The number of processes.
    pub processes: u32,
    /// Bytes of the operation.
    pub bytes: usize,
    /// A time (`ns`, `us`, `ms`, `s`) or a rate (`M/s`, `GB/s`).
    pub unit: String,
    /// The unit in seconds or in operations per second.
    #[serde(skip)]
    pub(super) base: f64,
    /// Whether less is better.
    pub less_is_better: bool,
    /// The figures. Farreach's is first.
    pub figures: Vec<Figure>,
    /// The fastest runtime, if more than one has a figure.
    pub winner: Option<String>,
}

/// A runtime's figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The runtime.
    pub runtime: String,
    /// The median in the row's unit.
    pub median: f64,
    /// Farreach's median divided by this one. `None` for Farreach, and if Farreach has no figure.
    pub ratio: Option<f64>,
    /// The median of Farreach's interface for C divided by this one. `None` for that interface, and
    /// if it has no figure.
    pub ratio_c: Option<f64>,
    /// The median of Farreach's MPI divided by this one. `None` for that interface, and if it has no
    /// figure.
    pub ratio_mpi: Option<f64>,
    /// The figures of the rounds, in the row's unit.
    pub samples: Vec<f64>,
}

impl Comparison {
    pub(super) fn new(
        options: &Options,
        installed: &[Installed],
        missing: Vec<(Peer, String)>,
        figures: &Figures,
        conditions: Conditions,
    ) -> Comparison {
        let found = installed.iter().map(|found| PeerReport {
            peer: found.peer,
            version: Some(found.version.clone()),
            settings: options
                .placements
                .iter()
                .map(|&placement| (placement, found.peer.shown_settings(placement)))
                .collect(),
            missing: None,
        });
        let missing = missing.into_iter().map(|(peer, why)| PeerReport {
            peer,
            version: None,
            settings: Vec::new(),
            missing: Some(why),
        });
        let problems = figures.problems.iter().map(|problem| ProblemReport {
            runtime: problem.runtime.name().to_owned(),
            job: problem.job.clone(),
            what: problem.what.clone(),
        });
        Comparison {
            remarks: conditions.remarks(),
            conditions,
            rounds: options.rounds,
            peers: found.chain(missing).collect(),
            rows: figures
                .samples
                .iter()
                .map(|(key, samples)| Row::new(key, samples))
                .collect(),
            problems: problems.collect(),
        }
    }

    /// Whether all jobs of Farreach succeeded.
    pub fn is_sound(&self) -> bool {
        let mut problems = self.problems.iter();
        !self.rows.is_empty() && !problems.any(|problem| is_ours(&problem.runtime))
    }

    /// The results as JSON.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self).expect("plain figures and names");
        json + "\n"
    }

    /// The results as Markdown: tables and remarks.
    pub fn to_markdown(&self) -> String {
        let mut text = String::new();
        for placement in self.placements() {
            let (table, summary) = (self.table(placement), self.summary(placement));
            let _ = writeln!(text, "### {}\n\n{table}\n\n{summary}\n", title(placement));
        }
        text += &self.notes();
        text
    }

    /// The results for a terminal of `width` columns: as Markdown if that fits, else the medians
    /// only. Markdown without a width.
    pub fn to_text(&self, width: Option<usize>) -> String {
        let fits = |line: &str| width.is_none_or(|width| line.chars().count() <= width);
        let mut text = String::new();
        for placement in self.placements() {
            let whole = self.table(placement).to_string();
            let table = if whole.lines().all(fits) {
                whole
            } else {
                self.medians(placement, width)
            };
            let summary = fill(&self.summary(placement), width);
            let _ = writeln!(text, "### {}\n\n{table}\n\n{summary}\n", title(placement));
        }
        text += &fill(&self.notes(), width);
        text
    }

    /// The placements that have rows.
    fn placements(&self) -> impl Iterator<Item = Placement> {
        let all = [Placement::SameNode, Placement::CrossNode].into_iter();
        all.filter(|&placement| self.rows.iter().any(|row| row.placement == placement))
    }

    /// The runtimes that have figures, Farreach first.
    pub(super) fn runtimes(&self) -> Vec<&str> {
        let ours = Runtime::Farreach.name();
        let peers = self.peers.iter().filter(|peer| peer.version.is_some());
        std::iter::once(ours)
            .chain(peers.map(|peer| peer.peer.name()))
            .collect()
    }

    fn table(&self, placement: Placement) -> Table {
        let runtimes = self.runtimes();
        let mut table = Table::new();
        table.load_preset(presets::ASCII_MARKDOWN);
        let mut header = vec!["operation", "n", "unit"];
        header.extend(&runtimes);
        header.push("fastest");
        table.set_header(header);
        for row in self.rows.iter().filter(|row| row.placement == placement) {
            let mut cells = vec![
                row.case.clone(),
                row.processes.to_string(),
                row.unit.clone(),
            ];
            for &runtime in &runtimes {
                let figure = row.figures.iter().find(|figure| figure.runtime == runtime);
                cells.push(figure.map_or_else(|| "–".to_owned(), Figure::cell));
            }
            cells.push(row.winner.clone().unwrap_or_default());
            table.add_row(cells);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }

    /// The narrow table: medians, with a mark at the fastest.
    fn medians(&self, placement: Placement, width: Option<usize>) -> String {
        let runtimes = self.runtimes();
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        let mut header = vec!["operation", "n", "unit"];
        header.extend(&runtimes);
        table.set_header(header);
        for row in self.rows.iter().filter(|row| row.placement == placement) {
            let mut cells = vec![
                row.case.clone(),
                row.processes.to_string(),
                row.unit.clone(),
            ];
            for &runtime in &runtimes {
                let figure = row.figures.iter().find(|figure| figure.runtime == runtime);
                let is_best = row.winner.as_deref() == Some(runtime);
                let mark = if is_best { "*" } else { " " };
                cells.push(
                    figure.map_or_else(|| "– ".to_owned(), |figure| show(figure.median) + mark),
                );
            }
            table.add_row(cells);
        }
        fit(&mut table, width, &[0]);
        let legend =
            "* the fastest. A wider terminal, --markdown and --json show how they compare.";
        format!("{}\n\n{}", table.trim_fmt(), fill(legend, width))
    }

    /// The number of rows in which Farreach is faster: than all peers, than each peer, and by
    /// group.
    fn summary(&self, placement: Placement) -> String {
        let rows = || self.rows.iter().filter(|row| row.placement == placement);
        let mut text = placement.name().to_owned();
        for (ours, before) in [(Runtime::Farreach, ": "), (IN_C, ". "), (IN_MPI, ". ")] {
            let (name, (faster, of)) = (ours.name(), score(rows(), ours, None));
            if ours != Runtime::Farreach && of == 0 {
                continue;
            }
            let _ = write!(text, "{before}{name} is faster in {faster} of {of} rows");
            for runtime in self.runtimes() {
                if !is_ours(runtime) {
                    let (faster, of) = score(rows(), ours, Some(runtime));
                    let _ = write!(text, "; than {runtime} in {faster} of {of}");
                }
            }
            for group in Group::ALL {
                let (faster, of) = score(rows().filter(|row| row.group == group), ours, None);
                if of > 0 {
                    let _ = write!(text, "; {} {faster} of {of}", group.name());
                }
            }
        }
        text + "."
    }

    fn notes(&self) -> String {
        let mut lines = vec![format!(
            "Medians over {} rounds, in turns; in brackets ours / theirs. Times: less is better. Rates (M/s, GB/s): more \
             is better. A dash: no such operation, or see below.\n",
            self.rounds
        )];
        for peer in &self.peers {
            let name = peer.peer.name();
            match (&peer.version, &peer.missing) {
                (Some(version), _) => lines.push(format!("- {name}: {version}")),
                (None, Some(why)) => lines.push(format!("- {name}: not installed: {why}")),
                (None, None) => {}
            }
            for (placement, settings) in &peer.settings {
                lines.push(format!("  - {}: `{settings}`", placement.name()));
            }
        }
        for problem in &self.problems {
            let ProblemReport { runtime, job, what } = problem;
            lines.push(format!("- {runtime}: {job}: {what}"));
        }
        lines.join("\n") + "\n" + &notes(&self.conditions)
    }
}

/// Whether a runtime of this name is Farreach.
fn is_ours(runtime: &str) -> bool {
    [Runtime::Farreach, IN_C, IN_MPI]
        .iter()
        .any(|ours| ours.name() == runtime)
}

/// The heading of a placement's tables.
fn title(placement: Placement) -> &'static str {
    match placement {
        Placement::SameNode => "Same node: shared memory",
        Placement::CrossNode => "Cross node: over the network, no shared memory",
    }
}

impl Row {
    fn new(key: &Key, samples: &BTreeMap<Runtime, Vec<f64>>) -> Row {
        let measure = key.operation.unit();
        let medians: Vec<(Runtime, f64)> = samples
            .iter()
            .map(|(&runtime, samples)| (runtime, median(samples)))
            .collect();
        let less_is_better = measure.is_less_better();
        let (winner, best) = medians
            .iter()
            .copied()
            .min_by(|one, other| {
                let order = one.1.total_cmp(&other.1);
                if less_is_better {
                    order
                } else {
                    order.reverse()
                }
            })
            .expect("a row has a figure");
        let of = |runtime| samples.get(&runtime).map(|ours| median(ours));
        let ours = of(Runtime::Farreach);
        let beside = |ours: Runtime, runtime: Runtime, median: f64| {
            let ours = of(ours).filter(|_| !runtime.is_ours());
            ours.map(|ours| ours / median)
        };
        let (unit, base) = unit(measure, best);
        let figures = medians.iter().map(|&(runtime, median)| Figure {
            runtime: runtime.name().to_owned(),
            median: median / base,
            ratio: ours
                .filter(|_| runtime != Runtime::Farreach)
                .map(|ours| ours / median),
            ratio_c: beside(IN_C, runtime, median),
            ratio_mpi: beside(IN_MPI, runtime, median),
            samples: samples[&runtime]
                .iter()
                .map(|sample| sample / base)
                .collect(),
        });
        Row {
            group: key.group,
            operation: key.operation.action.name().to_owned(),
            case: key.operation.title(),
            placement: key.placement,
            processes: key.processes,
            bytes: key.operation.bytes,
            unit: unit.to_owned(),
            base,
            less_is_better,
            figures: figures.collect(),
            winner: (medians.len() > 1).then(|| winner.name().to_owned()),
        }
    }

    /// The figure of Farreach, or of its interface for C or MPI, divided by the figure of `than`, or
    /// of each peer.
    fn ratios<'a>(
        &'a self,
        ours: Runtime,
        than: Option<&'a str>,
    ) -> impl Iterator<Item = f64> + 'a {
        self.figures
            .iter()
            .filter(move |figure| match than {
                Some(than) => figure.runtime == than,
                None => !is_ours(&figure.runtime),
            })
            .filter_map(move |figure| match ours {
                IN_C => figure.ratio_c,
                IN_MPI => figure.ratio_mpi,
                _ => figure.ratio,
            })
    }

    /// Whether Farreach and the other runtime, or any peer, have figures.
    fn is_compared(&self, ours: Runtime, than: Option<&str>) -> bool {
        self.ratios(ours, than).next().is_some()
    }

    /// Whether Farreach is faster than the other runtime, or than all peers.
    fn is_faster(&self, ours: Runtime, than: Option<&str>) -> bool {
        self.ratios(ours, than).all(|ratio| {
            if self.less_is_better {
                ratio < 1.0
            } else {
                ratio > 1.0
            }
        })
    }
}

impl Figure {
    fn cell(&self) -> String {
        let shown = show(self.median);
        // Three digits of a small ratio would be zeros.
        let show_ratio = |ratio: f64| {
            if ratio < 0.01 {
                format!("{ratio:.5}")
            } else {
                show(ratio)
            }
        };
        let ratios = [
            (self.ratio, ""),
            (self.ratio_c, " in C"),
            (self.ratio_mpi, " by MPI"),
        ];
        let ratios: Vec<String> = ratios
            .into_iter()
            .filter_map(|(ratio, of)| Some(show_ratio(ratio?) + of))
            .collect();
        if ratios.is_empty() {
            return shown;
        }
        format!("{shown} ({})", ratios.join(", "))
    }
}

/// The number of rows in which Farreach is faster than the other runtime, or than all peers, and
/// the number of rows that compare them.
fn score<'a>(
    rows: impl Iterator<Item = &'a Row>,
    ours: Runtime,
    than: Option<&str>,
) -> (usize, usize) {
    let compared: Vec<&Row> = rows.filter(|row| row.is_compared(ours, than)).collect();
    let faster = compared.iter().filter(|row| row.is_faster(ours, than));
    (faster.count(), compared.len())
}

/// The unit for a row with this best figure, and the unit's size in base units.
fn unit(measure: Measure, best: f64) -> (&'static str, f64) {
    match measure {
        Measure::Memory => ("MiB", (1 << 20) as f64),
        Measure::Rate => ("M/s", 1e6),
        Measure::Bandwidth => ("GB/s", 1e9),
        Measure::Time if best < 1e-6 => ("ns", 1e-9),
        Measure::Time if best < 1e-3 => ("us", 1e-6),
        Measure::Time if best < 1.0 => ("ms", 1e-3),
        Measure::Time => ("s", 1.0),
    }
}
