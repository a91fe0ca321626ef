//! Plots over the size of transfers, with a curve for each runtime and placement, as SVG.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::catalogue::Action;
use super::peer::Peer;
use super::report::{Comparison, Row};
use crate::limits::size_name;
use crate::report::show;
use crate::task::Placement;

#[cfg(test)]
mod tests;

/// Width and height in points.
const SIZE: (u32, u32) = (1120, 640);
/// The left edge of the legend. It lies beside the curves, since any corner of a plot may have
/// curves.
const LEGEND_LEFT: u32 = 880;
/// The top of the lines below the plot: the machine and the versions.
const FOOT_TOP: u32 = 572;
/// The distance between two lines of text.
const LINE: i32 = 22;
/// A colour for each runtime. Colour-blind readers can distinguish them.
const COLOURS: [RGBColor; 1 + Peer::ALL.len()] = [
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x00, 0x00),
    RGBColor(0x80, 0x40, 0x00),
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0x80, 0x80, 0x80),
];

/// A plot: an action over its sizes.
struct Plot {
    file: &'static str,
    title: &'static str,
    action: Action,
}

const PLOTS: [Plot; 18] = [
    Plot {
        file: "message-latency.svg",
        title: "Message, half round trip",
        action: Action::PingPong,
    },
    Plot {
        file: "message-bandwidth.svg",
        title: "Bandwidth of messages",
        action: Action::MessageStream,
    },
    Plot {
        file: "active-message-latency.svg",
        title: "Active message, half round trip",
        action: Action::ActivePingPong,
    },
    collective("bcast.svg", "Broadcast", Action::Bcast),
    collective("reduce.svg", "Reduction to one process", Action::Reduce),
    collective(
        "allreduce.svg",
        "Reduction to all processes",
        Action::Allreduce,
    ),
    collective("gather.svg", "Gather", Action::Gather),
    collective(
        "allgather.svg",
        "Gather to all processes",
        Action::Allgather,
    ),
    collective("scatter.svg", "Scatter", Action::Scatter),
    collective("alltoall.svg", "All to all", Action::Alltoall),
    collective(
        "alltoallv.svg",
        "All to all, with counts",
        Action::Alltoallv,
    ),
    collective("scan.svg", "Scan", Action::Scan),
    collective("exscan.svg", "Exclusive scan", Action::Exscan),
    collective(
        "reduce-scatter.svg",
        "Reduction, scattered",
        Action::ReduceScatter,
    ),
    Plot {
        file: "put-latency.svg",
        title: "Put and its completion",
        action: Action::Put,
    },
    Plot {
        file: "get-latency.svg",
        title: "Get",
        action: Action::Get,
    },
    Plot {
        file: "put-bandwidth.svg",
        title: "Bandwidth of puts, 16 at a time",
        action: Action::PutStream,
    },
    Plot {
        file: "get-bandwidth.svg",
        title: "Bandwidth of gets, 16 at a time",
        action: Action::GetStream,
    },
];

const fn collective(file: &'static str, title: &'static str, action: Action) -> Plot {
    Plot {
        file,
        title,
        action,
    }
}

/// A curve of a plot.
struct Curve {
    name: String,
    colour: RGBColor,
    placement: Placement,
    /// Points: bytes, and microseconds or GB/s.
    points: Vec<(f64, f64)>,
}

impl Comparison {
    /// Draws all plots for which there are figures into files of `directory`, which is created if
    /// needed. Returns the files: none if no operation was measured with two sizes.
    pub fn draw(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        fs::create_dir_all(directory).with_context(|| format!("making {}", directory.display()))?;
        let mut files = Vec::new();
        for plot in &PLOTS {
            let processes = self.processes(plot.action);
            let curves = self.curves(plot.action, processes);
            if curves.is_empty() {
                continue;
            }
            let file = directory.join(plot.file);
            let title = match processes {
                0..=2 => plot.title.to_owned(),
                _ => format!("{}, {processes} processes", plot.title),
            };
            draw(plot, &title, &curves, &self.foot(), &file)
                .map_err(|error| anyhow!("drawing {}: {error}", file.display()))?;
            files.push(file);
        }
        Ok(files)
    }

    /// The rows of an action. Of several groups that measure it, the first counts.
    fn rows_of(&self, action: Action) -> impl Iterator<Item = &Row> {
        let of_action = move |row: &&Row| row.operation == action.name();
        let group = self.rows.iter().find(of_action).map(|row| row.group);
        let of_group = move |row: &&Row| Some(row.group) == group;
        self.rows.iter().filter(of_action).filter(of_group)
    }

    /// The largest number of processes that an action was measured with.
    fn processes(&self, action: Action) -> u32 {
        let rows = self.rows_of(action);
        rows.map(|row| row.processes).max().unwrap_or(0)
    }

    /// The curves that have at least two sizes, of jobs of `processes` processes.
    fn curves(&self, action: Action, processes: u32) -> Vec<Curve> {
        let mut curves = Vec::new();
        for placement in [Placement::SameNode, Placement::CrossNode] {
            for runtime in self.runtimes() {
                let rows = self.rows_of(action);
                let rows = rows.filter(|row| row.processes == processes);
                let point = |row: &Row| {
                    let mut figures = row.figures.iter();
                    let figure = figures.find(|figure| figure.runtime == runtime)?;
                    let scale = if row.less_is_better { 1e6 } else { 1e-9 };
                    Some((row.bytes as f64, figure.median * row.base * scale))
                };
                let points: Vec<_> = rows
                    .filter(|row| row.placement == placement)
                    .filter_map(point)
                    .collect();
                if points.len() > 1 {
                    curves.push(Curve {
                        name: format!("{runtime}, {}", placement.name()),
                        colour: colour(runtime),
                        placement,
                        points,
                    });
                }
            }
        }
        curves
    }

    /// The machine, the versions, and disturbances.
    fn foot(&self) -> Vec<String> {
        let machine = &self.conditions.machine;
        let peers = self
            .peers
            .iter()
            .filter(|peer| !matches!(peer.peer, Peer::FarreachC | Peer::FarreachMpi));
        let versions = peers.filter_map(|peer| {
            let version = peer.version.as_ref()?;
            Some(format!(", {} {version}", peer.peer.name()))
        });
        let versions: String = versions.collect();
        let rounds = match self.rounds {
            1 => "one round".to_owned(),
            rounds => format!("medians over {rounds} rounds"),
        };
        let mut foot = vec![
            machine.line(),
            format!("farreach {}{versions}; {rounds}", machine.farreach),
        ];
        if !self.remarks.is_empty() {
            foot.push("The machine was busy with something else: see the report.".to_owned());
        }
        foot
    }
}

/// The colour of a runtime, independent of the other runtimes.
fn colour(runtime: &str) -> RGBColor {
    let peer = Peer::ALL.iter().position(|peer| peer.name() == runtime);
    COLOURS[peer.map_or(0, |peer| peer + 1)]
}

/// The least and the greatest value.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, 0.0), |(least, greatest), value| {
        (least.min(value), greatest.max(value))
    })
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

fn draw(plot: &Plot, title: &str, curves: &[Curve], foot: &[String], file: &Path) -> Drawn {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let (left, right) = range(points().map(|point| point.0));
    let (low, high) = range(points().map(|point| point.1));
    let unit = if plot.action.of(8).unit().is_time() {
        "µs"
    } else {
        "GB/s"
    };
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let (upper, lower) = area.split_vertically(FOOT_TOP);
    let (plotted, legend) = upper.split_horizontally(LEGEND_LEFT);
    let mut chart = ChartBuilder::on(&plotted)
        .caption(title, ("sans-serif", 24))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(
            (left..right * 1.2).log_scale().base(2.0),
            (low / 1.5..high * 1.5).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_desc("size")
        .y_desc(unit)
        .x_label_formatter(&|bytes| size_name(bytes.round() as usize))
        .y_label_formatter(&|value| show(*value))
        .x_labels(24)
        .light_line_style(WHITE)
        .draw()?;
    for curve in curves {
        let points = curve.points.iter().copied();
        let style = curve.colour.stroke_width(2);
        match curve.placement {
            Placement::SameNode => {
                let line = LineSeries::new(points.clone(), style);
                chart.draw_series(line)?;
                chart.draw_series(
                    points.map(|point| Circle::new(point, 3, curve.colour.filled())),
                )?;
            }
            Placement::CrossNode => {
                let line = DashedLineSeries::new(points.clone(), DASH.0, DASH.1, style);
                chart.draw_series(line)?;
                chart.draw_series(points.map(|point| Circle::new(point, 3, style)))?;
            }
        }
    }
    let text = |size: i32| ("sans-serif", size).into_font().color(&BLACK);
    let mut top = 3 * LINE;
    for curve in curves {
        draw_sample(&legend, curve, top)?;
        let place = (SAMPLE_WIDTH + 12, top - 8);
        legend.draw(&Text::new(curve.name.as_str(), place, text(16)))?;
        top += LINE;
    }
    for (line, top) in foot.iter().zip((0..).step_by(LINE as usize - 2)) {
        lower.draw(&Text::new(line.as_str(), (16, top), text(14)))?;
    }
    area.present()?;
    Ok(())
}

/// The length and distance of dashes, for curves between nodes.
const DASH: (i32, i32) = (8, 5);
/// The width of a curve's sample in the legend.
const SAMPLE_WIDTH: i32 = 34;

/// Draws a sample of a curve beside its name in the legend.
fn draw_sample<B: DrawingBackend>(legend: &DrawingArea<B, Shift>, curve: &Curve, top: i32) -> Drawn
where
    B::ErrorType: 'static,
{
    let style = curve.colour.stroke_width(2);
    let step = match curve.placement {
        Placement::SameNode => SAMPLE_WIDTH,
        Placement::CrossNode => DASH.0 + DASH.1,
    };
    for begin in (0..SAMPLE_WIDTH).step_by(step as usize) {
        let end = match curve.placement {
            Placement::SameNode => begin + step,
            Placement::CrossNode => begin + DASH.0,
        };
        legend.draw(&PathElement::new([(begin, top), (end, top)], style))?;
    }
    Ok(())
}
